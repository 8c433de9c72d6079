// Owns: whether the service is in reach: one state, found by the calls that are made anyway, and probed only while offline.
// Must not: make a call while online, or more than one probe at a time.
import type { ConnectionState } from '../../src-preload/contract/connection.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { AppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'

/** Pauses between probes while offline, in milliseconds; the last one repeats. */
const PROBE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const

export interface ConnectionOptions {
  readonly baseUrl: string | null
  readonly clock: Clock
  /** Asks the service for a sign of life; its outcome comes back through recordAnswer and recordFailure. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>
  readonly onChange: (state: ConnectionState) => void
  /** Called each time the service comes back, not the first time it answers. */
  readonly onReturn: () => void
}

export interface Connection {
  getState(): ConnectionState
  /** False while the service is known to be out of reach: background work must wait. */
  isReachable(): boolean
  /** The service answered, whatever it said. */
  recordAnswer(durationMs: number): void
  /** A call ended with an error that means "out of reach" (see judgeCall). */
  recordFailure(error: AppError): void
  /** Probes now. */
  retry(): void
  stop(): void
}

/** Before an account is added, and after the last one was removed, there is no service to connect to. */
export const noConnection: ConnectionState = {
  status: 'connecting',
  sinceMs: 0,
  latencyMs: null,
  lastAnswerMs: null,
  error: null,
  baseUrl: null,
}

/** Statuses with which a gateway says that the service behind it is down or does not answer (RFC 9110, 15.6). */
const gatewayStatuses = [502, 503, 504]

/** True when the error says that no service of ours is at the other end of the line. */
export function meansUnreachable(error: AppError): boolean {
  switch (error.code) {
    case 'network':
    case 'timeout':
      return true
    case 'contractViolation':
      // A web page instead of an answer, or the way to one: a captive portal, a maintenance page, a wrong address.
      return error.data['reason'] === 'html' || error.data['reason'] === 'redirect'
    case 'rejectedByExchange':
      return gatewayStatuses.includes(Number(error.data['status']))
    default:
      return false
  }
}

/** What a call says about the line; null where it says nothing, because it was given up or the answer was too large. */
export function judgeCall(error: AppError | null, status: number | null): 'answer' | 'failure' | null {
  if (error !== null && meansUnreachable(error)) return 'failure'
  // A refusal is an answer too: the line is there.
  if (status !== null) return 'answer'
  switch (error?.code) {
    // The practice exchange, which is part of this app, could not be started.
    case 'internal':
    case 'databaseTooNew':
    case 'databaseCorrupt':
    case 'databaseUnavailable':
      return 'failure'
    default:
      return null
  }
}

export function createConnection(options: ConnectionOptions): Connection {
  const { clock, probe, onChange, onReturn } = options
  const stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let probes = 0
  let isProbing = false
  let state: ConnectionState = {
    status: 'connecting',
    sinceMs: clock.now(),
    latencyMs: null,
    lastAnswerMs: null,
    error: null,
    baseUrl: options.baseUrl,
  }

  function change(next: Partial<ConnectionState>): void {
    state = { ...state, ...next }
    onChange(state)
  }

  function planProbe(): void {
    if (timer !== null || stopper.signal.aborted) return
    const pause = PROBE_PAUSES_MS[Math.min(probes, PROBE_PAUSES_MS.length - 1)] ?? 30_000
    probes += 1
    timer = setTimeout(() => {
      timer = null
      void runProbe()
    }, pause)
  }

  async function runProbe(): Promise<void> {
    if (isProbing || stopper.signal.aborted) return
    isProbing = true
    try {
      await probe(stopper.signal)
    } catch {
      // Its outcome has already come in through recordFailure, which is all that this state is made of.
    } finally {
      isProbing = false
      if (state.status !== 'online') planProbe()
    }
  }

  return {
    getState: () => state,
    isReachable: () => state.status !== 'offline',
    recordAnswer(durationMs) {
      if (stopper.signal.aborted) return
      const before = state.status
      const now = clock.now()
      probes = 0
      if (timer !== null) clearTimeout(timer)
      timer = null
      change({
        status: 'online',
        sinceMs: before === 'online' ? state.sinceMs : now,
        latencyMs: Math.round(durationMs),
        lastAnswerMs: now,
        error: null,
      })
      if (before === 'offline') onReturn()
    },
    recordFailure(error) {
      if (stopper.signal.aborted) return
      const report: ErrorReport = { code: error.code, data: { ...error.data }, ref: null }
      if (state.status === 'offline') change({ error: report })
      else change({ status: 'offline', sinceMs: clock.now(), error: report })
      if (!isProbing) planProbe()
    },
    retry() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      probes = 0
      void runProbe()
    },
    stop() {
      stopper.abort()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
