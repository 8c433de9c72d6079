// The order in the panel beside a table, with its trades.
import type { ListedOrder, OrderFills } from '../../../../src-preload/contract/orders/entities.ts'
import { call } from '../../../shell/page/api.ts'
import { shownAccounts } from '../../../shell/state/shown-accounts.svelte.ts'
import { Fetched } from '../../../shell/page/fetched.svelte.ts'

/** The order in the panel; `trades` is null before the first response. */
export interface Detail {
  readonly order: ListedOrder
  readonly trades: OrderFills | null
}

class OrderDetails extends Fetched<Detail> {
  selectedId = $state<number | null>(null)
  /** Account of the selected order where it is not the one in use. */
  #ownerId = $state<string | undefined>()
  /** Requests under way. */
  #reading = $state(0)
  #accountId: string | null = null

  /** The selected order where it is of the account in use: a later start knows no other by its ID alone. */
  get reopenableId(): number | null {
    return this.#ownerId === undefined ? this.selectedId : null
  }

  /** True while the order loads. */
  get isReading(): boolean {
    return this.#reading > 0
  }

  /** Opens the panel for a loaded order. */
  select(order: ListedOrder): void {
    if (this.selectedId === order.id) return
    this.selectedId = order.id
    this.#ownerId = shownAccounts.isInUse(order) ? undefined : order.accountId
    this.set({ order, trades: null })
    void this.#load(order.id)
  }

  /**
   * Opens the panel for an order by ID, loaded or not.
   * @param accountId - absent for the account in use
   */
  open(id: number, accountId?: string): void {
    if (this.selectedId === id) return
    this.selectedId = id
    this.#ownerId = shownAccounts.isInUse({ accountId }) ? undefined : accountId
    this.drop()
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
    this.#reading += 1
    const owner = this.#ownerId
    await this.load(() => call('orders:get', owner === undefined ? { id } : { id, accountId: owner }))
    this.#reading -= 1
  }
}

/** Shared by both tables. */
export const orderDetails = new OrderDetails()
