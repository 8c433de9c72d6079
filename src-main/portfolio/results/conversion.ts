// Converts historical figures to another currency, at the price of their own moment.
import type {
  Conversion,
  PnlHistoryPoint,
  PriceLink,
  ShownPoint,
} from '../../../src-preload/contract/portfolio.ts'
import { add, exactText, parseExact, subtract } from '../../../src-preload/domain/exact.ts'
import type { Store } from '../../store/api/store-api.ts'
import {
  MAX_PRICE_AGE_MS,
  type MomentPriceSource,
  type PriceSource,
  readMomentPrices,
} from './price-history.ts'
import { convertAlong, listReachable } from './price-path.ts'

/** A few milliseconds on the store's thread. */
const TIMES_PER_CALL = 100

const symbolForm = /^[a-z0-9]{2,32}$/
const currencyForm = /^[a-z0-9]{1,30}$/

type Entry = PnlHistoryPoint['entries'][number]
type Figures = Pick<Entry, 'costBasis' | 'realized' | 'marketValue' | 'unrealized' | 'total'>
type Newest = Extract<Conversion, { status: 'noPrice' }>['newest']

/** Converts figures at a price; see the contract's `conversion` for the rounding. */
export function convertFigures(
  { costBasis, realized, marketValue }: Pick<Figures, 'costBasis' | 'realized' | 'marketValue'>,
  links: readonly PriceLink[],
): Figures {
  const convert = (text: string) => convertAlong(parseExact(text), links)
  const cost = convert(costBasis)
  const worth = marketValue === null ? null : convert(marketValue)
  const gained = realized === null ? null : convert(realized)
  // Not rounded separately, so that each stays the difference or the sum of the others.
  const unrealized = worth && subtract(worth, cost)
  return {
    costBasis: exactText(cost),
    realized: gained && exactText(gained),
    marketValue: worth && exactText(worth),
    unrealized: unrealized && exactText(unrealized),
    total: gained && unrealized && exactText(add(gained, unrealized)),
  }
}

/** The newest price of the two currencies' own market at each time, however old. */
async function readNewest(
  { store, network, signal }: PriceSource,
  from: string,
  to: string,
  timesMs: readonly number[],
): Promise<ReadonlyMap<number, Newest>> {
  const markets = [from + to, to + from].filter((market) => symbolForm.test(market))
  const found = new Map<number, Newest>()
  for (let at = 0; at < timesMs.length; at += TIMES_PER_CALL) {
    const piece = timesMs.slice(at, at + TIMES_PER_CALL)
    const closes = await store.listClosesAt(network, markets, piece)
    signal.throwIfAborted()
    for (const [index, atMs] of piece.entries()) {
      const close = closes[index] ?? null
      found.set(atMs, close && { market: close.market, asOfMs: close.asOfMs })
    }
  }
  return found
}

/** Currencies of the points' figures, in lower case. */
const unitsOf = (points: readonly PnlHistoryPoint[]): string[] => [
  ...new Set(points.flatMap(({ entries }) => entries.map(({ pnlCurrency }) => pnlCurrency.toLowerCase()))),
]

/** Converts each point's figures to a currency, at the price of exactly that moment, which market values use as well. */
export async function convertPoints(
  source: MomentPriceSource,
  points: readonly PnlHistoryPoint[],
  currency: string | null,
): Promise<ShownPoint[]> {
  const prices = new Map<string, Awaited<ReturnType<typeof readMomentPrices>>>()
  const newest = new Map<string, Awaited<ReturnType<typeof readNewest>>>()
  for (const unit of currency === null ? [] : unitsOf(points)) {
    if (currency === null || unit === currency) continue
    const linksOf = await readMomentPrices(source, unit, currency, points)
    const without = points.filter((point) => linksOf(point) === null).map(({ atMs }) => atMs)
    prices.set(unit, linksOf)
    newest.set(unit, await readNewest(source, unit, currency, without))
  }

  function convert(entry: Entry, point: PnlHistoryPoint): Conversion | null {
    if (currency === null) return null
    const unit = entry.pnlCurrency.toLowerCase()
    if (unit === currency) return { status: 'told' }
    const links = prices.get(unit)?.(point) ?? null
    if (links === null) return { status: 'noPrice', newest: newest.get(unit)?.get(point.atMs) ?? null }
    return { status: 'converted', ...convertFigures(entry, links), links: [...links] }
  }

  return points.map((point) => ({
    ...point,
    entries: point.entries.map((entry) => ({ ...entry, conversion: convert(entry, point) })),
  }))
}

/** Markets with a price from within a time range, or from the day before it. */
async function listPricedMarkets(
  { store, network, signal }: PriceSource & { readonly store: Pick<Store, 'listLastCloses'> },
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<string[]> {
  const leastMs = fromMs - MAX_PRICE_AGE_MS
  const priced: string[] = []
  for (const { market, asOfMs } of await store.listLastCloses(network)) {
    signal.throwIfAborted()
    if (asOfMs < leastMs) continue
    // If the newest price is later than the range, the newest one by the range's end decides.
    const [close = null] = asOfMs <= toMs ? [{ asOfMs }] : await store.listClosesAt(network, [market], [toMs])
    if (close !== null && close.asOfMs >= leastMs) priced.push(market)
  }
  signal.throwIfAborted()
  return priced
}

/**
 * The currencies that can be reached through markets with a price from within the range, or from the day before it; sorted by
 * name.
 */
export async function listTargets(
  source: PriceSource & { readonly store: Pick<Store, 'listLastCloses'> },
  points: readonly PnlHistoryPoint[],
  { toMs }: { readonly toMs: number },
): Promise<string[]> {
  const fromMs = points[0]?.atMs
  if (fromMs === undefined) return []
  const markets = await listPricedMarkets(source, { fromMs, toMs })
  const targets = unitsOf(points).flatMap((unit) =>
    listReachable(markets, unit).filter((currency) => currency !== unit && currencyForm.test(currency)),
  )
  return [...new Set(targets)].sort()
}
