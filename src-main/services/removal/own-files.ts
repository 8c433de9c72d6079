// Owns: which entries of the data folder are the app's own, and deleting them. Must not: touch anything else there: the folder
// may have been chosen by a person and hold more, and what Chromium keeps is in use until the very end.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Each with what lies beside it: logs of the data file, files set aside, backups of a vault, counts of wrong passwords. */
const ownEntries: readonly RegExp[] = [
  /^starkdesk\.sqlite(?:$|[-.])/,
  /^keys\.vault(?:$|\.)/,
  /^practice\.json(?:$|\.)/,
  /^(?:desktop|running)\.json(?:$|\.)/,
  /^language(?:\.new)?$/,
  /^updates?(?:\.json)?$/,
  /^backups$/,
  /^logs$/,
]

/** Whether an entry of the data folder, by its name, is one that the app makes. */
export function isOwnEntry(name: string): boolean {
  return ownEntries.some((pattern) => pattern.test(name))
}

/**
 * Deletes them. To be called when nothing of the app has them open any more.
 * @returns the names that could not be deleted; empty when all are gone
 */
export function removeOwnFiles(folder: string): string[] {
  const left: string[] = []
  for (const name of readdirSync(folder).filter(isOwnEntry)) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // The others go all the same; who calls says which did not.
      left.push(name)
    }
  }
  return left
}
