// Finds out whether the exchange's `balance` includes what open orders lock, which no document says (facts, B3). Pure.
import type { PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import type { LockedBasis } from '../../../src-preload/contract/portfolio/balances.ts'
import type { Balance } from '../../../src-preload/contract/trading/trading-entities.ts'
import {
  add,
  compare,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { balanceOf } from '../results/pnl-results.ts'

/** What several currencies show together: `unknown` if none shows anything, or two contradict each other. */
function agree(votes: readonly LockedBasis[]): LockedBasis {
  const found = new Set(votes.filter((vote) => vote !== 'unknown'))
  const [only] = found
  return found.size === 1 && only !== undefined ? only : 'unknown'
}

/**
 * Judges two readings around an own order that appeared or ended without fills. Per currency with
 * Δlocked ≠ 0: Δbalance = 0 → `includes`; Δbalance = −Δlocked → `excludes`; anything else shows nothing.
 * The caller makes sure that no fill and no transfer lies between the two: either could imitate the other answer.
 */
export function judgeChange(before: readonly Balance[], after: readonly Balance[]): LockedBasis {
  return agree(
    after.map((now): LockedBasis => {
      const then = before.find(({ currency }) => currency === now.currency)
      if (then === undefined) return 'unknown'
      const locked = subtract(parseExact(now.locked), parseExact(then.locked))
      if (locked.units === 0n) return 'unknown'
      const moved = subtract(parseExact(now.balance), parseExact(then.balance))
      if (moved.units === 0n) return 'includes'
      return compare(add(moved, locked), zero) === 0 ? 'excludes' : 'unknown'
    }),
  )
}

/**
 * Judges balances by `pnl` of the same moment (figures.md, "Balance"). Per currency with locked ≠ 0, and total =
 * total_credit − total_debit: total = balance → `includes`; total = balance + locked → `excludes`; anything else shows
 * nothing.
 */
export function judgeTotals(balances: readonly Balance[], entries: readonly PnlEntry[]): LockedBasis {
  return agree(
    balances.map(({ currency, balance, locked }): LockedBasis => {
      const entry = entries.find((one) => one.currency === currency)
      const held = parseExact(locked)
      if (entry === undefined || held.units === 0n) return 'unknown'
      const total = balanceOf(entry)
      const told = parseExact(balance)
      if (compare(total, told) === 0) return 'includes'
      return compare(total, add(told, held)) === 0 ? 'excludes' : 'unknown'
    }),
  )
}

/** The finding after another one. A contradiction makes it unknown until the next. */
export function nextBasis(known: LockedBasis, found: LockedBasis): LockedBasis {
  if (found === 'unknown') return known
  return known === 'unknown' || known === found ? found : 'unknown'
}
