// Owns: whether the service is in reach: one state, found by the calls that are made anyway, and probed while offline or in doubt.
// Must not: make a call while all is well, or more than one probe at a time.
import type { ConnectionState } from '../../src-preload/contract/connection.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { AppError } from '../../src-preload/domain/errors.ts'
import { isLoopbackHost } from '../../src-preload/domain/wallet-input.ts'
import type { Clock } from '../async/clock.ts'
import { createThrottle } from '../async/throttle.ts'

/** Pauses between probes while offline, each drawn from its upper half so that clients spread out; the last one repeats. */
const PROBE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
/** How often the operating system is asked whether there is a network at all. */
const NETWORK_CHECK_MS = 2_000
/** A service that was back for less than this did not come back: the pauses go on growing from where they were. */
const STEADY_MS = 30_000
/** For so long after a health check that answered, the failure of one endpoint is that endpoint's own. */
const TRUST_MS = 30_000
/** While history is read the service answers dozens of times a second: nobody can read that, and each would be a frame to draw. */
const LATENCY_EVERY_MS = 1_000

export interface ConnectionOptions {
  readonly baseUrl: string | null
  readonly clock: Clock
  /** Asks the service for a sign of life; its outcome comes back through recordAnswer and recordFailure. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>
  /** Told at once of another status or error, and once a second of answers while it is online. */
  readonly onChange: (state: ConnectionState) => void
  /** Called each time the service comes back, not the first time it answers. */
  readonly onReturn: () => void
  /** Uniform in [0, 1); Math.random unless told. */
  readonly random?: (() => number) | undefined
  /** Whether the operating system has a network. Never asked for a service on this computer. */
  readonly isOnline?: (() => boolean) | undefined
}

