// The account's fee rates as its orders here have them. The exchange publishes none.
import type { FeeRates } from '../../src-preload/domain/orders/order-fee.ts'
import { anyOrder } from '../store/api/order-filter.ts'
import type { Store } from '../store/api/store-api.ts'

/** Rates of the newest order in the market, or else in any; null where the account has no order here. Errors: those of the store. */
export async function findFeeRates(
  store: Pick<Store, 'listOrders'>,
  accountId: string,
  market: string,
): Promise<FeeRates | null> {
  for (const markets of [[market], []]) {
    const filter = { ...anyOrder, markets }
    const { rows } = await store.listOrders(
      accountId,
      filter,
      { column: 'created', isDescending: true },
      0,
      1,
    )
    const newest = rows[0]
    if (newest !== undefined) return { maker: newest.makerFee, taker: newest.takerFee }
  }
  return null
}
