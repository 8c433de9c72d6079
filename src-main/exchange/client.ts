// The service's client, composed of HTTP, rate limit, session and endpoints. Decides which calls get a token and which
// may be repeated.
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import { type ReadAnswer, readInline } from './answers/answer-reader.ts'
import { parseBaseUrl } from './base-url.ts'
import { type Attempt, callOnce, type Call, type CallContext, type CallRecord } from './call.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'
import type { CallInput, CallOptions, Effect, Endpoint } from './endpoint.ts'
import { createAuthCalls } from './endpoints/auth.ts'
import { asMoneyFetch, defaultHttpLimits, type Fetch, type HttpLimits, type MoneyFetch } from './http.ts'
import { createLiveness } from './liveness.ts'
import { createPathForms } from './path-forms.ts'
import { probe } from './probe.ts'
import { createServiceCalls, type ServiceCalls } from './service-calls.ts'
import { type Pacing, retryRead } from './rate-limit/retry.ts'
import {
  type ClientSessionState,
  createSession,
  type SessionOptions,
  type SignIn,
  type TokenUse,
} from './session/session-tokens.ts'
import type { StreamToken } from './streams/stream-connection.ts'
import { createRateLimiter, type RateLimiter, type RateLimiterState } from './rate-limit/rate-limiter.ts'
import { requestLimitsOf } from './rate-limit/request-limits.ts'
import { untilAborted } from './rate-limit/until-aborted.ts'

export interface ExchangeClientOptions {
  /** A base URL that parseBaseUrl accepts. */
  readonly baseUrl: string
  readonly fetch: Fetch
  /** `fetch` by default. */
  readonly moneyFetch?: MoneyFetch | undefined
  readonly clock: Clock
  /** Name and version of the app. */
  readonly userAgent: string
  /** Absent for public calls only. */
  readonly session?: SessionOptions | undefined
  /** Called after every request on the wire has ended. */
  readonly onCall?: ((record: CallRecord) => void) | undefined
  /** Receives what onCall throws. */
  readonly onFault?: ((error: unknown) => void) | undefined
  readonly limits?: Partial<HttpLimits> | undefined
  /** Shared by all clients of this service; by default a separate one. */
  readonly limiter?: RateLimiter | undefined
  /** Reads answers, large ones on another thread; by default all on this one. */
  readonly readAnswer?: ReadAnswer | undefined
  /** Pauses and jitter between repeated reads. */
  readonly pacing?: Pacing | undefined
  readonly monotonicMs?: (() => number) | undefined
}

/** Every method fails only with AppErrors. */
export interface ExchangeClient extends ServiceCalls {
  /** Normalized. */
  readonly baseUrl: string
  /**
   * An access token for the handshake of the private stream, the one place beside calls that gets it.
   * @param refused - the token that the service has just refused there; another one is then asked for
   * Errors: those of signing in; unauthenticated without a session; cancelled after close.
   */
  streamToken(refused: string | null): Promise<StreamToken>
  sessionState(): ClientSessionState
  /** Queue and pauses of the requests to this service. */
  limiterState(): RateLimiterState
  /** Ends a pause that the service requested: the user wants an answer now. */
  endPause(): void
  /** Signs in by signature now, even if a stored token would do for private calls. */
  signIn(): Promise<SignIn>
  /** Drops both tokens; only signIn signs in again. Errors: those of the refresh token's store. */
  signOut(): Promise<void>
  /** Called when the app locks: drops the access token until resume(); private calls fail with vaultLocked. */
  forget(): void
  /**
   * Called when the app locks and its tokens stay: until resume() own orders are read and canceled; other private calls fail
   * with vaultLocked.
   */
  hold(): void
  /** Whether own orders can be read and canceled although the app is locked. */
  isHeld(): boolean
  resume(): void
  /** Ends all calls in progress with `cancelled`, and refuses new ones with it. */
  close(): void
}

const systemPacing: Pacing = {
  sleep: async (durationMs, signal) => {
    await untilAborted(wait(durationMs, undefined, signal === undefined ? {} : { signal }), signal)
  },
  random: Math.random,
}

const defaultRetries = 2

const isCancel = (effect: Effect): boolean => effect === 'cancel' || effect === 'cancelMany'
/** What goes on while the app is locked and its tokens are held. None of these moves money. */
const ownOrderCalls: ReadonlySet<EndpointName> = new Set([
  'orders.list',
  'orders.get',
  'orders.cancel',
  'orders.bulkCancel',
])
const useOf = (endpoint: EndpointName): TokenUse => (ownOrderCalls.has(endpoint) ? 'ownOrders' : 'any')

const isSentOnce = (effect: Effect): boolean => effect !== 'read' && effect !== 'cancel'

