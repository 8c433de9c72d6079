// The changes about which the secure window asks.
import { z } from 'zod'
import { decimalText, marketSymbol, orderSide } from '../orders/entities.ts'
import { orderBusiness } from '../orders/order-business.ts'
import { signingDifference } from '../trading/signing-difference.ts'
import { priceBounds } from '../trading/trading-session.ts'
import { transferLimits } from '../transfers.ts'
import { networkKinds, serviceKeyNames } from './accounts.ts'
import { lockMinutes } from './security.ts'

const network = z.enum(networkKinds)

/** A change that weakens protection or deletes something, which only the user may decide. */
export const changeAsked = z.discriminatedUnion('what', [
  /** Renames the file with the encrypted keys, which makes its keys unusable. */
  z.strictObject({ what: z.literal('setVaultAside'), ...orderBusiness.shape }),
  /** Deletes a service key from this computer. */
  z.strictObject({
    what: z.literal('forgetServiceKey'),
    label: z.string(),
    network,
    name: z.enum(serviceKeyNames),
  }),
  /** Lock options; null and false for those that are not weakened. */
  z.strictObject({
    what: z.literal('weakenLock'),
    lockAfterMinutes: z.literal(lockMinutes).nullable(),
    isReadableWhenLocked: z.boolean(),
    signsInAtStart: z.boolean(),
    keepsTokens: z.boolean(),
  }),
  /** At least one limit is raised or removed. */
  z.strictObject({
    what: z.literal('raiseLimits'),
    label: z.string(),
    network,
    now: transferLimits,
    asked: transferLimits,
  }),
  /** The page has canceled many orders one by one. */
  z.strictObject({ what: z.literal('cancelMany'), label: z.string(), network, count: z.int().min(1) }),
  /** At least one fixed price bound of a market is moved outward or removed. */
  z.strictObject({
    what: z.literal('widenBounds'),
    label: z.string(),
    network,
    market: marketSymbol,
    now: priceBounds,
    asked: priceBounds,
  }),
  /** Signing was locked after a difference, and is to be allowed again. */
  z.strictObject({
    what: z.literal('reviewDifference'),
    label: z.string(),
    network,
    difference: signingDifference,
  }),
  /**
   * The journal was restored or begun anew, and signing is to be allowed: what the exchange lists as open and of the last day. `shown`:
   * the first of them; each count is of what was listed, at most 1,000 a listing.
   */
  z.strictObject({
    what: z.literal('reviewRestored'),
    label: z.string(),
    network,
    open: z.int().min(0),
    recent: z.int().min(0),
    shown: z.array(
      z.strictObject({
        orderId: z.int().min(0),
        market: marketSymbol,
        side: orderSide,
        amount: decimalText,
        price: decimalText.nullable(),
        state: z.string(),
      }),
    ),
  }),
  /** All open orders of one market; of one side only, unless `side` is null. */
  z.strictObject({
    what: z.literal('cancelMarket'),
    label: z.string(),
    network,
    market: marketSymbol,
    side: orderSide.nullable(),
  }),
  /** All open orders of the account; ends the trading session too. */
  z.strictObject({ what: z.literal('cancelAll'), label: z.string(), network }),
  /** Canceling everything ends before nothing is open. */
  z.strictObject({ what: z.literal('stopCancelAll'), label: z.string(), network }),
  /** The account leaves use, or is signed out, before canceling everything has ended: that waits until it is back. */
  z.strictObject({ what: z.literal('leaveCancelAll'), label: z.string(), network }),
])
export type ChangeAsked = z.infer<typeof changeAsked>
