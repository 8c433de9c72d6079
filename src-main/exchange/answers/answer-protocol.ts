// Messages between main and the thread that reads large answers. Carry no secrets.
import { z } from 'zod'
import { endpointNames, type EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { AppError, errorCodes } from '../../../src-preload/domain/errors.ts'
import type { HttpAnswer } from '../http.ts'

/** An answer to read; its body is transferred, not copied. */
export interface ReadRequest {
  readonly seq: number
  readonly endpoint: EndpointName
  readonly answer: HttpAnswer
  /** Main's time, in milliseconds since the Unix epoch. */
  readonly nowMs: number
}

const headerText = z.string().nullable()

export const readRequest = z.strictObject({
  seq: z.int(),
  endpoint: z.enum(endpointNames),
  answer: z.strictObject({
    status: z.int(),
    contentType: z.string(),
    retryAfter: headerText,
    date: headerText,
    body: z.instanceof(Uint8Array<ArrayBuffer>),
  }),
  nowMs: z.number(),
})

const errorData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** `value`: the endpoint schema's output. */
export const readResponse = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('read'), seq: z.int(), value: z.unknown() }),
  z.strictObject({ kind: z.literal('failed'), seq: z.int(), code: z.enum(errorCodes), data: errorData }),
])
export type ReadResponse = z.infer<typeof readResponse>

/**
 * Converts a failure to a message. Drops the service's message: it may repeat a secret of the request, which the thread does
 * not know, and no legitimate refusal is large enough to be read here.
 */
export function packFailure(seq: number, error: unknown, endpoint: EndpointName): ReadResponse {
  if (!(error instanceof AppError)) return { kind: 'failed', seq, code: 'internal', data: { endpoint } }
  const { code, data } = error
  return { kind: 'failed', seq, code, data: 'message' in data ? { ...data, message: '' } : data }
}
