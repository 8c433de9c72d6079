// Owns: the channels about the line to the service. Must not: show tokens or bodies.
import { z } from 'zod'
import { endpointNames } from '../domain/endpoints.ts'
import { type ChannelTable, errorReport, nothing } from './channel.ts'
import { epochMs } from './entities.ts'

const durationMs = z.number().min(0)
const count = z.int().min(0)

const connectionState = z.strictObject({
  /** `connecting` until the first call has ended. */
  status: z.enum(['connecting', 'online', 'offline']),
  /** Since when it has been so. */
  sinceMs: epochMs,
  /** Duration of the last successful call in milliseconds; null before one. */
  latencyMs: z.number().min(0).nullable(),
  /** When the service last answered; null when it never has. */
  lastAnswerMs: epochMs.nullable(),
  /** Why it is offline; null when it is not. */
  error: errorReport.nullable(),
  /** Address of the service in use, for the user to recognise; null before one is chosen. */
  baseUrl: z.string().nullable(),
})
export type ConnectionState = z.infer<typeof connectionState>

/** What the calls of one endpoint came to since the account was chosen. Durations are of the request, not of the wait. */
const endpointActivity = z.strictObject({
  endpoint: z.enum(endpointNames),
  calls: count,
  /** Calls that did not lead to an answer; refusals of the service among them. */
  failures: count,
  lastAtMs: epochMs,
  /** Of the answered calls among the last ones; null where none was answered. */
  latency: z
    .strictObject({ medianMs: durationMs, p95Ms: durationMs, p99Ms: durationMs, longestMs: durationMs })
    .nullable(),
  /** The failure of last time, and when that was; null where none failed. */
  lastFailure: z.strictObject({ error: errorReport, atMs: epochMs }).nullable(),
})
export type EndpointActivity = z.infer<typeof endpointActivity>

/** One request on the wire. */
const callLine = z.strictObject({
  /** Rises from call to call. */
  number: count,
  endpoint: z.enum(endpointNames),
  atMs: epochMs,
  durationMs,
  /** How long it had waited for its turn. */
  waitedMs: durationMs,
  /** HTTP; null where no answer came. */
  status: z.int().nullable(),
  error: errorReport.nullable(),
})
export type CallLine = z.infer<typeof callLine>

/** Turns and pauses of the requests to this service. */
const trafficState = z.strictObject({
  inFlight: count,
  maxInFlight: count,
  waiting: count,
  /** Requests a second that may go out just now, and at most. */
  perSecond: z.number().min(0),
  maxPerSecond: z.number().min(0),
  sentLastMinute: count,
  /** How often the service has asked to slow down. */
  slowDowns: count,
  /** Until when it has asked for a pause; null where there is none. */
  pausedUntilMs: epochMs.nullable(),
})

/** What the client last did. */
const connectionActivity = z.strictObject({
  /** Since when the calls are counted: the account in use was chosen then. */
  sinceMs: epochMs,
  endpoints: z.array(endpointActivity),
  /** The last requests, newest first. */
  lastCalls: z.array(callLine),
  traffic: trafficState,
  /** The service's clock less ours by its last answer, in milliseconds, to the second; null where that is not known. */
  clockSkewMs: z.int().nullable(),
})
export type ConnectionActivity = z.infer<typeof connectionActivity>

const stepState = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('waiting') }),
  z.strictObject({ status: z.literal('running') }),
  z.strictObject({ status: z.literal('passed'), durationMs }),
  z.strictObject({ status: z.literal('failed'), durationMs, error: errorReport }),
  /** Not tried because of what came before it, or given up with the test. */
  z.strictObject({ status: z.literal('skipped') }),
])
export type TestStepState = z.infer<typeof stepState>

/** A test of the connection, step by step. */
const connectionTest = z.strictObject({
  startedMs: epochMs,
  isRunning: z.boolean(),
  isCancelled: z.boolean(),
  /** Is the service there and well? */
  health: stepState,
  /** Does it accept this account? */
  profile: stepState,
  /** What time is it there? Passes whenever the service answered; how far off it is, or null where no answer told, is below. */
  clock: stepState,
  clockSkewMs: z.int().nullable(),
})
export type ConnectionTest = z.infer<typeof connectionTest>

export const connectionChannels = {
  'connection:getState': { access: 'readable', input: nothing, output: connectionState },
  /** Tries the service now instead of at the next turn. */
  'connection:retry': { access: 'readable', input: nothing, output: nothing },
  'connection:getActivity': { access: 'readable', input: nothing, output: connectionActivity },
  /** Runs the test to its end; what each step comes to is told on the way. A second call joins the first. */
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
