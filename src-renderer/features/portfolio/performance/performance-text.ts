// Text of the performance panel: what each figure is, and what the data cannot tell.
import type { Performance } from '../../../../src-preload/contract/performance.ts'
import { formatAsOf } from '../../../text/format/time.ts'

/** How each figure is calculated, one sentence each. */
export const performanceMeanings = [
  [
    'Realized P&L',
    'Value of what was given up less its moving-average cost, before fees. The method chosen for lots does not change it.',
  ],
  ['Net', 'Realized P&L less the fees of the same fills, each valued at its fill’s own price.'],
  ['Result day', 'A day on which something other than the quote currency of these figures was given up.'],
  ['Win rate', 'Result days with a net above zero ÷ all result days.'],
  [
    'Average win, average loss',
    'Sum of the net of all winning days ÷ their number; the same of losing days.',
  ],
  [
    'Profit factor',
    'Sum of the net of all winning days ÷ sum of the net of all losing days, without its sign.',
  ],
  [
    'Largest drawdown',
    'Largest fall of the running sum of net from its highest point so far, day by day, starting at zero.',
  ],
  ['Best day, worst day', 'Result days with the highest and the lowest net; none with fewer than two.'],
  ['Streaks', 'Most result days in a row with a net above zero, and below it.'],
  ['Fees of gross profit', 'Fees ÷ sum of the realized P&L of all days on which that is above zero.'],
] as const

/** What fills and orders do not say. */
export const performanceLimits =
  'All figures are by day: the exchange does not say which fills closed which position, so there are none by trade or by holding time.'

/** Why there are no figures over the days. */
export const noFigures =
  'Win rate, drawdown and streaks need at least two days with a known result, and every day of the period.'

/** How far the period is known; null where nothing of it is missing. */
export function describeKnown(
  { fromMs, toMs, knownFromMs, knownUntilMs }: Performance,
  nowMs: number,
): string | null {
  if (knownUntilMs === null) return 'The orders of this account have not been read yet.'
  if (knownFromMs !== null && knownFromMs > fromMs)
    return `Fills are on this computer from ${formatAsOf(knownFromMs, nowMs)}, so earlier days are missing.`
  return knownUntilMs < Math.min(toMs, nowMs) ? `Known until ${formatAsOf(knownUntilMs, nowMs)}.` : null
}
