// Exact sums by name.
import { add, type Exact, exactText } from '../../../src-preload/domain/numbers/exact-decimal.ts'

/** Adds to the sum under a name. */
export function addTo(sums: Map<string, Exact>, name: string, amount: Exact): void {
  const before = sums.get(name)
  sums.set(name, before === undefined ? amount : add(before, amount))
}

/** The sums as texts, by name. */
export function listSums(sums: ReadonlyMap<string, Exact>): { currency: string; amount: string }[] {
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => ({ currency, amount: exactText(sum) }))
}
