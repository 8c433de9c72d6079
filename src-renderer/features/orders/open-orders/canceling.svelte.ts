// Cancels open orders from the list and the panel. Canceling only queues: the order's own state says when it has ended.
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ListedOrder, Order } from '../../../../src-preload/contract/orders/entities.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { shownAccounts } from '../../../shell/state/shown-accounts.svelte.ts'

/** True for an order that can still be canceled. */
export const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'wait' || state === 'pending'

class Canceling {
  /** Orders that were asked to be canceled and have not been seen to end. */
  readonly #asked = new SvelteSet<number>()
  readonly #errors = new SvelteMap<number, ErrorReport>()
  /** Orders that were asked to be canceled, open or not. */
  readonly asked: ReadonlySet<number> = $derived(new Set(this.#asked))
  /** Those of them that were asked for with everything else. */
  readonly #ofAll = new Set<number>()

  /** True from the press until the order has ended. */
  isCanceling(order: Pick<Order, 'id' | 'state'>): boolean {
    return isOpen(order) && this.#asked.has(order.id)
  }

  /** Main cancels these, with everything else. */
  noteAll(orderIds: readonly number[]): void {
    for (const id of orderIds) {
      if (this.#asked.has(id)) continue
      this.#asked.add(id)
      this.#ofAll.add(id)
    }
  }

  /** Canceling everything was stopped, or waits: what is still open is as it was. */
  forgetAll(): void {
    for (const id of this.#ofAll) this.#asked.delete(id)
    this.#ofAll.clear()
  }

  /** Why the last attempt failed; null if it did not. */
  errorOf(id: number): ErrorReport | null {
    return this.#errors.get(id) ?? null
  }

  /** Does nothing for an order of another account: main cancels for the account in use. */
  async cancel(order: Pick<ListedOrder, 'id' | 'state' | 'accountId'>): Promise<void> {
    if (!shownAccounts.isInUse(order)) return
    if (!isOpen(order) || this.#asked.has(order.id)) return
    this.#asked.add(order.id)
    this.#errors.delete(order.id)
    try {
      await call('trading:cancel', { orderId: order.id })
    } catch (error) {
      this.#asked.delete(order.id)
      const report = toReport(error)
      // A no in the secure window is no error.
      if (report.code !== 'userDeclined') this.#errors.set(order.id, report)
    }
  }

  /** Cancels all open orders of the order's market, after a question in the secure window. An error is shown at the order. */
  async cancelMarket({
    id,
    market,
    accountId,
  }: Pick<ListedOrder, 'id' | 'market' | 'accountId'>): Promise<void> {
    if (!shownAccounts.isInUse({ accountId })) return
    this.#errors.delete(id)
    try {
      await call('trading:cancelMarket', { market, side: null })
    } catch (error) {
      const report = toReport(error)
      if (report.code !== 'userDeclined') this.#errors.set(id, report)
    }
  }
}

export const canceling = new Canceling()
