// Tells what had been moved out of an account by a moment, for the realized results of its history. Pure.
import { type Exact, zero } from '../../../src-preload/shared/exact.ts'
import type { TimedMovement } from './ledger-reader.ts'
import { UNIT } from './movements.ts'

/**
 * Value of what was moved out of a currency until a moment (included) less its share of the cost, in the currency of profit and loss
 * (figures.md, "Moved out"); null where it is not known.
 * @param currency - in lower case
 */
export type MovedOutAt = (currency: string, atMs: number) => Exact | null

/**
 * What had been moved out by each moment, as far as the present figure tells it: nothing before the first movement out, the present
 * figure from the last one on, and between the two it is not known. The currency of profit and loss costs what it is worth, so that
 * its movements have no result.
 *
 * @param latest - the present figure by currency in lower case, of all movements here; a currency whose book is unknown is not in it
 */
export function movedOutOver(
  movements: readonly TimedMovement[],
  latest: ReadonlyMap<string, Exact>,
): MovedOutAt {
  const spans = new Map<string, { readonly firstMs: number; readonly lastMs: number }>()
  for (const { currency, direction, atMs } of movements) {
    if (direction !== 'out' || currency === UNIT) continue
    const { firstMs, lastMs } = spans.get(currency) ?? { firstMs: atMs, lastMs: atMs }
    spans.set(currency, { firstMs: Math.min(firstMs, atMs), lastMs: Math.max(lastMs, atMs) })
  }
  return (currency, atMs) => {
    const span = spans.get(currency)
    if (span === undefined || atMs < span.firstMs) return zero
    return atMs < span.lastMs ? null : (latest.get(currency) ?? null)
  }
}
