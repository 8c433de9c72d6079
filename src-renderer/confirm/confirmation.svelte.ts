// State of the confirmation page: question, input delay and errors. Main decides what counts as an answer and ignores early
// ones itself.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ConfirmAnswer, ConfirmRequest } from '../../src-preload/contract/accounts/confirm.ts'
import type { StarkdeskConfirmApi } from '../../src-preload/contract/contract.ts'
import { inputDelayMs, acceptsInputAtOnce } from '../../src-preload/domain/accounts/confirm.ts'

/** IPC itself failed; this error is not from main. */
export const ipcFailure: ErrorReport = { code: 'internal', data: {}, ref: null }

export function createConfirmation(api: StarkdeskConfirmApi) {
  let request = $state.raw<ConfirmRequest | null>(null)
  let word = $state.raw<string | null>(null)
  let ignoresInput = $state(true)
  let isBusy = $state(false)
  let fault = $state.raw<ErrorReport | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  function stayDeaf(forMs: number): void {
    ignoresInput = forMs > 0
    clearTimeout(timer)
    if (ignoresInput) timer = setTimeout(() => void askMain(), forMs)
  }

  /**
   * Main's delay may have begun anew unheard, as when the window was shown after the page had loaded: its answer ends the delay here,
   * not the time alone. Without an answer input is taken, for main ignores what comes early.
   */
  async function askMain(): Promise<void> {
    const asked = timer
    const told = await api['confirm:getRequest']({}).catch(() => null)
    if (timer === asked) stayDeaf(told?.ok === true ? told.value.deafForMs : 0)
  }

  return {
    /** Null until main has sent the question. */
    get request(): ConfirmRequest | null {
      return request
    },
    /** The user's word that distinguishes this window from a fake; null before one is chosen. */
    get word(): string | null {
      return word
    },
    /** True at first, and briefly after each focus: clicks and keys can only decline. */
    get ignoresInput(): boolean {
      return ignoresInput
    },
    /** True while an answer is being sent. */
    get isBusy(): boolean {
      return isBusy
    },
    /** Why the last answer was rejected; null without an error. */
    get fault(): ErrorReport | null {
      return fault
    },

    /** Loads the question from main. */
    async load(): Promise<void> {
      try {
        const told = await api['confirm:getRequest']({})
        if (told.ok) {
          request = told.value.request
          word = told.value.word
          stayDeaf(told.value.deafForMs)
        } else fault = told.error
      } catch {
        // IPC itself failed; the window can still be closed, which declines.
        fault = ipcFailure
      }
    },

    /** Stores the word; false when that failed. */
    async chooseWord(chosen: string): Promise<boolean> {
      try {
        const told = await api['confirm:setWord']({ word: chosen })
        if (told.ok) word = chosen.trim()
        return told.ok
      } catch {
        return false
      }
    },

    /** Ignores input for a moment, as main does. */
    ignoreInput: (): void => {
      if (request === null || !acceptsInputAtOnce(request)) stayDeaf(inputDelayMs)
    },

    /** Sends an answer unless input is ignored. Declining is safe and always works. */
    async answer(given: ConfirmAnswer): Promise<void> {
      if ((ignoresInput || isBusy) && given.kind !== 'decline') return
      isBusy = true
      fault = null
      try {
        const told = await api['confirm:answer'](given)
        if (!told.ok) {
          fault = told.error
          if (told.error.data['reason'] === 'tooEarly') stayDeaf(inputDelayMs)
        } else if (told.value.next !== null) request = told.value.next
      } catch {
        fault = ipcFailure
      } finally {
        isBusy = false
      }
    },
  }
}

export type Confirmation = ReturnType<typeof createConfirmation>
