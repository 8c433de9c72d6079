// Owns: the window in which a person answers a question, one at a time, and the border of that window.
// Must not: know what is asked.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { type BrowserWindow, ipcMain } from 'electron'
import { confirmChannelNames } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { registerIpc } from '../ipc/register.ts'
import type { Transcript } from '../ipc/transcript.ts'
import type { Log } from '../diagnostics/log.ts'
import { type Confirmations, createConfirmations, type AntiPhishingWord } from '../accounts/confirmations.ts'
import { isConfirmPage, openConfirmWindow } from './windows.ts'

export interface ConfirmRoomOptions {
  /** The folder of the built main bundle. */
  readonly built: string
  readonly developmentUrl: string | null
  /** The region in which the main window writes its figures. */
  readonly getLocale: () => string | null
  /** The main window, without which nothing is asked. */
  readonly getOwner: () => BrowserWindow | null
  /** Where the word of the window is kept. */
  readonly word: AntiPhishingWord
  readonly log: Log
  readonly transcript: Transcript | null
}

export interface ConfirmRoom {
  readonly confirmations: Confirmations
  /** What it shows, words of a new wallet even, is no more to be seen than the rest. */
  close(): void
}

export function openConfirmRoom(options: ConfirmRoomOptions): ConfirmRoom {
  const { built, developmentUrl, getOwner, log, transcript } = options
  let confirmWindow: BrowserWindow | null = null

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
        onFault: (what, error) => {
          log.fault('window', what, error)
        },
      })
      confirmWindow = opened
      return {
        close: () => {
          if (!opened.isDestroyed()) opened.destroy()
        },
      }
    },
    monotonicMs: () => performance.now(),
    randomBelow: (limit) => randomInt(limit),
    word: options.word,
  })
  registerIpc({
    ipcMain,
    names: confirmChannelNames,
    isOwnPage: (event) => isConfirmPage(event, confirmWindow, developmentUrl),
    handlers,
    log,
    transcript,
  })
  return {
    confirmations,
    close() {
      if (confirmWindow !== null && !confirmWindow.isDestroyed()) confirmWindow.destroy()
    },
  }
}
