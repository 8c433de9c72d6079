// Owns: sums over the portfolio that are exact. Must not: guess across currencies or round.
import Big from 'big.js'
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'

export interface Total {
  /** Canonical decimal text with every digit. */
  readonly value: string
  readonly currency: string
}

/**
 * The sum of `totalBalanceValue`, which is exact only where every entry is valued in one currency; null otherwise,
 * and null without entries.
 */
export function sumBalanceValues(entries: readonly PnlEntry[]): Total | null {
  const [first] = entries
  if (first === undefined || entries.some((entry) => entry.pnlCurrency !== first.pnlCurrency)) return null
  const sum = entries.reduce((total, entry) => total.plus(entry.totalBalanceValue), new Big(0))
  return { value: sum.toFixed(), currency: first.pnlCurrency }
}
