// The order in the panel beside a table, with its trades.
import type { ListedOrder, OrderFills } from '../../../../src-preload/contract/entities.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import type { Loadable } from '../../../shell/page/loadable.ts'
import { failed, loading, ready } from '../../../shell/page/loadable.ts'

/** The order in the panel; `trades` is null before the first response. */
export interface Detail {
  readonly order: ListedOrder
  readonly trades: OrderFills | null
}

class OrderDetails {
  selectedId = $state<number | null>(null)
  state = $state.raw<Loadable<Detail>>(loading)
  /** True while the order loads. */
  isReading = $state(false)
  /** Counts requests: only the newest response is used. */
  #question = 0
  #accountId: string | null = null

  /** Opens the panel for a loaded order. */
  select(order: ListedOrder): void {
    if (this.selectedId === order.id) return
    this.selectedId = order.id
    this.state = ready({ order, trades: null })
    void this.#load(order.id)
  }

  /** Opens the panel for an order by ID, loaded or not. */
  open(id: number): void {
    if (this.selectedId === id) return
    this.selectedId = id
    this.state = loading
    void this.#load(id)
  }

  close(): void {
    this.selectedId = null
  }

  /** Closes the order of another account than this one. */
  closeOfAnother(accountId: string | null): void {
    if (accountId !== this.#accountId) this.close()
    this.#accountId = accountId
  }

  retry(): void {
    if (this.selectedId !== null) void this.#load(this.selectedId)
  }

  /** Reloads the open order when it is among the changed ones. */
  follow(ids: readonly number[]): void {
    if (this.selectedId !== null && ids.includes(this.selectedId)) void this.#load(this.selectedId)
  }

  async #load(id: number): Promise<void> {
    this.#question += 1
    const question = this.#question
    const isCurrent = (): boolean => id === this.selectedId && question === this.#question
    this.isReading = true
    try {
      const detail = await call('orders:get', { id })
      if (isCurrent()) this.state = ready(detail)
    } catch (error) {
      if (isCurrent()) this.state = failed(this.state, toReport(error))
    } finally {
      if (isCurrent()) this.isReading = false
    }
  }
}

/** Shared by both tables. */
export const orderDetails = new OrderDetails()
