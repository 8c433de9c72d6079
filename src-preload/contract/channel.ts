// Owns: what a channel and an event of the border are. Must not: name any of them.
import { z } from 'zod'
import { errorCodes } from '../domain/errors.ts'

/** One question the page may ask: a strict schema for what goes in and one for what comes out. */
export interface ChannelDefinition<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly input: Input
  readonly output: Output
  /** Names of input fields, at any depth, that hold secrets; logs and transcripts never show them. */
  readonly secretFields?: readonly string[]
  /** How much an input may be, in bytes and characters, where honest ones are larger than usual (ipc/input-size.ts). */
  readonly mostInput?: number
}

/** One thing main tells the page, unasked. */
export type EventDefinition = z.ZodType

export const errorReport = z.strictObject({
  code: z.enum(errorCodes),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** A short reference that finds the fault in the log; null where the code says it all. */
  ref: z.string().nullable(),
})
/** An AppError as it crosses the border. */
export type ErrorReport = z.infer<typeof errorReport>

/** Nothing throws across the border: every answer is one of these. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorReport }

export const nothing = z.strictObject({})
export type Nothing = z.infer<typeof nothing>
