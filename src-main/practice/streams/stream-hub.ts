// What happens at the exchange, told to whoever is subscribed to it: trades, books, candles, a user's own orders and trades.
import type { MarketData } from '../markets/market-data.ts'
import { findMarket, practiceMarkets, type PracticeMarket } from '../markets/markets.ts'
import type { Service } from '../service.ts'
import type { LiveEngine } from '../trading/live-engine.ts'
import { orderFields } from '../trading/order-answers.ts'
import { fillOf, type UserOrder } from '../trading/user-order.ts'
import { toTick } from '../trading/order-ledger.ts'
import type { TradeRow } from '../trading/trading-file.ts'
import type { StreamClient } from './stream-client.ts'
import {
  incrementMessage,
  klineMessage,
  type KlinePeriod,
  klinePeriods,
  orderMessage,
  ownTradeMessage,
  snapshotMessage,
  tradesMessage,
} from './stream-messages.ts'

export interface StreamOptions {
  /** Whether a book begins with `ob-snap`, as upstream; the service's documents do not mention it. */
  readonly snapshots: boolean
  /** Whether `global.tickers` is served, which the engine behind the service has. */
  readonly globalTickers: boolean
  readonly onFault: (error: unknown) => void
}

const tickMs = 1_000
/** Of one connection. */
const mostStreams = 1_000
const klinePattern = /^([a-z0-9]+)\.kline-(\w+)$/

interface MarketState {
  sequence: number
  /** Up to when trades were told. */
  toldMs: number
  /** The last text of each kline. */
  readonly klines: Map<string, string>
}

export class StreamHub {
  readonly #service: Service
  readonly #markets: MarketData
  readonly #options: StreamOptions
  readonly #clients = new Set<StreamClient>()
  readonly #states = new Map<PracticeMarket, MarketState>()
  #ticker: NodeJS.Timeout | null = null
  #stopWatching: (() => void) | null = null
  /** Up to when seeded orders of users were told. */
  #seededMs = 0

