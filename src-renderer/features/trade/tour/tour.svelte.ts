// The tour of the first order: which step is shown. It is offered until it was finished or skipped, and found again in the palette.
import { accounts } from '../../../shell/state/accounts.svelte.ts'
import { firstOrder } from './first-order.svelte.ts'
import { type TourStep, tourSteps } from './tour-steps.ts'

class Tour {
  /** Null while it is not shown. */
  #at = $state<number | null>(null)

  get step(): TourStep | null {
    const isPractice = accounts.active?.network.kind === 'practice'
    return this.#at === null || !isPractice ? null : (tourSteps[this.#at] ?? null)
  }

  /** From 1; 0 while it is not shown. */
  get number(): number {
    return this.#at === null ? 0 : this.#at + 1
  }

  /** The tour is about play money: it goes to a practice account first, and makes one where there is none. False where that fails. */
  async start(): Promise<boolean> {
    if (accounts.active?.network.kind !== 'practice') {
      const { state } = accounts
      const all = state.status === 'ready' ? state.value.accounts : []
      const practice = all.find(({ network }) => network.kind === 'practice')
      if (!(await (practice === undefined ? accounts.practise() : accounts.activate(practice.id))))
        return false
    }
    this.#at = 0
    return true
  }

  /** The last step ends it. */
  next(): void {
    if (this.#at === null) return
    if (this.#at + 1 < tourSteps.length) this.#at += 1
    else this.end()
  }

  back(): void {
    if (this.#at !== null && this.#at > 0) this.#at -= 1
  }

  /** Ends it, and offers it no more. */
  end(): void {
    this.#at = null
    firstOrder.endTour()
  }
}

/** One for the app. */
export const tour = new Tour()
