// Runs the secure window, one question at a time, and its IPC border.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { type BrowserWindow, ipcMain } from 'electron'
import { confirmChannelNames } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { registerIpc } from '../../ipc/register.ts'
import type { Transcript } from '../../ipc/transcript.ts'
import type { Log } from '../../diagnostics/log.ts'
import { createConfirmations, type AntiPhishingWord } from '../../accounts/questions/confirmations.ts'
import { isConfirmPage, openConfirmWindow, type OpenConfirmWindow } from './windows.ts'

export interface SecureWindowOptions {
  /** The folder of the built main bundle. */
  readonly built: string
  readonly developmentUrl: string | null
  /** Locale in which the main window formats numbers. */
  readonly getLocale: () => string | null
  /** The main window. Without it, no question can be asked. */
  readonly getOwner: () => BrowserWindow | null
  /** Stores the verification word of the window. */
  readonly word: AntiPhishingWord
  readonly log: Log
  readonly transcript: Transcript | null
}

export function openSecureWindow(options: SecureWindowOptions) {
  const { built, developmentUrl, getOwner, log, transcript } = options
  let confirmWindow: OpenConfirmWindow | null = null

  const { confirmations, handlers } = createConfirmations({
    openWindow: ({ isExcludedFromCapture, onAttention, onClosed }) => {
      const owner = getOwner()
      if (owner === null) throw new AppError('userDeclined', { reason: 'noWindow' })
      const opened = openConfirmWindow({
        preload: join(built, '../preload/confirm.cjs'),
        developmentUrl,
        owner,
        isExcludedFromCapture,
        locale: options.getLocale(),
        onAttention,
        onClosed: () => {
          if (confirmWindow === opened) confirmWindow = null
          onClosed()
        },
        onFault: (what, error) => log.fault('window', what, error),
      })
      confirmWindow = opened
      return opened
    },
    monotonicMs: () => performance.now(),
    randomBelow: (limit) => randomInt(limit),
    word: options.word,
  })
  registerIpc({
    ipcMain,
    names: confirmChannelNames,
    isOwnPage: (event) => isConfirmPage(event, confirmWindow?.window ?? null, developmentUrl),
    handlers,
    log,
    transcript,
  })
  return {
    confirmations,
    /** Closes the window when the app locks: it may show the seed phrase of a new wallet. */
    close(): void {
      confirmWindow?.close()
    },
  }
}
