// Owns: asking where to put a file, one question at a time. Must not: write any.
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'

/** @returns what asks; it answers null when the user gives up */
export function createFileChooser(
  getOwner: () => BrowserWindow | null,
): (defaultName: string) => Promise<string | null> {
  /** Whoever is asked sees one question: a page gone wrong cannot heap them up. Asked meanwhile is as good as given up. */
  let isChoosing = false

  return async (defaultName) => {
    if (isChoosing) return null
    isChoosing = true
    const options = { defaultPath: join(app.getPath('documents'), defaultName) }
    try {
      const owner = getOwner()
      const chosen = await (owner === null
        ? dialog.showSaveDialog(options)
        : dialog.showSaveDialog(owner, options))
      return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath
    } finally {
      isChoosing = false
    }
  }
}
