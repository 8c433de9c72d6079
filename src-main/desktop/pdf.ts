// Prints a page to PDF in a hidden window. Never logs the page.
import type { BrowserWindow } from 'electron'
import { AppError } from '../../src-preload/domain/errors.ts'
import { openPrintWindow } from './windows/windows.ts'

/** Printing takes a second at most; this limit ends a hanging window. */
const printLimitMs = 30_000

/** Inches. */
const margins = { top: 0.6, bottom: 0.6, left: 0.7, right: 0.7 }

async function print(window: BrowserWindow, html: string): Promise<Uint8Array> {
  await window.loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html, 'utf8').toString('base64')}`)
  return window.webContents.printToPDF({ pageSize: 'A4', margins, generateTaggedPDF: true })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/**
 * Renders a page as an A4 PDF. The page runs no scripts and loads nothing external. Errors: internal { what, reason }.
 * @param html - a complete document
 */
export async function printPage(html: string): Promise<Uint8Array> {
  const window = openPrintWindow()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new AppError('internal', { what: 'print a page', reason: 'tooLate' })),
    printLimitMs,
  )
  try {
    return await Promise.race([print(window, html), late])
  } catch (error) {
    // The cause is dropped: Electron's error contains the address, which is the page itself.
    throw error instanceof AppError
      ? error
      : new AppError('internal', { what: 'print a page', reason: codeOf(error) })
  } finally {
    clearTimeout(timer)
    if (!window.isDestroyed()) window.destroy()
  }
}
