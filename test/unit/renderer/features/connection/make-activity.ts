// What main tells about the connection, good in every field, for tests of the Connection view.
import type {
  CallLine,
  ConnectionActivity,
  ConnectionTest,
  EndpointActivity,
  StreamActivity,
} from '../../../../../src-preload/contract/app/connection.ts'
import type { ErrorReport } from '../../../../../src-preload/contract/channel.ts'

export const refused: ErrorReport = {
  code: 'network',
  data: { endpoint: 'orders.list', reason: 'refused' },
  ref: null,
}

export function makeEndpoint(changes: Partial<EndpointActivity> = {}): EndpointActivity {
  return {
    endpoint: 'orders.list',
    calls: 12,
    failures: 0,
    lastAtMs: 1_000_000,
    latency: { medianMs: 41.4, p95Ms: 80, p99Ms: 120.6, longestMs: 1_900 },
    unread: null,
    lastFailure: null,
    ...changes,
  }
}

export function makeCall(number: number, changes: Partial<CallLine> = {}): CallLine {
  return {
    number,
    endpoint: 'orders.list',
    atMs: 1_000_000 + number,
    durationMs: 41,
    waitedMs: 0,
    status: 200,
    error: null,
    ...changes,
  }
}

export function makeStream(changes: Partial<StreamActivity> = {}): StreamActivity {
  return {
    kind: 'public',
    status: 'idle',
    fault: null,
    retryAtMs: null,
    messages: 0,
    messagesPerSecond: 0,
    lastMessageAtMs: null,
    gaps: 0,
    unread: 0,
    reconnects: 0,
    subscriptions: [],
    lastError: null,
    ...changes,
  }
}

export function makeActivity(changes: Partial<ConnectionActivity> = {}): ConnectionActivity {
  return {
    sinceMs: 1_000_000,
    endpoints: [],
    lastCalls: [],
    rateLimit: {
      inFlight: 0,
      maxInFlight: 6,
      waiting: 0,
      perSecond: 10,
      maxPerSecond: 10,
      sentLastMinute: 0,
      slowDowns: 0,
      pausedUntilMs: null,
    },
    streams: [makeStream(), makeStream({ kind: 'private' })],
    clockSkewMs: null,
    ...changes,
  }
}

/** A test that went well; the changes come over it. */
export function makeTest(changes: Partial<ConnectionTest> = {}): ConnectionTest {
  const passed = { status: 'passed', durationMs: 40 } as const
  return {
    startedMs: 1_000_000,
    isRunning: false,
    isCancelled: false,
    health: passed,
    profile: passed,
    clock: passed,
    clockSkewMs: 0,
    ...changes,
  }
}
