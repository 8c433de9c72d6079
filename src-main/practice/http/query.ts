// Parses query parameters strictly: invalid, duplicate or empty values are refused with 400, unknown parameters ignored.
import type { Context } from 'hono'
import { Refusal } from '../refusal.ts'

export type Query = URLSearchParams

/** The parameters of a request. */
export function queryOf(c: Context): Query {
  return new URL(c.req.url).searchParams
}

/** The text of a parameter; null if absent. */
export function readText(query: Query, name: string): string | null {
  const values = query.getAll(name)
  const [value] = values
  if (value === undefined) return null
  if (values.length > 1) throw new Refusal(400, `${name}: Give this parameter once.`)
  if (value === '') throw new Refusal(400, `${name}: This field may not be blank.`)
  return value
}

/** An integer in `least` .. `most` in plain digits; null if absent. */
export function readWhole(query: Query, name: string, least: number, most: number): number | null {
  const text = readText(query, name)
  if (text === null) return null
  if (!/^-?\d+$/.test(text)) throw new Refusal(400, `${name}: A valid integer is required.`)
  const value = Number(text)
  if (value < least)
    throw new Refusal(400, `${name}: Ensure this value is greater than or equal to ${least}.`)
  if (value > most) throw new Refusal(400, `${name}: Ensure this value is less than or equal to ${most}.`)
  return value
}

/** One of the allowed values; null if absent. */
export function readChoice<Choice extends string>(
  query: Query,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const text = readText(query, name)
  if (text === null) return null
  const choice = choices.find((candidate) => candidate === text)
  if (choice === undefined) throw new Refusal(400, `${name}: Allowed values are ${choices.join(', ')}.`)
  return choice
}

/**
 * Seconds since the epoch; null if absent. The upper bound (the year 9999) also refuses milliseconds, which would otherwise
 * silently match nothing.
 */
export function readSeconds(query: Query, name: string): number | null {
  return readWhole(query, name, 0, 253_402_300_799)
}

/** A start and an end in ascending order. */
export function readRange(query: Query): { startSecond: number | null; endSecond: number | null } {
  const startSecond = readSeconds(query, 'start_time')
  const endSecond = readSeconds(query, 'end_time')
  if (startSecond !== null && endSecond !== null && startSecond > endSecond) {
    throw new Refusal(400, 'start_time: Ensure this value is not after end_time.')
  }
  return { startSecond, endSecond }
}
