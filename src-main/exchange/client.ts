// Owns: the service client's face, put together from its parts: line, session, endpoints.
// Must not: hold rules of its own beyond which call gets a token and which may be repeated.
import { setTimeout as wait } from 'node:timers/promises'
import type { CandleColumns, MarketTrade } from '../../src-preload/contract/entities.ts'
import type { PnlEntry, Profile } from '../../src-preload/contract/entities.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import { parseBaseUrl } from './base-url.ts'
import { callOnce, type Call, type CallContext, type CallRecord } from './call.ts'
import type { CallInput, CallOptions, Endpoint } from './endpoint.ts'
import { createAuthCalls } from './endpoints/auth.ts'
import { checkHealth } from './endpoints/health.ts'
import { listCandles, listMarketTrades } from './endpoints/market.ts'
import type { CandlesQuery, MarketTradesQuery } from './endpoints/market.ts'
import { getOrder, listOrders } from './endpoints/orders.ts'
import type { OrderList, OrdersQuery, SingleOrder } from './endpoints/orders.ts'
import { getPnl, getProfile } from './endpoints/user.ts'
import { defaultHttpLimits, type Fetch, type HttpLimits } from './http.ts'
import { type Pacing, retryRead } from './retry.ts'
import { type ClientSessionState, createSession, type SessionOptions, type SignIn } from './session.ts'
import { untilAborted } from './until-aborted.ts'

export interface ExchangeClientOptions {
  /** As parseBaseUrl reads it. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly clock: Clock
  /** Name and version of the app. */
  readonly userAgent: string
  /** Absent: public calls only. */
  readonly session?: SessionOptions | undefined
  /** Told of every request on the wire, after it has ended. */
  readonly onCall?: ((record: CallRecord) => void) | undefined
  readonly limits?: Partial<HttpLimits> | undefined
  /** Pauses and jitter between repeated reads. */
  readonly pacing?: Pacing | undefined
  readonly monotonicMs?: (() => number) | undefined
}

/** Every method fails with an AppError and nothing else. */
export interface ExchangeClient {
  /** Normalised. */
  readonly baseUrl: string
  health(options?: CallOptions): Promise<void>
  getProfile(options?: CallOptions): Promise<Profile>
  getPnl(options?: CallOptions): Promise<PnlEntry[]>
  listMarketTrades(query: MarketTradesQuery, options?: CallOptions): Promise<MarketTrade[]>
  listCandles(query: CandlesQuery, options?: CallOptions): Promise<CandleColumns>
  listOrders(query: OrdersQuery, options?: CallOptions): Promise<OrderList>
  getOrder(id: number, options?: CallOptions): Promise<SingleOrder>
  sessionState(): ClientSessionState
  /** Signs in by signature now, even where a private call could have used a stored token. */
  signIn(options?: CallOptions): Promise<SignIn>
  /** Forgets both tokens; signs in again only by signIn. Errors: those of the refresh token's store. */
  signOut(): Promise<void>
  /** The app is locked: forgets the access token until resume(), and private calls fail with vaultLocked. */
  forget(): void
  resume(): void
  /** Ends all calls under way with `cancelled`, and refuses new ones so. */
  close(): void
}

const systemPacing: Pacing = {
  sleep: async (durationMs, signal) => {
    await untilAborted(wait(durationMs, undefined, signal === undefined ? {} : { signal }), signal)
  },
  random: Math.random,
}

const defaultRetries = 2

/** Makes a client for one service and at most one account. Errors: validation for a bad base URL. */
export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const context: CallContext = {
    baseUrl: parseBaseUrl(options.baseUrl),
    fetch: options.fetch,
    userAgent: options.userAgent,
    clock: options.clock,
    limits: { ...defaultHttpLimits, ...options.limits },
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    onCall: options.onCall,
  }
  const pacing = options.pacing ?? systemPacing
  const closing = new AbortController()
  /** The session's own calls serve all callers, so none of them can cancel one; closing does. */
  const authCall: Call = (endpoint, input) => callOnce(context, endpoint, input, undefined, closing.signal)
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

  /** With a token, and once more with a new one where the service refuses it (facts, A5). */
  async function callWithToken<Answer>(
    endpoint: Endpoint<Answer>,
    input: CallInput,
    signal: AbortSignal,
  ): Promise<Answer> {
    const held = requireSession(endpoint.name)
    const token = await untilAborted(held.accessToken(), signal)
    try {
      const answer = await callOnce(context, endpoint, input, token, signal)
      held.noteAccepted(token)
      return answer
    } catch (error) {
      if (!isAppError(error, 'unauthenticated')) throw error
    }
    const renewed = await untilAborted(held.tokenAfterRefusal(token), signal)
    const answer = await callOnce(context, endpoint, input, renewed, signal)
    held.noteAccepted(renewed)
    return answer
  }

  /** Every call that the endpoints make is a read, and may be repeated. */
  const call: Call = (endpoint, input, callOptions = {}) => {
    const signal = signalOf(callOptions)
    return retryRead(
      () =>
        endpoint.isPrivate
          ? callWithToken(endpoint, input, signal)
          : callOnce(context, endpoint, input, undefined, signal),
      pacing,
      endpoint.method === 'GET' ? (callOptions.retries ?? defaultRetries) : 0,
      signal,
    )
  }

  return {
    baseUrl: context.baseUrl,
    health: (callOptions) => checkHealth(call, callOptions),
    getProfile: (callOptions) => getProfile(call, callOptions),
    getPnl: (callOptions) => getPnl(call, callOptions),
    listMarketTrades: (query, callOptions) => listMarketTrades(call, query, callOptions),
    listCandles: (query, callOptions) => listCandles(call, query, callOptions),
    listOrders: (query, callOptions) => listOrders(call, query, callOptions),
    getOrder: (id, callOptions) => getOrder(call, id, callOptions),
    sessionState: () => session?.state() ?? 'signedOut',
    signIn: async (callOptions = {}) =>
      untilAborted(requireSession('auth.login').signIn(), signalOf(callOptions)),
    signOut: async () => session?.signOut(),
    forget: () => session?.forget(),
    resume: () => session?.resume(),
    close: () => {
      closing.abort(new AppError('cancelled', { reason: 'closed' }))
    },
  }
}
