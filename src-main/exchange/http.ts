// Owns: one request and its answer as text: addresses, headers, time limits, the size limit, faults of the line.
// Must not: know envelopes or tokens' meaning, repeat a request, or follow a redirect (it could carry the token away).
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { CallInput, EndpointName } from './endpoint.ts'
import { networkFault } from './network-fault.ts'
import { untilAborted } from './until-aborted.ts'

/** What is needed of `fetch`; Node's and Electron's `net.fetch` both fit. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface HttpLimits {
  /** Until the head of the answer is there, connecting included. */
  readonly headersMs: number
  /** From the head until the last byte. */
  readonly bodyMs: number
  /** Of the answer, decompressed. */
  readonly maxBodyBytes: number
}

export const defaultHttpLimits: HttpLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  maxBodyBytes: 32 * 1024 * 1024,
}

export interface HttpOptions {
  /** As parseBaseUrl returns it. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly userAgent: string
  readonly limits: HttpLimits
}

export interface HttpRequest extends CallInput {
  readonly endpoint: EndpointName
  readonly method: 'GET' | 'POST'
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

function initOf(request: HttpRequest, userAgent: string, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent }
  if (request.accessToken !== undefined) headers['authorization'] = `JWT ${request.accessToken}`
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: request.method,
    headers,
    signal,
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
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
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const part = await untilAborted(reader.read(), signal)
    if (part.done) break
    const chunk: unknown = part.value
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a body chunk is not bytes')
    size += chunk.byteLength
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new AppError('contractViolation', { endpoint, field: 'body', reason: 'notUtf8' }, cause)
  }
}

/**
 * Sends one request and reads its whole answer, of any status but a redirect.
 * Errors: network { endpoint, reason, code }, timeout { endpoint, phase: 'headers' | 'body', limitMs }, cancelled,
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
  try {
    stop.signal.throwIfAborted()
    const sending = options.fetch(
      urlOf(options.baseUrl, request),
      initOf(request, options.userAgent, stop.signal),
    )
    const response = await untilAborted(sending, stop.signal)
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
    clearTimeout(timer)
    request.signal?.removeEventListener('abort', onCallerAbort)
    // Frees the connection where the answer was not read to its end; without effect where it was.
    stop.abort(new AppError('cancelled', { endpoint }))
  }
}
