// Types of IPC channels and events.
import { z } from 'zod'
import { errorCodes } from '../domain/errors.ts'

/**
 * Who may call a channel, and when. `secureWindow`: the secure window only. The others belong to the main window: `always` is
 * also answered while locked; `readable` reads stored data or changes its presentation, while locked only if the user allows
 * reading; `unlocked` uses or changes keys or accounts, or exports data to a file or the clipboard: never while locked.
 */
export type ChannelAccess = 'always' | 'readable' | 'unlocked' | 'secureWindow'

/** One entry of the contract: a request from a page with its strict schemas and access rules. */
export interface ChannelDefinition {
  readonly access: ChannelAccess
  /** True if the user decides it in the secure window whenever something could be lost. */
  readonly confirmed?: true
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Names of input fields, at any depth, that hold secrets; logs and transcripts never show them. */
  readonly secretFields?: readonly string[]
  /** Maximum input size in bytes and characters, if larger than the default (ipc/input-size.ts). */
  readonly maxInput?: number
}

/** The entries of one domain; their names start with it. */
export type ChannelTable<Domain extends string> = Readonly<Record<`${Domain}:${string}`, ChannelDefinition>>

/** An event from main to the page. */
export type EventDefinition = z.ZodType

export const errorReport = z.strictObject({
  code: z.enum(errorCodes),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** A short reference to find the fault in the log; null if the code is sufficient. */
  ref: z.string().nullable(),
})
/** An AppError as it crosses the IPC border. */
export type ErrorReport = z.infer<typeof errorReport>

/** Every call resolves to one of these; nothing throws across the IPC border. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorReport }

export const nothing = z.strictObject({})
export type Nothing = z.infer<typeof nothing>
