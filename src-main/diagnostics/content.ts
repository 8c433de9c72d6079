// Owns: everything that a diagnostics file may hold: the list of what is allowed. Must not: have a field for free text.
import { z } from 'zod'
import { palettes, themeChoices } from '../../src-preload/contract/app.ts'
import { networkKinds } from '../../src-preload/contract/accounts.ts'
import { dataKinds, keepDays } from '../../src-preload/contract/data.ts'
import { versions } from '../../src-preload/contract/diagnostics.ts'
import { channelNames } from '../../src-preload/contract/contract.ts'
import { lockMinutes, passwordStates } from '../../src-preload/contract/security.ts'
import { endpointNames } from '../../src-preload/domain/endpoints.ts'
import { errorCodes } from '../../src-preload/domain/errors.ts'
import { errorNames, logAreas, logReasons } from './log-words.ts'

const count = z.int().min(0)

export const logReference = /^(?=[0-9]*[a-f])[0-9a-f]{8}$/
const milliseconds = z.number().min(0)
const time = z.iso.datetime()

const settings = z.strictObject({
  theme: z.enum(themeChoices),
  /** Which zone it is would say where somebody lives. */
  timeZone: z.enum(['UTC', 'system', 'other']),
  palette: z.enum(palettes),
  amountsHidden: z.boolean(),
  /** No name here may be one under which a secret stands, such as a password: the gate would take it for one. */
  appLock: z.enum(passwordStates),
  keysIn: z.enum(['untouched', 'keychain', 'memory', 'vault']),
  lockAfterMinutes: z.literal(lockMinutes),
  readableWhenLocked: z.boolean(),
  signInAtStart: z.boolean(),
  notificationsMuted: z.boolean(),
  quietHours: z.boolean(),
  notificationsOf: z.strictObject({ prices: z.boolean(), fills: z.boolean(), cancels: z.boolean() }),
  readingPaused: z.boolean(),
  keepDays: z.record(z.enum(dataKinds), keepDays),
})

const store = z.strictObject({
  /** The version of its tables. */
  migration: count,
  /** Null until they were measured. */
  fileBytes: count.nullable(),
  freeBytes: count.nullable(),
  tables: z
    .array(z.strictObject({ name: z.string().regex(/^[a-z0-9_]{1,40}$/), rows: count, bytes: count }))
    .max(100),
  quickCheck: z.enum(['sound', 'damaged', 'failed']),
  problems: count,
  backups: z.strictObject({ count, bytes: count, newest: time.nullable() }),
  accounts: z.record(z.enum(networkKinds), count),
})

const callEnd = { status: z.int().min(100).max(599).nullable(), error: z.enum(errorCodes).nullable() }

const connection = z.strictObject({
  status: z.enum(['connecting', 'online', 'offline']),
  since: time.nullable(),
  lastAnswer: time.nullable(),
  latencyMs: milliseconds.nullable(),
  error: z.enum(errorCodes).nullable(),
  /** Null without an account. */
  activity: z
    .strictObject({
      since: time,
      clockSkewMs: z.int().nullable(),
      waiting: count,
      sentLastMinute: count,
      slowDowns: count,
      endpoints: z
        .array(
          z.strictObject({
            endpoint: z.enum(endpointNames),
            calls: count,
            failures: count,
            medianMs: milliseconds.nullable(),
            p95Ms: milliseconds.nullable(),
            longestMs: milliseconds.nullable(),
            lastFailure: z.enum(errorCodes).nullable(),
          }),
        )
        .max(endpointNames.length),
      lastCalls: z
        .array(
          z.strictObject({
            at: time,
            endpoint: z.enum(endpointNames),
            durationMs: milliseconds,
            waitedMs: milliseconds,
            ...callEnd,
          }),
        )
        .max(200),
    })
    .nullable(),
})

/** A fault as far as it may be told. */
const errorFacts = z.strictObject({
  code: z.enum(errorCodes).optional(),
  name: z.enum(errorNames).optional(),
  reason: z.enum(logReasons).optional(),
  endpoint: z.enum(endpointNames).optional(),
  channel: z.enum(channelNames).optional(),
  status: z.int().min(100).max(599).optional(),
  /** Of our own bundles, such as `index.js:120:14`. */
  places: z
    .array(z.string().regex(/^[a-z-]{1,40}\.c?js:\d{1,6}:\d{1,6}$/))
    .max(12)
    .optional(),
})
export type ErrorFacts = z.infer<typeof errorFacts>

export const logLine = z.strictObject({
  at: time,
  level: z.enum(['info', 'fault']),
  area: z.enum(logAreas),
  /** Words that our own log lines are made of; `…` for every other. */
  what: z
    .string()
    .max(120)
    .regex(/^(?:[\p{L}’,;:. …-]|L2)*$/u),
  /** Finds the fault that a person was shown. One of digits alone could be a number of the user's: it is left out. */
  ref: z.string().regex(logReference).optional(),
  channel: z.enum(channelNames).optional(),
  /** The fault itself, then what led to it. */
  errors: z.array(errorFacts).max(4).optional(),
  /** How many facts of the line are not told here. */
  leftOut: count,
})
export type LogLine = z.infer<typeof logLine>

export const diagnosticsContent = z.strictObject({
  kind: z.literal('Starkdesk diagnostics'),
  format: z.literal(1),
  written: time,
  versions,
  timings: z.strictObject({
    /** From the start of the process. */
    servicesReadyMs: milliseconds.nullable(),
    runningMs: milliseconds,
    memoryBytes: count,
  }),
  /** Null where the data file could not be opened; `startFault` says why. */
  settings: settings.nullable(),
  store: store.nullable(),
  connection: connection.nullable(),
  startFault: z.enum(errorCodes).nullable(),
  log: z.strictObject({ lines: z.array(logLine).max(400), unreadable: count }),
})
export type DiagnosticsContent = z.infer<typeof diagnosticsContent>
