// Reads single values of a stream's JSON: decimals to the last digit, ids, times, words. Pure; no reader throws.
import { marketSymbol } from '../../../src-preload/contract/orders/entities.ts'
import { maxLength } from '../answers/answer-sizes.ts'
import { roundFloatNoiseText, toDecimalText } from '../decimal-text.ts'

/** A JSON number as it was written, in a frame that was parsed for its digits. */
class Digits {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** The reviver's third argument for primitive values since ES2026: their source text. */
interface ReviverContext {
  readonly source?: string
}

/**
 * Parses JSON and keeps the digits of every number, which costs several times plain parsing.
 * Throws SyntaxError if the text is not JSON, RangeError if it is nested too deeply.
 */
export function parseDigits(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: ReviverContext): unknown =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value,
  )
}

/** One attempt to read a frame that was parsed plainly or for its digits. */
export interface Reading {
  /** A decimal was a JSON number whose digits plain parsing lost: the frame must be parsed for its digits. */
  needsDigits: boolean
  /** The first field that could not be read; null if there is none. */
  field: string | null
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Digits)
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function refuse(reading: Reading, field: string): null {
  reading.field ??= field
  return null
}

function optional<Value>(
  value: unknown,
  field: string,
  reading: Reading,
  read: (value: unknown, field: string, reading: Reading) => Value | null,
): Value | null {
  const { field: before } = reading
  const found = read(value, field, reading)
  reading.field = before
  return found
}

/**
 * Canonical decimal text of a text or a number. Null, with the field noted, for anything else.
 * @param isNoisy - the service takes this number from a float: digits beyond the fifteenth are rounded away, as in REST answers
 */
export function decimalOf(value: unknown, field: string, reading: Reading, isNoisy = false): string | null {
  if (typeof value === 'number') {
    reading.needsDigits = true
    return '0'
  }
  const source =
    value instanceof Digits ? (isNoisy ? roundFloatNoiseText(value.source) : value.source) : value
  if (typeof source !== 'string' || source.length > maxLength.decimal) return refuse(reading, field)
  return toDecimalText(source) ?? refuse(reading, field)
}

/** As decimalOf for what nothing depends on: null, without being noted, where it is absent or cannot be read. */
export function optionalDecimalOf(value: unknown, field: string, reading: Reading): string | null {
  return optional(value, field, reading, decimalOf)
}

/** A whole number from 0 on that a double holds, as text or number. Null, with the field noted, for anything else. */
export function idOf(value: unknown, field: string, reading: Reading): number | null {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? value : refuse(reading, field)
  }
  const source = value instanceof Digits ? value.source : value
  if (typeof source !== 'string' || !/^\d{1,16}$/.test(source)) return refuse(reading, field)
  const id = Number(source)
  return Number.isSafeInteger(id) ? id : refuse(reading, field)
}

/** As idOf for what nothing depends on: null, without being noted, where it is absent or cannot be read. */
export function optionalIdOf(value: unknown, field: string, reading: Reading): number | null {
  return optional(value, field, reading, idOf)
}

/** Seconds after the year 5138 are milliseconds, which this service does not use: a wrong year would be worse than none. */
const LATEST_SECONDS = 99_999_999_999
const secondsForm = /^\d{1,11}(?:\.\d{1,9})?$/

/** Seconds since the Unix epoch, as text or number and with or without a fraction, in milliseconds. */
export function timeOf(value: unknown, field: string, reading: Reading): number | null {
  const source = value instanceof Digits ? value.source : typeof value === 'number' ? String(value) : value
  if (typeof source !== 'string' || !secondsForm.test(source)) return refuse(reading, field)
  const seconds = Number(source)
  return seconds <= LATEST_SECONDS ? Math.floor(seconds * 1_000) : refuse(reading, field)
}

/** As timeOf for what nothing depends on: null, without being noted, where it is absent or cannot be read. */
export function optionalTimeOf(value: unknown, field: string, reading: Reading): number | null {
  return optional(value, field, reading, timeOf)
}

/** A word of the service such as a side or a state, known or not, as it is written; null where there is none. */
export function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= maxLength.status ? value : null
}

export function marketOf(value: unknown, reading: Reading): string | null {
  const read = marketSymbol.safeParse(value)
  return read.success ? read.data : refuse(reading, 'market')
}
