// Sends one request and reads its answer as bytes: URL, headers, time limits, size limit, network faults. Never repeats a
// request or follows a redirect, which could carry the token away.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'
import type { BodyValue, CallInput, Effect } from './endpoint.ts'
import type { Liveness } from './liveness.ts'
import { answerSizes } from './answers/answer-sizes.ts'
import { type BodyBytes, readBody } from './answers/answer-body.ts'
import { networkFault } from './network-fault.ts'
import { untilAborted } from './rate-limit/until-aborted.ts'

/** The part of `fetch` that is used; Node's and Electron's `net.fetch` both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Like Fetch, but calls back when the request is sent, which may be later. If it is aborted before that, nothing was sent.
 */
export type MoneyFetch = (url: string, init: RequestInit, onSending: () => void) => Promise<Response>

/** Adapts a transport that sends at once. */
export function asMoneyFetch(fetch: Fetch): MoneyFetch {
  return (url, init, onSending) => {
    onSending()
    return fetch(url, init)
  }
}

/** Limits of one request. A request that exceeds one is aborted. */
export interface HttpLimits {
  /** After this long without an answer, the client checks whether the service is reachable; see Liveness. */
  readonly connectMs: number
  /** Until the response headers arrive, including connecting. */
  readonly headersMs: number
  /** From the response headers to the last byte. */
  readonly bodyMs: number
  /** Of any answer, decompressed; each endpoint has a lower limit (answer-sizes.ts). */
  readonly maxBodyBytes: number
}

export const defaultHttpLimits: HttpLimits = {
  connectMs: 4_000,
  headersMs: 15_000,
  bodyMs: 30_000,
  maxBodyBytes: 2 * 1024 * 1024,
}

export interface HttpOptions {
  /** As returned by parseBaseUrl. */
  readonly baseUrl: string
  readonly fetch: Fetch
  /** For money calls: uses a separate connection, so that no transport sends a request twice (see compose.ts). */
  readonly moneyFetch: MoneyFetch
  readonly userAgent: string
  readonly limits: HttpLimits
  readonly liveness: Liveness
}

export interface HttpRequest extends CallInput {
  readonly endpoint: EndpointName
  readonly method: 'GET' | 'POST'
  readonly effect: Effect
  /** Sent as `Authorization: JWT <token>` if given. */
  readonly accessToken?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Called when the request is sent. */
  readonly onSending?: (() => void) | undefined
}

/** A received answer, its body still in bytes. */
export interface HttpAnswer {
  readonly status: number
  readonly contentType: string
  /** The headers, unparsed, or null. */
  readonly retryAfter: string | null
  readonly date: string | null
  readonly body: BodyBytes
}

/** Maximum length of a header that is read, in characters. */
const MAX_HEADER_LENGTH = 256

/** A header, unparsed; null if it is absent or longer than any legitimate one. */
function headerOf(response: Response, name: string): string | null {
  const value = response.headers.get(name)
  return value === null || value.length > MAX_HEADER_LENGTH ? null : value
}

function urlOf(baseUrl: string, { path, query = {} }: CallInput): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const search = parameters.toString()
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`
}

/** A raw number is sent with its own digits: JSON.stringify would write those of a double. */
function writeValue(value: BodyValue): string {
  if (typeof value === 'object' && 'rawNumber' in value) return value.rawNumber
  return JSON.stringify(value)
}

function writeBody(body: Readonly<Record<string, BodyValue>>): string {
  const fields = Object.entries(body).map(([name, value]) => `${JSON.stringify(name)}:${writeValue(value)}`)
  return `{${fields.join(',')}}`
}

function initOf(request: HttpRequest, userAgent: string, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
  if (request.accessToken !== undefined) headers['authorization'] = `JWT ${request.accessToken}`
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: request.method,
    headers,
    signal,
    ...(request.body === undefined ? {} : { body: writeBody(request.body) }),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  }
}

/**
 * Sends one request and reads its whole answer, of any status except a redirect.
 * Errors: network { endpoint, reason, code }, timeout { endpoint, phase: 'connect' | 'headers' | 'body', limitMs },
 * cancelled, contractViolation { endpoint, field, reason } for a redirect, or an answer over the size limit.
 */
export async function sendRequest(options: HttpOptions, request: HttpRequest): Promise<HttpAnswer> {
  const { endpoint } = request
  const { headersMs, bodyMs, maxBodyBytes } = options.limits
  const stop = new AbortController()
  const onCallerAbort = (): void => stop.abort(new AppError('cancelled', { endpoint }))
  if (request.signal?.aborted === true) onCallerAbort()
  request.signal?.addEventListener('abort', onCallerAbort, { once: true })
  const startTimer = (phase: 'headers' | 'body', limitMs: number): NodeJS.Timeout =>
    setTimeout(() => stop.abort(new AppError('timeout', { endpoint, phase, limitMs })), limitMs)
  let timer: NodeJS.Timeout | undefined
  const onSending = (): void => {
    timer = startTimer('headers', headersMs)
    request.onSending?.()
  }
  // A money call waits to the end: giving up early would only leave its outcome open.
  const unwatch =
    request.effect === 'money'
      ? () => undefined
      : options.liveness.watch(endpoint, (fault) => stop.abort(fault))
  try {
    stop.signal.throwIfAborted()
    const url = urlOf(options.baseUrl, request)
    const init = initOf(request, options.userAgent, stop.signal)
    const isMoney = request.effect === 'money'
    if (!isMoney) onSending()
    const sending = isMoney ? options.moneyFetch(url, init, onSending) : options.fetch(url, init)
    const response = await untilAborted(sending, stop.signal)
    unwatch()
    options.liveness.noteActivity()
    clearTimeout(timer)
    timer = startTimer('body', bodyMs)
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new AppError('contractViolation', { endpoint, field: 'location', reason: 'redirect' })
    }
    const isCanceled = (): boolean => request.signal?.aborted === true
    const limitBytes = Math.min(maxBodyBytes, answerSizes[endpoint].maxBytes)
    const body = await readBody(response, endpoint, limitBytes, stop.signal, isCanceled)
    return {
      status: response.status,
      contentType: headerOf(response, 'content-type') ?? '',
      retryAfter: headerOf(response, 'retry-after'),
      date: headerOf(response, 'date'),
      body,
    }
  } catch (error) {
    if (isAppError(error)) throw error
    if (isAppError(stop.signal.reason)) throw stop.signal.reason
    throw networkFault(endpoint, error)
  } finally {
    unwatch()
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', onCallerAbort)
    // Frees the connection if the answer was not read to its end; no effect otherwise.
    stop.abort(new AppError('cancelled', { endpoint }))
  }
}
