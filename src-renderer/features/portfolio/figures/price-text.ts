// Text of a last price: source markets, direction and age.
import type { PriceLink } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice } from '../../../../src-preload/contract/portfolio/results.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatAge, formatAsOf, formatMoment } from '../../../text/format/time.ts'
import { nameMarket } from '../../../text/format/words.ts'

const dayMs = 86_400_000

const pairOf = ({ market }: PriceLink): string => nameMarket(market).pair

/** Links whose price is older than a day. */
export const oldLinks = ({ links }: LastPrice, nowMs: number): readonly PriceLink[] =>
  links.filter(({ asOfMs }) => nowMs - asOfMs > dayMs)

/** Formula of a price: `1 ÷ 1.0015`, `0.04 × 35,512.29`; null for a currency in itself. */
export function writeLinks({ links }: LastPrice): string | null {
  const [first] = links
  if (first === undefined) return null
  const rest = links
    .slice(1)
    .map(({ price, isInverse }) => ` ${isInverse ? '÷' : '×'} ${formatDecimal(price)}`)
  return `${first.isInverse ? '1 ÷ ' : ''}${formatDecimal(first.price)}${rest.join('')}`
}

/** Note beside a price: inverse, chain or old. Empty for a fresh direct price. */
export function notePrice(last: LastPrice, nowMs: number): string {
  const [first] = last.links
  if (first === undefined) return ''
  const notes: string[] = []
  if (last.links.length > 1) notes.push(`via ${last.links.map(pairOf).join(', ')}`)
  else if (first.isInverse) notes.push(`inverse of ${pairOf(first)}`)
  if (oldLinks(last, nowMs).length > 0) notes.push(formatAge(last.asOfMs, nowMs))
  return notes.join(' · ')
}

/**
 * Full text: "1 ÷ 1.0015, inverse of USDC/USDT. As of 12:03:22 UTC, 2 min ago."
 * @param nowMs - null for a tooltip, which is seldom seen: its moment is complete and its text has no age to keep up with
 */
export function describePrice(last: LastPrice, currency: string, nowMs: number | null): string {
  const [first] = last.links
  if (first === undefined) return `Values are in ${currency.toUpperCase()}, so its price is 1.`
  const calculation = writeLinks(last) ?? ''
  const age =
    nowMs === null
      ? `As of ${formatMoment(last.asOfMs)}.`
      : `As of ${formatAsOf(last.asOfMs, nowMs)}, ${formatAge(last.asOfMs, nowMs)}.`
  if (last.links.length === 1) {
    return first.isInverse
      ? `${calculation}, inverse of ${pairOf(first)}. ${age}`
      : `Last price of ${pairOf(first)}. ${age}`
  }
  return `${calculation}, via ${last.links.map(pairOf).join(', ')}. Oldest price: ${age}`
}
