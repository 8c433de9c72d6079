// The account's open orders by the levels of a book. Pure; sums are exact.
import type { ListedOrder } from '../../../src-preload/contract/orders/entities.ts'
import { type BookSide, groupPriceOf } from '../../../src-preload/domain/markets/book-groups.ts'
import { add, type Exact, exactText, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'

/** What the account has open at a level, in the base currency. */
export interface OwnLevel {
  readonly orders: number
  readonly amount: string
}

type OpenOrder = Pick<ListedOrder, 'side' | 'price' | 'remainingVolume'>

/** Key of a level in the map of {@link ownLevelsOf}. */
export const levelKey = (side: BookSide, price: string): string => `${side} ${price}`

/**
 * @param orders - open limit orders of one market; those without a price are of no level
 * @param step - of the book that is shown; null for one level per price
 */
export function ownLevelsOf(
  orders: readonly OpenOrder[],
  step: string | null,
): ReadonlyMap<string, OwnLevel> {
  const width = step === null ? null : parseExact(step)
  const sums = new Map<string, { orders: number; amount: Exact }>()
  for (const { side: orderSide, price: text, remainingVolume } of orders) {
    if (text === null) continue
    const side = orderSide === 'buy' ? 'bids' : 'asks'
    const price = parseExact(text)
    const key = levelKey(side, exactText(width === null ? price : groupPriceOf(price, width, side)))
    const sum = sums.get(key)
    const amount = parseExact(remainingVolume)
    if (sum === undefined) sums.set(key, { orders: 1, amount })
    else {
      sum.orders += 1
      sum.amount = add(sum.amount, amount)
    }
  }
  return new Map([...sums].map(([key, sum]) => [key, { orders: sum.orders, amount: exactText(sum.amount) }]))
}