export interface Connection {
  getState(): ConnectionState
  /** False while the service is known to be out of reach: background work must wait. */
  isReachable(): boolean
  /** True where the connection's state is, or may be about to be, all that there is to say about this error. */
  explains(error: AppError): boolean
  /** The service answered, whatever it said. */
  recordAnswer(durationMs: number): void
  /** A call that took so long (0 unless told) ended with an error that means "out of reach" (see judgeCall). */
  recordFailure(error: AppError, durationMs?: number): void
  /** Probes now: the user wants it, or the computer has woken up. */
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

/** A web page instead of an answer, the way to one, or no JSON at all: a captive portal, a maintenance page, a wrong address. */
const foreignReasons = new Set(['html', 'redirect', 'empty', 'notJson', 'notUtf8'])

/** True when the error says that no service of ours is at the other end of the line. */
export function meansUnreachable(error: AppError): boolean {
  switch (error.code) {
    case 'network':
    case 'timeout':
      return true
    case 'contractViolation':
      return foreignReasons.has(String(error.data['reason']))
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

/**
 * True when the error is of the whole line: no connection, or none that carried anything. The others may be one endpoint's own:
 * it is slow or down while the rest of the service is well. The health check is what settles that, so it has no other excuse.
 */
function concernsWholeLine(error: AppError): boolean {
  if (error.data['endpoint'] === 'health') return true
  if (error.code === 'timeout') return error.data['phase'] === 'connect'
  return error.code !== 'rejectedByExchange' && error.code !== 'contractViolation'
}

/** What runs on this computer is reached without a network. */
function isOnThisComputer(baseUrl: string | null): boolean {
  const url = baseUrl === null ? null : URL.parse(baseUrl)
  return url !== null && isLoopbackHost(url.hostname)
}

export function createConnection(options: ConnectionOptions): Connection {
  const { clock, probe, onChange, onReturn, random = Math.random, isOnline } = options
  const stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let probes = 0
  let isProbing = false
  /** One endpoint has failed, and the health check is being asked whether that is all. */
  let isInDoubt = false
  let trustedUntilMs = -Infinity
  /** These three by performance.now(). */
  let lastAnswerAtMs = -Infinity
  let onlineSinceMs = -Infinity
  /** The operating system says that there is no network; false once it was wrong about that, as with some VPNs. */
  let isSystemBelieved = isOnline !== undefined && !isOnThisComputer(options.baseUrl)
  const hasNoNetwork = (): boolean => isSystemBelieved && isOnline?.() === false
  let state: ConnectionState = {
    status: 'connecting',
    sinceMs: clock.now(),
    latencyMs: null,
    lastAnswerMs: null,
    error: null,
    baseUrl: options.baseUrl,
  }

  const latency = createThrottle(LATENCY_EVERY_MS, () => onChange(state))

  function change(next: Partial<ConnectionState>): void {
    const { status } = state
    state = { ...state, ...next }
    if (status === 'online' && state.status === 'online') latency.ask()
    else onChange(state)
  }

  function clearTimer(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function planProbe(): void {
    if (timer !== null || stopper.signal.aborted) return
    const stepMs = PROBE_PAUSES_MS[Math.min(probes, PROBE_PAUSES_MS.length - 1)] ?? 30_000
    probes += 1
    waitForProbe(performance.now() + stepMs * (0.5 + random() / 2), false)
  }

  /** Probes at the given moment; without a network not before it is back, and then at once. */
  function waitForProbe(dueMs: number, wasWithout: boolean): void {
    const isWithout = hasNoNetwork()
    const leftMs = wasWithout && !isWithout ? 0 : dueMs - performance.now()
    if (isWithout || leftMs > 0) {
      const pauseMs = isWithout ? NETWORK_CHECK_MS : Math.min(leftMs, NETWORK_CHECK_MS)
      timer = setTimeout(() => waitForProbe(dueMs, isWithout), Math.ceil(pauseMs))
      return
    }
    timer = null
    if (wasWithout) probes = 0
    void runProbe()
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
      // A probe that came to nothing (the service asks to slow down) is no reason to give up what works.
      isInDoubt = false
      if (state.status !== 'online') planProbe()
    }
  }

  /** True when the failure is one endpoint's, or may be: then the probe that is now under way decides. */
  function mayBeOneEndpoint(error: AppError, durationMs: number): boolean {
    if (state.status !== 'online') return false
    const nowMs = performance.now()
    // Another call was answered while this one waited.
    if (error.code === 'timeout' && error.data['phase'] !== 'connect' && lastAnswerAtMs > nowMs - durationMs)
      return true
    if (concernsWholeLine(error)) return false
    if (nowMs < trustedUntilMs) return true
    isInDoubt = true
    void runProbe()
    return true
  }

  return {
    getState: () => state,
    isReachable: () => state.status !== 'offline',
    explains: (error) => meansUnreachable(error) && (state.status !== 'online' || isInDoubt),
    recordAnswer(durationMs) {
      if (stopper.signal.aborted) return
      const before = state.status
      const now = clock.now()
      lastAnswerAtMs = performance.now()
      if (before !== 'online') onlineSinceMs = lastAnswerAtMs
      if (isInDoubt) trustedUntilMs = lastAnswerAtMs + TRUST_MS
      isInDoubt = false
      if (hasNoNetwork()) isSystemBelieved = false
      clearTimer()
      change({
        status: 'online',
        sinceMs: before === 'online' ? state.sinceMs : now,
        latencyMs: Math.round(durationMs),
        lastAnswerMs: now,
        error: null,
      })
      if (before === 'offline') onReturn()
    },
    recordFailure(error, durationMs = 0) {
      if (stopper.signal.aborted || mayBeOneEndpoint(error, durationMs)) return
      const report: ErrorReport = { code: error.code, data: { ...error.data }, ref: null }
      if (state.status === 'offline') change({ error: report })
      else {
        isInDoubt = false
        trustedUntilMs = -Infinity
        if (performance.now() - onlineSinceMs >= STEADY_MS) probes = 0
        change({ status: 'offline', sinceMs: clock.now(), error: report })
      }
      if (!isProbing) planProbe()
    },
    retry() {
      clearTimer()
      probes = 0
      void runProbe()
    },
    stop() {
      stopper.abort()
      latency.stop()
      clearTimer()
    },
  }
}
