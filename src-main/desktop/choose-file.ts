// Asks where to save a file, one dialog at a time.
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'

/** @returns a function that opens the save dialog and resolves to null when the user cancels */
export function createFileChooser(
  getOwner: () => BrowserWindow | null,
): (defaultName: string) => Promise<string | null> {
  /** Only one dialog can be open, so a faulty page cannot stack them. A request made meanwhile counts as canceled. */
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
