// Files that the user chose to save to, so that each can be shown in its folder later. Only their names reach the page.
import { basename } from 'node:path'
import { AppError } from '../../src-preload/domain/errors.ts'

/** More than a person saves between looking at a message and pressing its button. */
const MAX_FILES = 50

export interface SavedFiles {
  /** As the chooser; what is chosen is remembered until the app ends. */
  readonly choose: (defaultName: string) => Promise<string | null>
  /** Shows the file last chosen by this name. Errors: notFound { what: 'file' } for one that was not chosen. */
  readonly show: (name: string) => void
}

/**
 * @param choose - asks the user for a path; null if canceled
 * @param showInFolder - shows a path in the system's file manager
 */
export function createSavedFiles(
  choose: SavedFiles['choose'],
  showInFolder: (file: string) => void,
): SavedFiles {
  /** By name, the oldest first. */
  const chosen = new Map<string, string>()
  return {
    async choose(defaultName) {
      const file = await choose(defaultName)
      if (file === null) return null
      const name = basename(file)
      chosen.delete(name)
      chosen.set(name, file)
      const [oldest] = chosen.keys()
      if (chosen.size > MAX_FILES && oldest !== undefined) chosen.delete(oldest)
      return file
    },
    show(name) {
      const file = chosen.get(name)
      if (file === undefined) throw new AppError('notFound', { what: 'file' })
      showInFolder(file)
    },
  }
}
