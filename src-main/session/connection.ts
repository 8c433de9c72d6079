// Tracks whether the service is reachable from the results of all calls, and probes it while offline or in doubt. Makes no
// calls while online, and one probe at a time.
import type { ConnectionState } from '../../src-preload/contract/app/connection.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { AppError } from '../../src-preload/domain/errors.ts'
import { isLoopbackHost } from '../../src-preload/domain/accounts/wallet-input.ts'
import type { Clock } from '../async/clock.ts'
import { createThrottle } from '../async/throttle.ts'

/** Pauses between probes while offline, each drawn from its upper half so that clients spread out; the last one repeats. */
const PROBE_PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
/** How often the operating system's network state is checked. */
const NETWORK_CHECK_MS = 2_000
/** After a shorter online time the pauses continue to grow from where they were. */
const STEADY_MS = 30_000
/** For this long after a successful health check, one endpoint's failure counts as that endpoint's own. */
const TRUST_MS = 30_000
/** Limits latency updates while history is synced: dozens of answers per second would each redraw a frame. */
const LATENCY_EVERY_MS = 1_000

export interface ConnectionOptions {
  readonly baseUrl: string | null
  readonly clock: Clock
  /** Runs a health check; the result arrives through recordAnswer and recordFailure. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>
  /** Called at once for a new status or error, and once per second for answers while online. */
  readonly onChange: (state: ConnectionState) => void
  /** Called each time the service comes back, but not for the first answer. */
  readonly onReturn: () => void
  /** Uniform in [0, 1); Math.random by default. */
  readonly random?: (() => number) | undefined
  /** Whether the operating system has a network. Not used for a service on this computer. */
  readonly isOnline?: (() => boolean) | undefined
}

/** The state without an account. */
export const noConnection: ConnectionState = {
  status: 'connecting',
  sinceMs: 0,
  latencyMs: null,
  lastAnswerMs: null,
  error: null,
  baseUrl: null,
}

/** Statuses with which a gateway reports that the service behind it is down or does not answer (RFC 9110, 15.6). */
const gatewayStatuses = [502, 503, 504]

/** A web page instead of an answer, a redirect, or no JSON: a captive portal, a maintenance page, a wrong address. */
const foreignReasons = new Set(['html', 'redirect', 'empty', 'notJson', 'notUtf8'])

/** True if the error means that the service was not reached. */
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

/** What a call says about the connection; null for nothing, because it was canceled or the answer was too large. */
export function classifyCall(error: AppError | null, status: number | null): 'answer' | 'failure' | null {
  if (error !== null && meansUnreachable(error)) return 'failure'
  // A refusal is also an answer: the connection works.
  if (status !== null) return 'answer'
  switch (error?.code) {
    // The practice exchange, which is part of the app, could not be started.
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
 * True if the error concerns the whole connection: no connection, or one that carried nothing. Other errors may concern one
 * endpoint that is slow or down while the rest of the service works. The health check decides that, so its own errors always
 * count.
 */
function concernsConnection(error: AppError): boolean {
  if (error.data['endpoint'] === 'health') return true
  if (error.code === 'timeout') return error.data['phase'] === 'connect'
  return error.code !== 'rejectedByExchange' && error.code !== 'contractViolation'
}

/** A service on this computer is reached without a network. */
function isOnThisComputer(baseUrl: string | null): boolean {
  const url = baseUrl === null ? null : URL.parse(baseUrl)
  return url !== null && isLoopbackHost(url.hostname)
}

/** Starts in state `connecting`; the caller records results and calls `stop` at the end. */
export function createConnection(options: ConnectionOptions) {
  const { clock, probe, onChange, onReturn, random = Math.random, isOnline } = options
  const stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let probes = 0
  let isProbing = false
  /** One endpoint has failed, and a health check is deciding whether the service has. */
  let isInDoubt = false
  let trustedUntilMs = -Infinity
  /** trustedUntilMs and these two are performance.now() times. */
  let lastAnswerAtMs = -Infinity
  let onlineSinceMs = -Infinity
  /** False once the operating system reported no network although there was one, as with some VPNs. */
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

  /** Probes at the given time; without a network, as soon as it is back. */
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
      // recordFailure has already received the result.
    } finally {
      isProbing = false
      // An inconclusive probe (the service asks to slow down) does not end the online state.
      isInDoubt = false
      if (state.status !== 'online') planProbe()
    }
  }

  /** True if the failure is or may be one endpoint's; the running probe then decides. */
  function mayBeOneEndpoint(error: AppError, durationMs: number): boolean {
    if (state.status !== 'online') return false
    const nowMs = performance.now()
    // Another call was answered while this one waited.
    if (error.code === 'timeout' && error.data['phase'] !== 'connect' && lastAnswerAtMs > nowMs - durationMs)
      return true
    if (concernsConnection(error)) return false
    if (nowMs < trustedUntilMs) return true
    isInDoubt = true
    void runProbe()
    return true
  }

  return {
    getState: (): ConnectionState => state,
    /** False while the service is known to be unreachable: background work must wait. */
    isReachable: (): boolean => state.status !== 'offline',
    /** True if the connection's state, now or soon, already reports this error. */
    explains: (error: AppError): boolean =>
      meansUnreachable(error) && (state.status !== 'online' || isInDoubt),
    /** Records that the service answered, with any result. */
    recordAnswer(durationMs: number): void {
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
    /** Records a call that ended, after `durationMs` (0 by default), with an error that means "unreachable" (see classifyCall). */
    recordFailure(error: AppError, durationMs = 0): void {
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
    /** Probes now: the user asked for it, or the computer has woken up. */
    retry(): void {
      clearTimer()
      probes = 0
      void runProbe()
    },
    stop(): void {
      stopper.abort()
      latency.stop()
      clearTimer()
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
