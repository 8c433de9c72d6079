// The first order of this app: with real money it waits until the user has taken the tour in practice, or gone on without it. Main
// decides, and refuses such an order; this shows the way before it is asked for.
import { accounts } from '../../../shell/state/accounts.svelte.ts'
import { call } from '../../../shell/page/api.ts'
import { placedOrders } from '../ticket/placed-orders.svelte.ts'

class FirstOrder {
  /** Null until main has answered. */
  #isTourDone = $state.raw<boolean | null>(null)
  #isRefused = $state(false)
  readonly #isPractice: boolean = $derived(accounts.active?.network.kind === 'practice')
  readonly #isPlaced: boolean = $derived(placedOrders.all.some(({ orderId }) => orderId !== null))

  /** The tour was finished or skipped. True until that is known, so that no tour is offered by mistake. */
  get isTourDone(): boolean {
    return this.#isTourDone ?? true
  }

  /** Outside practice, before the tour was finished or skipped and before any order: the ticket offers the tour and places nothing. */
  get isHeld(): boolean {
    return (
      accounts.active !== null &&
      !this.#isPractice &&
      !this.isTourDone &&
      (this.#isRefused || !this.#isPlaced)
    )
  }

  /** An order was placed in practice: the tour is offered no more. */
  get isPracticed(): boolean {
    return this.#isPractice && this.#isPlaced
  }

  async load(): Promise<void> {
    if (this.#isTourDone === true) return
    try {
      const { isDone } = await call('trading:getTour', {})
      // What was chosen meanwhile stays.
      this.#isTourDone ??= isDone
    } catch {
      // Main refuses an order that comes too early, and says why.
    }
  }

  /** Finishes or skips the tour, for good. */
  endTour(): void {
    if (this.#isTourDone === true) return
    this.#isTourDone = true
    call('trading:endTour', {}).catch(() => {
      // It holds for this run; the next start may offer the tour once more.
    })
  }

  /** Main has refused an order: the tour is to be offered. */
  hold(): void {
    this.#isTourDone = false
    this.#isRefused = true
  }
}

/** One for the app. */
export const firstOrder = new FirstOrder()
