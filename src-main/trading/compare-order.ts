// Compares the exchange's order with what was meant, as exact numbers. Pure.
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { ComparedOrderField } from '../../src-preload/contract/trading/trading.ts'
import { compareDecimals } from '../../src-preload/domain/numbers/exact-decimal.ts'
import type { StoredOrderIntent } from '../store/api/placed-order-rows.ts'

type Meant = Pick<StoredOrderIntent, 'market' | 'side' | 'type' | 'amount' | 'price' | 'stopPrice'>

/** A price that one side leaves out says nothing: create's answer has no stop price, and a market order's is null. */
const isSamePrice = (meant: string | null, told: string | null): boolean =>
  meant === null || told === null || compareDecimals(meant, told) === 0

/** Fields in which the exchange's order differs from the intent, over the fields that both have. */
export function findOrderDifferences(meant: Meant, told: Order): ComparedOrderField[] {
  const isSame: Readonly<Record<ComparedOrderField, boolean>> = {
    market: told.market === meant.market,
    side: told.side === meant.side,
    type: told.type === meant.type,
    amount: compareDecimals(told.originVolume, meant.amount) === 0,
    price: isSamePrice(meant.price, told.price),
    stopPrice: isSamePrice(meant.stopPrice, told.stopPrice),
  }
  return (Object.keys(isSame) as ComparedOrderField[]).filter((field) => !isSame[field])
}
