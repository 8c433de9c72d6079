// Owns: sums over the portfolio, by currency and exact. Must not: guess across currencies or round.
import Big from 'big.js'

export interface Total {
  /** Canonical decimal text with every digit. */
  readonly amount: string
  readonly currency: string
}

export interface Totals {
  /** One per currency, in the order in which the currencies come first. */
  readonly totals: readonly Total[]
  /** How many items have no such figure, and are in no total. */
  readonly without: number
}

/** Sums a figure over items, each in its own currency. `pick` gives null where an item has none. */
export function sumByCurrency<Item extends { readonly pnlCurrency: string }>(
  items: readonly Item[],
  pick: (item: Item) => string | null,
): Totals {
  const sums = new Map<string, Big>()
  let without = 0
  for (const item of items) {
    const figure = pick(item)
    if (figure === null) without += 1
    else sums.set(item.pnlCurrency, (sums.get(item.pnlCurrency) ?? new Big(0)).plus(figure))
  }
  return { totals: [...sums].map(([currency, sum]) => ({ currency, amount: sum.toFixed() })), without }
}

/** The exact sum of decimal texts. */
export function addUp(texts: readonly string[]): string {
  return texts.reduce((sum, text) => sum.plus(text), new Big(0)).toFixed()
}

/** Which way a figure goes: what is above zero rises, whatever is lost on the way to a double. */
export function directionOf(text: string): 'up' | 'down' | 'flat' {
  const sign = new Big(text).cmp(0)
  return sign > 0 ? 'up' : sign < 0 ? 'down' : 'flat'
}
