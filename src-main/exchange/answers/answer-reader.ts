// Decides where an answer is read: small ones at once, large ones on a thread that keeps main's event loop free. Passes no
// secret to the thread.
import type { Clock } from '../../async/clock.ts'
import { decodeBody } from './answer-body.ts'
import type { Endpoint } from '../endpoint.ts'
import { readAnswer } from './envelope.ts'
import type { HttpAnswer } from '../http.ts'

/**
 * Reads an answer by its endpoint's schema. Errors: those of readAnswer; contractViolation { endpoint, field, reason:
 * 'notUtf8', status }.
 * @param sent - secrets of the request, which no error repeats
 */
export type ReadAnswer = <Answer>(
  endpoint: Endpoint<Answer>,
  answer: HttpAnswer,
  clock: Clock,
  sent: readonly string[],
) => Promise<Answer>

/** Reads an answer on the calling thread. */
export const readInline: ReadAnswer = (endpoint, { body, ...head }, clock, sent) => {
  try {
    const text = decodeBody(body, endpoint.name, head.status)
    return Promise.resolve(readAnswer(endpoint, { ...head, text }, clock, sent))
  } catch (error) {
    // Rejects with the answer's own failure, as when another thread reads it.
    return Promise.reject(error instanceof Error ? error : new Error(String(error)))
  }
}

/**
 * Maximum size in bytes of an answer that is read at once. Measured worst cases (zeros, where money is read losslessly): this
 * size takes 13 ms of main's CPU, 64 kB takes 52 ms, 2 MB takes 900 ms.
 */
export const MAX_INLINE_BYTES = 16 * 1_024

/**
 * Reads large answers by `readOnThread`. Answers with tokens, or of calls that change something, are read at once: they are
 * small (answer-sizes.ts).
 */
export function readBySize(readOnThread: ReadAnswer): ReadAnswer {
  return (endpoint, answer, clock, sent) => {
    const isHere = endpoint.effect !== 'read' || answer.body.byteLength <= MAX_INLINE_BYTES
    return (isHere ? readInline : readOnThread)(endpoint, answer, clock, sent)
  }
}
