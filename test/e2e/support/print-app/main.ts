// An app that prints what a test hands it, for transfer-files.spec.ts. It runs unbuilt.
import { app, BrowserWindow } from 'electron'
import { forbidNameLookups, preparePageSessions } from '../../../../src-main/desktop/windows/page-session.ts'
import { printPage } from '../../../../src-main/desktop/pdf.ts'

export interface Controls {
  /** The PDF in base64. */
  print(html: string): Promise<string>
  countWindows(): number
}

forbidNameLookups(app)
// It has no page of the app's.
const whenWalled = app.whenReady().then(() => preparePageSessions(import.meta.dirname, null))

const controls: Controls = {
  print: async (html) => {
    await whenWalled
    return Buffer.from(await printPage(html)).toString('base64')
  },
  countWindows: () => BrowserWindow.getAllWindows().length,
}

// Its windows come and go; the test ends it.
app.on('window-all-closed', () => undefined)
Reflect.set(globalThis, 'controls', controls)
