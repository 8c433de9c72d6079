// Defines what a channel and an event of the border are. Names none of them.
import { z } from 'zod'
import { errorCodes } from '../domain/errors.ts'

/**
 * Who may call a channel, and when. `secureWindow`: the secure window alone, and nobody else. The others are the main window's:
 * `always` is answered while locked too; `readable` shows or arranges what is kept here, while locked only where the user allowed
 * reading; `unlocked` uses or changes keys or accounts, or hands what it shows to a file or the clipboard: never while locked.
 */
export type ChannelAccess = 'always' | 'readable' | 'unlocked' | 'secureWindow'

/** One entry of the contract: a question of a page with its strict schemas, and all that the border knows about it. */
export interface ChannelDefinition {
  readonly access: ChannelAccess
  /** A person decides it in the secure window, wherever something can be lost by it. */
  readonly confirmed?: true
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Names of input fields, at any depth, that hold secrets; logs and transcripts never show them. */
  readonly secretFields?: readonly string[]
  /** Largest input in bytes and characters, where honest ones exceed the default (ipc/input-size.ts). */
  readonly maxInput?: number
}

/** The entries of one domain, whose names begin with it. */
export type ChannelTable<Domain extends string> = Readonly<Record<`${Domain}:${string}`, ChannelDefinition>>

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
