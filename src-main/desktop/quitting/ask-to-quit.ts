// Asks before quitting cuts off what a person may want to wait for.
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserWindow, dialog } from 'electron'
import type { OrderBusiness } from '../../../src-preload/contract/orders/order-business.ts'
import { describeQuit, type QuitBusiness } from './quit-question.ts'

/** A store that does not answer must not keep the app from quitting. */
const PATIENCE_MS = 3_000

/** What quitting would cut off. */
export interface QuitSources {
  /** What memory tells; null where nothing can be under way. */
  readonly look: () => Pick<
    QuitBusiness,
    'isSessionRunning' | 'isCancelingAll' | 'isPlacing' | 'isHidden'
  > | null
  /** Errors: those of the store and the journal. */
  readonly count: () => Promise<Pick<OrderBusiness, 'undecidedOrders' | 'openOrders'>>
}

const uncounted = { undecidedOrders: 0, openOrders: 0 }

export interface AskToQuitOptions {
  readonly getWindow: () => BrowserWindow | null
  readonly sources: QuitSources
  readonly onFault: (error: unknown) => void
}

export function createAskToQuit({ getWindow, sources, onFault }: AskToQuitOptions) {
  let open = new AbortController()

  async function look(): Promise<QuitBusiness | null> {
    const known = sources.look()
    if (known === null) return null
    try {
      const counts = await Promise.race([sources.count(), wait(PATIENCE_MS, uncounted, { ref: false })])
      return { ...counts, ...known }
    } catch (error) {
      onFault(error)
      return { ...uncounted, ...known }
    }
  }

  async function ask(what: 'app' | 'window'): Promise<boolean> {
    const { signal } = open
    const business = await look()
    // Locked while it was read: asked anew, about what may be told now.
    if (signal.aborted) return ask(what)
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
      signal,
    }
    const window = getWindow()
    const { response } = await (window?.isVisible() === true
      ? dialog.showMessageBox(window, options)
      : dialog.showMessageBox(options))
    return response === 1
  }

  return {
    /** Resolves with whether to go on: a person said so, nothing is under way, or nobody can tell. */
    ask,
    /** Takes an open question from the screen, as a no: the app is being locked, and the question may name what that hides. */
    withdraw(): void {
      open.abort()
      open = new AbortController()
    },
  }
}

export type AskToQuit = ReturnType<typeof createAskToQuit>
