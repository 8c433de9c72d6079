// IPC channels of price alerts and notifications. They carry facts, no texts.
import { z } from 'zod'
import { type ChannelTable, nothing } from '../channel.ts'
import { decimalText, epochMs, marketSymbol, orderSide, priceText, serviceWord } from '../orders/entities.ts'
import { tradingAlarm } from '../trading/trading-alarms.ts'

export const alertDirections = ['up', 'down', 'either'] as const
export type AlertDirection = (typeof alertDirections)[number]

/** A price alert. The user's own data; belongs to a market of a network, independent of the account. */
export const priceAlert = z.strictObject({
  id: z.uuid(),
  market: marketSymbol,
  price: priceText,
  direction: z.enum(alertDirections),
  /** Empty for none. */
  note: z.string().max(120),
  /** True to stay armed after firing; false to fire once. */
  isRepeating: z.boolean(),
  createdAtMs: epochMs,
  /** When it was last crossed; null for never. */
  crossedAtMs: epochMs.nullable(),
  isArmed: z.boolean(),
})
export type PriceAlert = z.infer<typeof priceAlert>

const orderFacts = {
  accountId: z.string(),
  orderId: z.int().min(0),
  market: marketSymbol,
  side: orderSide,
  type: serviceWord,
  price: decimalText.nullable(),
  averagePrice: decimalText,
  originVolume: decimalText,
  executedVolume: decimalText,
}

const noticeFacts = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('priceCrossed'),
    alertId: z.uuid(),
    market: marketSymbol,
    price: priceText,
    direction: z.enum(['up', 'down']),
    note: z.string(),
  }),
  z.strictObject({ kind: z.literal('orderFilled'), ...orderFacts }),
  z.strictObject({ kind: z.literal('orderCancelled'), ...orderFacts, cancelReason: z.string().nullable() }),
  /** It is still open. */
  z.strictObject({ kind: z.literal('orderPartlyFilled'), ...orderFacts }),
  ...tradingAlarm.options,
  /**
   * The main window canceled orders: one, those of a market (and side), or all. What main's own menu and tray cancel is not told.
   * `market`: null for all; `side`: null for both. `isMove`: one order, to be placed anew at another price, and no person was asked.
   * `isWaiting`: all orders, whoever had them canceled, and it does not go on: another account came into use, or this one signed out.
   */
  z.strictObject({
    kind: z.literal('cancelAsked'),
    accountId: z.string(),
    orderId: z.int().min(0).nullable(),
    market: marketSymbol.nullable(),
    side: orderSide.nullable(),
    isMove: z.literal(true).optional(),
    isWaiting: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('transferReceived'),
    accountId: z.string(),
    reference: z.string(),
    amount: decimalText,
    currency: z.string(),
    fromAddress: z.string(),
  }),
])

/** A notification. */
export const notice = z.strictObject({
  id: z.int().min(1),
  /** When it happened. */
  atMs: epochMs,
  /** When Starkdesk detected it: more than a minute later if it was closed or offline. */
  notedAtMs: epochMs,
  isRead: z.boolean(),
  what: noticeFacts,
})
export type Notice = z.infer<typeof notice>
export type NoticeFacts = z.infer<typeof noticeFacts>

/** Minutes since midnight in the display time zone. */
const minuteOfDay = z.int().min(0).max(1439)

export const noticeOptions = z.strictObject({
  /** Suppresses system notifications; the list still grows. */
  isMuted: z.boolean(),
  /** False: notifications make no sound. */
  hasSound: z.boolean(),
  /** Daily quiet time, across midnight when `from` is later than `until`; null for none. */
  quietHours: z.strictObject({ from: minuteOfDay, until: minuteOfDay }).nullable(),
  ofPrices: z.boolean(),
  ofFills: z.boolean(),
  ofPartFills: z.boolean(),
  ofCancels: z.boolean(),
  /** Orders without an answer, and those that turn up late. */
  ofUnknowns: z.boolean(),
  ofDifferences: z.boolean(),
  ofSessionEnds: z.boolean(),
  ofReceived: z.boolean(),
})
export type NoticeOptions = z.infer<typeof noticeOptions>

export const alertsChannels = {
  /** Alerts of the active account's network, newest first. `market`: null for all. */
  'alerts:list': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol.nullable() }),
    output: z.strictObject({ alerts: z.array(priceAlert) }),
  },
  /** Adds an alert, or changes the one with its ID and re-arms it. At most 200 per network: `validation` with field `alerts`. */
  'alerts:put': {
    access: 'readable',
    input: priceAlert.omit({ createdAtMs: true, crossedAtMs: true, isArmed: true }),
    output: nothing,
  },
  'alerts:remove': { access: 'readable', input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** Newest first, of all accounts on this computer. `beforeId`: only older ones; null: from the newest. */
  'alerts:listNotices': {
    access: 'readable',
    input: z.strictObject({ beforeId: z.int().min(1).nullable(), limit: z.int().min(1).max(200) }),
    output: z.strictObject({ notices: z.array(notice), unread: z.int().min(0), hasMore: z.boolean() }),
  },
  /** Marks a notification as read; with `isUpTo`, all earlier ones too. */
  'alerts:markRead': {
    access: 'readable',
    input: z.strictObject({ id: z.int().min(1), isUpTo: z.boolean() }),
    output: nothing,
  },
  /** Removes all read notifications. */
  'alerts:clearRead': { access: 'readable', input: nothing, output: nothing },
  'alerts:getOptions': { access: 'readable', input: nothing, output: noticeOptions },
  'alerts:setOptions': { access: 'readable', input: noticeOptions, output: nothing },
} satisfies ChannelTable<'alerts'>

export const alertsEvents = {
  /** Price alerts were added, changed, removed or crossed. */
  'alerts:changed': nothing,
  /** There are new notifications, or some were read or removed. */
  'alerts:noticesChanged': z.strictObject({ unread: z.int().min(0) }),
}
