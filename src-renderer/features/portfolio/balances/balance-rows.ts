// Rows of the balances table: what is held, largest value first, with the reason of each estimate. Pure.
import type { AccountBalance, AccountBalances } from '../../../../src-preload/contract/portfolio/balances.ts'
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { isZeroDecimal } from '../../../text/format/decimal.ts'

const isNothing = ({ total, locked }: AccountBalance): boolean =>
  isZeroDecimal(locked) && total.state !== 'unknown' && isZeroDecimal(total.amount)

const amountOf = (figure: Figure): string => (figure.state === 'unknown' ? '-1' : figure.amount)

/** Balances above zero by falling value, those without one last; and how many are zero. */
export function listHeld({ balances }: Pick<AccountBalances, 'balances'>): {
  readonly held: readonly AccountBalance[]
  readonly zero: number
} {
  const held = balances
    .filter((one) => !isNothing(one))
    .toSorted(
      (one, other) =>
        compareDecimals(amountOf(other.value), amountOf(one.value)) ||
        (one.currency < other.currency ? -1 : 1),
    )
  return { held, zero: balances.length - held.length }
}

/** Why total and free of a currency are not known; empty if they are. */
export function explainBasis({ currency, free }: AccountBalance): string {
  if (free.state === 'known') return ''
  const unit = currency.toUpperCase()
  return `Unknown whether the exchange includes ${unit} of open orders in the balance; the next order will show it.`
}
