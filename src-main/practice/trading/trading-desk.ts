// Takes users' orders: nonces, signatures, funds, cancellations. Writes each change to the file before anybody hears of it.
import { oppositeOf, type OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { StarkSignature } from '../../signing/stark.ts'
import { type Entropy, randomUuid } from '../entropy.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import type { OrderHistory } from '../orders/order-history.ts'
import { Refusal } from '../refusal.ts'
import type { PracticeUser } from '../users.ts'
import { reservedBy } from './funds.ts'
import type { AccountIndex } from './market-engine.ts'
import { MarketFloor, type MarketFloorOptions } from './market-floor.ts'
import { OrderLedger } from './order-ledger.ts'
import { type IssuedNonce, OrderNonces, type OrderNoncesOptions, type OrderRequest } from './order-nonces.ts'
import type { OrderNonce } from './trading-file.ts'
import { fromRow, isOpen, marketOf, toRow, type UserOrder } from './user-order.ts'

/** What a user has besides the trades of this desk, in 10^-20 of a currency. */
export interface OtherFunds {
  /** Opening deposits, seeded fills and transfers. */
  readonly balance: (account: AccountIndex, currency: string) => bigint
  /** What open seeded orders hold. */
  readonly reserved: (account: AccountIndex, currency: string) => bigint
}

export interface TradingDeskOptions
  extends OrderNoncesOptions, Omit<MarketFloorOptions, 'ledger' | 'content' | 'freeOf'> {
  readonly entropy: Entropy
  /** Between an answer and what it announced, in milliseconds of the computer. */
  readonly latencyMs: number
  readonly funds: OtherFunds
  /** Above every id of the seeded orders, which end when the first order is placed. */
  readonly firstOrderId: (nowMs: number) => number
}

export class TradingDesk {
  readonly ledger = new OrderLedger()
  readonly nonces: OrderNonces
  readonly floor: MarketFloor
  readonly #options: TradingDeskOptions
  #takenOverMs: number | null

  constructor(options: TradingDeskOptions) {
    this.#options = options
    const { content } = options.file
    const { ledger } = this
    this.#takenOverMs = content.takenOverMs
    this.nonces = new OrderNonces(options, content.nonces)
    this.floor = new MarketFloor({
      ...options,
      ledger,
      content,
      freeOf: (account, currency) => this.#freeOf(account, currency),
    })
    for (const row of content.orders) ledger.add(fromRow(row))
    for (const trade of content.trades) ledger.addTrade(trade)
  }

  /** Puts open orders back where they waited. Call once users' funds are known. */
  start(): void {
    for (const order of this.ledger.orders.values()) this.#resume(order)
    this.floor.run()
  }

  /** When the first order was placed; null before. */
  get takenOverMs(): number | null {
    return this.#takenOverMs
  }

  /** Balance and reserved amount of a user, in 10^-20 of a currency. */
  balanceOf(
    account: AccountIndex,
    currency: string,
  ): { readonly balance: bigint; readonly reserved: bigint } {
    const { funds } = this.#options
    return {
      balance: funds.balance(account, currency) + this.ledger.movedOf(account, currency),
      reserved: funds.reserved(account, currency) + this.ledger.reservedOf(account, currency),
    }
  }

  #freeOf(account: AccountIndex, currency: string): bigint {
    const { balance, reserved } = this.balanceOf(account, currency)
    return balance - reserved
  }

  /** Issues a nonce and the hash to sign for it. */
  issueNonce(user: PracticeUser, request: OrderRequest): IssuedNonce {
    this.floor.requireSound()
    const entry = this.nonces.make(user, request)
    this.floor.write({ nonces: [entry] })
    this.nonces.put(entry)
    return { nonce: entry.nonce, msg_hash: entry.msg_hash }
  }

  /**
   * Places the order that a nonce was given for; it enters the book a moment later. Errors: Refusal 400, after which nothing
   * was placed and the nonce is still good, unless it was used or has expired.
   * @param change - what is placed instead of what was signed
   */
  create(
    user: PracticeUser,
    issued: IssuedNonce,
    signature: StarkSignature,
    change: (terms: OrderNonce) => OrderNonce = (terms) => terms,
  ): UserOrder {
    this.floor.requireSound()
    const signed = this.nonces.requireSigned(user, issued, signature)
    const nowMs = this.#options.clock.now()
    const order = this.#makeOrder(change(signed), nowMs)
    this.#requireFunds(order)
    const used = { ...signed, order_id: order.id }
    const isFirst = this.#takenOverMs === null
    this.floor.write({
      nonces: [used],
      orders: [toRow(order)],
      ...(isFirst ? { takenOverMs: nowMs } : {}),
    })
    if (isFirst) this.#takenOverMs = nowMs
    this.nonces.put(used)
    // The market comes to now first: what happened before is no matter of this order.
    this.floor.engineOf(order.market)
    this.ledger.add(order)
    this.floor.events.emit('order', order)
    this.#soon(() => this.#enter(order))
    this.floor.run()
    return order
  }

  #makeOrder(terms: OrderNonce, nowMs: number): UserOrder {
    const { lastOrderId } = this.ledger
    return {
      id: lastOrderId === null ? this.#options.firstOrderId(nowMs) : lastOrderId + 1,
      uuid: randomUuid(this.#options.entropy),
      account: terms.account,
      market: marketOf(terms.market),
      type: terms.type,
      side: terms.side,
      price: terms.price,
      stopPrice: terms.stop_price,
      originUnits: terms.units,
      remaining: terms.units,
      state: 'pending',
      isTriggered: false,
      isCancelAsked: false,
      cancelReason: null,
      createdMs: nowMs,
      updatedMs: nowMs,
    }
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
    for (const { price, units } of this.floor.engineOf(market).engine.book.levels(oppositeOf(side))) {
      const taken = Math.min(left, units)
      free -= reservedBy({ ...order, price, remaining: taken }, market).amount
      left -= taken
      if (free < 0n) throw new Refusal(400, 'Insufficient balance')
      if (left === 0) return
    }
  }

  /** Queues an open order of the user for cancellation; null where it has none of that id. Errors: Refusal 400. */
  cancel(user: PracticeUser, id: number): UserOrder | null {
    this.floor.requireSound()
    const order = this.ledger.orders.get(id)
    if (order?.account !== user.index) return null
    if (!isOpen(order)) throw new Refusal(400, 'Order is already closed')
    this.#askCancel([order])
    return order
  }

  /** Queues open orders of the user in a market, oldest first. */
  cancelAll(user: PracticeUser, market: PracticeMarket, side: OrderSide | null, limit: number): void {
    this.floor.requireSound()
    const asked = this.ledger
      .openOrders(user.index, market)
      .filter((order) => !order.isCancelAsked && (side === null || order.side === side))
      .slice(0, limit)
    if (asked.length > 0) this.#askCancel(asked)
  }

  /** Cancels seeded orders now. */
  cancelPlans(plans: readonly { readonly history: OrderHistory; readonly index: number }[]): void {
    this.floor.requireSound()
    const nowMs = this.#options.clock.now()
    this.floor.write({
      canceledPlans: plans.map(({ history, index }) => ({
        account: history.user,
        plan: index,
        time_ms: nowMs,
      })),
    })
    for (const { history, index } of plans) history.cancel(index, nowMs)
  }

  /** The house takes what is left of an order that rests, or so much of it. */
  fill(order: UserOrder, units = order.remaining): void {
    const live = this.floor.engineOf(order.market)
    if (order.state === 'wait' && (order.type !== 'stop_limit' || order.isTriggered)) {
      this.floor.step(order.market, (nowMs) => live.fill(order, nowMs, units))
    }
  }

  #askCancel(orders: readonly UserOrder[]): void {
    this.floor.write({ orders: orders.map((order) => ({ ...toRow(order), is_cancel_asked: 1 })) })
    for (const order of orders) {
      order.isCancelAsked = true
      this.#soon(() => this.#doCancel(order))
    }
  }

  #enter(order: UserOrder): void {
    if (order.state !== 'pending' || order.isTriggered) return
    const live = this.floor.engineOf(order.market)
    this.floor.step(order.market, (nowMs) => live.engine.enter(order, nowMs))
  }

  #doCancel(order: UserOrder): void {
    const live = this.floor.engineOf(order.market)
    // What the market did meanwhile came first: it may be filled.
    if (isOpen(order)) this.floor.step(order.market, (nowMs) => live.engine.cancel(order, nowMs))
  }

  /** After a restart: what was queued is queued again, what waited waits. */
  #resume(order: UserOrder): void {
    if (!isOpen(order)) return
    // A stop that is pending has to see what the market did meanwhile.
    const isWaiting = order.state === 'wait' || order.type === 'stop_limit'
    if (isWaiting) this.floor.engineAsIs(order.market).engine.restore(order)
    else this.#soon(() => this.#enter(order))
    if (order.isCancelAsked) this.#soon(() => this.#doCancel(order))
  }

  #soon(work: () => void): void {
    this.floor.later(this.#options.latencyMs, work)
  }
}
