// Reads the envelope of every answer: success, rejection or contract violation. No value of the answer except the service's
// message is put into an error.
import { z } from 'zod'
import type { Clock } from '../../async/clock.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../../src-preload/domain/endpoints.ts'
import type { Endpoint } from '../endpoint.ts'
import { maxLength } from './answer-sizes.ts'
import type { HttpAnswer } from '../http.ts'
import { parseJson } from './lossless-json.ts'

/** An answer whose body is text. */
export interface TextAnswer extends Omit<HttpAnswer, 'body'> {
  readonly text: string
}

type Body =
  { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'empty' | 'html' | 'notJson' }

const successEnvelope = z.object({
  status: z.literal('success'),
  payload: z.unknown().optional(),
  token: z.unknown().optional(),
})

/** The message of a refusal, truncated: one that is too long is still a refusal. */
const words = z.string().overwrite((text) => text.slice(0, maxLength.message))

/** All known and likely error bodies: payload "", {}, an object or none (facts, A5); also DRF's bare { detail }. */
const errorEnvelope = z.object({
  status: z.string().max(maxLength.status).optional().catch(undefined),
  message: words.optional().catch(undefined),
  detail: words.optional().catch(undefined),
  payload: z
    .object({ code: z.string().max(maxLength.status).optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** The only machine code that the service is known to use (facts, A5). */
const tokenNotValid = 'token_not_valid'
const maxMessageLength = 300
/** Maximum length of a message that is processed: the patterns below take quadratic time on long ones. */
const maxProcessedMessageLength = 2_000

function readBody(
  { contentType, text }: TextAnswer,
  { exactKeys, noisyKeys }: Pick<Endpoint<unknown>, 'exactKeys' | 'noisyKeys'>,
): Body {
  if (text.trim() === '') return { kind: 'empty' }
  try {
    return { kind: 'json', value: parseJson(text, exactKeys, noisyKeys) }
  } catch {
    const isHtml = /\bhtml\b/i.test(contentType) || /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text)
    return { kind: isHtml ? 'html' : 'notJson' }
  }
}

/**
 * Makes the service's message safe to show and log: one line, bounded, without anything that may be a secret.
 * @param sent - secrets of the request, which an answer may echo
 */
export function cleanMessage(message: string, sent: readonly string[]): string {
  return sent
    .reduce((text, secret) => text.replaceAll(secret, '[sent]'), message.slice(0, maxProcessedMessageLength))
    .replace(/\p{C}+/gu, ' ')
    .replace(/eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[token]')
    .replace(/\b(?:0x)?[0-9a-f]{64,}\b/gi, '[hex]')
    .trim()
    .slice(0, maxMessageLength)
}

/** The longest Retry-After that is honored: a timer could not hold much more, and one header must not block for weeks. */
const maxRetryAfterMs = 86_400_000

/**
 * Retry-After (RFC 9110, 10.2.3), in seconds or as a date, as milliseconds from now, at most a day; null if absent or
 * unreadable. A date is compared with the answer's own Date header, because the local clock may be wrong by an hour.
 */
export function readRetryAfterMs(
  { retryAfter, date }: Pick<HttpAnswer, 'retryAfter' | 'date'>,
  clock: Clock,
): number | null {
  const text = retryAfter?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs)
  if (!/^[A-Z][a-z]{2}, /.test(text)) return null
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) return null
  const answeredMs = date === null ? NaN : Date.parse(date)
  const nowMs = Number.isNaN(answeredMs) ? clock.now() : answeredMs
  return Math.min(Math.max(0, atMs - nowMs), maxRetryAfterMs)
}

function rejectionOf(
  { name: endpoint, isPrivate }: Pick<Endpoint<unknown>, 'name' | 'isPrivate'>,
  answer: TextAnswer,
  body: Body,
  clock: Clock,
  sent: readonly string[],
): AppError {
  const { status } = answer
  const fields = errorEnvelope.safeParse(body.kind === 'json' ? body.value : {}).data
  const message = cleanMessage(fields?.message ?? fields?.detail ?? '', sent)
  const retryAfterMs = readRetryAfterMs(answer, clock)
  if (status === 429) return new AppError('rateLimited', { endpoint, retryAfterMs })
  const isTokenRefused = status === 401 || fields?.payload?.code === tokenNotValid
  // Without a token, the token cannot be what was refused.
  if (isTokenRefused && isPrivate) {
    return new AppError('unauthenticated', { endpoint, status, message })
  }
  // Gateways and firewalls send their own pages with these; other statuses should come from the service.
  const isFromGateway = status >= 500 || [401, 403, 408, 429].includes(status)
  if (body.kind !== 'json' && !isFromGateway) {
    return new AppError('contractViolation', { endpoint, field: 'body', reason: body.kind, status })
  }
  // A service that is down may say for how long.
  const wait = status === 503 && retryAfterMs !== null ? { retryAfterMs } : {}
  return new AppError('rejectedByExchange', { endpoint, status, message, ...wait })
}

/** Statuses with which the service itself reports a missing object (facts, A5). */
const isPlainRefusal = (status: number): boolean => status === 200 || status === 400 || status === 404

const refusalParts = z.object({ message: words.catch(''), payload: z.unknown().optional() })

/** A refusal that is an answer of this endpoint; null otherwise. */
function readRefusal<Answer>(
  endpoint: Endpoint<Answer>,
  status: number,
  body: Body,
): { readonly answer: Answer } | null {
  if (endpoint.refusal === undefined || body.kind !== 'json' || !isPlainRefusal(status)) return null
  const parts = refusalParts.safeParse(body.value)
  if (!parts.success) return null
  const read = endpoint.refusal.safeParse(parts.data)
  return read.success ? { answer: read.data } : null
}

/** Names the first field that violates the schema, such as `payload.3.price`; the reason never holds the value. */
function violationOf(endpoint: EndpointName, error: z.ZodError): AppError {
  const issue = error.issues[0]
  const field = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.map(String).join('.')
  return new AppError('contractViolation', { endpoint, field, reason: issue?.message ?? 'unexpected' })
}

/**
 * Reads an answer: returns its data by the endpoint's schema, or throws. An error is an HTTP status outside 200-299 or
 * `status: "error"`, whichever occurs (facts, A5).
 * @param sent - secrets of the request, which no error repeats
 * Errors: rateLimited { endpoint, retryAfterMs }, unauthenticated { endpoint, status, message } (private endpoints),
 * rejectedByExchange { endpoint, status, message, and retryAfterMs if a 503 has it }, contractViolation { endpoint, field,
 * reason }.
 */
export function readAnswer<Answer>(
  endpoint: Endpoint<Answer>,
  answer: TextAnswer,
  clock: Clock,
  sent: readonly string[],
): Answer {
  const body = readBody(answer, endpoint)
  const isHttpError = answer.status < 200 || answer.status > 299
  const isStatedError = body.kind === 'json' && errorEnvelope.safeParse(body.value).data?.status === 'error'
  if (isHttpError || isStatedError) {
    const read = readRefusal(endpoint, answer.status, body)
    if (read !== null) return read.answer
    throw rejectionOf(endpoint, answer, body, clock, sent)
  }
  if (body.kind !== 'json') {
    throw new AppError('contractViolation', { endpoint: endpoint.name, field: 'body', reason: body.kind })
  }
  const envelope = successEnvelope.safeParse(body.value)
  if (!envelope.success) throw violationOf(endpoint.name, envelope.error)
  const data = endpoint.answer.safeParse(envelope.data)
  if (!data.success) throw violationOf(endpoint.name, data.error)
  return data.data
}
