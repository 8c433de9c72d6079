// IPC channels of trading sessions, of price bounds, and of signing that was locked after a difference.
// A session is granted in the secure window only; the page asks for it and shows it.
import { z } from 'zod'
import {
  maxSessionMarkets,
  sessionEndReasons,
  type SessionLimits,
} from '../../domain/accounts/session-limits.ts'
import { networkKinds } from '../accounts/accounts.ts'
import { type ChannelTable, nothing } from '../channel.ts'
import { decimalText, epochMs, marketSymbol } from '../orders/entities.ts'

/** See SessionLimits. Which values may be granted: findSessionLimitFault. */
export const sessionLimits = z.strictObject({
  markets: z.array(marketSymbol).min(1).max(maxSessionMarkets),
  quote: marketSymbol,
  largestOrder: decimalText,
  largestSum: decimalText,
  signatures: z.int().min(1),
  ordersPerMinute: z.int().min(1),
  openOrders: z.int().min(1),
  bandPercent: decimalText,
  minutes: z.int().min(1),
}) satisfies z.ZodType<SessionLimits>

/** A session that runs. */
export const tradingSession = z.strictObject({
  id: z.uuid(),
  accountId: z.uuid(),
  network: z.enum(networkKinds),
  /** Host (and port) of the exchange. */
  host: z.string().min(1),
  limits: sessionLimits,
  /** In the quote currency, against the prices that main saw; see largestLossOf. */
  largestLoss: decimalText,
  startedAtMs: epochMs,
  endsAtMs: epochMs,
  /** What is not used up: in the quote currency, and in signatures. */
  left: z.strictObject({ sum: decimalText, signatures: z.int().min(0) }),
})
export type TradingSession = z.infer<typeof tradingSession>

/** What trading without a question is like now. */
export const sessionState = z.strictObject({
  session: tradingSession.nullable(),
  /** How the last session of this run of the app ended; null before one has. */
  lastEnd: z.strictObject({ reason: z.enum(sessionEndReasons), atMs: epochMs }).nullable(),
  /** After a difference nothing of this account is signed until a person has looked: `trading:reviewDifference`. */
  signingLocked: z.boolean(),
})
export type SessionState = z.infer<typeof sessionState>

/** Bounds of a market's prices. */
export const priceBounds = z.strictObject({
  /** Prices beyond which no order of the market is placed, whoever says yes; null for none. */
  lowest: decimalText.nullable(),
  highest: decimalText.nullable(),
  /**
   * Percent of the last price that a stop's trigger may be away from it: further ones ask, and are acknowledged. Null for the
   * standard bound (`standardTriggerPercent`).
   */
  triggerPercent: decimalText.nullable(),
})
export type PriceBounds = z.infer<typeof priceBounds>

export const tradingSessionChannels = {
  'trading:getSession': { access: 'readable', input: nothing, output: sessionState },
  /**
   * Asks in the secure window for a session with these limits, which then takes the place of one that runs. Errors: validation of
   * a limit (SessionLimitFault as `field`, `reason`, `largest`), of `trading` (`journalRestored`, `signingLocked`); keyMismatch;
   * userDeclined; those of reading the profile and the orders.
   */
  'trading:startSession': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ limits: sessionLimits }),
    output: tradingSession,
  },
  'trading:endSession': { access: 'unlocked', input: nothing, output: nothing },
  'trading:getBounds': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol }),
    output: priceBounds,
  },
  /**
   * Sets the fixed bounds of a market for the account in use; asks in the secure window where they get wider. Errors: validation of
   * `lowest` or `highest` (`notPositive`, `crossed`), of `triggerPercent` (`notPositive`, `tooLarge` with `largest`); userDeclined.
   */
  'trading:setBounds': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ market: marketSymbol, ...priceBounds.shape }),
    output: nothing,
  },
  /** Shows in the secure window why signing is locked, and unlocks it after a yes. Errors: notFound where it is not; userDeclined. */
  'trading:reviewDifference': { access: 'unlocked', confirmed: true, input: nothing, output: nothing },
} satisfies ChannelTable<'trading'>

export const tradingSessionEvents = {
  'trading:sessionChanged': sessionState,
}
