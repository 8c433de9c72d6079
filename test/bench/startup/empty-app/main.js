// Owns: the least that an app with a window can be: one window, locked as ours is, with an empty page. Must not: do anything.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

app.on('window-all-closed', () => app.quit())
// Not awaited: Electron is ready only once this module has been run.
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  return window.loadFile(join(import.meta.dirname, 'index.html'))
})
