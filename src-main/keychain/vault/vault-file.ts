// Owns: small files that are old or new and never half: read bounded, written beside and renamed. Must not: know what
// is in them.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../src-preload/domain/errors.ts'

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/** Node's own messages name the call and the path, never the bytes. */
function unavailable(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error
  return new AppError('databaseUnavailable', { file, reason: codeOf(error) }, error)
}

/**
 * All bytes of a file; null where there is none, `tooLarge` (and nothing read) where it has more than `maxBytes`.
 * Errors: databaseUnavailable { file, reason: the system's code, or notFile }.
 */
export async function readBounded(file: string, maxBytes: number): Promise<Buffer | 'tooLarge' | null> {
  try {
    const found = await stat(file)
    // A pipe or device would be read without end.
    if (!found.isFile()) throw new AppError('databaseUnavailable', { file, reason: 'notFile' })
    if (found.size > maxBytes) return 'tooLarge'
    return await readFile(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw unavailable(error, file)
  }
}

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
 * What is told of a change that was made and whose folder could not be synced: it stands, but a power cut could still undo
 * it. Not a failure of the change, which would be reported as if nothing had happened.
 */
export interface Durability {
  readonly onUnsynced: (error: AppError) => void
  /** Makes a rename or removal in a folder durable. Only tests have reason to choose. */
  readonly syncFolder?: ((folder: string) => Promise<void>) | undefined
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle for folders, and needs none: there the rename is durable by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems cannot; there is nothing more to be done there.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error))) throw error
  } finally {
    await handle.close()
  }
}

/** Never rejects: what it follows has been done. */
async function makeDurable(file: string, durability: Durability): Promise<void> {
  try {
    await (durability.syncFolder ?? syncFolder)(dirname(file))
  } catch (error) {
    durability.onUnsynced(unavailable(error, file))
  }
}

const temporaryEnd = /^\.[0-9a-f]{12}\.new$/

/** Removes what writes of `file` left behind when their process was killed. Errors: databaseUnavailable. */
export async function removeLeftovers(file: string): Promise<void> {
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
 * Puts `bytes` in the place of the file, readable by its owner only. A crash or a full disk at any point leaves the old
 * or the new file whole; when this resolves, the new one is in place, and on the disk unless `onUnsynced` was told. One process writes a file at a time: the
 * app's single-instance lock sees to it; a second one would at worst fail or have the last word, never mix.
 * Bytes that come in pieces are written as they come; where they fail, nothing is changed. Errors: theirs where they are ours; databaseUnavailable { file, reason: the system's code }.
 * @param signal - aborted before the new file is in place: nothing is changed either; rejects with its reason where that is ours
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
    await removeLeftovers(file)
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
    // The first fault is the one to report; what cannot be removed now is removed before the next write.
    await rm(temporary, { force: true }).catch(() => null)
    throw unavailable(error, file)
  }
  await makeDurable(file, durability)
}

/**
 * Gives the file another name in its folder, one that nothing there has, and returns it. The bytes stay as they are.
 * Errors: databaseUnavailable { file, reason }.
 * @param nowMs - goes into the name, as UTC without colons, which not every system takes
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

/** Removes the file and its leftovers; fine where there is none. Errors: databaseUnavailable. */
export async function removeDurably(file: string, durability: Durability): Promise<void> {
  try {
    if (!(await fileExists(dirname(file)))) return
    await removeLeftovers(file)
    await rm(file, { force: true })
  } catch (error) {
    throw unavailable(error, file)
  }
  await makeDurable(file, durability)
}
