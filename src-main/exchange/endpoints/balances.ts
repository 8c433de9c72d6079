// GET /sapi/v1/user/balance/ (facts, B3). Figures are passed on unchanged.
import { z } from 'zod'
import type { Balance } from '../../../src-preload/contract/trading/trading-entities.ts'
import { maxLength, maxRows } from '../answers/answer-sizes.ts'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'
import { type Rows, wireRows } from './rows.ts'
import { checkUnit } from './rules.ts'
import { notAskedFor, wireDecimal, wireText } from './wire.ts'

export interface BalancesQuery {
  /** All currencies where omitted. */
  readonly currency?: string | undefined
}

/** The deposit address, which some answers have, is not used. */
const wireBalance = z.object({
  currency: wireText(maxLength.currency, 1),
  balance: wireDecimal,
  locked: wireDecimal,
})

/** One currency is an object, all of them are a list. */
const oneAsList = (payload: unknown): unknown =>
  typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? [payload] : payload

export const balances: Endpoint<Rows<Balance>> = {
  name: 'user.balances',
  method: 'GET',
  effect: 'read',
  isPrivate: true,
  answer: z
    .object({ payload: z.preprocess(oneAsList, wireRows(wireBalance, maxRows.currencies)) })
    .transform(({ payload }) => payload),
  exactKeys: new Set(['balance', 'locked']),
  unreadIn: ({ unread }) => unread,
}

/**
 * What the account has of each currency, or of the one that was asked for.
 * Errors: validation for an invalid currency; contractViolation for another currency; those of every read.
 */
export async function listBalances(
  call: Call,
  { currency }: BalancesQuery,
  options?: CallOptions,
): Promise<Rows<Balance>> {
  const query = { currency: checkUnit(currency, 'currency') }
  const found = await call(balances, { path: '/sapi/v1/user/balance/', query }, options)
  const isOther = (row: Balance): boolean => currency !== undefined && row.currency !== currency
  if (found.rows.some(isOther)) throw notAskedFor(balances.name, 'payload.currency')
  return found
}
