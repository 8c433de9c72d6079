// The current prices of a market: by streams that answer pings where they are followed, and by REST otherwise. An approximate book
// never stands alone.
import type { OrderPrices } from '../../../src-preload/contract/trading/confirm-order.ts'
import { exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import type { Clock } from '../../async/clock.ts'
import type { StreamCandle, StreamTrade } from '../../exchange/streams/row-messages.ts'
import { type StreamKind, streamNames } from '../../exchange/streams/stream-names.ts'
import type { AccountSession } from '../../session/account-session.ts'

/** A price is current for this long after it was confirmed, whether or not it has changed. */
export const FRESH_MS = 30_000

/** What the exchange told of a market, and when that was confirmed by the local clock. */
export interface ReadPrices {
  readonly prices: OrderPrices
  readonly atMs: number
}

export const noPrices: OrderPrices = { bestBid: null, bestAsk: null, last: null, candle: null }

/** False also for a time that is ahead: a clock that was set back says nothing about an age. */
export function isFresh({ atMs }: Pick<ReadPrices, 'atMs'>, nowMs: number): boolean {
  return nowMs >= atMs && nowMs - atMs <= FRESH_MS
}

/** The last trade of a market, once it is known what came before its stream. */
interface LastTrade {
  readonly id: number
  readonly price: string
}

type Session = Pick<AccountSession, 'streams' | 'client' | 'signal'>

/**
 * Follows book, trades and candles of markets by stream until it is stopped.
 * @param onFault - receives what reading a last trade fails with
 */
export function followPrices(
  session: Session,
  markets: readonly string[],
  clock: Clock,
  onFault: (error: unknown) => void,
) {
  const { streams, client } = session
  const followed = new Set(markets)
  const stopper = new AbortController()
  const signal = AbortSignal.any([session.signal, stopper.signal])
  const trades = new Map<string, LastTrade>()
  const candles = new Map<string, StreamCandle>()

  function noteTrade(market: string, rows: readonly Pick<StreamTrade, 'id' | 'price'>[]): void {
    if (!followed.has(market)) return
    for (const { id, price } of rows) {
      if (id > (trades.get(market)?.id ?? -1)) trades.set(market, { id, price: exactText(parseExact(price)) })
    }
  }

  function noteCandle(candle: StreamCandle): void {
    if (!followed.has(candle.market) || candle.period !== '1m') return
    const { timeMs = -1 } = candles.get(candle.market) ?? {}
    if (candle.timeMs >= timeMs) candles.set(candle.market, candle)
  }

  /** The stream tells changes only: the trade before it is read. */
  async function readLast(market: string): Promise<void> {
    try {
      const { rows } = await client.listMarketTrades(
        { market, limit: 1 },
        { urgency: 'asked', lane: 'trading', signal },
      )
      noteTrade(market, rows)
    } catch (error) {
      if (!signal.aborted) onFault(error)
    }
  }

  function noteConfirmed(kind: StreamKind, names: readonly string[]): void {
    if (kind !== 'public') return
    for (const market of markets) if (names.includes(streamNames.trades(market))) void readLast(market)
  }

  function noteLost(kind: StreamKind): void {
    if (kind !== 'public') return
    trades.clear()
    candles.clear()
  }

  streams.events.on('trades', noteTrade)
  streams.events.on('candle', noteCandle)
  streams.events.on('confirmed', noteConfirmed)
  streams.events.on('lost', noteLost)
  const unsubscribe = streams.subscribe(
    markets.flatMap((market) => [
      streamNames.book(market),
      streamNames.trades(market),
      streamNames.candles(market, '1m'),
    ]),
  )
  // Streams that others hold already are confirmed once only.
  for (const market of markets) if (streams.isConfirmed(streamNames.trades(market))) void readLast(market)

  function readBook(
    market: string,
  ): Pick<OrderPrices, 'bestBid' | 'bestAsk'> & { readonly isExact: boolean } {
    const book = streams.isConfirmed(streamNames.book(market)) ? streams.book(market, 1) : null
    if (book === null || book.status === 'waiting' || book.isCrossed)
      return { bestBid: null, bestAsk: null, isExact: false }
    const [bid, ask] = [book.bids[0]?.price ?? null, book.asks[0]?.price ?? null]
    return { bestBid: bid, bestAsk: ask, isExact: book.status === 'exact' }
  }

  return {
    /** Prices that the streams have confirmed within 30 seconds; null where they do not say enough. */
    read(market: string): ReadPrices | null {
      const atMs = streams.aliveAtMs('public')
      if (!followed.has(market) || atMs === null || !isFresh({ atMs }, clock.now())) return null
      const { isExact, ...book } = readBook(market)
      const isTraded = streams.isConfirmed(streamNames.trades(market))
      const last = isTraded ? (trades.get(market)?.price ?? null) : null
      if (last === null || (book.bestBid === null && book.bestAsk === null && !isExact)) return null
      const candle = streams.isConfirmed(streamNames.candles(market, '1m')) ? candles.get(market) : undefined
      // A trade that the trades' stream has not told yet counts on the side that loses: see referencePrice.
      return {
        prices: { ...book, last, candle: candle === undefined ? null : exactText(parseExact(candle.close)) },
        atMs,
      }
    },
    stop(): void {
      stopper.abort()
      streams.events.off('trades', noteTrade)
      streams.events.off('candle', noteCandle)
      streams.events.off('confirmed', noteConfirmed)
      streams.events.off('lost', noteLost)
      unsubscribe()
    },
  }
}

export type PriceFollower = ReturnType<typeof followPrices>
