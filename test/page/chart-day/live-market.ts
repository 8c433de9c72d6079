// Markets that trade all the time: their candles, trades and figures at any moment, and what one's own orders did.
import type { ChannelInput, ChannelOutput } from '../../../src-preload/contract/contract.ts'
import type { ChartMark } from '../../../src-preload/contract/markets/charts.ts'
import type { MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { MarketSummary } from '../../../src-preload/contract/markets/markets.ts'
import { isLonger } from '../../../src-preload/domain/markets/intervals.ts'
import { type CandlePeriod, candlePeriods } from '../../../src-preload/domain/markets/markets.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const genesisMs = Date.UTC(2024, 0, 1)

export const liveMarkets = ['ethusdc', 'btcusdc', 'solusdc', 'linkusdc', 'uniusdc', 'aaveusdc'] as const
/** A public trade of a market so often, an order of one's own, and the time from its placing to its fill. */
const tradeEveryMs = 3_000
export const orderEveryMs = 4 * minuteMs
const orderLifeMs = 90_000
const summaryEveryMs = 10_000
const maxMarks = 2_000

/** The same noise in [-1, 1] for the same two numbers. */
function noise(one: number, other: number): number {
  const mixed = Math.sin(one * 12.9898 + other * 78.233) * 43_758.5453
  return 2 * (mixed - Math.floor(mixed)) - 1
}

/** The price of a market: slow and fast waves that stay around one level for ever. */
export function priceAt(market: string, timeMs: number): number {
  const base = 100 * (1 + market.length + (market.codePointAt(0) ?? 0) / 7)
  const t = timeMs / minuteMs
  const waves = 0.02 * Math.sin(t / 311) + 0.006 * Math.sin(t / 23) + 0.002 * Math.sin(t / 2.3)
  return base * (1 + waves + 0.0004 * noise(Math.floor(timeMs / 1_000), base))
}

function candleAt(market: string, startMs: number, periodMs: number, nowMs: number) {
  const endMs = Math.min(startMs + periodMs, nowMs)
  const passed = Array.from({ length: 8 }, (_, nth) => startMs + (nth * periodMs) / 8)
  const prices = [...passed.filter((timeMs) => timeMs < endMs), endMs].map((timeMs) =>
    priceAt(market, timeMs),
  )
  return {
    open: prices[0] ?? 0,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1) ?? 0,
    volume: ((endMs - startMs) / minuteMs) * (3 + noise(startMs, 1)),
  }
}

/** As main answers: the shortest period that gives at most two candles a pixel. */
export function candleRange(
  { market, fromMs, toMs, widthPx, shortest }: ChannelInput<'markets:getCandleRange'>,
  nowMs: number,
  lastError: ChannelOutput<'markets:getCandleRange'>['lastError'],
): ChannelOutput<'markets:getCandleRange'> {
  const fits = (period: CandlePeriod): boolean =>
    !isLonger(shortest ?? 1, period) && (toMs - fromMs) / (period * minuteMs) <= 2 * widthPx
  const period = candlePeriods.find(fits) ?? 10_080
  const periodMs = period * minuteMs
  const first = Math.ceil(Math.max(fromMs, genesisMs) / periodMs)
  const count = Math.max(0, Math.floor(Math.min(toMs, nowMs) / periodMs) - first + 1)
  const candles = Array.from({ length: count }, (_, nth) =>
    candleAt(market, (first + nth) * periodMs, periodMs, nowMs),
  )
  const column = (name: keyof ReturnType<typeof candleAt>) => Float64Array.from(candles, (one) => one[name])
  return {
    period,
    candles: {
      timesMs: Float64Array.from(candles, (_, nth) => (first + nth) * periodMs),
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: column('volume'),
    },
    incomplete: [Math.floor(nowMs / periodMs) * periodMs],
    minuteVwap: new Float64Array(),
    newestMs: Math.floor(nowMs / periodMs) * periodMs,
    gaps: [],
    reachesStart: fromMs <= genesisMs,
    asOfMs: nowMs,
    lastError,
  }
}

/** The newest public trades, newest first. */
export function newestTrades(market: string, limit: number, nowMs: number): MarketTrade[] {
  const newest = Math.floor(nowMs / tradeEveryMs)
  return Array.from({ length: limit }, (_, nth) => {
    const id = newest - nth
    const createdAtMs = id * tradeEveryMs
    const price = priceAt(market, createdAtMs)
    const amount = 1.5 + noise(id, 2)
    return {
      id,
      market,
      price: price.toFixed(2),
      amount: amount.toFixed(4),
      total: (price * amount).toFixed(4),
      createdAtMs,
      takerType: noise(id, 3) > 0 ? 'buy' : 'sell',
    }
  })
}

/** The lines of the list, which change every ten seconds. */
export function summaries(nowMs: number): MarketSummary[] {
  const asOfMs = Math.floor(nowMs / summaryEveryMs) * summaryEveryMs
  return liveMarkets.map((market) => {
    const hours = Array.from({ length: 24 }, (_, nth) => priceAt(market, asOfMs - (23 - nth) * hourMs))
    const last = priceAt(market, asOfMs)
    const before = priceAt(market, asOfMs - dayMs)
    return {
      market,
      last,
      reference: before,
      changePercent: (100 * (last - before)) / before,
      high: Math.max(...hours),
      low: Math.min(...hours),
      volume: 4_000 + 100 * noise(asOfMs, 4),
      source: 'candles' as const,
      turnover: null,
      sparkline: [before, ...hours],
      priceDecimals: 2,
      asOfMs,
      lastError: null,
    }
  })
}

/** The number of the newest order of one's own that was filled by then. */
export function lastFilledOrder(nowMs: number): number {
  return Math.floor((nowMs - orderLifeMs) / orderEveryMs)
}

/** What one's own orders did in a stretch: each was placed, and filled a while later; since long ago, and equally often. */
export function marksOf(
  { market, fromMs, toMs }: ChannelInput<'charts:listMarks'>,
  nowMs: number,
): ChannelOutput<'charts:listMarks'> {
  const untilMs = Math.min(toMs, nowMs)
  const marks: ChartMark[] = []
  const firstId = Math.floor(untilMs / orderEveryMs)
  for (let id = firstId; id * orderEveryMs + orderLifeMs >= fromMs && marks.length <= maxMarks; id -= 1) {
    const placedMs = id * orderEveryMs
    const filledMs = placedMs + orderLifeMs
    const isFilled = filledMs <= nowMs
    const order = {
      orderId: id,
      side: id % 2 === 0 ? 'buy' : 'sell',
      price: priceAt(market, placedMs).toFixed(2),
      amount: '0.5',
    } as const
    if (filledMs <= untilMs) marks.push({ kind: 'fill', ...order, atMs: filledMs, tradeId: id })
    if (placedMs < fromMs) continue
    const state = isFilled ? 'done' : 'wait'
    const placed = { type: 'limit', stopPrice: null }
    marks.push({ kind: 'placed', ...order, atMs: placedMs, ...placed, state, isOpen: !isFilled })
  }
  return {
    marks: marks.slice(0, maxMarks).toSorted((one, other) => one.atMs - other.atMs),
    isCut: marks.length > maxMarks,
  }
}
