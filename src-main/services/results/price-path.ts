// Finds by which markets one currency is priced in another, and multiplies the prices along that way. Pure.
import type { LastPrice, PriceLink } from '../../../src-preload/contract/portfolio.ts'
import {
  type Exact,
  exactText,
  multiply,
  multiplyDivideHalfEven,
  one,
  parseExact,
} from '../../../src-preload/shared/exact.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'

/** Decimals of a figure that is divided by an inverse market's price. */
export const DIVIDED_DECIMALS = 18
/** The most markets in a chain. */
const MAX_LINKS = 4

const priceForm = /^\d{1,60}(\.\d{1,60})?$/

/**
 * The shortest plain decimal text from which the same double is read again: what the exchange wrote, up to 17 digits.
 * Null for what is no price: not finite, not above zero, or out of all proportion.
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

/** One step: `market` multiplies, or divides where it has the two currencies the other way round. */
export interface PathStep {
  readonly market: string
  readonly isInverse: boolean
}

/** USDC goes first among equally short chains, then USDT, then by name (figures.md, "Last price"). */
const rankOf = (currency: string): string =>
  currency === 'usdc' ? '0' : currency === 'usdt' ? '1' : `2${currency}`

/**
 * All ways from one currency to another, in the order in which they are taken: its own market, the inverse one, then chains, shortest
 * first, each through other currencies. No steps where both are the same.
 *
 * @param markets - symbols that have a price
 * @param from - in lower case, as `to`
 */
export function listPaths(
  markets: readonly string[],
  from: string,
  to: string,
): readonly (readonly PathStep[])[] {
  if (from === to) return [[]]
  const neighbours = new Map<string, { readonly step: PathStep; readonly currency: string }[]>()
  const link = (start: string, currency: string, step: PathStep): void => {
    neighbours.set(start, [...(neighbours.get(start) ?? []), { step, currency }])
  }
  for (const market of new Set(markets)) {
    const units = splitMarket(market)
    if (units === null) continue
    link(units.base, units.quote, { market, isInverse: false })
    link(units.quote, units.base, { market, isInverse: true })
  }
  const found: { readonly steps: readonly PathStep[]; readonly rank: string }[] = []
  const walk = (at: string, steps: readonly PathStep[], passed: readonly string[]): void => {
    for (const { step, currency } of neighbours.get(at) ?? []) {
      if (currency === to) {
        const way = [...passed.slice(1).map(rankOf), step.isInverse ? 1 : 0].join(' ')
        found.push({ steps: [...steps, step], rank: `${String(passed.length)} ${way}` })
      } else if (passed.length < MAX_LINKS && !passed.includes(currency)) {
        walk(currency, [...steps, step], [...passed, currency])
      }
    }
  }
  walk(from, [], [from])
  return found.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ steps }) => steps)
}

/**
 * An amount at the prices of some links: multiplied by those that multiply, divided by the inverse ones.
 * @param decimals - the quotient is rounded to, once, half to even; without an inverse link nothing is rounded
 */
export function convertAlong(
  amount: Exact,
  links: readonly Pick<PriceLink, 'price' | 'isInverse'>[],
  decimals = DIVIDED_DECIMALS,
): Exact {
  let product = amount
  let divisor = one
  for (const { price, isInverse } of links) {
    if (isInverse) divisor = multiply(divisor, parseExact(price))
    else product = multiply(product, parseExact(price))
  }
  return links.some(({ isInverse }) => isInverse)
    ? multiplyDivideHalfEven(product, one, divisor, decimals)
    : product
}

/** A market's newest price. */
export interface MarketPrice {
  readonly market: string
  readonly price: string
  readonly asOfMs: number
}

/**
 * Last price of a currency in another: of the first way (listPaths) whose markets all have a price; null where there is none.
 * @param asOfMs - of a currency in itself, whose price is 1
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
