// Owns: one request and its answer as text: addresses, headers, time limits, the size limit, faults of the line.
// Must not: know envelopes or tokens' meaning, repeat a request, or follow a redirect (it could carry the token away).
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { EndpointName } from '../../src-preload/shared/endpoints.ts'
import type { BodyValue, CallInput, Effect } from './endpoint.ts'
import type { Liveness } from './liveness.ts'
import { networkFault } from './network-fault.ts'
import { untilAborted } from './until-aborted.ts'

/** What is needed of `fetch`; Node's and Electron's `net.fetch` both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpLimits {
  /** After so long without an answer it is found out whether the service is there at all; see Liveness. */
  readonly connectMs: number
  /** Until the head of the answer is there, connecting included. */
  readonly headersMs: number
  /** From the head until the last byte. */
  readonly bodyMs: number
  /** Of the answer, decompressed. */
  readonly maxBodyBytes: number
}

export const defaultHttpLimits: HttpLimits = {
  connectMs: 4_000,
  headersMs: 15_000,
  bodyMs: 30_000,
  maxBodyBytes: 32 * 1024 * 1024,
}

export interface HttpOptions {
  /** As parseBaseUrl returns it. */
  readonly baseUrl: string
  readonly fetch: Fetch
  /** For what moves money: over a connection of its own, so that no transport sends it a second time (see compose.ts). */
  readonly moneyFetch: Fetch
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
}

export interface HttpAnswer {
  readonly status: number
  readonly contentType: string
  /** The headers as they were sent, or null. */
  readonly retryAfter: string | null
  readonly date: string | null
  readonly text: string
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

async function readText(
  response: Response,
  endpoint: string,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  const tooLarge = (): AppError =>
    new AppError('contractViolation', { endpoint, field: 'body', reason: 'tooLarge' })
  if (Number(response.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const readAll = async (): Promise<Buffer> => {
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const part = await reader.read()
      // Nobody waits any more: a transport that does not heed the signal would go on and on.
      signal.throwIfAborted()
      if (part.done) return Buffer.concat(chunks, size)
      const chunk: unknown = part.value
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body chunk is not bytes')
      size += chunk.byteLength
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  }
  // One race for the whole body, and not one for each of its chunks.
  const bytes = await untilAborted(readAll(), signal)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('contractViolation', { endpoint, field: 'body', reason: 'notUtf8' }, cause)
  }
}

/**
 * Sends one request and reads its whole answer, of any status but a redirect.
 * Errors: network { endpoint, reason, code }, timeout { endpoint, phase: 'connect' | 'headers' | 'body', limitMs },
 * cancelled,
 * contractViolation { endpoint, field, reason } for a redirect, an answer over the size limit, or one not in UTF-8.
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
  let timer = startTimer('headers', headersMs)
  // What moves money is waited for to the end: giving it up early would only leave more open.
  const unwatch =
    request.effect === 'money'
      ? () => undefined
      : options.liveness.watch(endpoint, (fault) => {
          stop.abort(fault)
        })
  try {
    stop.signal.throwIfAborted()
    const send = request.effect === 'money' ? options.moneyFetch : options.fetch
    const sending = send(urlOf(options.baseUrl, request), initOf(request, options.userAgent, stop.signal))
    const response = await untilAborted(sending, stop.signal)
    unwatch()
    options.liveness.noteSign()
    clearTimeout(timer)
    timer = startTimer('body', bodyMs)
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new AppError('contractViolation', { endpoint, field: 'location', reason: 'redirect' })
    }
    const text = await readText(response, endpoint, maxBodyBytes, stop.signal)
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after'),
      date: response.headers.get('date'),
      text,
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
