// Whether the exchange's values count before or after fees, told by the account's own data.
import { isClose } from './book.ts'
import { movementsOf } from './movements.ts'
import { Rational, sumOf } from './rational.ts'
import type { PnlReading, RawRows } from './raw-rows.ts'

export type FeeMode = 'before fees' | 'after fees' | 'as the exchange counts'

/**
 * Between two readings of `pnl`: "before fees" where Δtotal_credit_value = Σ (amount − fee) × price and Δtotal_debit_value =
 * Σ gross; "after fees" where Δtotal_credit_value = Σ amount × price. Only a currency counts whose amounts changed by its
 * fills and transfers alone, and whose fees make the two differ; all that count must say the same.
 */
export function feeModeOf(rows: RawRows): FeeMode {
  const readings = [...rows.earlierPnl, rows.pnl]
  const votes = new Set<FeeMode>()
  for (const [index, next] of readings.entries()) {
    const last = readings[index - 1]
    if (last !== undefined) for (const vote of votesBetween(rows, last, next)) votes.add(vote)
  }
  const [only] = votes
  return votes.size === 1 && only !== undefined ? only : 'as the exchange counts'
}

function votesBetween(rows: RawRows, last: PnlReading, next: PnlReading): FeeMode[] {
  if (rows.sinceMs !== null && last.momentMs < rows.sinceMs) return []
  const movements = movementsOf(rows).filter(
    ({ timeMs }) => timeMs >= last.momentMs + 1000 && timeMs < next.momentMs + 1000,
  )
  return [...next.rows.values()].flatMap((row): FeeMode[] => {
    const before = last.rows.get(row.currency)
    if (before === undefined) return []
    let kept = Rational.zero
    let gross = Rational.zero
    let received = Rational.zero
    const out = []
    for (const { legs, fill, value } of movements) {
      for (const leg of legs) {
        if (leg.currency !== row.currency) continue
        if (leg.value === null) return []
        if (leg.direction === 'out') out.push(leg)
        else {
          received = received.add(leg.amount)
          kept = kept.add(leg.value)
          gross = gross.add(fill === null ? leg.value : (value ?? leg.value))
        }
      }
    }
    const isSame = (told: Rational, was: Rational, moved: Rational): boolean =>
      isClose(told.subtract(was), moved)
    if (!isSame(row.credit, before.credit, received)) return []
    if (!isSame(row.debit, before.debit, sumOf(out.map(({ amount }) => amount)))) return []
    if (isClose(kept, gross)) return []
    const debitValue = sumOf(out.map(({ value }) => value ?? Rational.zero))
    if (
      isSame(row.creditValue, before.creditValue, kept) &&
      isSame(row.debitValue, before.debitValue, debitValue)
    ) {
      return ['before fees']
    }
    return isSame(row.creditValue, before.creditValue, gross) ? ['after fees'] : ['as the exchange counts']
  })
}
