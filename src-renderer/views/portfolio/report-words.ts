// Owns: what is said of what a period report lacks. Must not: compute any figure.
import type { PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import { formatAsOf } from '../../lib/format/time.ts'
import { countOf } from '../../lib/format/words.ts'

/** Sentences about what is not in the report, the weightiest first; none where all is known. */
export function describeMissing(report: PeriodReport, nowMs: number): readonly string[] {
  const lines: string[] = []
  if (report.knownFromMs !== null && report.knownFromMs > report.fromMs) {
    lines.push(
      report.knownFromMs >= report.toMs
        ? 'The orders of this period have not been read yet.'
        : `Orders before ${formatAsOf(report.knownFromMs, nowMs)} have not been read yet; nothing of theirs is counted.`,
    )
  }
  if (report.ordersWithoutFills > 0) {
    const orders = countOf(report.ordersWithoutFills, ['order', 'orders'])
    lines.push(`The trades of ${orders} have not been read yet; nothing of theirs is counted.`)
  }
  if (report.earlierOrdersWithoutFills > 0) {
    const orders = countOf(report.earlierOrdersWithoutFills, ['earlier order', 'earlier orders'])
    lines.push(`The trades of ${orders} are not all here; average costs leave them out.`)
  }
  if (report.markets.some(({ realised }) => realised === null)) {
    lines.push(
      'Where more was sold than the trades here have bought, what it had cost is not known, and no result is given.',
    )
  }
  if (report.toMs > nowMs && report.fromMs <= nowMs) lines.push('This period has not ended yet.')
  return lines
}
