// Finds the markets through which one currency is priced in another, and multiplies their prices. Pure.
import type { PriceLink } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice } from '../../../../src-preload/contract/portfolio/results.ts'
import { convertAlong } from '../../../../src-preload/domain/numbers/convert-along.ts'
import { exactText, one } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { splitMarket } from '../../../../src-preload/domain/markets/markets.ts'

/** Maximum number of markets in a chain. */
const MAX_LINKS = 4

const priceForm = /^\d{1,60}(\.\d{1,60})?$/

/**
 * The shortest plain decimal text that parses to the same double: what the exchange wrote, up to 17 digits.
 * Null for an invalid price: not finite, not above zero, or too long.
 */
export function priceText(value: number): string | null {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (match === null || value === 0) return null
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const place = whole.length + Number(exponent)
  const padded = place <= 0 ? '0'.repeat(1 - place) + digits : digits.padEnd(place, '0')
  const end = Math.max(place, 1)
  const rest = padded.slice(end)
  const text = rest === '' ? padded : `${padded.slice(0, end)}.${rest}`
  return priceForm.test(text) ? text : null
}

/** One step: `market` multiplies, or divides if it has the two currencies in reverse. */
export interface PathStep {
  readonly market: string
  readonly isInverse: boolean
}

/** Among equally short chains USDC comes first, then USDT, then by name (figures.md, "Last price"). */
const rankOf = (currency: string): string =>
  currency === 'usdc' ? '0' : currency === 'usdt' ? '1' : `2${currency}`

interface Neighbor {
  readonly step: PathStep
  readonly currency: string
}
type Neighbors = ReadonlyMap<string, readonly Neighbor[]>

/** The currencies that markets connect to each currency. */
function linkMarkets(markets: readonly string[]): Neighbors {
  const neighbors = new Map<string, Neighbor[]>()
  const link = (start: string, neighbor: Neighbor): void => {
    const known = neighbors.get(start)
    if (known === undefined) neighbors.set(start, [neighbor])
    else known.push(neighbor)
  }
  for (const market of new Set(markets)) {
    const units = splitMarket(market)
    if (units === null) continue
    link(units.base, { step: { market, isInverse: false }, currency: units.quote })
    link(units.quote, { step: { market, isInverse: true }, currency: units.base })
  }
  return neighbors
}

/** The minimum number of markets from a currency to each other one, within `most`. Breadth-first. */
function measure(neighbors: Neighbors, start: string, most: number): ReadonlyMap<string, number> {
  const distances = new Map([[start, 0]])
  let reached: readonly string[] = [start]
  for (let distance = 1; distance <= most && reached.length > 0; distance += 1) {
    const next = reached.flatMap((at) => (neighbors.get(at) ?? []).map(({ currency }) => currency))
    reached = [...new Set(next)].filter((currency) => !distances.has(currency))
    for (const currency of reached) distances.set(currency, distance)
  }
  return distances
}

/** Paths of exactly `links` markets, none through a currency twice, ordered by rank. */
function pathsOfLength(
  neighbors: Neighbors,
  distances: ReadonlyMap<string, number>,
  from: string,
  to: string,
  links: number,
): readonly (readonly PathStep[])[] {
  const found: { readonly steps: readonly PathStep[]; readonly rank: string }[] = []
  const walk = (at: string, steps: readonly PathStep[], passed: readonly string[]): void => {
    const left = links - steps.length - 1
    for (const { step, currency } of neighbors.get(at) ?? []) {
      if (currency === to) {
        if (left > 0) continue
        const all = [...steps, step]
        const flags = all.map(({ isInverse }) => (isInverse ? 1 : 0))
        found.push({ steps: all, rank: [...passed.slice(1).map(rankOf), ...flags].join(' ') })
      } else if ((distances.get(currency) ?? Infinity) <= left && !passed.includes(currency)) {
        walk(currency, [...steps, step], [...passed, currency])
      }
    }
  }
  walk(from, [], [from])
  return found.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ steps }) => steps)
}

/**
 * Yields the paths from one currency to another in order of preference: its own market, the inverse one, then chains,
 * shortest first, each through other currencies (rankOf), and through a market before its inverse. Yields an empty path if
 * both are the same. Longer paths are computed lazily.
 *
 * @param markets - symbols that have a price
 * @param from - in lower case, as `to`
 */
export function* listPaths(
  markets: readonly string[],
  from: string,
  to: string,
): Generator<readonly PathStep[], undefined> {
  if (from === to) {
    yield []
    return
  }
  const neighbors = linkMarkets(markets)
  const distances = measure(neighbors, to, MAX_LINKS)
  const shortest = distances.get(from) ?? Infinity
  for (let links = shortest; links <= MAX_LINKS; links += 1) {
    yield* pathsOfLength(neighbors, distances, from, to, links)
  }
}

/** A market's newest price. */
export interface MarketPrice {
  readonly market: string
  readonly price: string
  readonly asOfMs: number
}

/**
 * Last price of a currency in another (figures.md): that of its own market, otherwise of the inverse one, otherwise of the
 * shortest chain; null without one. Each market's price is its newest one, of candles of any period (readLastPrices).
 * @param prices - by market
 * @param asOfMs - used for a currency in itself, whose price is 1
 */
export function lastPriceOf(
  prices: ReadonlyMap<string, MarketPrice>,
  from: string,
  to: string,
  asOfMs: number,
): LastPrice | null {
  const [path] = listPaths([...prices.keys()], from.toLowerCase(), to.toLowerCase())
  if (path === undefined) return null
  const links = path.flatMap(({ market, isInverse }): PriceLink[] => {
    const found = prices.get(market)
    return found === undefined ? [] : [{ ...found, isInverse }]
  })
  return {
    links,
    price: exactText(convertAlong(one, links)),
    asOfMs: links.length === 0 ? asOfMs : Math.min(...links.map((link) => link.asOfMs)),
  }
}
