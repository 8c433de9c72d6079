// Verifies a file's signed SHA-256 and atomically replaces files.
import { createHash } from 'node:crypto'
import {
  createReadStream,
  closeSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { basename } from 'node:path'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

const differs = (file: string): AppError =>
  new AppError('updateRefused', { reason: 'digest', file: basename(file) })

/** Errors: updateRefused { reason: 'digest' } on a mismatch; updateFailed { step: 'download' } when the file cannot be read. */
export async function checkFile(file: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    throw new AppError('updateFailed', { step: 'download', reason: codeOf(error) }, error)
  }
  if (hash.digest('hex') !== sha256) throw differs(file)
}

const PIECE_BYTES = 1024 * 1024

/**
 * Replaces `to` with a copy of `from` if its bytes match the signed hash; the bytes that are hashed are the bytes written.
 * `to` stays unchanged until the rename, so a full disk, a crash or a mismatch leaves it intact. Errors: updateRefused {
 * reason: 'digest' }; updateFailed { step: 'install', reason }.
 */
export function replaceChecked(from: string, to: string, sha256: string): void {
  const beside = `${to}.new`
  try {
    const mode = statSync(to).mode & 0o777
    const source = openSync(from, 'r')
    try {
      rmSync(beside, { force: true })
      const target = openSync(beside, 'wx', mode | 0o500)
      try {
        if (copyAndHash(source, target) !== sha256) throw differs(from)
        fsyncSync(target)
      } finally {
        closeSync(target)
      }
    } finally {
      closeSync(source)
    }
    renameSync(beside, to)
  } catch (error) {
    removeIfAny(beside)
    if (isAppError(error)) throw error
    throw new AppError('updateFailed', { step: 'install', reason: codeOf(error) }, error)
  }
}

/** Ignores errors: the preceding failure is the one to report. */
function removeIfAny(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // Only the next attempt would be affected, and it reports this.
  }
}

function copyAndHash(source: number, target: number): string {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(PIECE_BYTES)
  for (;;) {
    const bytes = readSync(source, piece)
    if (bytes === 0) return hash.digest('hex')
    const read = piece.subarray(0, bytes)
    hash.update(read)
    let written = 0
    while (written < bytes) written += writeSync(target, read, written)
  }
}
