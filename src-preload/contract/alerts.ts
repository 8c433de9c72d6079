// Owns: the channels of price alerts, and of the notices that they and the user's orders cause.
// Must not: carry words; the page has them for its list, main for the system's notifications.
import { z } from 'zod'
import { priceText } from './charts.ts'
import { type ChannelTable, nothing } from './channel.ts'
import { decimalText, epochMs, marketSymbol, orderSide, orderType } from './entities.ts'

export const alertDirections = ['up', 'down', 'either'] as const
export type AlertDirection = (typeof alertDirections)[number]

/** A price that the user wants to hear of. The user's own; it belongs to a market of a network, whatever the account. */
export const priceAlert = z.strictObject({
  id: z.uuid(),
  market: marketSymbol,
  price: priceText,
  direction: z.enum(alertDirections),
  /** Empty for none. */
  note: z.string().max(120),
  /** It stays armed after it was told of; otherwise it is told of once. */
  isRepeating: z.boolean(),
  createdAtMs: epochMs,
  /** When it was last crossed; null: never. */
  crossedAtMs: epochMs.nullable(),
  isArmed: z.boolean(),
})
export type PriceAlert = z.infer<typeof priceAlert>

const orderFacts = {
  accountId: z.string(),
  orderId: z.int().min(0),
  market: marketSymbol,
  side: orderSide,
  type: orderType,
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
])

/** Something that the user wanted to hear of. */
export const notice = z.strictObject({
  id: z.int().min(1),
  /** When it happened. */
  atMs: epochMs,
  /** When Starkdesk found out: later by more than a minute where it was closed or offline meanwhile. */
  notedAtMs: epochMs,
  isRead: z.boolean(),
  what: noticeFacts,
})
export type Notice = z.infer<typeof notice>
export type NoticeFacts = z.infer<typeof noticeFacts>

/** Minutes since midnight in the time zone of the display. */
const minuteOfDay = z.int().min(0).max(1439)

export const noticeOptions = z.strictObject({
  /** No notifications of the system until it is lifted; the list goes on. */
  isMuted: z.boolean(),
  /** The same each day from and until these times, over midnight where `from` is later; null: never. */
  quietHours: z.strictObject({ from: minuteOfDay, until: minuteOfDay }).nullable(),
  ofPrices: z.boolean(),
  ofFills: z.boolean(),
  ofCancels: z.boolean(),
})
export type NoticeOptions = z.infer<typeof noticeOptions>

export const alertsChannels = {
  /** Those of the active account's network, newest first. `market`: null for all. */
  'alerts:list': {
    access: 'readable',
    input: z.strictObject({ market: marketSymbol.nullable() }),
    output: z.strictObject({ alerts: z.array(priceAlert) }),
  },
  /** Adds one, or changes the one with its id and arms it anew. At most 200 a network: `validation` with field `alerts`. */
  'alerts:put': {
    access: 'readable',
    input: priceAlert.omit({ createdAtMs: true, crossedAtMs: true, isArmed: true }),
    output: nothing,
  },
  'alerts:remove': { access: 'readable', input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** Newest first, those of all accounts on this computer. `beforeId`: only older ones; null: from the newest. */
  'alerts:listNotices': {
    access: 'readable',
    input: z.strictObject({ beforeId: z.int().min(1).nullable(), limit: z.int().min(1).max(200) }),
    output: z.strictObject({ notices: z.array(notice), unread: z.int().min(0), hasMore: z.boolean() }),
  },
  /** Marks them as read, up to and with this id. */
  'alerts:markRead': {
    access: 'readable',
    input: z.strictObject({ upToId: z.int().min(1) }),
    output: nothing,
  },
  /** Removes all that are read. */
  'alerts:clearRead': { access: 'readable', input: nothing, output: nothing },
  'alerts:getOptions': { access: 'readable', input: nothing, output: noticeOptions },
  'alerts:setOptions': { access: 'readable', input: noticeOptions, output: nothing },
} satisfies ChannelTable<'alerts'>

export const alertsEvents = {
  /** Price alerts changed: put, removed or crossed. */
  'alerts:changed': nothing,
  /** There are new notices, or some were read or removed. */
  'alerts:noticesChanged': z.strictObject({ unread: z.int().min(0) }),
}