  constructor(service: Service, options: StreamOptions) {
    this.#service = service
    this.#markets = service.markets
    this.#options = options
    for (const market of practiceMarkets) {
      this.#states.set(market, { sequence: 0, toldMs: service.clock.now(), klines: new Map() })
    }
    service.desk.floor.events.on('book', (market) => this.#tellBook(market))
    service.desk.floor.events.on('trade', (trade) => this.#tellTrade(trade))
    service.desk.floor.events.on('order', (order) => this.#tellOrder(order))
  }

  add(client: StreamClient): void {
    this.#clients.add(client)
    if (this.#ticker !== null) return
    this.#seededMs = this.#service.clock.now()
    for (const state of this.#states.values()) state.toldMs = this.#seededMs
    this.#stopWatching = this.#service.desk.floor.watch()
    this.#ticker = setInterval(() => {
      this.#tick().catch(this.#options.onFault)
    }, tickMs)
  }

  remove(client: StreamClient): void {
    this.#clients.delete(client)
    if (this.#clients.size > 0 || this.#ticker === null) return
    clearInterval(this.#ticker)
    this.#ticker = null
    this.#stopWatching?.()
  }

  close(): void {
    for (const client of this.#clients) {
      client.close()
      this.remove(client)
    }
  }

  /** Subscribes; unknown streams are taken without a word and stay silent, as upstream. */
  subscribe(client: StreamClient, streams: readonly string[]): void {
    for (const stream of streams) {
      if (client.streams.size >= mostStreams) return
      const isNew = client.account === null && !client.streams.has(stream)
      const market = isNew && stream.endsWith('.ob-inc') ? findMarket(stream.slice(0, -7)) : undefined
      // First to now, so that nothing of it comes before the snapshot.
      const live = market === undefined ? null : this.#service.desk.floor.engineOf(market)
      client.streams.add(stream)
      if (live !== null && this.#options.snapshots) this.#sendSnapshot(client, live)
    }
  }

  #sendSnapshot(client: StreamClient, { market, engine }: LiveEngine): void {
    const { book } = engine
    const sides = { asks: book.levels('sell'), bids: book.levels('buy') }
    client.send(snapshotMessage(market, sides, this.#stateOf(market).sequence))
  }

  #stateOf(market: PracticeMarket): MarketState {
    const state = this.#states.get(market) ?? { sequence: 0, toldMs: 0, klines: new Map() }
    this.#states.set(market, state)
    return state
  }

  #tell(stream: string, make: () => unknown): void {
    let message: unknown
    for (const client of this.#clients) {
      if (client.account !== null || !client.streams.has(stream)) continue
      message ??= make()
      client.send(message)
    }
  }

  #tellUser(account: number, stream: 'order' | 'trade', make: () => unknown): void {
    for (const client of this.#clients) {
      if (client.account === account && client.streams.has(stream)) client.send(make())
    }
  }

  #tellBook(market: PracticeMarket): void {
    const state = this.#stateOf(market)
    for (const change of this.#service.desk.floor.takeBookChanges(market)) {
      state.sequence += 1
      const { sequence } = state
      this.#tell(`${market.symbol}.ob-inc`, () => incrementMessage(market, change, sequence))
    }
  }

  #tellTrade(trade: TradeRow): void {
    const market = findMarket(trade.market)
    if (market === undefined) return
    this.#tell(`${market.symbol}.trades`, () => tradesMessage(market, [toTick(trade)]))
    for (const orderId of [trade.maker_order, trade.taker_order]) {
      const order = orderId === null ? undefined : this.#service.desk.ledger.orders.get(orderId)
      if (order !== undefined)
        this.#tellUser(order.account, 'trade', () => ownTradeMessage(fillOf(order, trade)))
    }
  }

  #tellOrder(order: UserOrder): void {
    const trades = this.#service.desk.ledger.tradesOf(order)
    const fields = orderFields({ order, trades })
    this.#tellUser(order.account, 'order', () => orderMessage(fields, this.#service.clock.now()))
  }

  async #tick(): Promise<void> {
    const nowMs = this.#service.clock.now()
    for (const market of practiceMarkets) {
      const state = this.#stateOf(market)
      const seeded = [...this.#markets.seededBetween(market, state.toldMs, nowMs)]
      state.toldMs = Math.max(state.toldMs, nowMs)
      if (seeded.length > 0) this.#tell(`${market.symbol}.trades`, () => tradesMessage(market, seeded))
    }
    this.#tellCandles(nowMs)
    if (this.#options.globalTickers) this.#tell('global.tickers', () => this.#tickers(nowMs))
    await this.#tellSeededOrders(nowMs)
  }

  #tickers(nowMs: number): unknown {
    return {
      'global.tickers': Object.fromEntries(
        practiceMarkets.map((market) => [market.symbol, this.#markets.tickerTexts(market, nowMs)]),
      ),
    }
  }

  /** Every candle that somebody wants and that has changed; the one that has ended goes first, for the last time. */
  #tellCandles(nowMs: number): void {
    const open = [...this.#clients].filter(({ account }) => account === null)
    const wanted = new Set(open.flatMap(({ streams }) => [...streams]))
    for (const stream of wanted) {
      const [, symbol = '', name = ''] = klinePattern.exec(stream) ?? []
      const market = findMarket(symbol)
      if (market === undefined || !isPeriod(name)) continue
      const state = this.#stateOf(market)
      const query = { period: klinePeriods[name], limit: 2, startSecond: null, endSecond: null }
      for (const candle of this.#markets.candles(market, query, nowMs)) {
        const key = `${name} ${candle.startMinute}`
        const message = klineMessage(market, name, candle)
        const text = JSON.stringify(message)
        if (state.klines.get(key) === text) continue
        if (state.klines.size > 1_000) state.klines.clear()
        state.klines.set(key, text)
        this.#tell(stream, () => message)
      }
    }
  }

  /** Seeded orders live by the path; what became of them since is found by looking. */
  async #tellSeededOrders(nowMs: number): Promise<void> {
    const afterMs = this.#seededMs
    this.#seededMs = Math.max(afterMs, nowMs)
    for (const book of this.#service.books) {
      const account = book.user.index
      if (![...this.#clients].some((client) => client.account === account)) continue
      const { orders, fills } = await book.seededChanges(afterMs, nowMs)
      for (const fill of fills) this.#tellUser(account, 'trade', () => ownTradeMessage(fill))
      for (const order of orders) this.#tellUser(account, 'order', () => orderMessage(order, nowMs))
    }
  }
}

function isPeriod(name: string): name is KlinePeriod {
  return Object.hasOwn(klinePeriods, name)
}
