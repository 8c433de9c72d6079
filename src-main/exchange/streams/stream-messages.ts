// Reads one text frame of a stream into messages. A frame of any shape is read or refused by name; nothing throws, and no
// refusal repeats what the frame said.
// Source: service facts, B13 and B14.
import { isBookChange, readBookIncrement, readBookSnapshot } from './book/book-messages.ts'
import type { BookIncrement, BookSnapshot } from './book/book-messages.ts'
import { isList, isObject, parseDigits, type Reading } from './frame-values.ts'
import { readCandle, readFill, readOrder, readTrades } from './row-messages.ts'
import type { StreamCandle, StreamFill, StreamOrder, StreamTrade } from './row-messages.ts'
import { readStreamName, shownStreamName, type StreamTopic } from './stream-names.ts'

/** Why a frame or a part of it was not read. */
export type RefusalReason =
  'tooLarge' | 'notText' | 'notJson' | 'notAnObject' | 'tooManyParts' | 'unknown' | 'field'

export interface Refusal {
  readonly kind: 'refused'
  /** Name of the stream; null where the frame has none. */
  readonly stream: string | null
  readonly reason: RefusalReason
  /** The first field that could not be read; null where it is not about one. */
  readonly field: string | null
}

export type StreamMessage =
  | BookIncrement
  | BookSnapshot
  /** Public trades in the order of the frame. `unread`: rows that could not be read. */
  | {
      readonly kind: 'trades'
      readonly market: string
      readonly rows: readonly StreamTrade[]
      readonly unread: number
    }
  | { readonly kind: 'candle'; readonly candle: StreamCandle }
  /** Of the account. */
  | { readonly kind: 'order'; readonly order: StreamOrder }
  | { readonly kind: 'fill'; readonly fill: StreamFill }
  /** The answer to a subscription: all streams of the connection. */
  | { readonly kind: 'subscribed' | 'unsubscribed'; readonly streams: readonly string[] }
  /** The service's words for what it refused, bounded. */
  | { readonly kind: 'error'; readonly text: string }
  | { readonly kind: 'ping' | 'pong' }
  | Refusal

/** Larger frames are refused unread, in bytes: a snapshot of 5,000 levels a side has about so many. */
export const MAX_FRAME_BYTES = 256_000
/** Larger frames are not read again for the digits of their numbers, which takes ten times as long as reading text. */
const MAX_DIGITS_LENGTH = 32_000
/** Names of one frame that are read. */
const MAX_PARTS = 64
/** Names in an answer that are kept. */
const MAX_NAMES = 1_000
const MAX_ERROR_LENGTH = 2_000

function refusal(reason: RefusalReason, stream: string | null = null, field: string | null = null): Refusal {
  return { kind: 'refused', stream, reason, field }
}

function readAnswer(value: unknown): StreamMessage {
  if (!isObject(value)) return refusal('field', null, 'success')
  const { message, streams } = value
  if (message !== 'subscribed' && message !== 'unsubscribed') return refusal('field', null, 'message')
  const names = isList(streams) ? streams.slice(0, MAX_NAMES) : []
  return { kind: message, streams: names.filter((name) => typeof name === 'string').map(shownStreamName) }
}

function readTopic(topic: StreamTopic, value: unknown, reading: Reading): StreamMessage | null {
  switch (topic.kind) {
    case 'increments':
      return readBookIncrement(topic.market, value, reading)
    case 'snapshot':
      return readBookSnapshot(topic.market, value, reading)
    case 'trades': {
      const read = readTrades(topic.market, value, reading)
      return read === null ? null : { kind: 'trades', ...read }
    }
    case 'candles': {
      const candle = readCandle(topic.market, topic.period, value, reading)
      return candle === null ? null : { kind: 'candle', candle }
    }
    case 'orders': {
      const order = readOrder(value, reading)
      return order === null ? null : { kind: 'order', order }
    }
    case 'fills': {
      const fill = readFill(value, reading)
      return fill === null ? null : { kind: 'fill', fill }
    }
  }
}

function readPart(name: string, value: unknown, reading: Reading): StreamMessage {
  if (name === 'success') return readAnswer(value)
  if (name === 'error') {
    return { kind: 'error', text: typeof value === 'string' ? value.slice(0, MAX_ERROR_LENGTH) : '' }
  }
  const topic = readStreamName(name)
  if (topic === null) return refusal('unknown', shownStreamName(name))
  reading.field = null
  return readTopic(topic, value, reading) ?? refusal('field', name, reading.field)
}

function readParts(frame: unknown, reading: Reading): readonly StreamMessage[] {
  if (!isObject(frame)) return [refusal('notAnObject')]
  const parts = Object.entries(frame)
  if (parts.length === 0 || parts.length > MAX_PARTS) return [refusal('tooManyParts')]
  return parts.map(([name, value]) => readPart(name, value, reading))
}

/** Parses with `parse`, which throws for what is no JSON and for what is nested too deeply. */
function tryParse(text: string, parse: (text: string) => unknown): { readonly value: unknown } | null {
  try {
    return { value: parse(text) }
  } catch {
    return null
  }
}

const parsePlain = (text: string): unknown => JSON.parse(text)

/**
 * Reads a text frame: usually one message, and one for each name where it has several.
 * @param text - the frame, decoded from UTF-8
 */
export function readFrame(text: string): readonly StreamMessage[] {
  if (text.length > MAX_FRAME_BYTES) return [refusal('tooLarge')]
  // The engine's keep-alive is text, not a frame of the protocol.
  if (text === 'ping' || text === 'pong') return [{ kind: text }]
  const plain = tryParse(text, parsePlain)
  if (plain === null) return [refusal('notJson')]
  const reading: Reading = { needsDigits: false, field: null }
  const messages = readParts(plain.value, reading)
  if (!reading.needsDigits) return messages
  if (text.length > MAX_DIGITS_LENGTH) return [refusal('tooLarge')]
  const exact = tryParse(text, parseDigits)
  return exact === null ? [refusal('notJson')] : readParts(exact.value, { needsDigits: false, field: null })
}

/** Refuses a frame that is no text. */
export const binaryFrame: Refusal = refusal('notText')

/** Rows of a message that could not be read. */
export function unreadRows(message: StreamMessage): number {
  if (message.kind === 'refused') return 1
  return message.kind === 'trades' || isBookChange(message) ? message.unread : 0
}
