// Owns: reading the single values of the service's JSON: decimals, times, ids. Must not: know any resource.
import { z } from 'zod'
import { toDecimalText } from '../decimal-text.ts'

/** A decimal string (or a money number kept as text, see lossless-json) as canonical decimal text. */
export const wireDecimal = z.string().transform((source, context) => {
  const text = toDecimalText(source)
  if (text !== null) return text
  context.addIssue({ code: 'custom', message: 'not a decimal number' })
  return z.NEVER
})

/** Whole and safe; the service's ids, counts and nonces. */
export const wireId = z.int().min(0)

/**
 * Seconds since the Unix epoch as milliseconds. A value beyond the year 5138 is no time in seconds but one in
 * milliseconds (old documentation of the service claims those), and showing a wrong year is worse than refusing.
 */
export const wireSeconds = z
  .int()
  .min(0)
  .max(99_999_999_999)
  .transform((seconds) => seconds * 1000)

const isoForm = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/

/** ISO 8601 with an offset (or Z) as milliseconds; what is finer is cut off. */
export const wireIsoTime = z.string().transform((text, context) => {
  const match = isoForm.exec(text)
  const timeMs = match === null ? NaN : Date.parse(text)
  // Date.parse makes 2 March of 30 February.
  const daysInMonth = new Date(Date.UTC(Number(match?.[1]), Number(match?.[2]), 0)).getUTCDate()
  if (timeMs >= 0 && Number(match?.[3]) <= daysInMonth) return timeMs
  context.addIssue({ code: 'custom', message: 'not an ISO 8601 time with an offset' })
  return z.NEVER
})

/** A field that may be null or absent, null in both cases. */
export function absentAsNull<T extends z.ZodType>(schema: T): z.ZodType<z.output<T> | null> {
  return schema.nullish().transform((value) => value ?? null)
}
