// Converts earlier figures to another currency, at a price of their own time.
import type {
  Conversion,
  PnlHistoryPoint,
  PriceLink,
  ShownPoint,
} from '../../../src-preload/contract/portfolio.ts'
import { exactText, parseExact, subtract } from '../../../src-preload/shared/exact.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import { convertAlong, priceText } from './price-path.ts'
import { MAX_PRICE_AGE_MS, type PriceSource } from './price-history.ts'

/** A few milliseconds of the store's thread. */
const TIMES_PER_CALL = 100

const symbolForm = /^[a-z0-9]{2,32}$/
const currencyForm = /^[a-z0-9]{1,30}$/

type Entry = PnlHistoryPoint['entries'][number]
type Figures = Pick<Entry, 'costBasis' | 'realized' | 'marketValue' | 'unrealized'>
type NoPrice = Extract<Conversion, { status: 'noPrice' }>

/** Figures at a price; see the contract's `conversion` for what is rounded. */
export function convertFigures(figures: Figures, price: PriceLink): Figures {
  const convert = (text: string): string => exactText(convertAlong(parseExact(text), [price]))
  const costBasis = convert(figures.costBasis)
  const marketValue = figures.marketValue === null ? null : convert(figures.marketValue)
  return {
    costBasis,
    realized: convert(figures.realized),
    marketValue,
    // Not rounded apart, so that it stays the difference of the two.
    unrealized:
      marketValue === null ? null : exactText(subtract(parseExact(marketValue), parseExact(costBasis))),
  }
}

/** For each time what turns `from` into `to` then. */
async function readPrices(
  { store, network, signal }: PriceSource,
  from: string,
  to: string,
  timesMs: readonly number[],
): Promise<Map<number, { readonly price: PriceLink } | NoPrice>> {
  const direct = from + to
  const markets = [direct, to + from].filter((market) => symbolForm.test(market))
  const found = new Map<number, { readonly price: PriceLink } | NoPrice>()
  for (let at = 0; at < timesMs.length; at += TIMES_PER_CALL) {
    const piece = timesMs.slice(at, at + TIMES_PER_CALL)
    const closes = await store.listClosesAt(network, markets, piece)
    signal.throwIfAborted()
    for (const [index, atMs] of piece.entries()) {
      const close = closes[index] ?? null
      if (close === null) {
        found.set(atMs, { status: 'noPrice', newest: null })
        continue
      }
      const { market, asOfMs } = close
      const price = priceText(close.price)
      found.set(
        atMs,
        price !== null && atMs - asOfMs <= MAX_PRICE_AGE_MS
          ? { price: { market, price, asOfMs, isInverse: market !== direct } }
          : { status: 'noPrice', newest: { market, asOfMs } },
      )
    }
  }
  return found
}

/** Currencies in which the figures of some moments are, in lower case. */
const unitsOf = (points: readonly PnlHistoryPoint[]): string[] => [
  ...new Set(points.flatMap(({ entries }) => entries.map(({ pnlCurrency }) => pnlCurrency.toLowerCase()))),
]

/** Each moment with its figures in a currency, at the price that was the newest when the moment began. */
export async function convertPoints(
  source: PriceSource,
  points: readonly PnlHistoryPoint[],
  currency: string | null,
): Promise<ShownPoint[]> {
  const prices = new Map<string, Awaited<ReturnType<typeof readPrices>>>()
  for (const unit of currency === null ? [] : unitsOf(points)) {
    if (currency === null || unit === currency) continue
    const times = points.map(({ firstAsOfMs }) => firstAsOfMs)
    prices.set(unit, await readPrices(source, unit, currency, times))
  }

  function convert(entry: Entry, atMs: number): Conversion | null {
    if (currency === null) return null
    const unit = entry.pnlCurrency.toLowerCase()
    if (unit === currency) return { status: 'told' }
    const found = prices.get(unit)?.get(atMs) ?? { status: 'noPrice', newest: null }
    if ('status' in found) return found
    return { status: 'converted', ...convertFigures(entry, found.price), price: found.price }
  }

  return points.map((point) => ({
    ...point,
    entries: point.entries.map((entry) => ({ ...entry, conversion: convert(entry, point.firstAsOfMs) })),
  }))
}

/** Into which currencies there is some price from within the range, or from the day before it; by name. */
export async function listTargets(
  { store, network, signal }: PriceSource,
  points: readonly PnlHistoryPoint[],
  { toMs }: { readonly toMs: number },
): Promise<string[]> {
  const firstMs = points[0]?.firstAsOfMs
  if (firstMs === undefined) return []
  const units = unitsOf(points)
  const targets = new Set<string>()
  for (const market of await store.listCandleMarkets(network)) {
    const parts = splitMarket(market)
    const others = units.flatMap((unit) =>
      parts?.base === unit ? [parts.quote] : parts?.quote === unit ? [parts.base] : [],
    )
    if (!others.some((other) => currencyForm.test(other) && !targets.has(other))) continue
    const [close = null] = await store.listClosesAt(network, [market], [toMs])
    signal.throwIfAborted()
    if (close !== null && close.asOfMs >= firstMs - MAX_PRICE_AGE_MS) {
      for (const other of others) targets.add(other)
    }
  }
  return [...targets].sort()
}
