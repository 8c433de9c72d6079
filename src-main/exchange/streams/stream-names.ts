// Names of the service's streams. Pure.
// Source: service facts, B13 and B14.

/** Lengths of a candle stream's periods, in the service's words. */
export const candleWords = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '12h',
  '1d',
  '3d',
  '1w',
] as const
export type CandleWord = (typeof candleWords)[number]

/** The two connections of the service. */
export type StreamKind = 'public' | 'private'

/** What a name stands for. `market` is a symbol such as `ethusdc`. */
export type StreamTopic =
  | { readonly kind: 'trades' | 'increments' | 'snapshot'; readonly market: string }
  | { readonly kind: 'candles'; readonly market: string; readonly period: CandleWord }
  | { readonly kind: 'orders' | 'fills' }

/** The service's names of what is subscribed to. */
export const streamNames = {
  trades: (market: string): string => `${market}.trades`,
  /** The order book: increments, and a snapshot before them where the service sends one. */
  book: (market: string): string => `${market}.ob-inc`,
  candles: (market: string, period: CandleWord): string => `${market}.kline-${period}`,
  /** The account's own orders and fills, private. */
  orders: 'order',
  fills: 'trade',
} as const

const marketForm = /^([a-z0-9]{2,32})\.(?:(trades)|(ob-inc)|(ob-snap)|kline-([0-9a-z]{2,3}))$/

/** Names that were read before: thousands of messages a second have the same few. */
const readBefore = new Map<string, StreamTopic>()
const MAX_READ_BEFORE = 500

/** Null for a name that is none of the service's known ones. */
export function readStreamName(name: string): StreamTopic | null {
  const before = readBefore.get(name)
  if (before !== undefined) return before
  const topic = parseStreamName(name)
  if (topic !== null && readBefore.size < MAX_READ_BEFORE) readBefore.set(name, topic)
  return topic
}

function parseStreamName(name: string): StreamTopic | null {
  if (name === streamNames.orders) return { kind: 'orders' }
  if (name === streamNames.fills) return { kind: 'fills' }
  const [, market = '', trades, increments, snapshot, word] = marketForm.exec(name) ?? []
  if (trades !== undefined) return { kind: 'trades', market }
  if (increments !== undefined) return { kind: 'increments', market }
  if (snapshot !== undefined) return { kind: 'snapshot', market }
  const period = candleWords.find((one) => one === word)
  return period === undefined ? null : { kind: 'candles', market, period }
}

/** Longest name of a stream that is shown or kept. */
const MAX_NAME_LENGTH = 64

/** The name as it may be shown and logged; `other` for one that is not made like the service's names. */
export function shownStreamName(name: string): string {
  return name.length <= MAX_NAME_LENGTH && /^[a-z0-9][a-z0-9.-]*$/.test(name) ? name : 'other'
}
