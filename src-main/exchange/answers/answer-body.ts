// Reads the body of an answer as bytes and text, with its size limit and encoding.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { MAX_ERROR_BYTES } from './answer-sizes.ts'
import { untilAborted } from '../rate-limit/until-aborted.ts'

/** Initial buffer size in bytes without a content-length, enough for most answers; grows by doubling. */
const FIRST_ROOM_BYTES = 64 * 1_024
/** Number of chunks read per turn of the event loop: a service may send its answer byte by byte. */
const PARTS_PER_TURN = 64

/** An answer's body. Owns its memory, so that it can be transferred to a thread. */
export type BodyBytes = Uint8Array<ArrayBuffer>

/**
 * Joins chunks as they arrive: separate small ones would each hold their own memory.
 * @param toldBytes - the answer's content-length, which is less than the body where that is compressed; 0 or NaN without one
 */
function createCollector(limitBytes: number, toldBytes: number) {
  let room: BodyBytes = new Uint8Array(Math.min(toldBytes > 0 ? toldBytes : FIRST_ROOM_BYTES, limitBytes))
  let size = 0
  return {
    /** Returns false if the chunk exceeds the limit. */
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
    take: (): BodyBytes => (size === room.byteLength ? room : new Uint8Array(room.buffer.transfer(size))),
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
  const toldBytes = Number(response.headers.get('content-length') ?? 0)
  if (toldBytes > limitBytes) throw tooLarge()
  if (response.body === null) return new Uint8Array(0)
  const reader = response.body.getReader()
  const readAll = async (): Promise<BodyBytes> => {
    const collector = createCollector(limitBytes, toldBytes)
    for (let parts = 1; ; parts += 1) {
      const part = await reader.read()
      // Stops here if the caller has canceled: a transport that ignores the signal would go on.
      signal.throwIfAborted()
      if (part.done) return collector.take()
      const chunk: unknown = part.value
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body chunk is not bytes')
      if (!collector.add(chunk)) throw tooLarge()
      if (parts % PARTS_PER_TURN === 0) await nextTurn()
    }
  }
  // One race for the whole body, not one per chunk.
  return untilAborted(readAll(), signal)
}

/**
 * Reads the body of an answer, decompressed. An unreadable body of an error answer counts as empty: gateways answer in any
 * form, and the status must not be lost.
 * @param limitBytes - of a success; error answers have at most MAX_ERROR_BYTES
 * @param isCanceled - true if the caller has canceled
 * Errors: the signal's reason; contractViolation { endpoint, field, reason: 'tooLarge', status }; those of the transport.
 */
export async function readBody(
  response: Response,
  endpoint: string,
  limitBytes: number,
  signal: AbortSignal,
  isCanceled: () => boolean,
): Promise<BodyBytes> {
  if (response.ok) return readBytes(response, endpoint, limitBytes, signal)
  try {
    return await readBytes(response, endpoint, Math.min(limitBytes, MAX_ERROR_BYTES), signal)
  } catch (error) {
    if (isCanceled()) throw error
    return new Uint8Array(0)
  }
}

/**
 * The text of a body. Errors: contractViolation { endpoint, field, reason: 'notUtf8', status } of a success; an invalid body
 * of any other answer counts as empty.
 */
export function decodeBody(body: Uint8Array, endpoint: string, status: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    if (status < 200 || status > 299) return ''
    throw new AppError('contractViolation', { endpoint, field: 'body', reason: 'notUtf8', status }, cause)
  }
}
