// The last price of a currency in another, now and at a minute of the past.
import { Rational } from './rational.ts'
import { splitMarket, type RawRows } from './raw-rows.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export interface Price {
  readonly value: Rational
  /** Of a chain the oldest link's. */
  readonly atMs: number
  readonly kind: 'itself' | 'direct' | 'inverse' | 'chain'
  /** Markets, in the order in which they lead from the currency to the quote. */
  readonly markets: readonly string[]
  /** Markets of it whose price is older than a day. */
  readonly oldMarkets: readonly string[]
}

interface MarketPrice {
  readonly value: Rational
  readonly atMs: number
}

interface Link {
  readonly to: string
  readonly market: string
  readonly isInverse: boolean
}

function rankOf(currency: string): string {
  if (currency === 'usdc') return '0'
  return currency === 'usdt' ? '1' : `2${currency}`
}

/** Prices of the markets in some rows. */
export class PriceTable {
  readonly #rows: RawRows
  readonly #links = new Map<string, Link[]>()

  constructor(rows: RawRows) {
    this.#rows = rows
    const currencies = new Set(rows.pnl.rows.keys())
    for (const market of [...rows.markets].sort()) {
      const pair = splitMarket(market, currencies)
      if (pair === null) continue
      this.#link(pair.base, { to: pair.quote, market, isInverse: false })
      this.#link(pair.quote, { to: pair.base, market, isInverse: true })
    }
  }

  #link(from: string, link: Link): void {
    this.#links.set(from, [...(this.#links.get(from) ?? []), link])
  }

  /**
   * The last price of a market itself: of its newest public trade and its newest minute with a trade, the newer one. A
   * trade within that minute is as new as the minute, and is taken.
   */
  marketNow(market: string): MarketPrice | null {
    const trade = this.#rows.lastTrades.get(market)
    const candle = this.#rows.candles.get(market)?.findLast(({ volume }) => volume.sign() > 0)
    if (trade !== undefined && (candle === undefined || trade.timeMs >= candle.startMs)) {
      return { value: trade.price, atMs: trade.timeMs }
    }
    return candle === undefined ? null : { value: candle.close, atMs: candle.startMs + MINUTE_MS - 1000 }
  }

  /** The close of the minute that an instant is in, or of the last one before it that is here. */
  marketAt(market: string, timeMs: number): MarketPrice | null {
    const candles = this.#rows.candles.get(market) ?? []
    let low = 0
    let high = candles.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((candles[middle]?.startMs ?? Infinity) <= timeMs) low = middle + 1
      else high = middle
    }
    const candle = candles[low - 1]
    return candle === undefined ? null : { value: candle.close, atMs: candle.startMs }
  }

  /** Last price now: definition "Last price of a currency in a quote". Null where no chain of markets leads there. */
  now(currency: string, quote: string): Price | null {
    return this.#price(currency, quote, this.#rows.nowMs, (market) => this.marketNow(market))
  }

  /** The same at a moment of the past, from minute candles. */
  at(currency: string, quote: string, timeMs: number): Price | null {
    return this.#price(currency, quote, timeMs, (market) => this.marketAt(market, timeMs))
  }

  #price(
    currency: string,
    quote: string,
    timeMs: number,
    priceOf: (market: string) => MarketPrice | null,
  ): Price | null {
    if (currency === quote) {
      return { value: Rational.one, atMs: timeMs, kind: 'itself', markets: [], oldMarkets: [] }
    }
    const path = this.#shortest(currency, quote, priceOf)
    if (path === null) return null
    let value = Rational.one
    let atMs = Infinity
    const oldMarkets: string[] = []
    for (const { market, isInverse } of path) {
      const price = priceOf(market)
      if (price === null) return null
      value = isInverse ? value.divide(price.value) : value.multiply(price.value)
      atMs = Math.min(atMs, price.atMs)
      if (timeMs - price.atMs > DAY_MS) oldMarkets.push(market)
    }
    const single = path.length === 1 ? path[0] : undefined
    const kind = single === undefined ? 'chain' : single.isInverse ? 'inverse' : 'direct'
    return { value, atMs, kind, markets: path.map(({ market }) => market), oldMarkets }
  }

  /** The shortest path; of several the one through USDC, then USDT, then by name, currency after currency. */
  #shortest(
    from: string,
    to: string,
    priceOf: (market: string) => MarketPrice | null,
  ): readonly Link[] | null {
    let paths: { readonly at: string; readonly links: readonly Link[] }[] = [{ at: from, links: [] }]
    const seen = new Set([from])
    while (paths.length > 0) {
      const next = paths.flatMap(({ at, links }) =>
        (this.#links.get(at) ?? [])
          .filter((link) => !seen.has(link.to) && (priceOf(link.market)?.value.sign() ?? 0) > 0)
          .map((link) => ({ at: link.to, links: [...links, link] })),
      )
      const rank = (links: readonly Link[]): string =>
        links.map((link) => `${rankOf(link.to)}${link.isInverse ? '~' : '!'}`).join(' ')
      const arrived = next.filter(({ at }) => at === to)
      const [best] = arrived.sort((a, b) => (rank(a.links) < rank(b.links) ? -1 : 1))
      if (best !== undefined) return best.links
      for (const { at } of next) seen.add(at)
      paths = next
    }
    return null
  }
}
