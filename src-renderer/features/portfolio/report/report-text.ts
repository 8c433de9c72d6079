// Text about the coverage of a period report and the meaning of its figures.
import type { PeriodReport } from '../../../../src-preload/contract/portfolio/report.ts'
import { coverageOf } from '../../../../src-preload/domain/orders/report-figures.ts'
import { formatAsOf } from '../../../text/format/time.ts'
import { countOf } from '../../../text/format/words.ts'

/** How far the period is known; null when complete. */
export function describeCoverage(report: PeriodReport, nowMs: number): string | null {
  const { fromMs, toMs, knownFromMs, knownUntilMs } = report
  const coverage = coverageOf(report)
  if (coverage === 'whole') return null
  if (fromMs > nowMs) return 'This period has not started yet.'
  if (knownUntilMs === null) return 'This account’s orders are not loaded yet.'
  const isFromLater = knownFromMs !== null && knownFromMs > fromMs
  const isUntilEarlier = knownUntilMs < toMs
  const from = formatAsOf(knownFromMs ?? fromMs, nowMs)
  const until = formatAsOf(knownUntilMs, nowMs)
  if (isFromLater && isUntilEarlier) return `Known from ${from} until ${until}.`
  return isFromLater ? `Known from ${from}.` : `Known until ${until}.`
}

/** Sentences about missing data, most important first; empty when complete. */
export function describeMissing(report: PeriodReport, nowMs: number): readonly string[] {
  const lines: string[] = []
  const coverage = describeCoverage(report, nowMs)
  if (coverage !== null) lines.push(coverage)
  if (report.ordersWithoutFills > 0) {
    const orders = countOf(report.ordersWithoutFills, ['order', 'orders'])
    lines.push(`${orders} of this period: fills are still missing and not counted.`)
  }
  if (report.earlierOrdersWithoutFills > 0) {
    const orders = countOf(report.earlierOrdersWithoutFills, ['earlier order', 'earlier orders'])
    lines.push(`${orders}: fills are still missing.`)
  }
  return lines
}

/** One sentence each. */
export const reportMeanings = {
  bought: 'All purchases, each fill at its own price.',
  sold: 'All sales, each fill at its own price.',
  fees: 'Fees of this period’s fills, by fill time. Orders counts them by order creation time.',
  realized:
    'Proceeds minus moving-average cost, before fees; one cost per asset, over all fills, net of fees taken in the asset.',
  net: 'Realized P&L minus fees.',
  days: 'Days with the highest and lowest realized P&L, if all days have a result.',
  estimated: '≈ marks figures that rest on an unverified cost; the reason is below the totals.',
} as const
