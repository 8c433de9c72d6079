// Determines from an account's `pnl` readings whether the exchange's values are before fees. Pure; definition: figures.md,
// "Before or after fees".
import type { FeeBasis } from '../../../src-preload/contract/portfolio/results.ts'
import type { Book } from './ledger/book.ts'
import { agrees, type PnlUnits } from './ledger/book-state.ts'
import { untouchedBook } from './ledger/ledger.ts'

/** One reading with the books of the fills at that time. */
export interface BooksAtReading {
  readonly said: ReadonlyMap<string, PnlUnits>
  readonly books: ReadonlyMap<string, Book>
}

type Vote = FeeBasis | null

/**
 * One currency's evidence between two readings: before fees if Δ total_credit_value = Σ (amount − fee) × price and Δ
 * total_debit_value = Σ gross. None if its amounts changed by more than its fills and movements, or if fees make no
 * difference.
 */
function voteOf(was: PnlUnits, is: PnlUnits, before: Book, after: Book): Vote {
  const credit = is.credit - was.credit
  const debit = is.debit - was.debit
  const amountOut = after.amountOut - before.amountOut
  if (!agrees(after.amountIn - before.amountIn, credit) || !agrees(amountOut, debit)) return null
  const net = after.valueIn - before.valueIn
  const gross = net + after.feesIn - before.feesIn
  if (agrees(gross, net)) return null
  const isNet = agrees(net, is.creditValue - was.creditValue)
  const isGrossOut = agrees(after.valueOut - before.valueOut, is.debitValue - was.debitValue)
  return isNet && isGrossOut ? 'beforeFees' : 'asTheExchangeCounts'
}

/**
 * @param readings - in chronological order
 * @param isKnownAt - whether all fills of a currency are here since the reading at that index
 */
export function feeBasisOf(
  readings: readonly BooksAtReading[],
  isKnownAt: (currency: string, at: number) => boolean,
): FeeBasis {
  let found: Vote = null
  for (const [at, next] of readings.entries()) {
    const last = readings[at - 1]
    if (last === undefined) continue
    for (const [currency, is] of next.said) {
      const was = last.said.get(currency)
      const after = next.books.get(currency)
      if (was === undefined || after === undefined || !isKnownAt(currency, at - 1)) continue
      const vote = voteOf(was, is, last.books.get(currency) ?? untouchedBook(0n), after)
      if (vote === 'asTheExchangeCounts') return vote
      found ??= vote
    }
  }
  return found ?? 'asTheExchangeCounts'
}
