// Subtracts the fees of all fills from the total P&L of one reading. Pure.
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import {
  add,
  type Exact,
  exactText,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { BOOK_DECIMALS } from './ledger/book.ts'
import type { PnlUnits } from './ledger/book-state.ts'
import { convertAlong } from '../../../src-preload/domain/numbers/convert-along.ts'
import { lastPriceOf, type MarketPrice } from './prices/price-path.ts'

const exact = (units: bigint): Exact => ({ units, scale: BOOK_DECIMALS })

/**
 * net = Σ over all currencies (value sold + market value − value received − moved out) − fees.
 * Null if a held currency has no price.
 *
 * @param said - the exchange's figures of a reading, by currency
 * @param fees - of all fills up to that reading, in 10^-30 of `unit`
 */
export function netTotal(
  said: ReadonlyMap<string, PnlUnits>,
  unit: string,
  prices: ReadonlyMap<string, MarketPrice>,
  movedOut: ReadonlyMap<string, Figure>,
  fees: bigint,
): Figure | null {
  let sum = subtract(zero, exact(fees))
  let state: 'known' | 'estimated' = 'known'
  for (const [currency, { credit, debit, creditValue, debitValue }] of said) {
    const balance = exact(credit - debit)
    const price = lastPriceOf(prices, currency, unit, 0)
    if (price === null && balance.units !== 0n) return null
    const worth = price === null ? zero : convertAlong(balance, price.links)
    sum = add(sum, add(worth, exact(debitValue - creditValue)))
    const moved = movedOut.get(currency)
    if (moved === undefined) continue
    if (moved.state === 'unknown') return moved
    if (moved.state === 'estimated') state = 'estimated'
    sum = subtract(sum, parseExact(moved.amount))
  }
  return { state, amount: exactText(sum) }
}
