// Schemas of the single values in the service's JSON: decimals, times, ids.
import { z } from 'zod'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { maxLength } from '../answers/answer-sizes.ts'
import { toDecimalText } from '../decimal-text.ts'

/** A decimal string (or a money number kept as text, see lossless-json) as canonical decimal text. */
export const wireDecimal = z.string().check((payload) => {
  const text = payload.value.length > maxLength.decimal ? null : toDecimalText(payload.value)
  // A check that writes the value back is cheaper than a transform; a page of 1,000 orders has 8,000 decimals.
  if (text !== null) payload.value = text
  else payload.issues.push({ code: 'custom', input: payload.value, message: 'not a decimal number' })
})

/** Whole and safe; for the service's ids, counts and nonces. */
export const wireId = z.int().min(0)

/**
 * Seconds since the Unix epoch as milliseconds. A value beyond the year 5138 is in milliseconds (as old documentation of the
 * service claims): refusing it is better than showing a wrong year.
 */
export const wireSeconds = z
  .int()
  .min(0)
  .max(99_999_999_999)
  .transform((seconds) => seconds * 1000)

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

/** A field that may be null or absent; null in both cases. */
export function absentAsNull<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | null> {
  return schema.nullish().transform((value) => value ?? null)
}

/** Text of the service, `least` to `longest` characters. */
export const wireText = (longest: number, least = 0) => z.string().min(least).max(longest)

/**
 * Reads rows one by one and stops at the first invalid one: one issue is enough, and a schema over the whole list would
 * collect one for every field of every row.
 * @param most - maximum rows: a longer list is refused unread
 */
export function wireRows<T>(row: z.ZodType<T>, most: number): z.ZodType<T[]> {
  return z
    .array(z.unknown())
    .max(most, TOO_MANY_ROWS)
    .transform((rows, context) => {
      const read: T[] = []
      for (const [index, raw] of rows.entries()) {
        const one = row.safeParse(raw)
        if (!one.success) {
          const [issue] = one.error.issues
          const path = [index, ...(issue?.path ?? [])]
          context.addIssue({ code: 'custom', path, message: issue?.message ?? 'unexpected' })
          return z.NEVER
        }
        read.push(one.data)
      }
      return read
    })
}

/** The reason in a contractViolation for too many rows. */
export const TOO_MANY_ROWS = 'too many rows'

/**
 * Refuses an answer with more rows than requested.
 * Errors: contractViolation { endpoint, field: 'payload', reason }.
 */
export function checkRowCount(endpoint: EndpointName, rows: number, asked: number): void {
  if (rows <= asked) return
  throw new AppError('contractViolation', { endpoint, field: 'payload', reason: TOO_MANY_ROWS })
}

/** A number as `0x` and hex digits, kept as written: it is sent back unchanged. */
export const wireHexNumber = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/, 'not a hex number')

/** An Ethereum address in any case, kept as written. */
export const wireAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'not an Ethereum address')
