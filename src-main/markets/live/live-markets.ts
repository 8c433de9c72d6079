// Takes trades and candles from the streams to the page and into the store, in batches. Decides nothing about polling.
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { StreamedPrice } from '../../../src-preload/contract/markets/markets.ts'
import type { StreamCandle, StreamTrade } from '../../exchange/streams/row-messages.ts'
import { type StreamKind, streamNames } from '../../exchange/streams/stream-names.ts'
import type { Streams } from '../../exchange/streams/streams.ts'
import type { Store } from '../../store/api/store-api.ts'
import type { StreamedCandle } from '../../store/api/streamed-rows.ts'
import { CatchUp, type CatchUpMark } from './catch-up.ts'
import { LiveQueue } from './live-queue.ts'
import { candleOf, tradeOf, wordOf } from './live-rows.ts'
import type { Tools } from '../../tools.ts'

/** The page gets what came in so many milliseconds as one event. */
const TELL_EVERY_MS = 50
/** One transaction for what came in so many milliseconds. */
const WRITE_EVERY_MS = 150
/** After a failed write, so that a full disk is not tried several times a second. */
const WRITE_AGAIN_AFTER_MS = 5_000
/** Trades in one event; older ones are in the store. */
const MAX_TOLD_TRADES = 500
/** Candles of a stream that wait for the answer before them: the ended one and the running one. */
const MAX_HELD = 2

/** What is to be streamed. */
export interface LiveWish {
  readonly charts: readonly { readonly market: string; readonly period: CandlePeriod }[]
  /** Markets whose trades are streamed. */
  readonly markets: readonly string[]
}

export interface LiveMarketsOptions extends Pick<Tools, 'clock' | 'emit'> {
  readonly streams: Pick<Streams, 'subscribe' | 'events'>
  readonly network: string
  readonly store: Pick<Store, 'putStreamed'>
  /** Called when streams were confirmed: their data is asked for once more, so that nothing is missing. */
  readonly onConfirmed: () => void
  /** Called when streams were lost: their data is polled again. */
  readonly onLost: () => void
  /** Called when a stream told the first state of a period: the one before has ended. */
  readonly onEnded: (market: string, period: CandlePeriod) => void
  readonly onFault: (error: unknown) => void
}

