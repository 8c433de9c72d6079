// The first order of this app: with real money it waits until the user has taken the tour in practice, or gone on without it.
import { accounts } from '../../../shell/state/accounts.svelte.ts'
import { placedOrders } from '../ticket/placed-orders.svelte.ts'
import { tradeView } from '../trade-view.svelte.ts'

class FirstOrder {
  readonly #isPractice: boolean = $derived(accounts.active?.network.kind === 'practice')
  readonly #isPlaced: boolean = $derived(placedOrders.all.some(({ orderId }) => orderId !== null))

  /** Outside practice, before the tour was finished or skipped and before any order: the ticket offers the tour and places nothing. */
  get isHeld(): boolean {
    return accounts.active !== null && !this.#isPractice && !tradeView.isTourDone && !this.#isPlaced
  }

  /** An order was placed in practice: the tour is offered no more. */
  get isPracticed(): boolean {
    return this.#isPractice && this.#isPlaced
  }

  /** Goes on without the tour, which is told once. */
  goOn(): void {
    tradeView.set({ isTourDone: true })
  }
}

/** One for the app. */
export const firstOrder = new FirstOrder()
