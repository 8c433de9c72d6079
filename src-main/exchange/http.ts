// Owns: one request and its answer as bytes: addresses, headers, time limits, the size limit, faults of the line.
// Must not: know envelopes or tokens' meaning, repeat a request, or follow a redirect (it could carry the token away).
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'
import type { BodyValue, CallInput, Effect } from './endpoint.ts'
import type { Liveness } from './liveness.ts'
import { answerSizes } from './answers/answer-sizes.ts'
import { type BodyBytes, readBody } from './answers/answer-body.ts'
import { networkFault } from './network-fault.ts'
import { untilAborted } from './traffic/until-aborted.ts'

/** What is needed of `fetch`; Node's and Electron's `net.fetch` both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** As Fetch; calls back when the request goes out, which may be later. Aborted before that, nothing was sent. */
export type MoneyFetch = (url: string, init: RequestInit, onSending: () => void) => Promise<Response>

/** For transports that send at once. */
export function asMoneyFetch(fetch: Fetch): MoneyFetch {
  return (url, init, onSending) => {
    onSending()
    return fetch(url, init)
  }
}

export interface HttpLimits {
  /** After so long without an answer it is found out whether the service is there at all; see Liveness. */
  readonly connectMs: number
  /** Until the head of the answer is there, connecting included. */
  readonly headersMs: number
  /** From the head until the last byte. */
  readonly bodyMs: number
  /** Of any answer, decompressed; each endpoint has a limit of its own below it (answer-sizes.ts). */
  readonly maxBodyBytes: number
}

export const defaultHttpLimits: HttpLimits = {
  connectMs: 4_000,
  headersMs: 15_000,
  bodyMs: 30_000,
  maxBodyBytes: 2 * 1024 * 1024,
}

export interface HttpOptions {
  /** As parseBaseUrl returns it. */
  readonly baseUrl: string
  readonly fetch: Fetch
  /** For what moves money: over a connection of its own, so that no transport sends it a second time (see compose.ts). */
  readonly moneyFetch: MoneyFetch
  readonly userAgent: string
  readonly limits: HttpLimits
  readonly liveness: Liveness
}

export interface HttpRequest extends CallInput {
  readonly endpoint: EndpointName
  readonly method: 'GET' | 'POST'
  readonly effect: Effect
  /** Sent as `Authorization: JWT <token>` where given. */
  readonly accessToken?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Called when the request goes out. */
  readonly onSending?: (() => void) | undefined
}

export interface HttpAnswer {
  readonly status: number
  readonly contentType: string
  /** The headers as they were sent, or null. */
  readonly retryAfter: string | null
  readonly date: string | null
  readonly body: BodyBytes
}

/** No header that is read here is longer. In characters. */
const MAX_HEADER_LENGTH = 256

/** A header as it was sent; null where it is absent, or longer than any honest one. */
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

/** A raw number goes out with its own digits: JSON.stringify would write those of a double. */
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
 * Sends one request and reads its whole answer, of any status but a redirect.
 * Errors: network { endpoint, reason, code }, timeout { endpoint, phase: 'connect' | 'headers' | 'body', limitMs },
 * cancelled,
 * contractViolation { endpoint, field, reason } for a redirect, or an answer over the size limit.
 */
export async function sendRequest(options: HttpOptions, request: HttpRequest): Promise<HttpAnswer> {
  const { endpoint } = request
  const { headersMs, bodyMs, maxBodyBytes } = options.limits
  const stop = new AbortController()
  const onCallerAbort = (): void => {
    stop.abort(new AppError('cancelled', { endpoint }))
  }
  if (request.signal?.aborted === true) onCallerAbort()
  request.signal?.addEventListener('abort', onCallerAbort, { once: true })
  const startTimer = (phase: 'headers' | 'body', limitMs: number): NodeJS.Timeout =>
    setTimeout(() => {
      stop.abort(new AppError('timeout', { endpoint, phase, limitMs }))
    }, limitMs)
  let timer: NodeJS.Timeout | undefined
  const onSending = (): void => {
    timer = startTimer('headers', headersMs)
    request.onSending?.()
  }
  // What moves money is waited for to the end: giving it up early would only leave more open.
  const unwatch =
    request.effect === 'money'
      ? () => undefined
      : options.liveness.watch(endpoint, (fault) => {
          stop.abort(fault)
        })
  try {
    stop.signal.throwIfAborted()
    const url = urlOf(options.baseUrl, request)
    const init = initOf(request, options.userAgent, stop.signal)
    const isMoney = request.effect === 'money'
    if (!isMoney) onSending()
    const sending = isMoney ? options.moneyFetch(url, init, onSending) : options.fetch(url, init)
    const response = await untilAborted(sending, stop.signal)
    unwatch()
    options.liveness.noteSign()
    clearTimeout(timer)
    timer = startTimer('body', bodyMs)
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new AppError('contractViolation', { endpoint, field: 'location', reason: 'redirect' })
    }
    const isGivenUp = (): boolean => request.signal?.aborted === true
    const limitBytes = Math.min(maxBodyBytes, answerSizes[endpoint].maxBytes)
    const body = await readBody(response, endpoint, limitBytes, stop.signal, isGivenUp)
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
    // Frees the connection where the answer was not read to its end; without effect where it was.
    stop.abort(new AppError('cancelled', { endpoint }))
  }
}
