// Takes users' orders: nonces, signatures, funds, cancellations. Writes each change to the file before anybody hears of it.
import { EventEmitter } from 'node:events'
import type { OrderSide, OrderType } from '../../../src-preload/domain/markets.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { verifyMsgHash, type StarkSignature } from '../../signing/stark.ts'
import { type Entropy, randomUuid } from '../entropy.ts'
import type { CandleBook } from '../markets/candles.ts'
import type { TradeTicks } from '../markets/market-trades.ts'
import { practiceMarkets, type PracticeMarket } from '../markets/markets.ts'
import { Refusal } from '../refusal.ts'
import type { PracticeUser } from '../users.ts'
import { feeAccount, Funds, reservedBy, unitsFor } from './funds.ts'
import { LiveEngine } from './live-engine.ts'
import { type AccountIndex, type EngineOrder, type EngineTrade, house } from './market-engine.ts'
import { createOrderNonces, hashOrder } from './order-hash.ts'
import { type LevelChange, oppositeOf } from './order-book.ts'
import type { OrderNonce, TradeRow, TradingChange, TradingContent, TradingFile } from './trading-file.ts'
import type { OrderHistory } from '../orders/order-history.ts'
import type { Fill } from '../orders/order-views.ts'
import { fillOf, fromRow, isOpen, marketOf, toRow, type UserOrder } from './user-order.ts'

/** What a nonce is asked for. Prices in ticks, volumes in units. */
export interface OrderRequest {
  readonly market: PracticeMarket
  readonly type: OrderType
  readonly side: OrderSide
  /** 0 for a market order. */
  readonly price: number
  readonly stopPrice: number | null
  readonly units: number
}

/** What a user has besides the trades of this desk, in 10^-20 of a currency. */
export interface OtherFunds {
  /** Opening deposits, seeded fills and transfers. */
  readonly balance: (account: AccountIndex, currency: string) => bigint
  /** What open seeded orders hold. */
  readonly reserved: (account: AccountIndex, currency: string) => bigint
}

export interface IssuedNonce {
  readonly nonce: number
  readonly msg_hash: string
}

export interface TradingEvents {
  order: [order: UserOrder]
  trade: [trade: TradeRow]
  /** The book of a market may have changed. */
  book: [market: PracticeMarket]
}

export interface TradingDeskOptions {
  readonly clock: Clock
  /** The computer's own clock, whatever the exchange's shows. */
  readonly realTime: Clock
  readonly entropy: Entropy
  readonly path: CandleBook
  readonly file: TradingFile
  readonly nonceMs: number
  /** Between an answer and what it announced, in milliseconds of the computer. */
  readonly latencyMs: number
  readonly funds: OtherFunds
  /** The state of a stop that waits for its trigger. */
  readonly waitingStop: 'pending' | 'wait'
  /** Above every id of the seeded orders, which end when the first order is placed. */
  readonly firstOrderId: (nowMs: number) => number
  readonly onFault: (error: unknown) => void
}

const tickMs = 1_000
const noteEveryMs = 60_000
/** Above every id of the seeded trades until the year 2100. */
const firstTradeId = 10_000_000_000

export class TradingDesk {
  readonly events = new EventEmitter<TradingEvents>()
  readonly orders = new Map<number, UserOrder>()
  readonly #options: TradingDeskOptions
  readonly #engines: ReadonlyMap<string, LiveEngine>
  readonly #funds = new Funds()
  readonly #nonces = new Map<number, OrderNonce>()
  readonly #trades: TradeRow[] = []
  readonly #tradesOfOrder = new Map<number, TradeRow[]>()
  readonly #ordersOf = new Map<AccountIndex, UserOrder[]>()
  readonly #fillsOf = new Map<AccountIndex, Fill[]>()
  readonly #tapes = new Map<string, TradeTicks[]>()
  readonly #openIds = new Map<string, Set<number>>(practiceMarkets.map(({ symbol }) => [symbol, new Set()]))
  /** What an open order holds, as it is in {@link #reserved}. */
  readonly #held = new Map<number, { readonly key: string; readonly amount: bigint }>()
  readonly #reserved = new Map<string, bigint>()
  #lastOrderId = 0
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #nextNonce: () => number
  #takenOverMs: number | null
  /** What the step under way has changed. */
  #changed = new Set<UserOrder>()
  #newTrades: TradeRow[] = []
  /** A change could not be written: what is in memory is ahead of the file. */
  #isBroken = false
  #watchers = 0
  /** When it was last noted up to when the seeded trades were met. */
  #notedMs = 0
  #ticker: NodeJS.Timeout | null = null

