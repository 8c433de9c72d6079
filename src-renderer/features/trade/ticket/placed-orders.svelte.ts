// Orders that were placed from this computer, as main's journal has them, with what the exchange has made of the newest.
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import type { PlacedOrder } from '../../../../src-preload/contract/trading/trading.ts'
import { call, on } from '../../../shell/page/api.ts'
import { coalesce } from '../../../shell/page/coalesce.ts'

const MAX_ORDERS = 20
/** An outcome of before this is no news. */
const NEWS_MS = 120_000

const isUnsettled = ({ state }: PlacedOrder): boolean =>
  state === 'intended' || state === 'sending' || state === 'unknown' || state === 'probablyPlaced'

class PlacedOrders {
  #orders = $state.raw<readonly PlacedOrder[]>([])
  /** The exchange's order of the newest; null while it is not here. */
  #order = $state.raw<Order | null>(null)
  #dismissed = $state.raw<ReadonlySet<string>>(new Set())
  #isFollowing = false
  readonly #refresh = coalesce(() => this.#load(), 100)

  /** Newest first. */
  get all(): readonly PlacedOrder[] {
    return this.#orders
  }

  /** Orders whose outcome is open, or was told just now, and that were not dismissed. Newest first. */
  news(nowMs: number): readonly PlacedOrder[] {
    return this.#orders.filter(
      (one, at) =>
        !this.#dismissed.has(one.id) && (isUnsettled(one) || (at === 0 && nowMs - one.updatedAtMs < NEWS_MS)),
    )
  }

  orderOf({ orderId }: PlacedOrder): Order | null {
    return orderId !== null && this.#order?.id === orderId ? this.#order : null
  }

  /** An unsettled order that is dismissed comes back with its next change. */
  dismiss(id: string): void {
    this.#dismissed = new Set([...this.#dismissed, id])
  }

  /** Follows the journal of the account in use until the returned function is called. */
  follow(): () => void {
    this.#isFollowing = true
    this.#orders = []
    this.#order = null
    const stops = [
      on('trading:changed', ({ ids }) => {
        this.#dismissed = new Set([...this.#dismissed].filter((id) => !ids.includes(id)))
        this.#refresh.request()
      }),
      on('orders:changed', () => this.#refresh.request()),
    ]
    this.#refresh.request()
    return () => {
      stops.forEach((stop) => stop())
      this.#refresh.stop()
      this.#isFollowing = false
    }
  }

  /** Shows an order that a call of main answered, at once. */
  note(placed: PlacedOrder): void {
    this.#orders = [placed, ...this.#orders.filter(({ id }) => id !== placed.id)]
    this.#refresh.request()
  }

  async #load(): Promise<void> {
    try {
      const { orders } = await call('trading:listPlaced', { limit: MAX_ORDERS })
      if (!this.#isFollowing) return
      this.#orders = orders
      const orderId = orders[0]?.orderId ?? null
      if (orderId === null) return
      const { order } = await call('orders:get', { id: orderId })
      if (this.#orders[0]?.orderId === order.id) this.#order = order
    } catch {
      // What is shown stays; main goes on either way, and the next change reads again.
    }
  }
}

export const placedOrders = new PlacedOrders()
