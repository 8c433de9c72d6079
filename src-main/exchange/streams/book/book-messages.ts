// Reads the messages of an order book: snapshots, and increments of one level each. Pure.
// Source: service facts, B13; upstream sends a snapshot right after the subscription, the service's documents name none.
import { decimalOf, idOf, isList, isObject, type Reading } from '../frame-values.ts'

export type BookSide = 'asks' | 'bids'

/** A price and the amount that rests there, both decimal text as sent. */
export interface BookLevel {
  readonly price: string
  readonly amount: string
}

/** One level that changed. */
export interface BookChange {
  readonly side: BookSide
  readonly price: string
  /** What rests there now; null where the level is gone. */
  readonly amount: string | null
}

export interface BookIncrement {
  readonly kind: 'increment'
  readonly market: string
  readonly sequence: number
  /** One change as the service sends it; several are read, too. */
  readonly changes: readonly BookChange[]
  /** Levels that could not be read. */
  readonly unread: number
}

export interface BookSnapshot {
  readonly kind: 'snapshot'
  readonly market: string
  readonly sequence: number
  /** In the order of the message, which should be best price first. */
  readonly asks: readonly BookLevel[]
  readonly bids: readonly BookLevel[]
  /** Levels that could not be read. */
  readonly unread: number
}

/** Most levels of a side that are read; a frame of the largest size has fewer. */
const MAX_LEVELS = 20_000
const sides = ['asks', 'bids'] as const
const isZero = (amount: string): boolean => /^-?[0.]+$/.test(amount)

/** Null where price or amount cannot be read; then the level counts as unread. */
function readChange(side: BookSide, pair: unknown, reading: Reading): BookChange | null {
  if (!isList(pair)) return null
  const [price, amount] = pair
  const readPrice = decimalOf(price, side, reading)
  if (readPrice === null || readPrice.startsWith('-')) return null
  if (amount === '' || amount === null) return { side, price: readPrice, amount: null }
  const readAmount = decimalOf(amount, side, reading)
  if (readAmount === null) return null
  // Zero and less rest nowhere. A number is zero here until its digits are read, in a second reading.
  return {
    side,
    price: readPrice,
    amount: isZero(readAmount) || readAmount.startsWith('-') ? null : readAmount,
  }
}

/** A level is a pair; lists of pairs are read, too. */
function pairsOf(value: unknown): readonly unknown[] {
  if (!isList(value)) return value === undefined || value === null ? [] : [value]
  return value.length === 0 || isList(value[0]) ? value : [value]
}

/** The service sends one level a message; more is another thing than an increment. */
const MAX_CHANGES = 1_000

/** Null where there is no sequence, or more levels than an increment has. */
export function readBookIncrement(market: string, value: unknown, reading: Reading): BookIncrement | null {
  if (!isObject(value)) return null
  const sequence = idOf(value['sequence'], 'sequence', reading)
  if (sequence === null) return null
  const changes: BookChange[] = []
  let unread = 0
  for (const side of sides) {
    const levels = value[side]
    if (levels === undefined) continue
    const pairs = pairsOf(levels)
    if (pairs.length > MAX_CHANGES) {
      reading.field ??= side
      return null
    }
    for (const pair of pairs) {
      const change = readChange(side, pair, reading)
      if (change === null) unread += 1
      else changes.push(change)
    }
  }
  return { kind: 'increment', market, sequence, changes, unread }
}

/** Null where it has no sequence, or a side that is no list. */
export function readBookSnapshot(market: string, value: unknown, reading: Reading): BookSnapshot | null {
  if (!isObject(value)) return null
  const sequence = idOf(value['sequence'], 'sequence', reading)
  if (sequence === null) return null
  const read: Record<BookSide, BookLevel[]> = { asks: [], bids: [] }
  let unread = 0
  for (const side of sides) {
    const levels = value[side] ?? []
    if (!isList(levels) || levels.length > MAX_LEVELS) {
      reading.field ??= side
      return null
    }
    for (const pair of levels) {
      const change = readChange(side, pair, reading)
      if (change === null) unread += 1
      else if (change.amount !== null) read[side].push({ price: change.price, amount: change.amount })
    }
  }
  return { kind: 'snapshot', market, sequence, ...read, unread }
}

export function isBookChange<Message extends { readonly kind: string }>(
  message: Message,
): message is Extract<Message, { readonly kind: 'increment' | 'snapshot' }> {
  return message.kind === 'increment' || message.kind === 'snapshot'
}