  constructor(options: TradingDeskOptions) {
    this.#options = options
    const content = options.file.read()
    this.#takenOverMs = content.takenOverMs
    this.#engines = new Map(
      practiceMarkets.map((market) => [
        market.symbol,
        new LiveEngine(
          market,
          options.path,
          followedUntil(market, content, options.clock.now()),
          this.#hooksOf(market),
          options.waitingStop,
        ),
      ]),
    )
    for (const entry of content.nonces) this.#nonces.set(entry.nonce, entry)
    for (const row of content.orders) this.#note(fromRow(row))
    for (const trade of content.trades) this.#apply(trade)
    this.#nextNonce = createOrderNonces(options.realTime, content.nonces.at(-1)?.nonce ?? 0)
    for (const order of this.orders.values()) this.#resume(order)
    this.#tick()
  }

  /** When the first order was placed; null before. */
  get takenOverMs(): number | null {
    return this.#takenOverMs
  }

  /** Users' trades in a market, in the order in which they were made; the same array grows. */
  tapeOf(market: PracticeMarket): readonly TradeTicks[] {
    return listIn(this.#tapes, market.symbol)
  }

  /** The orders of a user, oldest first. */
  ordersOf(account: AccountIndex): readonly UserOrder[] {
    return this.#ordersOf.get(account) ?? []
  }

  /** The fills of a user's orders in the order in which they were made; the same array grows. */
  fillsOf(account: AccountIndex): readonly Fill[] {
    return listIn(this.#fillsOf, account)
  }

  /** The trades of an order, oldest first. */
  tradesOf({ id }: Pick<UserOrder, 'id'>): readonly TradeRow[] {
    return this.#tradesOfOrder.get(id) ?? []
  }

  /** Balance and reserved amount of a user, in 10^-20 of a currency. */
  balanceOf(
    account: AccountIndex,
    currency: string,
  ): { readonly balance: bigint; readonly reserved: bigint } {
    const { funds } = this.#options
    return {
      balance: funds.balance(account, currency) + this.#funds.amountOf(account, currency),
      reserved: funds.reserved(account, currency) + (this.#reserved.get(`${account} ${currency}`) ?? 0n),
    }
  }

  #freeOf(account: AccountIndex, currency: string): bigint {
    const { balance, reserved } = this.balanceOf(account, currency)
    return balance - reserved
  }

  /** What trades moved to or from the house and the fee account, in 10^-20. */
  movedOf(account: 'house' | 'fees', currency: string): bigint {
    return this.#funds.amountOf(account === 'house' ? house : feeAccount, currency)
  }

  /** A market as it stands now. */
  engineOf(market: PracticeMarket): LiveEngine {
    const found = this.#engines.get(market.symbol)
    if (found === undefined)
      throw new AppError('internal', { what: 'practice market', symbol: market.symbol })
    this.#follow(found)
    return found
  }

  /** The prices of a market whose sum has changed since this was asked last. */
  takeBookChanges(market: PracticeMarket): LevelChange[] {
    return this.#engineAsIs(market).engine.book.takeChanges()
  }

  /** Keeps the books moving while somebody watches; call what is returned to stop. */
  watch(): () => void {
    this.#watchers += 1
    this.#tick()
    return () => {
      this.#watchers -= 1
    }
  }

  /** Issues a nonce and the hash to sign for it. */
  issueNonce(user: PracticeUser, request: OrderRequest): IssuedNonce {
    this.#requireSound()
    const { market, type, side, price, stopPrice, units } = request
    const nonce = this.#nextNonce()
    const msgHash = hashOrder(
      [user.starkKey, market.symbol, type, side, price, stopPrice, units, nonce],
      this.#options.entropy,
    )
    const entry: OrderNonce = {
      nonce,
      msg_hash: msgHash,
      account: user.index,
      market: market.symbol,
      type,
      side,
      price,
      stop_price: stopPrice,
      units,
      expires_ms: this.#options.clock.now() + this.#options.nonceMs,
      order_id: null,
    }
    this.#write({ nonces: [entry] })
    this.#nonces.set(nonce, entry)
    return { nonce, msg_hash: msgHash }
  }

  /**
   * Places the order that a nonce was given for; it enters the book a moment later. Errors: Refusal 400, after which nothing
   * was placed and the nonce is still good, unless it was used or has expired.
   * @param change - what is placed instead of what was signed
   */
  create(
    user: PracticeUser,
    { nonce, msg_hash: msgHash }: IssuedNonce,
    signature: StarkSignature,
    change: (terms: OrderNonce) => OrderNonce = (terms) => terms,
  ): UserOrder {
    this.#requireSound()
    const signed = this.#nonces.get(nonce)
    // Another user's nonce is answered like an unknown one.
    if (signed?.account !== user.index) throw new Refusal(400, 'Invalid nonce')
    if (signed.order_id !== null) throw new Refusal(400, 'This nonce has already been used')
    const nowMs = this.#options.clock.now()
    if (nowMs >= signed.expires_ms) throw new Refusal(400, 'This nonce has expired, please create a new one')
    if (!isSameHash(msgHash, signed.msg_hash)) throw new Refusal(400, 'Invalid msg_hash')
    if (!verifyMsgHash(signed.msg_hash, signature, user.starkKey)) throw new Refusal(400, 'Invalid signature')
    const entry = change(signed)
    const isFirst = this.#takenOverMs === null
    const order: UserOrder = {
      id: this.#lastOrderId === 0 ? this.#options.firstOrderId(nowMs) : this.#lastOrderId + 1,
      uuid: randomUuid(this.#options.entropy),
      account: user.index,
      market: marketOf(entry.market),
      type: entry.type,
      side: entry.side,
      price: entry.price,
      stopPrice: entry.stop_price,
      originUnits: entry.units,
      remaining: entry.units,
      state: 'pending',
      isTriggered: false,
      isCancelAsked: false,
      cancelReason: null,
      createdMs: nowMs,
      updatedMs: nowMs,
    }
    this.#requireFunds(order)
    const used = { ...signed, order_id: order.id }
    this.#write({ nonces: [used], orders: [toRow(order)], ...(isFirst ? { takenOverMs: nowMs } : {}) })
    if (isFirst) this.#takenOverMs = nowMs
    this.#nonces.set(nonce, used)
    this.#note(order)
    this.events.emit('order', order)
    this.#later(() => this.#enter(order))
    this.#tick()
    return order
  }

  /** Queues an open order of the user for cancellation; null where it has none of that id. Errors: Refusal 400. */
  cancel(user: PracticeUser, id: number): UserOrder | null {
    this.#requireSound()
    const order = this.orders.get(id)
    if (order?.account !== user.index) return null
    if (!isOpen(order)) throw new Refusal(400, 'Order is already closed')
    this.#askCancel([order])
    return order
  }

  /** Queues open orders of the user in a market, oldest first. */
  cancelAll(user: PracticeUser, market: PracticeMarket, side: OrderSide | null, limit: number): number {
    this.#requireSound()
    const asked = this.openOrders(user.index, market)
      .filter((order) => side === null || order.side === side)
      .slice(0, limit)
    if (asked.length > 0) this.#askCancel(asked)
    return asked.length
  }

  /** Cancels seeded orders now. */
  cancelPlans(plans: readonly { readonly history: OrderHistory; readonly index: number }[]): void {
    this.#requireSound()
    const nowMs = this.#options.clock.now()
    this.#write({
      canceledPlans: plans.map(({ history, index }) => ({
        account: history.user,
        plan: index,
        time_ms: nowMs,
      })),
    })
    for (const { history, index } of plans) history.cancel(index, nowMs)
  }

  /** All nonces that a user was given. */
  noncesOf(account: AccountIndex): OrderNonce[] {
    return [...this.#nonces.values()].filter((entry) => entry.account === account)
  }

  /** The house takes what is left of an order that rests. */
  fill(order: UserOrder): void {
    const live = this.engineOf(order.market)
    if (order.state === 'wait' && order.type !== 'stop_limit') {
      this.#step(order.market, (nowMs) => live.fill(order, nowMs))
    }
  }

  /** Open orders of a user in a market, oldest first. */
  openOrders(account: AccountIndex, market: PracticeMarket): UserOrder[] {
    return [...(this.#openIds.get(market.symbol) ?? [])].flatMap((id) => {
      const order = this.orders.get(id)
      return order?.account === account ? [order] : []
    })
  }

  close(): void {
    if (!this.#isBroken) this.#noteFollowed()
    for (const timer of this.#timers) clearTimeout(timer)
    if (this.#ticker !== null) clearInterval(this.#ticker)
    this.#isBroken = true
    this.#options.file.close()
  }

  #noteFollowed(): void {
    const followedMs = this.#options.clock.now()
    this.#notedMs = followedMs
    this.#write({ followedMs })
  }

  #requireSound(): void {
    if (this.#isBroken) throw new AppError('databaseUnavailable', { reason: 'a change could not be written' })
  }

  #requireFunds(order: UserOrder): void {
    const { market, side, type, remaining, account } = order
    if (type !== 'market' || side === 'sell') {
      const { currency, amount } = reservedBy(order, market)
      if (this.#freeOf(account, currency) < amount) throw new Refusal(400, 'Insufficient balance')
      return
    }
    // What it would cost now; what its funds do not pay for later is cancelled.
    let left = remaining
    let free = this.#freeOf(account, market.quote)
    for (const { price, units } of this.engineOf(market).engine.book.levels(oppositeOf(side))) {
      const taken = Math.min(left, units)
      free -= reservedBy({ ...order, price, remaining: taken }, market).amount
      left -= taken
      if (free < 0n) throw new Refusal(400, 'Insufficient balance')
      if (left === 0) return
    }
  }

  #askCancel(orders: readonly UserOrder[]): void {
    this.#write({ orders: orders.map((order) => ({ ...toRow(order), is_cancel_asked: 1 })) })
    for (const order of orders) {
      order.isCancelAsked = true
      this.#later(() => this.#doCancel(order))
    }
  }

  #enter(order: UserOrder): void {
    if (order.state !== 'pending' || order.isTriggered) return
    const live = this.engineOf(order.market)
    this.#step(order.market, (nowMs) => live.engine.enter(order, nowMs))
  }

  #doCancel(order: UserOrder): void {
    if (!isOpen(order)) return
    const live = this.engineOf(order.market)
    // What the market did meanwhile comes first: it may be filled.
    if (isOpen(order)) this.#step(order.market, (nowMs) => live.engine.cancel(order, nowMs))
  }

  /** After a restart: what was queued is queued again, what waited waits. */
  #resume(order: UserOrder): void {
    if (!isOpen(order)) return
    const { engine } = this.#engineAsIs(order.market)
    if (order.state === 'wait' || order.isTriggered) engine.restore(order)
    else this.#later(() => this.#enter(order))
    if (order.isCancelAsked) this.#later(() => this.#doCancel(order))
  }

  #engineAsIs(market: PracticeMarket): LiveEngine {
    const live = this.#engines.get(market.symbol)
    if (live === undefined) throw new AppError('internal', { what: 'practice market', symbol: market.symbol })
    return live
  }

  #follow(live: LiveEngine): void {
    const hasUsers = (this.#openIds.get(live.market.symbol)?.size ?? 0) > 0
    this.#step(live.market, (nowMs) => live.follow(nowMs, hasUsers))
  }

  /** Does one step of a market, writes what it changed, and tells it. */
  #step(market: PracticeMarket, work: (nowMs: number) => void): void {
    if (this.#isBroken) return
    work(this.#options.clock.now())
    const orders = [...this.#changed]
    const trades = this.#newTrades
    this.#changed = new Set()
    this.#newTrades = []
    if (orders.length > 0 || trades.length > 0) {
      try {
        this.#write({ orders: orders.map(toRow), trades })
      } catch (error) {
        this.#isBroken = true
        throw error
      }
    }
    for (const order of orders) {
      if (!isOpen(order)) this.#openIds.get(market.symbol)?.delete(order.id)
      this.events.emit('order', order)
    }
    for (const trade of trades) this.events.emit('trade', trade)
    this.events.emit('book', market)
  }

  #write(change: TradingChange): void {
    this.#options.file.write(change)
  }

  #hooksOf(market: PracticeMarket) {
    return {
      onTrade: (trade: EngineTrade): void => {
        const row: TradeRow = {
          id: (this.#trades.at(-1)?.id ?? firstTradeId) + 1,
          market: market.symbol,
          time_ms: trade.timeMs,
          price: trade.price,
          units: trade.units,
          taker_side: trade.takerSide,
          maker_account: trade.maker.account,
          maker_order: trade.maker.account === house ? null : trade.maker.id,
          taker_account: trade.taker.account,
          taker_order: trade.taker.account === house ? null : trade.taker.id,
        }
        this.#apply(row)
        this.#newTrades.push(row)
      },
      onOrder: (order: EngineOrder): void => {
        const own = this.orders.get(order.id)
        if (own === undefined) return
        this.#changed.add(own)
        this.#hold(own)
      },
      affordableUnits: ({ account, side, remaining }: EngineOrder, price: number): number => {
        // What is sold is reserved.
        return side === 'sell' ? remaining : unitsFor(market, this.#freeOf(account, market.quote), price)
      },
    }
  }

  #apply(trade: TradeRow): void {
    this.#trades.push(trade)
    listIn(this.#tapes, trade.market).push(toTick(trade))
    for (const id of [trade.maker_order, trade.taker_order]) {
      const order = id === null ? undefined : this.orders.get(id)
      if (order === undefined) continue
      listIn(this.#tradesOfOrder, order.id).push(trade)
      listIn(this.#fillsOf, order.account).push(fillOf(order, trade))
    }
    this.#funds.settle(marketOf(trade.market), trade)
  }

  #note(order: UserOrder): void {
    this.orders.set(order.id, order)
    listIn(this.#ordersOf, order.account).push(order)
    this.#lastOrderId = Math.max(this.#lastOrderId, order.id)
    this.#hold(order)
    if (isOpen(order)) this.#openIds.get(order.market.symbol)?.add(order.id)
  }

  /** Keeps what is reserved in step with an order. */
  #hold(order: UserOrder): void {
    const before = this.#held.get(order.id)
    if (before !== undefined) this.#addReserved(before.key, -before.amount)
    const { currency, amount } = reservedBy(order, order.market)
    const key = `${order.account} ${currency}`
    if (isOpen(order)) {
      this.#held.set(order.id, { key, amount })
      this.#addReserved(key, amount)
    } else this.#held.delete(order.id)
  }

  #addReserved(key: string, amount: bigint): void {
    this.#reserved.set(key, (this.#reserved.get(key) ?? 0n) + amount)
  }

  /** Does something in a while, unless the exchange has closed; what it throws goes to `onFault`. */
  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#guard(work)
    }, ms)
    this.#timers.add(timer)
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#options.onFault(error)
    }
  }

  #later(work: () => void): void {
    this.later(this.#options.latencyMs, work)
  }

  /** Once a second while an order waits or somebody watches. */
  #tick(): void {
    if (this.#ticker !== null || this.#isBroken) return
    this.#ticker = setInterval(() => {
      const isWatched = this.#watchers > 0
      const busy = [...this.#engines.values()].filter(
        ({ market }) => isWatched || (this.#openIds.get(market.symbol)?.size ?? 0) > 0,
      )
      if (busy.length === 0 && this.#ticker !== null) {
        clearInterval(this.#ticker)
        this.#ticker = null
      }
      for (const live of busy) this.#guard(() => this.#follow(live))
      if (busy.length > 0 && this.#options.clock.now() >= this.#notedMs + noteEveryMs) {
        this.#guard(() => this.#noteFollowed())
      }
    }, tickMs)
    this.#ticker.unref()
  }
}

/**
 * From when a market's open orders have to meet the seeded trades after a restart: since it was noted last, and never a trade
 * that was met already, nor one from before an order was placed.
 */
function followedUntil(market: PracticeMarket, content: TradingContent, nowMs: number): number {
  const isHere = (row: { readonly market: string }): boolean => row.market === market.symbol
  const open = content.orders.filter(
    (row) => isHere(row) && (row.state === 'pending' || row.state === 'wait'),
  )
  if (open.length === 0) return nowMs
  const traded = content.trades.findLast(isHere)?.time_ms ?? 0
  return Math.min(nowMs, Math.max(content.followedMs ?? 0, traded, ...open.map((row) => row.created_ms)))
}

const toTick = ({ id, time_ms: timeMs, price, units, taker_side: takerType }: TradeRow): TradeTicks => ({
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

/** Compares hashes as numbers: leading zeros and case are ignored. */
function isSameHash(given: string, issued: string): boolean {
  return /^0x[0-9a-fA-F]{1,64}$/.test(given) && BigInt(given) === BigInt(issued)
}
