// IPC channels of canceling everything: what the exchange still lists as open, and what may still turn up there.
import { z } from 'zod'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { epochMs, marketSymbol } from '../orders/entities.ts'

/**
 * `asking`: the secure window asks. `running`: cancels go out. `waitingForConnection`: the exchange cannot be reached, or the
 * account is signed out: nothing is canceled until that is over. `done`: it has ended; `note` tells how.
 */
export const cancelAllPhases = ['idle', 'asking', 'running', 'waitingForConnection', 'done'] as const

/**
 * How it ended. `noneOpen`: two listings in a row showed no open order. `stopped`: a person stopped it. `accountLeft`: another
 * account came into use; it goes on when this one does.
 */
export const cancelAllEnds = ['noneOpen', 'stopped', 'accountLeft'] as const

/** Orders that are named at most; `leftCount` has all of them. */
export const MAX_NAMED_LEFT = 200

export const cancelAllState = z.strictObject({
  phase: z.enum(cancelAllPhases),
  /** The account whose orders are canceled; null before the first time. */
  accountId: z.string().nullable(),
  startedAtMs: epochMs.nullable(),
  /** It was pressed before the account was left, or before the app ended, and goes on. */
  isResumed: z.boolean(),
  /** Orders that were open and are not any more: canceled, or filled just before. */
  canceled: z.int().min(0),
  /** Orders that the last listing showed as open; before the first one, those that the cache has as open. */
  left: z
    .array(
      z.strictObject({
        orderId: z.int().min(0),
        /** Null where the exchange's row could not be read. */
        market: marketSymbol.nullable(),
      }),
    )
    .max(MAX_NAMED_LEFT),
  leftCount: z.int().min(0),
  /** Tickets of orders that were sent without an answer. Each is canceled when it turns up at the exchange. */
  mayStillAppear: z.array(z.uuid()),
  /** Accounts that are not in use and whose orders are all to be canceled: it goes on when they are, after a restart too. */
  waiting: z.array(z.string()),
  /** Null until it has ended. */
  note: z.enum(cancelAllEnds).nullable(),
  /** Why the last attempt did not succeed; null if it did. */
  failure: errorReport.nullable(),
})
export type CancelAllState = z.infer<typeof cancelAllState>

export const tradingCancelChannels = {
  /**
   * Asks in the secure window, then refuses new orders, ends the trading session and cancels all open orders of the account in
   * use, again and again until two listings in a row show none. Returns once it has begun. Errors: userDeclined; notFound
   * without an account.
   */
  'trading:cancelAll': { access: 'unlocked', confirmed: true, input: nothing, output: cancelAllState },
  'trading:getCancelAll': { access: 'readable', input: nothing, output: cancelAllState },
  /**
   * Asks in the secure window, then stops canceling everything: orders that are open stay open, and new ones may be placed again.
   * Where none runs, those that wait for their account are asked about and ended one by one. Errors: userDeclined.
   */
  'trading:stopCancelAll': { access: 'unlocked', confirmed: true, input: nothing, output: nothing },
} satisfies ChannelTable<'trading'>

export const tradingCancelEvents = {
  'trading:cancelAllChanged': cancelAllState,
}
