// Owns: the body of an answer as text: its size limit, its encoding. Must not: judge what it says.
import { AppError } from '../../src-preload/shared/errors.ts'
import { untilAborted } from './until-aborted.ts'

/** Of an answer that is no success: its words are short, and its status says most of it. */
const mostErrorBytes = 256 * 1024

async function readText(
  response: Response,
  endpoint: string,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  const { status } = response
  const tooLarge = (): AppError =>
    new AppError('contractViolation', { endpoint, field: 'body', reason: 'tooLarge', status })
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
    throw new AppError('contractViolation', { endpoint, field: 'body', reason: 'notUtf8', status }, cause)
  }
}

/**
 * The body of an answer, decompressed. Of one that is no success a body that cannot be read is as good as none: gateways answer
 * in any form, and the status must not be lost over it.
 * @param limit - in bytes
 * @param isGivenUp - the caller does not wait any more
 * Errors: what the signal was aborted with; contractViolation { endpoint, field, reason: 'tooLarge' | 'notUtf8', status };
 * those of the transport.
 */
export async function readBodyText(
  response: Response,
  endpoint: string,
  limit: number,
  signal: AbortSignal,
  isGivenUp: () => boolean,
): Promise<string> {
  if (response.ok) return readText(response, endpoint, limit, signal)
  try {
    return await readText(response, endpoint, Math.min(limit, mostErrorBytes), signal)
  } catch (error) {
    if (isGivenUp()) throw error
    return ''
  }
}
