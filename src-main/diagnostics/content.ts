// Schema of the diagnostics file: the list of everything it may contain. No field allows free text.
import { z } from 'zod'
import { palettes, themeChoices } from '../../src-preload/contract/app/app.ts'
import { networkKinds } from '../../src-preload/contract/accounts/accounts.ts'
import { dataKinds, keepDays } from '../../src-preload/contract/app/data.ts'
import { versions } from '../../src-preload/contract/app/diagnostics.ts'
import { channelNames } from '../../src-preload/contract/contract.ts'
import { lockMinutes, passwordStates } from '../../src-preload/contract/accounts/security.ts'
import { endpointNames } from '../../src-preload/domain/endpoints.ts'
import { errorCodes } from '../../src-preload/domain/errors.ts'
import { errorNames, logAreas, logReasons } from './log-vocabulary.ts'

const count = z.int().min(0)

export const logReference = /^(?=[0-9]*[a-f])[0-9a-f]{8}$/
const milliseconds = z.number().min(0)
const time = z.iso.datetime()

const settings = z.strictObject({
  theme: z.enum(themeChoices),
  /** The zone's name would reveal the user's location. */
  timeZone: z.enum(['UTC', 'system', 'other']),
  palette: z.enum(palettes),
  amountsHidden: z.boolean(),
  /** No name here may match a secret's, such as a password: the gate would redact it. */
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
  /** Schema version of the tables. */
  migration: count,
  /** Null until measured. */
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

/** What the exchange gave to be signed for orders, and had given before; since the start of the process. */
const trading = z.strictObject({ hashesRepeated: count, noncesRepeated: count })

/** An error, reduced to what may be shared. */
const errorFacts = z.strictObject({
  code: z.enum(errorCodes).optional(),
  name: z.enum(errorNames).optional(),
  reason: z.enum(logReasons).optional(),
  endpoint: z.enum(endpointNames).optional(),
  channel: z.enum(channelNames).optional(),
  status: z.int().min(100).max(599).optional(),
  /** Positions in our own bundles, such as `index.js:120:14`. */
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
  /** Words of our own log lines; `…` for any other. */
  what: z
    .string()
    .max(120)
    .regex(/^(?:[\p{L}’,;:. …-]|L2)*$/u),
  /** Reference of the fault that the user was shown. Omitted if all digits, since that could be one of the user's numbers. */
  ref: z.string().regex(logReference).optional(),
  channel: z.enum(channelNames).optional(),
  /** The fault, then its causes. */
  errors: z.array(errorFacts).max(4).optional(),
  /** Number of omitted facts. */
  leftOut: count,
})
export type LogLine = z.infer<typeof logLine>

export const diagnosticsContent = z.strictObject({
  kind: z.literal('Starkdesk diagnostics'),
  format: z.literal(1),
  written: time,
  versions,
  timings: z.strictObject({
    /** Since the start of the process. */
    servicesReadyMs: milliseconds.nullable(),
    runningMs: milliseconds,
    memoryBytes: count,
  }),
  /** Null when the data file could not be opened; `startFault` has the reason. */
  settings: settings.nullable(),
  store: store.nullable(),
  connection: connection.nullable(),
  trading: trading.nullable(),
  startFault: z.enum(errorCodes).nullable(),
  log: z.strictObject({ lines: z.array(logLine).max(400), unreadable: count }),
})
export type DiagnosticsContent = z.infer<typeof diagnosticsContent>