export function createLiveMarkets(options: LiveMarketsOptions) {
  const { streams, network, store, clock, emit } = options
  const catchUp = new CatchUp()
  const queue = new LiveQueue()
  /** How each stream's subscription is ended. */
  const subscriptions = new Map<string, () => void>()
  const held = new Map<string, StreamedCandle[]>()
  const newestMs = new Map<string, number>()
  const counts = new Map<string, number>()
  /** The id of each market's newest trade. */
  const lastIds = new Map<string, number>()
  let told: MarketTrade[] = []
  let prices = new Map<string, StreamedPrice>()
  let tellTimer: NodeJS.Timeout | null = null
  let writeTimer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false

  function tell(): void {
    tellTimer = null
    if (isStopped) return
    const trades = told.slice(-MAX_TOLD_TRADES)
    emit('markets:streamed', { trades, prices: [...prices.values()] })
    told = []
    prices = new Map()
  }

  function planTelling(): void {
    tellTimer ??= setTimeout(tell, TELL_EVERY_MS)
  }

  async function write(): Promise<void> {
    const rows = queue.take()
    try {
      const { series } = await store.putStreamed(network, rows, clock.now())
      if (isStopped) return
      for (const each of series) emit('markets:candlesChanged', each)
    } catch (error) {
      // These rows are not kept: only an answer can tell them.
      catchUp.lose()
      if (isStopped) return
      options.onFault(error)
      options.onLost()
      await new Promise((resolve) => setTimeout(resolve, WRITE_AGAIN_AFTER_MS).unref())
    }
  }

  async function writeAndPlan(): Promise<void> {
    await write()
    writeTimer = null
    if (!queue.isEmpty && !isStopped) planWriting()
  }

  function planWriting(): void {
    writeTimer ??= setTimeout(() => {
      writing = writeAndPlan()
    }, WRITE_EVERY_MS)
  }

  function takeTrades(market: string, rows: readonly StreamTrade[]): void {
    const name = streamNames.trades(market)
    if (!subscriptions.has(name)) return
    const trades = rows.map((row) => tradeOf(market, row)).filter((trade) => trade !== null)
    // What cannot be read is missing.
    let isWhole = trades.length === rows.length
    for (const trade of trades) isWhole = queue.addTrade(trade) && isWhole
    if (!isWhole) {
      catchUp.lose([name])
      options.onLost()
    }
    const newest = trades.reduce<MarketTrade | null>(
      (last, trade) => (last === null || trade.id > last.id ? trade : last),
      null,
    )
    if (newest === null) return
    counts.set(market, (counts.get(market) ?? 0) + trades.length)
    for (const trade of trades) told.push(trade)
    if (told.length > 2 * MAX_TOLD_TRADES) told = told.slice(-MAX_TOLD_TRADES)
    // A late trade is not the last price.
    if (newest.id > (lastIds.get(market) ?? -1)) {
      lastIds.set(market, newest.id)
      prices.set(market, { market, price: Number(newest.price), atMs: clock.now() })
    }
    planTelling()
    planWriting()
  }

  function takeCandle(message: StreamCandle): void {
    const name = streamNames.candles(message.market, message.period)
    const candle = candleOf(message, clock.now())
    if (candle === null || !subscriptions.has(name)) return
    const lastMs = newestMs.get(name) ?? candle.timeMs
    newestMs.set(name, Math.max(lastMs, candle.timeMs))
    if (catchUp.has(name)) {
      queue.addCandle(candle)
      planWriting()
    } else {
      const others = (held.get(name) ?? []).filter(({ timeMs }) => timeMs !== candle.timeMs)
      held.set(name, [...others, candle].sort((a, b) => a.timeMs - b.timeMs).slice(-MAX_HELD))
    }
    if (candle.timeMs > lastMs) options.onEnded(candle.market, candle.period)
  }

  function noteConfirmed(_kind: StreamKind, names: readonly string[]): void {
    const own = names.filter((name) => subscriptions.has(name))
    if (own.length === 0) return
    catchUp.confirm(own)
    options.onConfirmed()
  }

  function noteLost(kind: StreamKind): void {
    if (kind !== 'public') return
    catchUp.lose()
    held.clear()
    options.onLost()
  }

  function forget(name: string): void {
    subscriptions.get(name)?.()
    subscriptions.delete(name)
    catchUp.lose([name])
    held.delete(name)
    newestMs.delete(name)
  }

  streams.events.on('trades', takeTrades)
  streams.events.on('candle', takeCandle)
  streams.events.on('confirmed', noteConfirmed)
  streams.events.on('lost', noteLost)

  return {
    /** Subscribes to the streams of the wish, and to no others. */
    want({ charts, markets }: LiveWish): void {
      if (isStopped) return
      const names = new Set([
        ...charts.map(({ market, period }) => streamNames.candles(market, wordOf(period))),
        ...markets.map((market) => streamNames.trades(market)),
      ])
      for (const name of [...subscriptions.keys()]) if (!names.has(name)) forget(name)
      const added = [...names].filter((name) => !subscriptions.has(name))
      for (const name of added) subscriptions.set(name, () => undefined)
      for (const name of added) subscriptions.set(name, streams.subscribe([name]))
    },
    /** To be taken before an answer about the stream's data is asked for. */
    mark: (name: string): CatchUpMark => catchUp.mark(name),
    /** The answer that was asked for after `mark` is kept. */
    answered(name: string, mark: CatchUpMark): void {
      if (!catchUp.answered(name, mark)) return
      for (const candle of held.get(name) ?? []) queue.addCandle(candle)
      held.delete(name)
      if (!queue.isEmpty) planWriting()
    },
    /** True while the stream has told all that an answer did not. */
    isCaughtUp: (name: string): boolean => catchUp.has(name),
    /** How many trades of a market were streamed since the last call. */
    takeTradeCount(market: string): number {
      const count = counts.get(market) ?? 0
      counts.delete(market)
      return count
    },
    /** Ends the subscriptions; resolves when the last rows are written. */
    async stop(): Promise<void> {
      isStopped = true
      streams.events.off('trades', takeTrades)
      streams.events.off('candle', takeCandle)
      streams.events.off('confirmed', noteConfirmed)
      streams.events.off('lost', noteLost)
      for (const name of [...subscriptions.keys()]) forget(name)
      if (tellTimer !== null) clearTimeout(tellTimer)
      if (writeTimer !== null) clearTimeout(writeTimer)
      await writing
      if (!queue.isEmpty) await write()
    },
  }
}
