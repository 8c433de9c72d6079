// Replaces files so that a crash or power loss at any point leaves either the old or the new file.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Suffixes of SQLite's side files. */
export const sideSuffixes = ['-wal', '-shm', '-journal'] as const

/** A timestamp for file names: UTC, without colons, which some systems forbid. */
export function nameTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replaceAll(/[-:.]/g, '')
}

/** Creates a folder that only its owner can access, if missing. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Flushes a file to disk. Not for a file that this process has open in SQLite: closing it drops SQLite's locks. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Flushes a folder's entries to disk. */
export function syncFolder(folder: string): void {
  // Windows cannot open folders and does not need it: there a rename is durable by itself.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Some network file systems do not support it; nothing more can be done.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error))) throw error
  } finally {
    closeSync(handle)
  }
}

/** Writes a text file atomically, readable by its owner only. */
export function writeTextDurably(file: string, text: string): void {
  const temporary = `${file}.part`
  try {
    writeFileSync(temporary, text, { mode: 0o600, flush: true })
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(file))
}

/** Deletes a closed database file with its side files. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...sideSuffixes]) rmSync(`${file}${suffix}`, { force: true })
}

/** Whether any file of a database exists. */
export function hasDatabase(file: string): boolean {
  return ['', ...sideSuffixes].some((suffix) => existsSync(`${file}${suffix}`))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
