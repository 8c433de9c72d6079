// Text of the equity curve: what a point lacks, and what is asked about an unknown deposit or withdrawal. Pure.
import type {
  EquityPart,
  EquityPoint,
  EquityQuestion,
} from '../../../../src-preload/contract/portfolio/equity.ts'
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatAge, formatMoment } from '../../../text/format/time.ts'
import { countOf, nameMarket } from '../../../text/format/words.ts'

/** The value as a figure: known for the present, which is the headline. */
export function figureOf({ value, isCurrent }: Pick<EquityPoint, 'value' | 'isCurrent'>): Figure {
  if (value === null) return { state: 'unknown' }
  return { state: isCurrent ? 'known' : 'estimated', amount: value }
}

const namesOf = (currencies: readonly string[]): string => currencies.join(', ').toUpperCase()

/** What a point's value leaves out, or takes from an older price; empty for nothing. */
export function lackText({
  value,
  leftOut,
  carried,
}: Pick<EquityPoint, 'value' | 'leftOut' | 'carried'>): string {
  const lacks: string[] = []
  if (value === null) lacks.push(`No price of ${namesOf(leftOut)} at or before that time is loaded`)
  else if (leftOut.length > 0)
    lacks.push(`${countOf(leftOut.length, ['currency', 'currencies'])} without a price left out`)
  if (carried.length > 0) lacks.push(`${namesOf(carried)} at the last price before`)
  return lacks.join(', ')
}

/** What the amount beside it is. */
export const questionName = ({ direction }: Pick<EquityQuestion, 'direction'>): string =>
  direction === 'in' ? 'Unknown deposit' : 'Unknown withdrawal'

/** "between 12 Jan 2026 00:00:00 UTC and 20 Jan 2026 12:00:00 UTC" */
export const questionTime = ({ fromMs, untilMs }: Pick<EquityQuestion, 'fromMs' | 'untilMs'>): string =>
  `between ${formatMoment(fromMs)} and ${formatMoment(untilMs)}`

/** Why it is asked, for a tooltip. */
export const questionReason = ({ reason }: Pick<EquityQuestion, 'reason'>): string =>
  reason === 'negative'
    ? 'Without it, the earlier balance would be negative.'
    : 'Balances reported by the exchange changed by this much more than your fills and transfers explain.'

/** "ETH/USDC 1,850.25, 2 h before": the price of a part; empty for the unit itself. */
export function partPriceText({ links }: Pick<EquityPart, 'links'>, atMs: number): string {
  if (links === null) return 'No price'
  if (links.length === 0) return ''
  const oldestMs = Math.min(...links.map(({ asOfMs }) => asOfMs))
  const markets = links.map(({ market, price, isInverse }) => {
    const { pair } = nameMarket(market)
    return isInverse ? `1 ÷ ${pair} ${formatDecimal(price)}` : `${pair} ${formatDecimal(price)}`
  })
  const age = atMs - oldestMs < 60_000 ? [] : [`${formatAge(oldestMs, atMs).replace(/ ago$/, '')} before`]
  return [markets.join(' × '), ...age].join(', ')
}
