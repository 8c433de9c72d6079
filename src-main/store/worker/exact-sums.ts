// Sums of many decimals, exact, and quick: whole numbers of one scale are added up by themselves.
import { type Exact, add, exactText, parseExact, zero } from '../../../src-preload/domain/exact.ts'

export interface DecimalSum {
  add(value: Exact): void
  /** As canonical decimal text. */
  read(): string
}

export function createDecimalSum(): DecimalSum {
  const byScale = new Map<number, bigint>()
  return {
    add({ units, scale }) {
      byScale.set(scale, (byScale.get(scale) ?? 0n) + units)
    },
    read: () =>
      exactText([...byScale].reduce<Exact>((sum, [scale, units]) => add(sum, { units, scale }), zero)),
  }
}

/** Fees by currency. */
export function createFeeSums() {
  const sums = new Map<string, DecimalSum>()
  return {
    add(currency: string, amount: string): void {
      const sum = sums.get(currency) ?? createDecimalSum()
      sums.set(currency, sum)
      sum.add(parseExact(amount))
    },
    list: () => [...sums].map(([currency, sum]) => ({ currency, amount: sum.read() })),
  }
}
