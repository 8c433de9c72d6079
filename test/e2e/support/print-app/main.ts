// Owns: an app that prints what a test hands it, for transfer-files.spec.ts. It runs unbuilt.
// Must not: have rules of its own: the window and the printing are the product's.
import { app, BrowserWindow } from 'electron'
import { printPage } from '../../../../src-main/pdf.ts'

export interface Controls {
  /** The PDF in base64. */
  print(html: string): Promise<string>
  countWindows(): number
}

const controls: Controls = {
  print: async (html) => Buffer.from(await printPage(html)).toString('base64'),
  countWindows: () => BrowserWindow.getAllWindows().length,
}

// Its windows come and go; the test ends it.
app.on('window-all-closed', () => undefined)
Reflect.set(globalThis, 'controls', controls)
