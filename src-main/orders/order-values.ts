// Computes the executed value of orders from their stored fills. Never asks the exchange.
import type { ListedOrder, Order, OrderTrade } from '../../src-preload/contract/orders/entities.ts'
import { exactText } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { executedValueOf, type FillSum, sumOfFills } from '../../src-preload/domain/orders/executed-value.ts'
import type { Owned } from '../store/api/order-pages.ts'
import type { Store } from '../store/api/store-api.ts'

/** @param fills - sums over its known fills; null if none are known */
function withValue(order: Order, fills: FillSum | null): ListedOrder {
  const value = executedValueOf(order, fills)
  return {
    ...order,
    executedValue: value === null ? null : exactText(value.value),
    isExecutedValueExact: value?.isExact === true,
  }
}

/** @param trades - its known fills */
export const withValueOf = (order: Order, trades: readonly OrderTrade[]): ListedOrder =>
  withValue(order, sumOfFills(trades))

/**
 * The same orders in the same order, each with its value. If an order changes between the two reads, its fills do not add up
 * to it, so it has no exact value until the next read.
 */
export async function withValues(
  store: Pick<Store, 'sumOrderFills'>,
  accountId: string,
  orders: readonly Order[],
): Promise<ListedOrder[]> {
  const filled = orders.filter(({ tradesCount }) => tradesCount > 0).map(({ id }) => id)
  const sums = filled.length === 0 ? [] : await store.sumOrderFills(accountId, filled)
  const sumOf = new Map(sums.map((sum) => [sum.orderId, sum]))
  return orders.map((order) => withValue(order, sumOf.get(order.id) ?? null))
}

/** As `withValues`, for orders of several accounts. */
export async function withOwnValues(
  store: Pick<Store, 'sumOrderFills'>,
  orders: readonly Owned<Order>[],
): Promise<Owned<ListedOrder>[]> {
  const sumsOf = new Map<string, ReadonlyMap<number, FillSum>>()
  for (const accountId of new Set(orders.map((order) => order.accountId))) {
    const filled = orders.filter((order) => order.accountId === accountId && order.tradesCount > 0)
    const sums =
      filled.length === 0
        ? []
        : await store.sumOrderFills(
            accountId,
            filled.map(({ id }) => id),
          )
    sumsOf.set(accountId, new Map(sums.map((sum) => [sum.orderId, sum])))
  }
  return orders.map((order) => ({
    ...withValue(order, sumsOf.get(order.accountId)?.get(order.id) ?? null),
    accountId: order.accountId,
  }))
}
