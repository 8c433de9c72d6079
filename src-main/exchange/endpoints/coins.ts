// POST /main/stat/v2/coins/ (facts, B12): the currencies of the exchange, with their decimals and order sizes.
import { z } from 'zod'
import type { Coin } from '../../../src-preload/contract/trading/trading-entities.ts'
import { maxLength, maxRows } from '../answers/answer-sizes.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { type Rows, wireKeyedRows } from './rows.ts'
import { unreadAsNull, wireDecimal, wirePlaces, wireText } from './wire.ts'

/** The key is the coin's long name ("ethereum"); its code is the symbol (facts, A12). */
const wireCoin = z
  .object({
    value: z.object({
      symbol: wireText(maxLength.currency, 1),
      name: unreadAsNull(wireText(maxLength.name)),
      decimal: unreadAsNull(wirePlaces),
      blockchain_decimal: unreadAsNull(wirePlaces),
      trade_decimal: unreadAsNull(wirePlaces),
      minimum_order: unreadAsNull(wireDecimal),
      maximum_order: unreadAsNull(wireDecimal),
    }),
  })
  .transform(({ value }): Coin => ({
    symbol: value.symbol,
    name: value.name,
    decimals: value.decimal,
    chainDecimals: value.blockchain_decimal,
    tradeDecimals: value.trade_decimal,
    minOrder: value.minimum_order,
    maxOrder: value.maximum_order,
  }))

export const coins: Endpoint<Rows<Coin>> = {
  name: 'coins.list',
  method: 'POST',
  effect: 'read',
  isPrivate: false,
  answer: z
    .object({ payload: wireKeyedRows(wireCoin, maxRows.currencies) })
    .transform(({ payload }) => payload),
  exactKeys: new Set(['minimum_order', 'maximum_order']),
  unreadIn: ({ unread }) => unread,
}

/** All currencies. Errors: those of every read. */
export async function listCoins(call: Call, options?: CallOptions): Promise<Rows<Coin>> {
  return call(coins, { path: '/main/stat/v2/coins/' }, options)
}
