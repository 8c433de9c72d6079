// Owns: the steps by which files are replaced so that a crash or power cut at any point leaves the old or the new
// whole.
// Must not: know what is in them.
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

/** What SQLite keeps beside a file. */
export const sideSuffixes = ['-wal', '-shm', '-journal'] as const

/** Time of day in a file's name: UTC, without the colons that not every system takes. */
export function nameTime(timeMs: number): string {
  return new Date(timeMs).toISOString().replaceAll(/[-:.]/g, '')
}

/** Makes a folder that only its owner can look into, where there is none. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * Waits until the bytes of a file are on the disk. Never for a file that a connection of this process has open: closing
 * it drops SQLite's locks.
 */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Waits until names in a folder are on the disk. */
export function syncFolder(folder: string): void {
  // Windows has no handle for folders, and needs none: there a rename is durable by itself.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch (error) {
    // Some network file systems cannot; there is nothing more to be done there.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error))) throw error
  } finally {
    closeSync(handle)
  }
}

/** Puts a text in the place of a file, all or nothing, readable by its owner only. */
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

/** Removes a database file that nobody has open, with what lies beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...sideSuffixes]) rmSync(`${file}${suffix}`, { force: true })
}

/** Whether any file of a database is there. */
export function hasDatabase(file: string): boolean {
  return ['', ...sideSuffixes].some((suffix) => existsSync(`${file}${suffix}`))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
