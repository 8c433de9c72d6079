// What a trader has to be told at once, by a notification.
import { z } from 'zod'
import { signingDifference } from './signing-difference.ts'
import { decimalText, marketSymbol, orderSide, orderType } from '../orders/entities.ts'
import { comparedOrderFields, orderIntent } from './trading.ts'

const placedFacts = {
  accountId: z.string(),
  ticketId: z.uuid(),
  market: marketSymbol,
  side: orderSide,
  type: orderType,
  amount: decimalText,
  /** Null for a market order. */
  price: decimalText.nullable(),
}
const orderId = z.int().min(0)

export const tradingAlarm = z.discriminatedUnion('kind', [
  /** An order was sent, and there is no answer. */
  z.strictObject({ kind: z.literal('orderUnknown'), ...placedFacts }),
  /** An order without an answer turned up long after it was sent, or after everything was canceled: `isCanceled`. */
  z.strictObject({ kind: z.literal('orderFoundLate'), ...placedFacts, orderId, isCanceled: z.boolean() }),
  /** The exchange placed another order than was meant. */
  z.strictObject({
    kind: z.literal('orderDiffers'),
    ...placedFacts,
    orderId: orderId.nullable(),
    differences: z.array(z.enum(comparedOrderFields)),
  }),
  /** An order was canceled to be moved, and the new one is not surely there. */
  z.strictObject({
    kind: z.literal('orderGone'),
    accountId: z.string(),
    /** The canceled one. */
    orderId,
    /** What was to be placed instead. */
    order: orderIntent,
    /** The new one was sent without an answer: it may be there. */
    isUnknown: z.boolean(),
  }),
  /** The exchange did something else than was asked: signing is locked for the account. */
  z.strictObject({ kind: z.literal('signingLocked'), accountId: z.string(), difference: signingDifference }),
  /** The trading session ended for this reason (a word of `sessionEndReasons`). */
  z.strictObject({ kind: z.literal('sessionEnded'), accountId: z.string(), reason: z.string().max(60) }),
])
export type TradingAlarm = z.infer<typeof tradingAlarm>
