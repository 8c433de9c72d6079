// Owns: where an answer is read: a small one at once, a large one in a thread that keeps main's event loop free.
// Must not: judge an answer (envelope.ts does), or hand a secret to the thread.
import type { Clock } from '../../async/clock.ts'
import { decodeBody } from './answer-body.ts'
import type { Endpoint } from '../endpoint.ts'
import { readAnswer } from './envelope.ts'
import type { HttpAnswer } from '../http.ts'

/**
 * Reads an answer by its endpoint's schema. Errors: those of readAnswer; contractViolation { endpoint, field, reason: 'notUtf8',
 * status }.
 * @param sent - secrets of the request: no error repeats one
 */
export type ReadAnswer = <Answer>(
  endpoint: Endpoint<Answer>,
  answer: HttpAnswer,
  clock: Clock,
  sent: readonly string[],
) => Promise<Answer>

export const readHere: ReadAnswer = (endpoint, { body, ...head }, clock, sent) => {
  try {
    const text = decodeBody(body, endpoint.name, head.status)
    return Promise.resolve(readAnswer(endpoint, { ...head, text }, clock, sent))
  } catch (error) {
    // Whatever it throws is the answer's own failure, as it is where another thread reads it.
    return Promise.reject(error instanceof Error ? error : new Error(String(error)))
  }
}

/**
 * Up to this size an answer is read at once, in bytes. Measured: the worst of so many (zeros where money is read without losing a
 * digit) takes main 13 ms of CPU, of 64 kB 52 ms, and of 2 MB 900 ms.
 */
export const MAX_BYTES_HERE = 16 * 1_024

/**
 * Reads large answers by `readApart`. What holds tokens or moves money is read at once: it is small (answer-sizes.ts), and its
 * numbers are plain.
 */
export function readBySize(readApart: ReadAnswer): ReadAnswer {
  return (endpoint, answer, clock, sent) => {
    const isHere = endpoint.effect !== 'read' || answer.body.byteLength <= MAX_BYTES_HERE
    return (isHere ? readHere : readApart)(endpoint, answer, clock, sent)
  }
}
