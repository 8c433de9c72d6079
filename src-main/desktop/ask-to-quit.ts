// Asks before quitting cuts off what a person may want to wait for.
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserWindow, dialog } from 'electron'
import { describeQuit, type QuitBusiness } from './quit-question.ts'

/** A store that does not answer must not keep the app from quitting. */
const PATIENCE_MS = 3_000

export interface AskToQuitOptions {
  readonly getWindow: () => BrowserWindow | null
  /** Null where nothing can be under way. Errors: those of the store and the journal. */
  readonly readBusiness: () => Promise<QuitBusiness | null>
  readonly onFault: (error: unknown) => void
}

export type AskToQuit = (what: 'app' | 'window') => Promise<boolean>

/** Resolves with whether to go on: a person said so, nothing is under way, or nobody can tell. */
export function createAskToQuit({ getWindow, readBusiness, onFault }: AskToQuitOptions): AskToQuit {
  async function look(): Promise<QuitBusiness | null> {
    try {
      return await Promise.race([readBusiness(), wait(PATIENCE_MS, null, { ref: false })])
    } catch (error) {
      onFault(error)
      return null
    }
  }

  return async (what) => {
    const business = await look()
    const question = business === null ? null : describeQuit(what, business)
    if (question === null) return true
    const { message, detail, buttons } = question
    const options = {
      type: 'warning' as const,
      message,
      detail,
      buttons: [...buttons],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }
    const window = getWindow()
    const { response } = await (window?.isVisible() === true
      ? dialog.showMessageBox(window, options)
      : dialog.showMessageBox(options))
    return response === 1
  }
}
