// IPC channels of the connection to the exchange. They expose no tokens or bodies.
import { z } from 'zod'
import { endpointNames } from '../../domain/endpoints.ts'
import { type ChannelTable, errorReport, nothing } from '../channel.ts'
import { streamFaults } from '../../domain/stream-faults.ts'
import { epochMs } from '../orders/entities.ts'

const durationMs = z.number().min(0)
const count = z.int().min(0)

const connectionState = z.strictObject({
  /** `connecting` until the first call has ended. */
  status: z.enum(['connecting', 'online', 'offline']),
  /** Time of the last status change. */
  sinceMs: epochMs,
  /** Duration of the last successful call in milliseconds; null before one. */
  latencyMs: z.number().min(0).nullable(),
  /** When the exchange last responded; null for never. */
  lastAnswerMs: epochMs.nullable(),
  /** Why it is offline; null otherwise. */
  error: errorReport.nullable(),
  /** Address of the exchange in use, for display; null before one is chosen. */
  baseUrl: z.string().nullable(),
})
export type ConnectionState = z.infer<typeof connectionState>

/** Call statistics of one endpoint since the account was chosen. Durations exclude time in the queue. */
const endpointActivity = z.strictObject({
  endpoint: z.enum(endpointNames),
  calls: count,
  /** Calls without a successful response, including the exchange's refusals. */
  failures: count,
  lastAtMs: epochMs,
  /** Of the recent successful calls; null if there were none. */
  latency: z
    .strictObject({ medianMs: durationMs, p95Ms: durationMs, p99Ms: durationMs, longestMs: durationMs })
    .nullable(),
  /** Rows of its answers that could not be read, and the first field that did not fit; null if all were read. */
  unread: z.strictObject({ count: z.int().min(1), firstField: z.string().max(200) }).nullable(),
  /** The last failure and its time; null if there was none. */
  lastFailure: z.strictObject({ error: errorReport, atMs: epochMs }).nullable(),
})
export type EndpointActivity = z.infer<typeof endpointActivity>

/** One HTTP request. */
const callLine = z.strictObject({
  /** Increases with each call. */
  number: count,
  endpoint: z.enum(endpointNames),
  atMs: epochMs,
  durationMs,
  /** Time in the queue. */
  waitedMs: durationMs,
  /** HTTP status; null without a response. */
  status: z.int().nullable(),
  error: errorReport.nullable(),
})
export type CallLine = z.infer<typeof callLine>

/** Queue and rate limit of requests to this exchange. */
const rateLimitState = z.strictObject({
  inFlight: count,
  maxInFlight: count,
  waiting: count,
  /** Current and maximum requests per second. */
  perSecond: z.number().min(0),
  maxPerSecond: z.number().min(0),
  sentLastMinute: count,
  /** How often the exchange asked to slow down. */
  slowDowns: count,
  /** End of a pause that it asked for; null if none. */
  pausedUntilMs: epochMs.nullable(),
})

/** One connection of the exchange's streams. */
const streamActivity = z.strictObject({
  kind: z.enum(['public', 'private']),
  /** `idle`: nothing is subscribed to. `waiting`: it will be connected at `retryAtMs`. */
  status: z.enum(['idle', 'connecting', 'open', 'waiting']),
  /** Why it is waiting; null otherwise. */
  fault: z.enum(streamFaults).nullable(),
  retryAtMs: epochMs.nullable(),
  messages: count,
  /** Average of the last seconds. */
  messagesPerSecond: z.number().min(0),
  lastMessageAtMs: epochMs.nullable(),
  /** How often an order book started anew because messages were missing or wrong. */
  gaps: count,
  /** Rows, levels and messages that could not be read. */
  unread: count,
  /** How often it was opened again. */
  reconnects: count,
  subscriptions: z.array(
    z.strictObject({
      name: z.string().max(64),
      isConfirmed: z.boolean(),
      /** State of an order book; null for other streams. */
      book: z.enum(['waiting', 'exact', 'approximate']).nullable(),
    }),
  ),
  /** The exchange's words for what it last refused, cleaned; null if nothing. */
  lastError: z.string().max(300).nullable(),
})
export type StreamActivity = z.infer<typeof streamActivity>

/** Recent activity of the client. */
const connectionActivity = z.strictObject({
  /** Start of the statistics: when the account in use was chosen. */
  sinceMs: epochMs,
  endpoints: z.array(endpointActivity),
  /** The last requests, newest first. */
  lastCalls: z.array(callLine),
  rateLimit: rateLimitState,
  /** The public and the private connection. */
  streams: z.array(streamActivity),
  /** The exchange's clock minus ours by its last response, in milliseconds, accurate to a second; null if unknown. */
  clockSkewMs: z.int().nullable(),
})
export type ConnectionActivity = z.infer<typeof connectionActivity>

const stepState = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('waiting') }),
  z.strictObject({ status: z.literal('running') }),
  z.strictObject({ status: z.literal('passed'), durationMs }),
  z.strictObject({ status: z.literal('failed'), durationMs, error: errorReport }),
  /** Not run because an earlier step failed, or canceled with the test. */
  z.strictObject({ status: z.literal('skipped') }),
])
export type TestStepState = z.infer<typeof stepState>

/** A connection test, step by step. */
const connectionTest = z.strictObject({
  startedMs: epochMs,
  isRunning: z.boolean(),
  isCancelled: z.boolean(),
  /** Is the exchange up and healthy? */
  health: stepState,
  /** Does it accept this account? */
  profile: stepState,
  /**
   * What is the exchange's time? Passes if the exchange responded; the skew, or null if no response had a time, follows
   * below.
   */
  clock: stepState,
  clockSkewMs: z.int().nullable(),
})
export type ConnectionTest = z.infer<typeof connectionTest>

export const connectionChannels = {
  'connection:getState': { access: 'readable', input: nothing, output: connectionState },
  /** Retries the connection now instead of at the next interval. */
  'connection:retry': { access: 'readable', input: nothing, output: nothing },
  'connection:getActivity': { access: 'readable', input: nothing, output: connectionActivity },
  /** Runs the test to its end and reports each step as an event. A second call joins the first. */
  'connection:test': { access: 'readable', input: nothing, output: connectionTest },
  'connection:cancelTest': { access: 'always', input: nothing, output: nothing },
  /** Everything above as text for support, without secrets, addresses and names. */
  'connection:getReport': {
    access: 'readable',
    input: nothing,
    output: z.strictObject({ text: z.string() }),
  },
} satisfies ChannelTable<'connection'>

export const connectionEvents = {
  'connection:changed': connectionState,
  'connection:testChanged': connectionTest,
}
