// Owns: earlier figures in another currency, at a price of their own time. Must not: take a later price, or one that is too old.
import type {
  Conversion,
  ConversionPrice,
  PnlHistoryPoint,
  ShownPoint,
} from '../../../src-preload/contract/portfolio.ts'
import {
  exactText,
  multiply,
  multiplyDivideHalfEven,
  one,
  parseExact,
} from '../../../src-preload/shared/exact.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import type { StoredClose } from '../../store/result-rows.ts'
import type { Store } from '../../store/store-api.ts'
import { priceText } from './last-price.ts'

/** Older than this a price says nothing of a moment. */
const OLDEST_PRICE_MS = 86_400_000
/** Of a figure that is divided by a price. */
const DIVIDED_DECIMALS = 18
/** A few milliseconds of the store's thread. */
const TIMES_A_PIECE = 100

const symbolForm = /^[a-z0-9]{2,32}$/
const currencyForm = /^[a-z0-9]{1,30}$/

export interface PriceSource {
  readonly store: Pick<Store, 'listCandleMarkets' | 'listClosesAt'>
  readonly network: string
  /** Ends the reading with its reason. */
  readonly signal: AbortSignal
}

type Figures = Pick<PnlHistoryPoint['entries'][number], 'value' | 'realised' | 'open'>
type NoPrice = Extract<Conversion, { status: 'noPrice' }>

/** Figures at a price; see the contract's `conversion` for what is rounded. */
export function convertFigures(figures: Figures, price: ConversionPrice): Figures {
  const rate = parseExact(price.price)
  const convert = (text: string): string =>
    exactText(
      price.isInverse
        ? multiplyDivideHalfEven(parseExact(text), one, rate, DIVIDED_DECIMALS)
        : multiply(parseExact(text), rate),
    )
  return {
    value: convert(figures.value),
    realised: convert(figures.realised),
    open: convert(figures.open),
  }
}

/** What a close is worth as the price of a moment. @param direct - the market whose price multiplies */
function judgeClose(
  close: StoredClose | null,
  atMs: number,
  direct: string,
): { readonly price: ConversionPrice } | NoPrice {
  if (close === null) return { status: 'noPrice', newest: null }
  const { market, asOfMs } = close
  const price = priceText(close.price)
  // Nothing was ever worth nothing in another currency.
  const isPrice = price !== null && !/^0(\.0*)?$/.test(price)
  return isPrice && atMs - asOfMs <= OLDEST_PRICE_MS
    ? { price: { market, price, asOfMs, isInverse: market !== direct } }
    : { status: 'noPrice', newest: { market, asOfMs } }
}

/** For each time what turns `from` into `to` then. */
async function readPrices(
  { store, network, signal }: PriceSource,
  from: string,
  to: string,
  timesMs: readonly number[],
): Promise<Map<number, ReturnType<typeof judgeClose>>> {
  const direct = from + to
  const markets = [direct, to + from].filter((market) => symbolForm.test(market))
  const found = new Map<number, ReturnType<typeof judgeClose>>()
  for (let at = 0; at < timesMs.length; at += TIMES_A_PIECE) {
    const piece = timesMs.slice(at, at + TIMES_A_PIECE)
    const closes = await store.listClosesAt(network, markets, piece)
    signal.throwIfAborted()
    for (const [index, atMs] of piece.entries()) {
      found.set(atMs, judgeClose(closes[index] ?? null, atMs, direct))
    }
  }
  return found
}

/** Currencies in which the figures of some moments are told, in lower case. */
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

  function convert(entry: PnlHistoryPoint['entries'][number], atMs: number): Conversion | null {
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
    if (close !== null && close.asOfMs >= firstMs - OLDEST_PRICE_MS) {
      for (const other of others) targets.add(other)
    }
  }
  return [...targets].sort()
}
