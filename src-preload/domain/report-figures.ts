// Gives a period report the figures that every printer of it shows: screen, CSV, JSON Lines and PDF.
// Pure. Must not: compute an amount, word or round one.
import type { Figure, PeriodReport } from '../contract/portfolio.ts'

/** How much of a period the orders and fills on this computer cover. */
export type Coverage = 'whole' | 'part' | 'none'

/** `none`: no moment of the period is known; `part`: it begins before, or ends after, what is known. */
export function coverageOf({
  fromMs,
  toMs,
  knownFromMs,
  knownUntilMs,
}: Pick<PeriodReport, 'fromMs' | 'toMs' | 'knownFromMs' | 'knownUntilMs'>): Coverage {
  if (knownUntilMs === null || knownUntilMs <= fromMs) return 'none'
  if (knownFromMs !== null && knownFromMs >= toMs) return 'none'
  return knownUntilMs >= toMs && (knownFromMs === null || knownFromMs <= fromMs) ? 'whole' : 'part'
}

const unknown: Figure = { state: 'unknown' }

/** A sum over fills: unknown where one has no price, estimated where some are missing. */
export const figureOf = (amount: string | null, isPartial = false): Figure =>
  amount === null ? unknown : { state: isPartial ? 'estimated' : 'known', amount }

/** The amount of a figure as decimal text; null where it is unknown. */
export const amountOf = (figure: Figure): string | null => (figure.state === 'unknown' ? null : figure.amount)

/** Nothing of the period is known: then zeros would say that nothing was done. */
export const isBare = (report: PeriodReport): boolean => coverageOf(report) === 'none' && report.trades === 0

/** The report without sums that nothing stands behind: of a period that is not covered at all, no sum is known. */
export function coverReport(report: PeriodReport): PeriodReport {
  if (!isBare(report)) return report
  const { isPartial } = report.sum
  const sum = { bought: null, sold: null, fees: null, realized: unknown, net: unknown, isPartial }
  return { ...report, sum, best: null, worst: null, winningDays: null }
}
