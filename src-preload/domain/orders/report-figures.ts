// Derives the figures of a period report that the screen, CSV, JSON Lines and PDF share. Pure. Computes and rounds no
// amounts.
import type { Figure } from '../../contract/portfolio/figures.ts'
import type { PeriodReport } from '../../contract/portfolio/report.ts'

/** How much of a period is covered by the orders and fills on this computer. */
export type Coverage = 'whole' | 'part' | 'none'

/** `none`: no moment of the period is known; `part`: the period begins before, or ends after, the known range. */
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

/** A sum over fills: unknown if one fill has no price, estimated if some fills are missing. */
export const figureOf = (amount: string | null, isPartial = false): Figure =>
  amount === null ? unknown : { state: isPartial ? 'estimated' : 'known', amount }

/** The amount of a figure as decimal text; null where it is unknown. */
export const amountOf = (figure: Figure): string | null => (figure.state === 'unknown' ? null : figure.amount)

/** True if nothing of the period is known: zeros would then claim that nothing was traded. */
export const isUncovered = (report: PeriodReport): boolean =>
  coverageOf(report) === 'none' && report.trades === 0

/** Returns the report without unsupported sums: if the period is not covered at all, its sums are unknown. */
export function hideUncoveredSums(report: PeriodReport): PeriodReport {
  if (!isUncovered(report)) return report
  const { isPartial } = report.sum
  const sum = { bought: null, sold: null, fees: null, realized: unknown, net: unknown, isPartial }
  return { ...report, sum, best: null, worst: null, winningDays: null }
}
