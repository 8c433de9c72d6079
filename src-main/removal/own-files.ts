// Identifies and deletes the app's own files in the data folder.
// Leaves everything else: the folder may be user-chosen and shared, and Chromium's files are in use until exit.
import { type Dirent, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Each with its side files: database logs, files moved aside, a vault's attempt counters, partial writes. */
const ownFiles: readonly RegExp[] = [
  /^starkdesk(?:-journal)?\.sqlite(?:$|[-.])/,
  /^keys\.vault(?:$|\.)/,
  /^practice\.json(?:$|\.)/,
  /^practice-orders\.sqlite(?:$|[.-])/,
  /^(?:desktop|running)\.json(?:$|\.)/,
  /^language(?:\.new)?$/,
]

/** A user may have folders with these names: only the listed files are deleted, and the folder if it is then empty. */
const ownFolders: ReadonlyMap<string, RegExp> = new Map([
  ['backups', /^(?:own|journal)-[\dTZv-]+(?:-migration)?\.sqlite(?:$|\.part)/],
  ['logs', /^starkdesk(?:\.1)?\.log$/],
  // In development only: an installed app downloads updates to the system's cache.
  ['updates', /^(?:app-update\.yml|starkdesk-updater)$/],
])

/** Whether an entry of the data folder is one that the app creates, by its name. */
export function isOwnEntry(name: string): boolean {
  return ownFolders.has(name) || ownFiles.some((pattern) => pattern.test(name))
}

/** Links are not followed: their target is not the app's to delete. */
function removeEntry(folder: string, entry: Dirent): void {
  const path = join(folder, entry.name)
  const inside = ownFolders.get(entry.name)
  if (inside === undefined) {
    rmSync(path, { force: true, maxRetries: 3 })
    return
  }
  if (!entry.isDirectory()) throw new Error('not a folder of ours')
  const names = readdirSync(path)
  const own = names.filter((name) => inside.test(name))
  for (const name of own) rmSync(join(path, name), { recursive: true, force: true, maxRetries: 3 })
  if (own.length === names.length) rmdirSync(path)
}

/**
 * Deletes the app's files. Call it when the app has none of them open. Never throws, because the app exits afterwards.
 * @returns names that could not be deleted; empty when all are gone
 */
export function removeOwnFiles(folder: string): string[] {
  const left: string[] = []
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isGone ? [] : [basename(folder)]
  }
  for (const entry of entries.filter(({ name }) => isOwnEntry(name))) {
    try {
      removeEntry(folder, entry)
    } catch {
      // Continues with the others; the caller reports the failures.
      left.push(entry.name)
    }
  }
  return left
}