/** Creates a client for one service and at most one account. Errors: validation for a bad base URL. */
export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const limits = { ...defaultHttpLimits, ...options.limits }
  const pathForms = createPathForms()
  const liveness = createLiveness({
    connectMs: limits.connectMs,
    probe: (signal) => probe(context, pathForms, signal),
  })
  const context: CallContext = {
    baseUrl: parseBaseUrl(options.baseUrl),
    fetch: options.fetch,
    moneyFetch: options.moneyFetch ?? asMoneyFetch(options.fetch),
    userAgent: options.userAgent,
    clock: options.clock,
    limits,
    liveness,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    onCall: options.onCall,
    onFault: options.onFault,
    readAnswer: options.readAnswer ?? readInline,
    limiter: options.limiter ?? createRateLimiter({ limits: requestLimitsOf(options.baseUrl) }),
  }
  const pacing = options.pacing ?? systemPacing
  const closing = new AbortController()
  /** The service slowed the session's own calls down, and has answered none since. */
  let isAuthSlowed = false
  /**
   * The session's own calls serve all callers, so no caller can cancel them; closing does. Everything waits for them, cancels
   * too: so they go out during a pause that the service asked for at another call. After one at their own, they wait.
   */
  const authCall: Call = async (endpoint, input) => {
    const urgency = isAuthSlowed ? 'asked' : 'first'
    try {
      const answer = await callOnce(context, endpoint, input, {
        signal: closing.signal,
        urgency,
        lane: 'session',
      })
      isAuthSlowed = false
      return answer
    } catch (error) {
      if (isAppError(error, 'rateLimited')) isAuthSlowed = true
      throw error
    }
  }
  const session =
    options.session === undefined
      ? null
      : createSession(createAuthCalls(authCall), context.baseUrl, options.clock, options.session)

  function signalOf(callOptions: CallOptions): AbortSignal {
    return callOptions.signal === undefined
      ? closing.signal
      : AbortSignal.any([callOptions.signal, closing.signal])
  }

  function requireSession(endpoint: string): NonNullable<typeof session> {
    if (session === null) throw new AppError('unauthenticated', { endpoint, reason: 'noSession' })
    return session
  }

  /**
   * Calls with a token, and once more with a new one if the service refuses it (facts, A5). Money calls are not sent again:
   * the caller gets `unauthenticated`, and the next call a new token.
   */
  async function callWithToken<Answer>(
    endpoint: Endpoint<Answer>,
    input: CallInput,
    attempt: Attempt,
  ): Promise<Answer> {
    const held = requireSession(endpoint.name)
    const sendWith = async (accessToken: string): Promise<Answer> => {
      const answer = await callOnce(context, endpoint, input, { ...attempt, accessToken })
      held.noteAccepted(accessToken)
      return answer
    }
    const use = useOf(endpoint.name)
    const token = await untilAborted(held.accessToken(use), attempt.unsentSignal ?? attempt.signal)
    const failedBefore = held.failedRenewals()
    try {
      return await sendWith(token)
    } catch (error) {
      if (!isAppError(error, 'unauthenticated')) throw error
      const renewal = untilAborted(held.tokenAfterRefusal(token, failedBefore, use), attempt.signal)
      if (endpoint.effect !== 'money') return sendWith(await renewal)
      // The next call reports the renewal's failure; this one has its own.
      await renewal.catch(() => null)
      throw error
    }
  }

  const call: Call = (endpoint, input, callOptions = {}) => {
    const isUncut = endpoint.isUncut === true
    const signal = isUncut ? (callOptions.signal ?? new AbortController().signal) : signalOf(callOptions)
    const attemptAt = (path: string, isLastForm = true) => {
      const attempt = {
        signal,
        unsentSignal: isUncut
          ? AbortSignal.any([closing.signal, ...(callOptions.unsentSignal ? [callOptions.unsentSignal] : [])])
          : undefined,
        urgency: isCancel(endpoint.effect) ? ('first' as const) : callOptions.urgency,
        lane: callOptions.lane,
        onSending: callOptions.onSending,
        onAnswer: callOptions.onAnswer,
        isFirstForm: !isLastForm,
      }
      return endpoint.isPrivate
        ? callWithToken(endpoint, { ...input, path }, attempt)
        : callOnce(context, endpoint, { ...input, path }, attempt)
    }
    if (isSentOnce(endpoint.effect)) return attemptAt(input.path)
    return retryRead(
      () =>
        endpoint.method === 'GET'
          ? pathForms.inEitherForm(endpoint.name, input.path, attemptAt)
          : attemptAt(input.path),
      pacing,
      callOptions.retries ?? defaultRetries,
      signal,
    )
  }

  async function streamToken(refused: string | null): Promise<StreamToken> {
    const held = requireSession('private stream')
    const failedBefore = held.failedRenewals()
    const current = await untilAborted(held.accessToken('ownOrders'), closing.signal)
    const token =
      current === refused
        ? await untilAborted(held.tokenAfterRefusal(current, failedBefore, 'ownOrders'), closing.signal)
        : current
    return { token, endsAtMs: held.endOf(token) }
  }

  return {
    baseUrl: context.baseUrl,
    ...createServiceCalls(call),
    streamToken,
    sessionState: () => session?.state() ?? 'signedOut',
    limiterState: () => context.limiter.state(),
    endPause: () => context.limiter.endPause(),
    signIn: async () => untilAborted(requireSession('auth.login').signIn(), closing.signal),
    signOut: async () => session?.signOut(),
    forget: () => session?.forget(),
    hold: () => session?.hold(),
    isHeld: () => session?.isHeld() ?? false,
    resume: () => session?.resume(),
    close: () => {
      liveness.stop()
      closing.abort(new AppError('cancelled', { reason: 'closed' }))
    },
  }
}
