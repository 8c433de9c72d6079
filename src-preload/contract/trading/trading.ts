// IPC channels of placing orders: tickets and the journal of orders.
// The page sends what an order should be; it never sends a hash, a nonce, a signature or a state.
import { z } from 'zod'
import { networkKinds } from '../accounts/accounts.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { decimalText, epochMs, marketSymbol, orderSide, orderType } from '../orders/entities.ts'

/**
 * Journaled state of an order that this computer placed.
 *
 * `intended`: written before the user and the exchange are asked; nothing is signed. `sending`: signed, and the order was
 * sent, or is about to be; its answer is unknown. `accepted`: the exchange answered with the order. `refused`: the exchange
 * refused it. `notSent`: it ended before it was sent, and is never sent later. `unknown`: sent without an answer, and not
 * found so far. `probablyPlaced`: sent without an answer, and an order like it was found.
 */
export const placedOrderStates = [
  'intended',
  'sending',
  'accepted',
  'refused',
  'notSent',
  'unknown',
  'probablyPlaced',
] as const
export type PlacedOrderState = (typeof placedOrderStates)[number]

/** Fields of the exchange's order that are compared with the intent. */
export const comparedOrderFields = ['market', 'side', 'type', 'amount', 'price', 'stopPrice'] as const
export type ComparedOrderField = (typeof comparedOrderFields)[number]

/** An order as the page asks for it. Prices are in the quote currency, the amount in the base currency. */
export const orderIntent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['limit', 'limit_maker']),
    market: marketSymbol,
    side: orderSide,
    amount: decimalText,
    price: decimalText,
  }),
  z.strictObject({
    type: z.literal('stop_limit'),
    market: marketSymbol,
    side: orderSide,
    amount: decimalText,
    price: decimalText,
    stopPrice: decimalText,
  }),
  z.strictObject({ type: z.literal('market'), market: marketSymbol, side: orderSide, amount: decimalText }),
])
export type OrderIntent = z.infer<typeof orderIntent>

/** An order in the journal. */
export const placedOrder = z.strictObject({
  /** The ticket that it was placed with. */
  id: z.uuid(),
  accountId: z.uuid(),
  network: z.enum(networkKinds),
  /** Host (and port) of the exchange. */
  host: z.string(),
  market: marketSymbol,
  side: orderSide,
  type: orderType,
  amount: decimalText,
  /** Null for a market order. */
  price: decimalText.nullable(),
  /** Null except for a stop limit order. */
  stopPrice: decimalText.nullable(),
  state: z.enum(placedOrderStates),
  createdAtMs: epochMs,
  updatedAtMs: epochMs,
  /** The exchange's order: certain if `accepted`, likely if `probablyPlaced`, null otherwise. */
  orderId: z.int().min(0).nullable(),
  /** Fields in which the exchange's order differs from the intent. */
  differences: z.array(z.enum(comparedOrderFields)),
  /** Why it was refused, not sent, or has no answer; null otherwise. */
  failure: errorReport.nullable(),
})
export type PlacedOrder = z.infer<typeof placedOrder>

const ticketId = z.uuid()

export const tradingChannels = {
  /** Opens a ticket. One order can be placed with it, and no second one. */
  'trading:openTicket': {
    access: 'unlocked',
    input: nothing,
    output: z.strictObject({ ticketId }),
  },
  /**
   * Places the ticket's order: asks in the secure window unless a trading session covers it, requests the hash, signs and sends,
   * each once. A second call with the same ticket sends nothing and returns the first call's order. In a session a market order
   * goes as a limit order at the worst price of the band, and its rest is canceled. What the exchange answered is in the order,
   * and no error of the channel. Errors: validation of `ticket` (`notOpen`), of `amount`, `price`, `stopPrice` (`notPositive`,
   * `wrongSide`, `belowBounds` and `aboveBounds` with `limit`, `noPrice`) and of `trading` (`journalRestored`, `signingLocked`,
   * `practiceFirst`); keyMismatch; userDeclined where no question can be asked now (`busy`, `tooSoon`); those of reading the profile.
   */
  'trading:place': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ ticketId, order: orderIntent }),
    output: placedOrder,
  },
  /**
   * Asks the exchange to cancel one order of the account. It only queues: the order's state says when it has ended. More than
   * ten in a minute ask in the secure window. Errors: userDeclined; those of `orders.cancel`.
   */
  'trading:cancel': {
    access: 'unlocked',
    input: z.strictObject({ orderId: z.int().min(0) }),
    output: nothing,
  },
  /**
   * Asks in the secure window, then cancels all open orders of a market, or of one side of it, until the exchange lists none.
   * Errors: userDeclined; ordersLeft where it does not within a minute; those of `orders.list` where no call got through.
   */
  'trading:cancelMarket': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ market: marketSymbol, side: orderSide.nullable() }),
    output: nothing,
  },
  /** Whether the tour of the first order was finished or skipped, or an order placed in practice. Until then main refuses others. */
  'trading:getTour': { access: 'readable', input: nothing, output: z.strictObject({ isDone: z.boolean() }) },
  /** The user has finished or skipped the tour. Nothing takes that back. */
  'trading:endTour': { access: 'unlocked', input: nothing, output: nothing },
  /** Orders placed from this computer by the account in use, newest first, at most `limit`. */
  'trading:listPlaced': {
    access: 'readable',
    input: z.strictObject({ limit: z.int().min(1).max(200) }),
    output: z.strictObject({ orders: z.array(placedOrder) }),
  },
} satisfies ChannelTable<'trading'>

export const tradingEvents = {
  /** Orders placed from this computer have changed. */
  'trading:changed': z.strictObject({ ids: z.array(ticketId) }),
}
