// Schemas of the single values in the service's JSON: decimals, times, ids.
import { z } from 'zod'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { maxLength } from '../answers/answer-sizes.ts'
import { toDecimalText } from '../decimal-text.ts'
import { TOO_MANY_ROWS } from './rows.ts'

/** A decimal string (or a money number kept as text, see lossless-json) as canonical decimal text. */
export const wireDecimal = z.string().check((payload) => {
  const text = payload.value.length > maxLength.decimal ? null : toDecimalText(payload.value)
  // A check that writes the value back is cheaper than a transform; a page of 1,000 orders has 8,000 decimals.
  if (text !== null) payload.value = text
  else payload.issues.push({ code: 'custom', input: payload.value, message: 'not a decimal number' })
})

/** Whole and safe; for the service's ids, counts and nonces. */
export const wireId = z.int().min(0)

/** A small whole number, as a number or as text. */
export const wirePlaces = z
  .union([
    wireId,
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
  ])
  .refine((places) => places <= 1_000)

/** Later times are in milliseconds (as old documentation of the service claims): refusing them is better than a wrong year. */
const LATEST_SECONDS = 99_999_999_999
const secondsForm = /^(\d{1,11})(?:\.(\d{1,20}))?$/

/** Seconds since the Unix epoch, whole or with a fraction, in a number or in text, as milliseconds; finer digits are cut off. */
export const wireSeconds = z
  .union([z.number(), z.string().max(maxLength.time)])
  .transform((seconds, context) => {
    const [, whole, fraction = ''] = secondsForm.exec(String(seconds)) ?? []
    if (whole !== undefined && Number(whole) <= LATEST_SECONDS) {
      return Number(whole) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
    }
    context.addIssue({ code: 'custom', message: 'not a time in seconds' })
    return z.NEVER
  })

const isoForm = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/

function readIsoTime(text: string): number | null {
  if (text.length > maxLength.time) return null
  const match = isoForm.exec(text)
  if (match === null) return null
  const timeMs = Date.parse(text)
  if (!(timeMs >= 0)) return null
  const day = Number(match[3])
  // Date.parse turns 30 February into 2 March.
  if (day > 28 && day > new Date(Date.UTC(Number(match[1]), Number(match[2]), 0)).getUTCDate()) return null
  return timeMs
}

/** ISO 8601 with an offset (or Z) as milliseconds; finer digits are cut off. */
export const wireIsoTime = z.string().transform((text, context) => {
  const timeMs = readIsoTime(text)
  if (timeMs !== null) return timeMs
  context.addIssue({ code: 'custom', message: 'not an ISO 8601 time with an offset' })
  return z.NEVER
})

/** A time in either form: ISO 8601 in lists of the account, seconds on the market and in streams (facts, A2 and B13). */
export const wireTime = z.union([wireIsoTime, wireSeconds])

/** A field that may be null or absent; null in both cases. */
export function absentAsNull<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | null> {
  return schema.nullish().transform((value) => value ?? null)
}

/** A field that nothing depends on: null where it is absent or not as expected, so that it never fails an answer. */
export function unreadAsNull<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | null> {
  return absentAsNull(schema).catch(null)
}

/** Text of the service, `least` to `longest` characters. */
export const wireText = (longest: number, least = 0) => z.string().min(least).max(longest)

/**
 * Refuses an answer with more rows than requested.
 * Errors: contractViolation { endpoint, field: 'payload', reason }.
 */
export function checkRowCount(endpoint: EndpointName, rows: number, asked: number): void {
  if (rows <= asked) return
  throw new AppError('contractViolation', { endpoint, field: 'payload', reason: TOO_MANY_ROWS })
}

/** The refusal of an answer about something else. */
export function notAskedFor(endpoint: EndpointName, field: string): AppError {
  return new AppError('contractViolation', { endpoint, field, reason: 'not the one that was asked for' })
}

/** A number as `0x` and hex digits, kept as written: it is sent back unchanged. */
export const wireHexNumber = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/, 'not a hex number')

/** An Ethereum address in any case, kept as written. */
export const wireAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'not an Ethereum address')

/** The answer that gives what is to be signed: of transfers and of orders. */
export const answerToSign = z
  .object({ payload: z.object({ msg_hash: wireHexNumber, nonce: wireId }) })
  .transform(({ payload }) => ({ msgHash: payload.msg_hash, nonce: payload.nonce }))
