// Text of the performance panel: what each figure is, and what the data cannot tell.
import type { Performance } from '../../../../src-preload/contract/portfolio/performance.ts'
import { formatAsOf } from '../../../text/format/time.ts'

/** How each figure is calculated, one sentence each. */
export const performanceMeanings = [
  ['Realized P&L', 'Proceeds minus moving-average cost, before fees. The lot method does not change it.'],
  ['Net', 'Realized P&L minus the fees of the same fills, each valued at its fill’s price.'],
  ['Result day', 'A day on which an asset other than the quote currency was sold.'],
  ['Win rate', 'Result days with net above zero ÷ all result days.'],
  ['Average win, average loss', 'Net of all winning days ÷ their number, and the same for losing days.'],
  ['Profit factor', 'Net of all winning days ÷ net of all losing days, without sign.'],
  ['Largest drawdown', 'Largest fall of cumulative net from its peak, day by day, starting at zero.'],
  ['Best day, worst day', 'Result days with the highest and lowest net, if there are at least two.'],
  ['Streaks', 'Most result days in a row with net above zero, and below zero.'],
  ['Fee share of profit', 'Fees ÷ realized P&L of all days on which it is above zero.'],
] as const

/** What fills and orders do not say. */
export const performanceLimits =
  'All figures are by day, because the exchange does not say which fills closed which position.'

/** Why there are no figures over the days. */
export const noFigures =
  'Win rate, drawdown and streaks need every day of the period and at least two days with a known result.'

/** How far the period is known; null where nothing of it is missing. */
export function describeKnown(
  { fromMs, toMs, knownFromMs, knownUntilMs }: Performance,
  nowMs: number,
): string | null {
  if (knownUntilMs === null) return 'This account’s orders are not loaded yet.'
  if (knownFromMs !== null && knownFromMs > fromMs)
    return `Earlier days are missing: fills are loaded from ${formatAsOf(knownFromMs, nowMs)}.`
  return knownUntilMs < Math.min(toMs, nowMs) ? `Known until ${formatAsOf(knownUntilMs, nowMs)}.` : null
}
