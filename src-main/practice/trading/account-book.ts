// Everything of one user that the exchange tells: seeded orders and the user's own, their fills, balances, profit and loss.
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import { powerOfTen } from '../decimals.ts'
import type { ListPart, OrderFilter, OrderHistory } from '../orders/order-history.ts'
import { type Fill, type ListedOrder, orderIndexOf, type SingleOrder } from '../orders/order-views.ts'
import { PnlBook } from '../orders/pnl.ts'
import { SeededFills } from '../orders/seeded-fills.ts'
import { Refusal } from '../refusal.ts'
import type { TransferLedger } from '../transfers.ts'
import type { PracticeUser } from '../users.ts'
import { fundPlaces, reservedBy } from './funds.ts'
import { listedUserOrder, singleUserOrder } from './order-answers.ts'
import type { TradingDesk } from './trading-desk.ts'
import type { UserOrder } from './user-order.ts'

export interface FillFilter {
  readonly market: PracticeMarket | null
  /** Whole seconds, both ends inclusive. */
  readonly startSecond: number | null
  readonly endSecond: number | null
}

export class AccountBook {
  readonly user: PracticeUser
  readonly history: OrderHistory
  readonly pnl: PnlBook
  readonly #fills: SeededFills
  readonly #transfers: TransferLedger
  readonly #desk: () => TradingDesk
  /** The fills as they were sorted last, and of what. */
  #sorted: {
    readonly seeded: readonly Fill[] | null
    readonly of: number
    readonly newest: Fill | undefined
    readonly fills: readonly Fill[]
  } = { seeded: null, of: 0, newest: undefined, fills: [] }
  /** What open seeded orders hold, by currency, as it was prepared last. */
  #seededReserved = new Map<string, bigint>()

  /** @param desk - asked for when it is needed: the desk asks this book for its user's funds */
  constructor(user: PracticeUser, history: OrderHistory, transfers: TransferLedger, desk: () => TradingDesk) {
    this.user = user
    this.history = history
    this.#transfers = transfers
    this.#desk = desk
    this.#fills = new SeededFills(history)
    this.pnl = new PnlBook(this.#fills, () => desk().ledger.fillsOf(user.index))
  }

  /** Brings seeded fills and open seeded orders to a time, for {@link seededBalance} and {@link seededReserved}. */
  async prepare(nowMs: number): Promise<void> {
    await this.pnl.foldUpTo(nowMs)
    const reserved = new Map<string, bigint>()
    for (const index of this.history.openIndices(nowMs)) {
      const { currency, amount } = reservedBySeeded(this.history, index, nowMs)
      reserved.set(currency, (reserved.get(currency) ?? 0n) + amount)
    }
    this.#seededReserved = reserved
  }

  /** Opening deposits, seeded fills and transfers, in 10^-20. */
  seededBalance(currency: string): bigint {
    const seeded = this.pnl.seededBalance(currency)
    if (currency !== 'usdc') return seeded
    const { received, sent } = this.#transfers.totals(this.user)
    return seeded + (received - sent) * powerOfTen(fundPlaces - 6)
  }

  /** What open seeded orders hold, in 10^-20. */
  seededReserved(currency: string): bigint {
    return this.#seededReserved.get(currency) ?? 0n
  }

  /**
   * A part of the orders; users' own are all younger than the seeded ones.
   * @param toldMs - own orders that are younger are not told yet
   */
  async list(filter: OrderFilter, part: ListPart, nowMs: number, toldMs = nowMs): Promise<ListedOrder[]> {
    const own = this.#desk()
      .ledger.ordersOf(this.user.index)
      .filter((order) => order.createdMs <= toldMs && isMatch(order, filter))
    const view = (orders: readonly UserOrder[]): ListedOrder[] =>
      orders.map((order) => listedUserOrder({ order, trades: this.#desk().ledger.tradesOf(order) }))
    if (part.orderBy === 'desc') {
      const first = own.toReversed().slice(part.skip, part.skip + part.most)
      const rest = { ...part, skip: Math.max(0, part.skip - own.length), most: part.most - first.length }
      return [...view(first), ...(await this.history.list(filter, rest, nowMs)).orders]
    }
    const { orders, matched } = await this.history.list(filter, part, nowMs)
    const skip = Math.max(0, part.skip - matched)
    return [...orders, ...view(own.slice(skip, skip + part.most - orders.length))]
  }

  /** An order by ID; null if the user has none of that ID. */
  get(id: number, nowMs: number): SingleOrder | null {
    const order = this.#desk().ledger.orders.get(id)
    if (order === undefined) return this.history.get(id, nowMs)
    if (order.account !== this.user.index) return null
    return singleUserOrder({ order, trades: this.#desk().ledger.tradesOf(order) })
  }

  /** A part of the fills by time; `toldMs` as in list. */
  async listFills(filter: FillFilter, part: ListPart, nowMs: number, toldMs = nowMs): Promise<Fill[]> {
    const seeded = await this.#fills.upTo(nowMs)
    const fits = ({ market, timeMs }: Fill): boolean =>
      (filter.market === null || market === filter.market) &&
      (filter.startSecond === null || timeMs >= filter.startSecond * 1000) &&
      (filter.endSecond === null || timeMs < (filter.endSecond + 1) * 1000)
    const own = this.#desk()
      .ledger.fillsOf(this.user.index)
      .filter(({ timeMs }) => timeMs <= toldMs)
    const all = this.#inOrder(seeded, own)
    const isAll = filter.market === null && filter.startSecond === null && filter.endSecond === null
    const told = isAll ? all : all.filter(fits)
    if (part.orderBy === 'asc') return told.slice(part.skip, part.skip + part.most)
    const end = Math.max(0, told.length - part.skip)
    return told.slice(Math.max(0, end - part.most), end).toReversed()
  }

  /** By time; remembered, because pages of a long list are asked for one after another. */
  #inOrder(seeded: readonly Fill[], own: readonly Fill[]): readonly Fill[] {
    const before = this.#sorted
    const isSame =
      before.seeded === seeded && before.of === seeded.length + own.length && before.newest === own.at(-1)
    if (isSame) return before.fills
    const fills = [...seeded, ...own].sort((one, other) => one.timeMs - other.timeMs || one.id - other.id)
    this.#sorted = { seeded, of: fills.length, newest: own.at(-1), fills }
    return fills
  }

  /** What became of seeded orders after one time up to another: the orders that changed as they are then, and their fills. */
  async seededChanges(
    afterMs: number,
    upToMs: number,
  ): Promise<{ readonly orders: ListedOrder[]; readonly fills: Fill[] }> {
    const all = await this.#fills.upTo(upToMs)
    const first = all.findLastIndex(({ timeMs }) => timeMs <= afterMs) + 1
    const orders = this.history.changedBetween(afterMs, upToMs)
    return { orders, fills: all.slice(first) }
  }

  /** Cancels an open order, seeded or own, and answers it as it was. Errors: Refusal 400, 404. */
  cancel(id: number, nowMs: number): ListedOrder {
    const own = this.#desk().cancel(this.user, id)
    if (own !== null) return listedUserOrder({ order: own, trades: this.#desk().ledger.tradesOf(own) })
    const index = orderIndexOf(this.user.index, id)
    const seeded = index === null ? null : this.history.listed(index, nowMs)
    if (index === null || seeded === null) throw new Refusal(404, 'Order does not exist')
    if (seeded.state !== 'pending' && seeded.state !== 'wait')
      throw new Refusal(400, 'Order is already closed')
    this.#desk().cancelPlans([{ history: this.history, index }])
    return seeded
  }

  /** Cancels open orders of a market, oldest first, at most `limit`. Call `prepare(nowMs)` before. */
  cancelAll(market: PracticeMarket, side: OrderSide | null, limit: number, nowMs: number): void {
    const plans = this.history
      .openIndices(nowMs)
      .filter(
        (index) =>
          this.history.marketOf(index) === market && (side === null || this.history.sideOf(index) === side),
      )
      .slice(0, limit)
      .map((index) => ({ history: this.history, index }))
    if (plans.length > 0) this.#desk().cancelPlans(plans)
    this.#desk().cancelAll(this.user, market, side, limit - plans.length)
  }
}

function isMatch(order: UserOrder, filter: OrderFilter): boolean {
  const { market, createdMs } = order
  return (
    (filter.market === null || market.symbol === filter.market) &&
    (filter.baseUnit === null || market.base === filter.baseUnit) &&
    (filter.quoteUnit === null || market.quote === filter.quoteUnit) &&
    (filter.type === null || order.type === filter.type) &&
    (filter.side === null || order.side === filter.side) &&
    (filter.state === null || order.state === filter.state) &&
    (filter.startSecond === null || createdMs >= filter.startSecond * 1000) &&
    (filter.endSecond === null || createdMs < (filter.endSecond + 1) * 1000)
  )
}

function reservedBySeeded(history: OrderHistory, index: number, nowMs: number) {
  const { plan, life } = history.trace(index)
  const filled = life.fills.filter(({ timeMs }) => timeMs <= nowMs).reduce((sum, { units }) => sum + units, 0)
  return reservedBy(
    { side: plan.side, price: life.price ?? 0, remaining: life.originUnits - filled },
    plan.market,
  )
}
