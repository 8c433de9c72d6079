// How books are shown, stored by main after each change.
import type { BookChoices } from '../../../src-preload/contract/markets/book.ts'
import { call } from '../../shell/page/api.ts'

/** Currency of cumulative sums. */
export type SumUnit = BookChoices['sums']

const initial: BookChoices = { tab: 'trades', sums: 'base', steps: [] }
/** Steps of as many markets are kept; the oldest goes first. */
const MAX_STEPS = 200

class Choices {
  /** Null until main has answered. */
  #value = $state.raw<BookChoices | null>(null)

  get isLoaded(): boolean {
    return this.#value !== null
  }

  get tab(): BookChoices['tab'] {
    return (this.#value ?? initial).tab
  }

  get sums(): SumUnit {
    return (this.#value ?? initial).sums
  }

  /** Loads the choices once. */
  async load(): Promise<void> {
    if (this.#value !== null) return
    try {
      const value = await call('book:getChoices', {})
      this.#value ??= value
    } catch {
      // The book is as useful with the first choices.
      this.#value ??= initial
    }
  }

  /** The chosen step of a market; null for its tick. */
  stepOf(market: string): string | null {
    return this.#value?.steps.find((one) => one.market === market)?.step ?? null
  }

  setTab(tab: BookChoices['tab']): void {
    this.#set({ tab })
  }

  setSums(sums: SumUnit): void {
    this.#set({ sums })
  }

  /** @param step - null for the market's tick */
  setStep(market: string, step: string | null): void {
    const others = (this.#value ?? initial).steps.filter((one) => one.market !== market)
    this.#set({ steps: step === null ? others : [...others, { market, step }].slice(-MAX_STEPS) })
  }

  #set(change: Partial<BookChoices>): void {
    this.#value = { ...(this.#value ?? initial), ...change }
    // It is shown either way; a choice that could not be kept costs one click at the next start.
    call('book:setChoices', this.#value).catch(() => undefined)
  }
}

export const bookChoices = new Choices()
