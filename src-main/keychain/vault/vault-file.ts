// Reads small files with a size limit and replaces them atomically: a file is the old or the new one, never half.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../src-preload/domain/errors.ts'

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/** Node's messages name the call and the path, never the bytes. */
function unavailable(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error
  return new AppError('databaseUnavailable', { file, reason: codeOf(error) }, error)
}

/**
 * Reads all bytes of a file; null if it does not exist, `tooLarge` (and nothing read) if it has more than `maxBytes`.
 * Errors: databaseUnavailable { file, reason: the system's code, or notFile }.
 */
export async function readBounded(file: string, maxBytes: number): Promise<Buffer | 'tooLarge' | null> {
  try {
    const found = await stat(file)
    // A pipe or device would never end.
    if (!found.isFile()) throw new AppError('databaseUnavailable', { file, reason: 'notFile' })
    if (found.size > maxBytes) return 'tooLarge'
    return await readFile(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw unavailable(error, file)
  }
}

/** Whether the file exists. Errors: databaseUnavailable { file, reason }. */
export async function fileExists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw unavailable(error, file)
  }
}

/**
 * Receives the fault if a change was made but its folder could not be synced: the change counts as made, but a power cut
 * could still undo it. Reporting a failed change would be wrong.
 */
export interface Durability {
  readonly onUnsynced: (error: AppError) => void
  /** Makes a rename or removal in a folder durable. Only tests set it. */
  readonly syncFolder?: ((folder: string) => Promise<void>) | undefined
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle for folders and needs none: its renames are durable.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems cannot sync folders; nothing more can be done there.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error))) throw error
  } finally {
    await handle.close()
  }
}

/** Never rejects: the change before it is already made. */
async function makeDurable(file: string, durability: Durability): Promise<void> {
  try {
    await (durability.syncFolder ?? syncFolder)(dirname(file))
  } catch (error) {
    durability.onUnsynced(unavailable(error, file))
  }
}

const temporaryEnd = /^\.[0-9a-f]{12}\.new$/

/** Removes what killed writes of `file` left behind. Errors: databaseUnavailable. */
export async function removeTemporaryFiles(file: string): Promise<void> {
  try {
    const name = basename(file)
    for (const entry of await readdir(dirname(file))) {
      if (!entry.startsWith(name) || !temporaryEnd.test(entry.slice(name.length))) continue
      await rm(join(dirname(file), entry), { force: true })
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw unavailable(error, file)
  }
}

/**
 * Replaces the file with `bytes`, readable by its owner only. A crash or a full disk at any point leaves the old or the new
 * file whole; when this resolves, the new one is in place, and on the disk unless `onUnsynced` was called. Only one process
 * writes a file at a time, due to the app's single-instance lock; a second one would at worst fail or overwrite the whole
 * file.
 * Chunks are written as they arrive; if they fail, nothing is changed. Errors: those of the chunks that are AppErrors;
 * databaseUnavailable { file, reason: the system's code }.
 * @param signal - if aborted before the new file is in place, nothing is changed; rejects with its reason if that is an
 *   AppError
 */
export async function writeAtomically(
  file: string,
  bytes: Buffer | AsyncIterable<Buffer>,
  durability: Durability,
  signal?: AbortSignal,
): Promise<void> {
  const folder = dirname(file)
  const temporary = `${file}.${randomBytes(6).toString('hex')}.new`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeTemporaryFiles(file)
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    signal?.throwIfAborted()
    await rename(temporary, file)
  } catch (error) {
    // The first fault is reported; what cannot be removed now is removed before the next write.
    await rm(temporary, { force: true }).catch(() => null)
    throw unavailable(error, file)
  }
  await makeDurable(file, durability)
}

/**
 * Renames the file within its folder to an unused name and returns that name. The bytes stay unchanged.
 * Errors: databaseUnavailable { file, reason }.
 * @param nowMs - part of the name, as UTC without colons, which not every system accepts
 */
export async function setFileAside(file: string, nowMs: number, durability: Durability): Promise<string> {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  try {
    for (let number = 1; ; number += 1) {
      const name = `${basename(file)}.set-aside-${time}${number === 1 ? '' : `-${number}`}`
      const aside = join(dirname(file), name)
      if (await fileExists(aside)) continue
      await rename(file, aside)
      await makeDurable(file, durability)
      return name
    }
  } catch (error) {
    throw unavailable(error, file)
  }
}

/** Removes the file and its temporary files; no error if it does not exist. Errors: databaseUnavailable. */
export async function removeDurably(file: string, durability: Durability): Promise<void> {
  try {
    if (!(await fileExists(dirname(file)))) return
    await removeTemporaryFiles(file)
    await rm(file, { force: true })
  } catch (error) {
    throw unavailable(error, file)
  }
  await makeDurable(file, durability)
}
