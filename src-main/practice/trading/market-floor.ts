// The markets as they run: each step of one is done, written and then told; once a second they follow the seeded path.
import { EventEmitter } from 'node:events'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import type { CandleBook } from '../markets/candles.ts'
import { practiceMarkets, type PracticeMarket } from '../markets/markets.ts'
import { unitsFor } from './funds.ts'
import { LiveEngine } from './live-engine.ts'
import {
  type AccountIndex,
  type EngineHooks,
  type EngineOrder,
  type EngineTrade,
  house,
} from './market-engine.ts'
import type { LevelChange } from './order-book.ts'
import type { OrderLedger } from './order-ledger.ts'
import type { TradeRow, TradingChange, TradingContent, TradingFile } from './trading-file.ts'
import { toRow, type UserOrder } from './user-order.ts'

export interface TradingEvents {
  order: [order: UserOrder]
  trade: [trade: TradeRow]
  /** The book of a market may have changed. */
  book: [market: PracticeMarket]
}

export interface MarketFloorOptions {
  readonly clock: Clock
  readonly path: CandleBook
  readonly file: TradingFile
  readonly ledger: OrderLedger
  /** What is in the file. */
  readonly content: TradingContent
  /** What of a currency no open order of a user holds, in 10^-20. */
  readonly freeOf: (account: AccountIndex, currency: string) => bigint
  /** The state of a stop that waits for its trigger. */
  readonly waitingStop: 'pending' | 'wait'
  readonly onFault: (error: unknown) => void
}

const tickMs = 1_000
const noteEveryMs = 60_000

export class MarketFloor {
  readonly events = new EventEmitter<TradingEvents>()
  readonly #options: MarketFloorOptions
  readonly #engines: ReadonlyMap<string, LiveEngine>
  readonly #timers = new Set<NodeJS.Timeout>()
  /** What the step under way has changed. */
  #changed = new Set<UserOrder>()
  #trades: TradeRow[] = []
  /** A change could not be written: what is in memory is ahead of the file. */
  #isBroken = false
  #watchers = 0
  /** When it was last noted up to when the seeded trades were met. */
  #notedMs = 0
  #ticker: NodeJS.Timeout | null = null

  constructor(options: MarketFloorOptions) {
    this.#options = options
    const { path, content, clock, waitingStop } = options
    this.#engines = new Map(
      practiceMarkets.map((market) => {
        const followedMs = followedUntil(market, content, clock.now())
        return [market.symbol, new LiveEngine(market, path, followedMs, this.#hooksOf(market), waitingStop)]
      }),
    )
  }

  /** A market as it stood at its last step. */
  engineAsIs(market: PracticeMarket): LiveEngine {
    const live = this.#engines.get(market.symbol)
    if (live === undefined) throw new AppError('internal', { what: 'practice market', symbol: market.symbol })
    return live
  }

  /** A market as it stands now. */
  engineOf(market: PracticeMarket): LiveEngine {
    const live = this.engineAsIs(market)
    this.#follow(live)
    return live
  }

  /** The prices of a market whose sum has changed since this was asked last. */
  takeBookChanges(market: PracticeMarket): LevelChange[] {
    return this.engineAsIs(market).engine.book.takeChanges()
  }

  /** Keeps the books moving while somebody watches; call what is returned to stop. */
  watch(): () => void {
    this.#watchers += 1
    this.run()
    return () => {
      this.#watchers -= 1
    }
  }

  /** Errors: databaseUnavailable, once a change could not be written. */
  requireSound(): void {
    if (this.#isBroken) throw new AppError('databaseUnavailable', { reason: 'a change could not be written' })
  }

  /** Does one step of a market, writes what it changed, and tells it. */
  step(market: PracticeMarket, work: (nowMs: number) => void): void {
    if (this.#isBroken) return
    work(this.#options.clock.now())
    const orders = [...this.#changed]
    const trades = this.#trades
    this.#changed = new Set()
    this.#trades = []
    if (orders.length > 0 || trades.length > 0) {
      try {
        this.write({ orders: orders.map(toRow), trades })
      } catch (error) {
        this.#isBroken = true
        throw error
      }
    }
    for (const order of orders) this.events.emit('order', order)
    for (const trade of trades) this.events.emit('trade', trade)
    this.events.emit('book', market)
  }

  write(change: TradingChange): void {
    this.#options.file.write(change)
  }

  /** Does something in a while, unless the exchange has closed; what it throws goes to `onFault`. */
  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#guard(work)
    }, ms)
    this.#timers.add(timer)
  }

  /** Follows the path once a second while an order waits or somebody watches. */
  run(): void {
    if (this.#ticker !== null || this.#isBroken) return
    this.#ticker = setInterval(() => this.#tick(), tickMs)
    this.#ticker.unref()
  }

  close(): void {
    if (!this.#isBroken) this.#guard(() => this.#noteFollowed())
    for (const timer of this.#timers) clearTimeout(timer)
    if (this.#ticker !== null) clearInterval(this.#ticker)
    this.#isBroken = true
    this.#options.file.close()
  }

  #tick(): void {
    const { ledger, clock } = this.#options
    const busy = [...this.#engines.values()].filter(
      ({ market }) => this.#watchers > 0 || ledger.hasOpenOrders(market),
    )
    for (const live of busy) this.#guard(() => this.#follow(live))
    if (busy.length === 0 && this.#ticker !== null) {
      clearInterval(this.#ticker)
      this.#ticker = null
    } else if (clock.now() >= this.#notedMs + noteEveryMs) this.#guard(() => this.#noteFollowed())
  }

  #follow(live: LiveEngine): void {
    const hasUsers = this.#options.ledger.hasOpenOrders(live.market)
    this.step(live.market, (nowMs) => live.follow(nowMs, hasUsers))
  }

  #noteFollowed(): void {
    const followedMs = this.#options.clock.now()
    this.#notedMs = followedMs
    this.write({ followedMs })
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#options.onFault(error)
    }
  }

  #hooksOf(market: PracticeMarket): EngineHooks {
    const { ledger, freeOf } = this.#options
    return {
      onTrade: (trade) => {
        const row = toTradeRow(ledger.nextTradeId(), market, trade)
        ledger.addTrade(row)
        this.#trades.push(row)
      },
      onOrder: ({ id }) => {
        const own = ledger.orders.get(id)
        if (own === undefined) return
        this.#changed.add(own)
        ledger.update(own)
      },
      // What is sold is reserved.
      affordableUnits: ({ account, side, remaining }: EngineOrder, price) =>
        side === 'sell' ? remaining : unitsFor(market, freeOf(account, market.quote), price),
    }
  }
}

function toTradeRow(id: number, market: PracticeMarket, trade: EngineTrade): TradeRow {
  const { maker, taker, timeMs, price, units, takerSide } = trade
  const idOf = (order: EngineOrder): number | null => (order.account === house ? null : order.id)
  return {
    id,
    market: market.symbol,
    time_ms: timeMs,
    price,
    units,
    taker_side: takerSide,
    maker_account: maker.account,
    maker_order: idOf(maker),
    taker_account: taker.account,
    taker_order: idOf(taker),
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
