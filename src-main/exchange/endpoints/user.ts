// GET /sapi/v1/user/profile/ and /sapi/v1/user/pnl/. Figures are passed on unchanged.
import { z } from 'zod'
import type { PnlEntry, Profile } from '../../../src-preload/contract/orders/entities.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { maxLength, maxRows } from '../answers/answer-sizes.ts'
import { type Rows, wireRows } from './rows.ts'
import { absentAsNull, unreadAsNull, wireDecimal, wireText } from './wire.ts'

/** A public L2 key in any spelling of hex, as `0x`, lowercase, unpadded. */
const wireStarkKey = z
  .string()
  .regex(/^(?:0x)?[0-9a-fA-F]{1,64}$/, 'not a hex number')
  .transform((text) => `0x${BigInt(text.startsWith('0x') ? text : `0x${text}`).toString(16)}`)

/** A name that somebody may not have, and that nothing depends on. */
const shownName = unreadAsNull(wireText(maxLength.name)).transform((name) => name ?? '')

/** customer_id is missing in some answers (facts, A9); img has no documented form and is not used. */
export const profile: Endpoint<Profile> = {
  name: 'user.profile',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  answer: z
    .object({
      payload: z.object({
        name: shownName,
        customer_id: unreadAsNull(wireText(maxLength.name)),
        username: shownName,
        stark_key: wireStarkKey,
      }),
    })
    .transform(({ payload }) => ({
      name: payload.name,
      customerId: payload.customer_id,
      username: payload.username,
      starkKey: payload.stark_key,
    })),
}

const wirePnlEntry = z
  .object({
    currency: wireText(maxLength.currency, 1),
    pnl_currency: wireText(maxLength.currency, 1),
    total_credit: wireDecimal,
    total_debit: wireDecimal,
    total_credit_value: wireDecimal,
    total_debit_value: wireDecimal,
    // Of a currency that was never bought, sold or held there is none.
    average_buy_price: absentAsNull(wireDecimal),
    average_sell_price: absentAsNull(wireDecimal),
    average_balance_price: absentAsNull(wireDecimal),
    total_balance_value: wireDecimal,
  })
  .transform((entry) => ({
    currency: entry.currency,
    pnlCurrency: entry.pnl_currency,
    totalCredit: entry.total_credit,
    totalDebit: entry.total_debit,
    totalCreditValue: entry.total_credit_value,
    totalDebitValue: entry.total_debit_value,
    averageBuyPrice: entry.average_buy_price,
    averageSellPrice: entry.average_sell_price,
    averageBalancePrice: entry.average_balance_price,
    totalBalanceValue: entry.total_balance_value,
  }))

export const pnl: Endpoint<Rows<PnlEntry>> = {
  name: 'user.pnl',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  answer: z
    .object({ payload: wireRows(wirePnlEntry, maxRows.currencies) })
    .transform(({ payload }) => payload),
  exactKeys: new Set([
    'total_credit',
    'total_debit',
    'total_credit_value',
    'total_debit_value',
    'average_buy_price',
    'average_sell_price',
    'average_balance_price',
    'total_balance_value',
  ]),
  unreadIn: ({ unread }) => unread,
}

/** The account's profile, with the L2 key that it is registered with. */
export async function getProfile(call: Call, options?: CallOptions): Promise<Profile> {
  return call(profile, { path: '/sapi/v1/user/profile/' }, options)
}

/** Profit and loss, one entry per currency, with the service's figures unchanged. */
export async function getPnl(call: Call, options?: CallOptions): Promise<Rows<PnlEntry>> {
  return call(pnl, { path: '/sapi/v1/user/pnl/' }, options)
}
