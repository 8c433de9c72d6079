// Owns: one call from request to checked answer, every attempt of it recorded. Must not: know tokens' origin.
import type { Clock } from '../clock.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { CallInput, CallOptions, Endpoint, EndpointName } from './endpoint.ts'
import { readAnswer } from './envelope.ts'
import { type HttpOptions, sendRequest } from './http.ts'

/** Makes calls; the endpoints are written against it. */
export type Call = <Answer>(
  endpoint: Endpoint<Answer>,
  input: CallInput,
  options?: CallOptions,
) => Promise<Answer>

/** What one request on the wire came to. Holds no parameters, tokens or bodies. */
export interface CallRecord {
  readonly endpoint: EndpointName
  readonly startedAtMs: number
  readonly durationMs: number
  /** What the caller got instead of an answer; null where all went well. */
  readonly error: AppError | null
  /** HTTP status; null where no answer came. */
  readonly status: number | null
  /** The answer's Date header as it was sent: the service's clock. */
  readonly date: string | null
}

export interface CallContext extends HttpOptions {
  readonly clock: Clock
  /** Milliseconds that only go forward, for durations. */
  readonly monotonicMs: () => number
  readonly onCall: ((record: CallRecord) => void) | undefined
}

/** Texts this short are no secrets, and would be found in any sentence. */
const shortestSecret = 8

/** What of a request must not come back in words: its token, and every text of its body but addresses, which are public. */
function secretsOf({ body = {} }: CallInput, accessToken: string | undefined): string[] {
  return [...Object.values(body), accessToken ?? ''].filter(
    (text) => text.length >= shortestSecret && !/^0x[0-9a-f]{40}$/i.test(text),
  )
}

/** Sends one request, checks the answer, and records what came of it. Errors: those of sendRequest and readAnswer. */
export async function callOnce<Answer>(
  context: CallContext,
  endpoint: Endpoint<Answer>,
  input: CallInput,
  accessToken: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const startedAtMs = context.clock.now()
  const startMs = context.monotonicMs()
  let status: number | null = null
  let date: string | null = null
  let failure: AppError | null = null
  try {
    const request = { ...input, endpoint: endpoint.name, method: endpoint.method, accessToken, signal }
    const answer = await sendRequest(context, request)
    status = answer.status
    date = answer.date
    return readAnswer(endpoint, answer, context.clock, secretsOf(input, accessToken))
  } catch (error) {
    failure = isAppError(error) ? error : new AppError('internal', { endpoint: endpoint.name }, error)
    throw failure
  } finally {
    const durationMs = context.monotonicMs() - startMs
    context.onCall?.({ endpoint: endpoint.name, startedAtMs, durationMs, error: failure, status, date })
  }
}
