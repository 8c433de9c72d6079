// Owns: the body of an answer as bytes and as text: its size limit, its encoding. Must not: judge what it says.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { MAX_ERROR_BYTES } from './answer-sizes.ts'
import { untilAborted } from '../traffic/until-aborted.ts'

/** Room for most answers; grows by doubling. In bytes. */
const FIRST_ROOM_BYTES = 64 * 1_024
/** So many parts are taken in one turn of the event loop: a service may send its answer byte by byte. */
const PARTS_PER_TURN = 64

/** An answer's body. It owns its memory, so that a thread can be given it. */
export type BodyBytes = Uint8Array<ArrayBuffer>

/** Puts parts together as they come: kept apart, many small ones would each hold memory of their own. */
function createCollector(limitBytes: number) {
  let room: BodyBytes = new Uint8Array(Math.min(FIRST_ROOM_BYTES, limitBytes))
  let size = 0
  return {
    /** False where the part does not fit below the limit any more. */
    add(part: Uint8Array): boolean {
      const needed = size + part.byteLength
      if (needed > limitBytes) return false
      if (needed > room.byteLength) {
        const grown = Math.min(limitBytes, Math.max(needed, 2 * room.byteLength))
        room = new Uint8Array(room.buffer.transfer(grown))
      }
      room.set(part, size)
      size = needed
      return true
    },
    take: (): BodyBytes => new Uint8Array(room.buffer.transfer(size)),
  }
}

async function readBytes(
  response: Response,
  endpoint: string,
  limitBytes: number,
  signal: AbortSignal,
): Promise<BodyBytes> {
  const { status } = response
  const tooLarge = (): AppError =>
    new AppError('contractViolation', { endpoint, field: 'body', reason: 'tooLarge', status })
  if (Number(response.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  if (response.body === null) return new Uint8Array(0)
  const reader = response.body.getReader()
  const readAll = async (): Promise<BodyBytes> => {
    const collector = createCollector(limitBytes)
    for (let parts = 1; ; parts += 1) {
      const part = await reader.read()
      // Nobody waits any more: a transport that does not heed the signal would go on and on.
      signal.throwIfAborted()
      if (part.done) return collector.take()
      const chunk: unknown = part.value
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body chunk is not bytes')
      if (!collector.add(chunk)) throw tooLarge()
      if (parts % PARTS_PER_TURN === 0) await nextTurn()
    }
  }
  // One race for the whole body, and not one for each of its chunks.
  return untilAborted(readAll(), signal)
}

/**
 * The body of an answer, decompressed. Of one that is no success a body that cannot be read is as good as none: gateways answer
 * in any form, and the status must not be lost over it.
 * @param limitBytes - of a success; others have MAX_ERROR_BYTES where that is less
 * @param isGivenUp - the caller does not wait any more
 * Errors: what the signal was aborted with; contractViolation { endpoint, field, reason: 'tooLarge', status }; those of the
 * transport.
 */
export async function readBody(
  response: Response,
  endpoint: string,
  limitBytes: number,
  signal: AbortSignal,
  isGivenUp: () => boolean,
): Promise<BodyBytes> {
  if (response.ok) return readBytes(response, endpoint, limitBytes, signal)
  try {
    return await readBytes(response, endpoint, Math.min(limitBytes, MAX_ERROR_BYTES), signal)
  } catch (error) {
    if (isGivenUp()) throw error
    return new Uint8Array(0)
  }
}

/**
 * The text of a body. Errors: contractViolation { endpoint, field, reason: 'notUtf8', status } of a success; of any other answer
 * such a body is as good as none.
 */
export function decodeBody(body: Uint8Array, endpoint: string, status: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    if (status < 200 || status > 299) return ''
    throw new AppError('contractViolation', { endpoint, field: 'body', reason: 'notUtf8', status }, cause)
  }
}
