// The IPC channel of moving an open order to another price: the exchange has no such call, so it is canceled and placed anew.
import { z } from 'zod'
import { type ChannelTable, errorReport } from '../channel.ts'
import { decimalText } from '../orders/entities.ts'
import { orderIntent, placedOrder } from './trading.ts'

/**
 * Why an order was not moved; nothing was placed. `filled`: it was filled before it could be canceled. `canceledMeanwhile`: it was
 * canceled, but not by this. `noFinalState`: the cancel was sent, and the exchange did not say within ten seconds what became of
 * the order: it may still be open, or still be canceled. `declined`, `refusedBefore`: no cancel was sent, the order is as it was.
 */
export const notMovedReasons = [
  'filled',
  'canceledMeanwhile',
  'noFinalState',
  'declined',
  'refusedBefore',
] as const

export const moveResult = z.discriminatedUnion('outcome', [
  /** Canceled, and what was left unfilled of it is placed at the new price. */
  z.strictObject({ outcome: z.literal('moved'), order: placedOrder }),
  z.strictObject({
    outcome: z.literal('notMoved'),
    reason: z.enum(notMovedReasons),
    failure: errorReport.nullable(),
  }),
  /** Canceled, and the new one was refused, not sent, or has no answer. */
  z.strictObject({
    outcome: z.literal('gone'),
    /** The order that was canceled. */
    canceled: z.int().min(0),
    /** The new one in the journal; null where it did not get that far. */
    order: placedOrder.nullable(),
    /** The new one was sent, or nobody can say that it was not: it may be in the book, and is not to be placed again unlooked. */
    isUnknown: z.boolean(),
    /** What was to be placed: trying again takes a new ticket. */
    unplaced: orderIntent,
    failure: errorReport.nullable(),
  }),
])
export type MoveResult = z.infer<typeof moveResult>

export const tradingMoveChannels = {
  /**
   * Moves an open limit, post-only or stop order of the account to another price. The new order passes all checks and the
   * question in the secure window before the old one's cancel is sent. It takes the ticket, whatever comes of it: a second call
   * while it runs moves nothing more and returns the same. Errors: validation of `ticket` (`notOpen`), `order` (`notOpen`, `notMovable`, and `tooManyMoves` with the ticket not taken),
   * `trading` (`cancelingAll`, with the ticket not taken).
   */
  'trading:move': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({
      ticketId: z.uuid(),
      orderId: z.int().min(0),
      price: decimalText,
      /** Null except for a stop order. */
      stopPrice: decimalText.nullable(),
    }),
    output: moveResult,
  },
} satisfies ChannelTable<'trading'>
