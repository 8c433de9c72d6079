// Owns: which entries of the data folder are the app's own, and deleting them. Must not: touch anything else there: the folder
// may have been chosen by a person and hold more, and what Chromium keeps is in use until the very end.
import { type Dirent, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Each with what lies beside it: logs of the data file, files set aside, a vault's counts of wrong passwords, halves of writing. */
const ownFiles: readonly RegExp[] = [
  /^starkdesk\.sqlite(?:$|[-.])/,
  /^keys\.vault(?:$|\.)/,
  /^practice\.json(?:$|\.)/,
  /^(?:desktop|running)\.json(?:$|\.)/,
  /^language(?:\.new)?$/,
]

/** A person may have folders of these names: of what lies in them only this goes, and the folder when nothing else is left. */
const ownFolders: ReadonlyMap<string, RegExp> = new Map([
  ['backups', /^own-[\dTZv-]+(?:-migration)?\.sqlite(?:$|\.part)/],
  ['logs', /^starkdesk(?:\.1)?\.log$/],
  // In development only: an installed app fetches updates into the system's cache.
  ['updates', /^(?:app-update\.yml|starkdesk-updater)$/],
])

/** Whether an entry of the data folder, by its name, is one that the app makes. */
export function isOwnEntry(name: string): boolean {
  return ownFolders.has(name) || ownFiles.some((pattern) => pattern.test(name))
}

/** No link is followed: of one that the app would not have made, what it leads to is not the app's to delete. */
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
 * Deletes them. To be called when nothing of the app has them open any more. Never throws: the app ends after it.
 * @returns the names that could not be deleted; empty when all are gone
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
      // The others go all the same; who calls says which did not.
      left.push(entry.name)
    }
  }
  return left
}
