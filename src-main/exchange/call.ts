// Owns: one call from request to checked answer, every attempt of it recorded. Must not: know tokens' origin.
import type { Clock } from '../async/clock.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'
import type { ReadAnswer } from './answers/answer-reader.ts'
import type { CallInput, CallOptions, Endpoint } from './endpoint.ts'
import { type HttpOptions, sendRequest } from './http.ts'
import { readMoneyFailure } from './money-outcome.ts'
import type { Traffic } from './traffic/traffic.ts'
import { untilAborted } from './traffic/until-aborted.ts'

/** Makes calls; the endpoints are written against it. */
export type Call = <Answer>(
  endpoint: Endpoint<Answer>,
  input: CallInput,
  options?: CallOptions,
) => Promise<Answer>

/** What one request on the wire came to. Holds no parameters, tokens or bodies. */
export interface CallRecord {
  readonly endpoint: EndpointName
  /** When it went out. */
  readonly startedAtMs: number
  readonly durationMs: number
  /** How long it had waited for its turn. */
  readonly waitedMs: number
  /** What the caller got instead of an answer; null where all went well. */
  readonly error: AppError | null
  /** HTTP status; null where no answer came. */
  readonly status: number | null
  /** Where the other form of its path is tried next if no route is there: see path-forms.ts. */
  readonly isFirstForm: boolean
  /** The answer's Date header as it was sent: the service's clock. */
  readonly date: string | null
}

export interface CallContext extends HttpOptions {
  readonly clock: Clock
  /** Milliseconds that only go forward, for durations. */
  readonly monotonicMs: () => number
  readonly onCall: ((record: CallRecord) => void) | undefined
  /** Told what onCall has thrown. */
  readonly onFault: ((error: unknown) => void) | undefined
  readonly traffic: Traffic
  readonly readAnswer: ReadAnswer
}

/** One attempt: who makes it and who waits for it. */
export interface Attempt extends Pick<CallOptions, 'urgency' | 'lane' | 'onAnswer'> {
  readonly accessToken?: string | undefined
  readonly signal: AbortSignal
  readonly isFirstForm?: boolean | undefined
}

/** Texts this short are no secrets, and would be found in any sentence. */
const shortestSecret = 8

/** Every text in a body, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** What of a request must not come back in words: its token, and every text of its body but addresses, which are public. */
function secretsOf({ body = {} }: CallInput, accessToken: string | undefined): string[] {
  return [...textsOf(body), accessToken ?? ''].filter(
    (text) => text.length >= shortestSecret && !/^0x[0-9a-f]{40}$/i.test(text),
  )
}

/** Whoever looks on has no part in the call: a fault of theirs must not replace its answer. */
function tell({ onCall, onFault }: CallContext, record: CallRecord): void {
  try {
    onCall?.(record)
  } catch (error) {
    onFault?.(error)
  }
}

/** Sends one request, checks the answer, and records what came of it. Errors: those of sendRequest and readAnswer. */
async function exchange<Answer>(
  context: CallContext,
  endpoint: Endpoint<Answer>,
  input: CallInput,
  { accessToken, signal, isFirstForm = false, onAnswer }: Attempt,
  waitedMs: number,
  onSending: () => void,
): Promise<Answer> {
  const startedAtMs = context.clock.now()
  const startMs = context.monotonicMs()
  let status: number | null = null
  let date: string | null = null
  let failure: AppError | null = null
  try {
    const { name, method, effect } = endpoint
    const request = { ...input, endpoint: name, method, effect, accessToken, signal, onSending }
    const answer = await sendRequest(context, request)
    status = answer.status
    date = answer.date
    const secrets = secretsOf(input, accessToken)
    const reading = context.readAnswer(endpoint, answer, context.clock, secrets)
    // What came of money is told to the end, whoever gave up meanwhile.
    const value = await (effect === 'money' ? reading : untilAborted(reading, signal))
    onAnswer?.({ startedAtMs, durationMs: context.monotonicMs() - startMs, date })
    return value
  } catch (error) {
    failure = isAppError(error) ? error : new AppError('internal', { endpoint: endpoint.name }, error)
    // Of an answer that could not be read.
    if (typeof failure.data['status'] === 'number') status = failure.data['status']
    if (failure.code === 'rateLimited') {
      const { retryAfterMs } = failure.data
      context.traffic.noteSlowDown(typeof retryAfterMs === 'number' ? retryAfterMs : null)
    }
    throw failure
  } finally {
    const durationMs = context.monotonicMs() - startMs
    const facts = { startedAtMs, durationMs, waitedMs, status, date, isFirstForm }
    tell(context, { ...facts, endpoint: endpoint.name, error: failure })
  }
}

/**
 * Makes one attempt at a call when its turn has come.
 * Errors: those of the wait (see Traffic), of sendRequest and readAnswer; with effect `money`, see readMoneyFailure.
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
  try {
    return await context.traffic.run({ endpoint: name, urgency, lane, signal }, () => {
      const waitedMs = context.monotonicMs() - askedMs
      return exchange(context, endpoint, input, attempt, waitedMs, () => {
        wasSent = true
      })
    })
  } catch (error) {
    const failure = isAppError(error) ? error : new AppError('internal', { endpoint: name }, error)
    throw effect === 'money' ? readMoneyFailure(name, failure, wasSent) : failure
  }
}
