// A difference between what a person asked and what the exchange did, which locks signing.
import { z } from 'zod'
import { decimalText, epochMs, marketSymbol } from '../orders/entities.ts'
import { comparedOrderFields } from './trading.ts'

/** What the exchange did that nobody asked for. */
export const signingDifference = z.discriminatedUnion('kind', [
  /** The order that it placed is another one: in these fields. */
  z.strictObject({
    kind: z.literal('otherOrder'),
    market: marketSymbol,
    orderId: z.int().min(0),
    fields: z.array(z.enum(comparedOrderFields)),
    atMs: epochMs,
  }),
  /** It accepted an order and does not have it. */
  z.strictObject({
    kind: z.literal('noOrder'),
    market: marketSymbol,
    orderId: z.int().min(0),
    atMs: epochMs,
  }),
  /** So much of a balance is gone that no known order, fill or transfer explains. */
  z.strictObject({
    kind: z.literal('balance'),
    currency: z.string().max(20),
    amount: decimalText,
    atMs: epochMs,
  }),
])
export type SigningDifference = z.infer<typeof signingDifference>
