// JSON whose numbers keep their digits, and strict looks into it.
import { Rational } from './rational.ts'

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown

/** A JSON value in which every number is the text that stood there. */
export function parseKeepingDigits(text: string): unknown {
  return parseWith(text, (_key, value, { source }) => (typeof value === 'number' ? (source ?? '') : value))
}

export function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`an object was expected, not ${JSON.stringify(value)}`)
  }
  return { ...value }
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`a list was expected, not ${JSON.stringify(value)}`)
  return value
}

export function textOf(record: Record<string, unknown>, name: string): string {
  const value = record[name]
  if (typeof value !== 'string') throw new TypeError(`${name}: ${JSON.stringify(value)} is no text`)
  return value
}

export function decimalOf(record: Record<string, unknown>, name: string): Rational {
  return Rational.parse(textOf(record, name))
}

export function wholeOf(record: Record<string, unknown>, name: string): number {
  const value = Number(textOf(record, name))
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name}: ${value} is no whole number`)
  return value
}

/** ISO 8601 with an offset or Z, to milliseconds since the epoch. */
export function timeOf(record: Record<string, unknown>, name: string): number {
  const text = textOf(record, name)
  const timeMs = Date.parse(text)
  if (Number.isNaN(timeMs) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) {
    throw new TypeError(`${name}: ${text} is no time with an offset`)
  }
  return timeMs
}

/** A number of a candle or public trade: more than 15 significant digits are the exchange's own noise. */
export function quietNumber(value: unknown): Rational {
  if (typeof value !== 'string') throw new TypeError(`${JSON.stringify(value)} is no number`)
  return Rational.parse(value).roundSignificant(15)
}
