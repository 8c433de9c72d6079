// Makes one call, from the request to the validated answer, and records every attempt.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'
import type { ReadAnswer } from './answers/answer-reader.ts'
import type { CallInput, CallOptions, Endpoint, Precedence } from './endpoint.ts'
import type { UnreadRows } from './endpoints/rows.ts'
import { type HttpOptions, sendRequest } from './http.ts'
import { classifyMoneyFailure } from './money-outcome.ts'
import type { RateLimiter } from './rate-limit/rate-limiter.ts'
import { untilAborted } from './rate-limit/until-aborted.ts'
import type { Tools } from '../tools.ts'

/** Makes calls; the interface that endpoints use. */
export type Call = <Answer>(
  endpoint: Endpoint<Answer>,
  input: CallInput,
  options?: CallOptions,
) => Promise<Answer>

/** The record of one request on the wire. Holds no parameters, tokens or bodies. */
export interface CallRecord {
  readonly endpoint: EndpointName
  /** When it was sent. */
  readonly startedAtMs: number
  readonly durationMs: number
  /** How long it was queued, a money call's turn among the others included. */
  readonly waitedMs: number
  /** The error that the caller got; null on success. */
  readonly error: AppError | null
  /** The rows of its answer that could not be read; null if all were, or there are none. */
  readonly unread: UnreadRows | null
  /** HTTP status; null without an answer. */
  readonly status: number | null
  /** True if the other form of its path is tried next when the route is missing: see path-forms.ts. */
  readonly isFirstForm: boolean
  /** The answer's Date header, unparsed: the service's clock. */
  readonly date: string | null
}

/** The shared dependencies of all calls to one service. */
export interface CallContext extends HttpOptions, Pick<Tools, 'clock' | 'monotonicMs'> {
  readonly onCall: ((record: CallRecord) => void) | undefined
  /** Receives what onCall throws. */
  readonly onFault: ((error: unknown) => void) | undefined
  readonly limiter: RateLimiter
  readonly readAnswer: ReadAnswer
}

/** One attempt: its token, its caller and its priority. */
export interface Attempt extends Pick<CallOptions, 'lane' | 'onSending' | 'onAnswer'> {
  readonly urgency?: Precedence | undefined
  readonly accessToken?: string | undefined
  readonly signal: AbortSignal
  /** Cuts the call only until it is on the wire. */
  readonly unsentSignal?: AbortSignal | undefined
  readonly isFirstForm?: boolean | undefined
}

/** Shorter texts are not secrets, and would match any sentence. */
const minSecretLength = 8

/** Every text in a body, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/**
 * The secrets of a request that its errors must not repeat: the token, and every text of the body except addresses, which are
 * public.
 */
function secretsOf({ body = {} }: CallInput, accessToken: string | undefined): string[] {
  return [...textsOf(body), accessToken ?? ''].filter(
    (text) => text.length >= minSecretLength && !/^0x[0-9a-f]{40}$/i.test(text),
  )
}

/** Observers are not part of the call: their faults must not replace its answer. */
function tell({ onCall, onFault }: CallContext, record: CallRecord): void {
  try {
    onCall?.(record)
  } catch (error) {
    onFault?.(error)
  }
}

/** Sends one request, validates the answer, and records the outcome. Errors: those of sendRequest and readAnswer. */
async function exchange<Answer>(
  context: CallContext,
  endpoint: Endpoint<Answer>,
  input: CallInput,
  { accessToken, signal, urgency, isFirstForm = false, onAnswer }: Attempt,
  waitedMs: number,
  onSending: () => void,
): Promise<Answer> {
  const takenMs = context.monotonicMs()
  let startedAtMs = context.clock.now()
  let startMs = takenMs
  let status: number | null = null
  let date: string | null = null
  let failure: AppError | null = null
  let unread: UnreadRows | null = null
  try {
    const { name, method, effect } = endpoint
    const noteSending = (): void => {
      // A money call has waited for its turn until now: that was our queue, and not the exchange.
      startedAtMs = context.clock.now()
      startMs = context.monotonicMs()
      onSending()
    }
    const request = { ...input, endpoint: name, method, effect, accessToken, signal, onSending: noteSending }
    const answer = await sendRequest(context, request)
    status = answer.status
    date = answer.date
    const secrets = secretsOf(input, accessToken)
    const reading = context.readAnswer(endpoint, answer, context.clock, secrets)
    // The outcome of a money call is always read to the end, even if the caller has canceled.
    const value = await (effect === 'money' ? reading : untilAborted(reading, signal))
    unread = endpoint.unreadIn?.(value) ?? null
    onAnswer?.({ startedAtMs, durationMs: context.monotonicMs() - startMs, date })
    return value
  } catch (error) {
    failure = isAppError(error) ? error : new AppError('internal', { endpoint: endpoint.name }, error)
    // The status of an answer that could not be read.
    if (typeof failure.data['status'] === 'number') status = failure.data['status']
    if (failure.code === 'rateLimited') {
      const { retryAfterMs } = failure.data
      // A cancel whose token still works waits for no renewal, and so for no pause of one.
      const paused = endpoint.effect === 'auth' ? 'asked' : urgency
      context.limiter.noteSlowDown(typeof retryAfterMs === 'number' ? retryAfterMs : null, paused)
    }
    throw failure
  } finally {
    const durationMs = context.monotonicMs() - startMs
    const facts = {
      startedAtMs,
      durationMs,
      waitedMs: waitedMs + (startMs - takenMs),
      status,
      date,
      isFirstForm,
    }
    tell(context, { ...facts, endpoint: endpoint.name, error: failure, unread })
  }
}

/**
 * Makes one attempt at a call after its wait in the queue.
 * Errors: those of the wait (see RateLimiter), of sendRequest and readAnswer; with effect `money`, see classifyMoneyFailure.
 */
export async function callOnce<Answer>(
  context: CallContext,
  endpoint: Endpoint<Answer>,
  input: CallInput,
  attempt: Attempt,
): Promise<Answer> {
  const { name, effect } = endpoint
  const { signal, urgency = 'screen', lane = name } = attempt
  const askedMs = context.monotonicMs()
  let wasSent = false
  const { unsentSignal } = attempt
  const unsent = new AbortController()
  const cut = (): void => {
    if (!wasSent) unsent.abort(unsentSignal?.reason)
  }
  unsentSignal?.addEventListener('abort', cut, { once: true })
  if (unsentSignal?.aborted === true) cut()
  const eitherSignal = unsentSignal === undefined ? signal : AbortSignal.any([signal, unsent.signal])
  try {
    return await context.limiter.run({ endpoint: name, urgency, lane, signal: eitherSignal }, () => {
      const waitedMs = context.monotonicMs() - askedMs
      return exchange(context, endpoint, input, { ...attempt, signal: eitherSignal }, waitedMs, () => {
        wasSent = true
        attempt.onSending?.()
      })
    })
  } catch (error) {
    const failure = isAppError(error) ? error : new AppError('internal', { endpoint: name }, error)
    throw effect === 'money' ? classifyMoneyFailure(name, failure, wasSent) : failure
  } finally {
    unsentSignal?.removeEventListener('abort', cut)
  }
}
