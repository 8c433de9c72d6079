// All that is known of users' orders: themselves, their trades, and what open ones hold. Kept in memory, made from the file.
import type { TradeTicks } from '../markets/market-trades.ts'
import { practiceMarkets, type PracticeMarket } from '../markets/markets.ts'
import type { Fill } from '../orders/order-views.ts'
import { feeAccount, Funds, reservedBy } from './funds.ts'
import { type AccountIndex, house } from './market-engine.ts'
import type { TradeRow } from './trading-file.ts'
import { fillOf, isOpen, marketOf, type UserOrder } from './user-order.ts'

/** Above every id of the seeded trades until the year 2100. */
const firstTradeId = 10_000_000_000

export class OrderLedger {
  readonly orders = new Map<number, UserOrder>()
  readonly #ordersOf = new Map<AccountIndex, UserOrder[]>()
  readonly #openIds = new Map<string, Set<number>>(practiceMarkets.map(({ symbol }) => [symbol, new Set()]))
  readonly #tradesOf = new Map<number, TradeRow[]>()
  readonly #fillsOf = new Map<AccountIndex, Fill[]>()
  readonly #tapes = new Map<string, TradeTicks[]>()
  readonly #funds = new Funds()
  /** What an open order holds, as it is in {@link #reserved}. */
  readonly #held = new Map<number, { readonly key: string; readonly amount: bigint }>()
  readonly #reserved = new Map<string, bigint>()
  #lastOrderId: number | null = null
  #lastTradeId = firstTradeId

  /** Null before the first order. */
  get lastOrderId(): number | null {
    return this.#lastOrderId
  }

  nextTradeId(): number {
    return this.#lastTradeId + 1
  }

  /** The orders of a user, oldest first. */
  ordersOf(account: AccountIndex): readonly UserOrder[] {
    return listIn(this.#ordersOf, account)
  }

  /** Open orders of a user in a market, oldest first. */
  openOrders(account: AccountIndex, market: PracticeMarket): UserOrder[] {
    return [...(this.#openIds.get(market.symbol) ?? [])].flatMap((id) => {
      const order = this.orders.get(id)
      return order?.account === account ? [order] : []
    })
  }

  hasOpenOrders(market: PracticeMarket): boolean {
    return (this.#openIds.get(market.symbol)?.size ?? 0) > 0
  }

  /** The trades of an order, oldest first. */
  tradesOf({ id }: Pick<UserOrder, 'id'>): readonly TradeRow[] {
    return this.#tradesOf.get(id) ?? []
  }

  /** The fills of a user's orders in the order in which they were made; the same array grows. */
  fillsOf(account: AccountIndex): readonly Fill[] {
    return listIn(this.#fillsOf, account)
  }

  /** Users' trades in a market in the order in which they were made; the same array grows. */
  tapeOf(market: PracticeMarket): readonly TradeTicks[] {
    return listIn(this.#tapes, market.symbol)
  }

  /** What trades brought an account, or took, in 10^-20 of a currency. */
  movedOf(account: AccountIndex | 'house' | 'fees', currency: string): bigint {
    const index = account === 'house' ? house : account === 'fees' ? feeAccount : account
    return this.#funds.amountOf(index, currency)
  }

  /** What open orders of a user hold, in 10^-20 of a currency. */
  reservedOf(account: AccountIndex, currency: string): bigint {
    return this.#reserved.get(`${account} ${currency}`) ?? 0n
  }

  add(order: UserOrder): void {
    this.orders.set(order.id, order)
    this.#lastOrderId = Math.max(this.#lastOrderId ?? 0, order.id)
    listIn(this.#ordersOf, order.account).push(order)
    this.update(order)
  }

  /** Takes in what has changed of an order: whether it is open, and what it holds. */
  update(order: UserOrder): void {
    const ids = this.#openIds.get(order.market.symbol)
    const before = this.#held.get(order.id)
    if (before !== undefined) this.#addReserved(before.key, -before.amount)
    if (!isOpen(order)) {
      ids?.delete(order.id)
      this.#held.delete(order.id)
      return
    }
    ids?.add(order.id)
    const { currency, amount } = reservedBy(order, order.market)
    const key = `${order.account} ${currency}`
    this.#held.set(order.id, { key, amount })
    this.#addReserved(key, amount)
  }

  #addReserved(key: string, amount: bigint): void {
    this.#reserved.set(key, (this.#reserved.get(key) ?? 0n) + amount)
  }

  /** Takes in a trade of orders that are here, and moves what it exchanges. */
  addTrade(trade: TradeRow): void {
    this.#lastTradeId = Math.max(this.#lastTradeId, trade.id)
    listIn(this.#tapes, trade.market).push(toTick(trade))
    for (const id of [trade.maker_order, trade.taker_order]) {
      const order = id === null ? undefined : this.orders.get(id)
      if (order === undefined) continue
      listIn(this.#tradesOf, order.id).push(trade)
      listIn(this.#fillsOf, order.account).push(fillOf(order, trade))
    }
    this.#funds.settle(marketOf(trade.market), trade)
  }
}

/** A trade as the tape has it. */
export const toTick = ({
  id,
  time_ms: timeMs,
  price,
  units,
  taker_side: takerType,
}: TradeRow): TradeTicks => ({
  id,
  second: Math.floor(timeMs / 1000),
  price,
  units,
  takerType,
})

function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key)
  if (known !== undefined) return known
  const list: Item[] = []
  lists.set(key, list)
  return list
}
