// Owns: the state of the confirmation page: what is asked, whether it listens yet, what was wrong with an answer.
// Must not: hold markup, or decide what counts as an answer; main does, and ignores what comes too early all the same.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ConfirmAnswer, ConfirmRequest } from '../../src-preload/contract/confirm.ts'
import type { StarkdeskConfirmApi } from '../../src-preload/contract/contract.ts'
import { deafMs, listensAtOnce } from '../../src-preload/domain/confirm.ts'

export interface Confirmation {
  /** Null until main has said what is asked. */
  readonly request: ConfirmRequest | null
  /** What the person chose so that this window can be told from an imitation; null before. */
  readonly word: string | null
  /** True for the first moments, and again for some after each focus: clicks and keys do nothing but decline. */
  readonly isDeaf: boolean
  /** An answer is on its way. */
  readonly isBusy: boolean
  /** Why the last answer was not taken; null when there is nothing to say. */
  readonly fault: ErrorReport | null
  /** Keeps the word; false when it was not kept. */
  chooseWord(word: string): Promise<boolean>
  /** Asks main what is asked. */
  load(): Promise<void>
  /** Stops listening for a moment, as main does. */
  deafen(): void
  /** Gives an answer, unless the page does not listen. It always listens to a no, which is safe. */
  answer(given: ConfirmAnswer): Promise<void>
}

/** The border itself failed: nothing that main said. */
export const lostBorder: ErrorReport = { code: 'internal', data: {}, ref: null }

export function createConfirmation(api: StarkdeskConfirmApi): Confirmation {
  let request = $state.raw<ConfirmRequest | null>(null)
  let word = $state.raw<string | null>(null)
  let isDeaf = $state(true)
  let isBusy = $state(false)
  let fault = $state.raw<ErrorReport | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined

  function stayDeaf(forMs: number): void {
    isDeaf = forMs > 0
    clearTimeout(timer)
    if (isDeaf) timer = setTimeout(() => (isDeaf = false), forMs)
  }

  return {
    get request() {
      return request
    },
    get word() {
      return word
    },
    get isDeaf() {
      return isDeaf
    },
    get isBusy() {
      return isBusy
    },
    get fault() {
      return fault
    },

    async load() {
      try {
        const told = await api['confirm:getRequest']({})
        if (told.ok) {
          request = told.value.request
          word = told.value.word
          stayDeaf(told.value.deafForMs)
        } else fault = told.error
      } catch {
        // The border itself failed; the window can still be closed, which is an answer.
        fault = lostBorder
      }
    },

    async chooseWord(chosen) {
      try {
        const told = await api['confirm:setWord']({ word: chosen })
        if (told.ok) word = chosen.trim()
        return told.ok
      } catch {
        return false
      }
    },

    deafen: () => {
      if (request === null || !listensAtOnce(request)) stayDeaf(deafMs)
    },

    async answer(given) {
      if ((isDeaf || isBusy) && given.kind !== 'decline') return
      isBusy = true
      fault = null
      try {
        const told = await api['confirm:answer'](given)
        if (!told.ok) {
          fault = told.error
          if (told.error.data['reason'] === 'tooEarly') stayDeaf(deafMs)
        } else if (told.value.next !== null) request = told.value.next
      } catch {
        fault = lostBorder
      } finally {
        isBusy = false
      }
    },
  }
}
