// Owns: what main and the thread that reads large answers say to each other. Must not: carry secrets.
import { z } from 'zod'
import { endpointNames, type EndpointName } from '../../../src-preload/domain/endpoints.ts'
import { AppError, errorCodes } from '../../../src-preload/domain/errors.ts'
import type { HttpAnswer } from '../http.ts'

/** An answer to be read; its body is handed over, and not copied. */
export interface ReadRequest {
  readonly seq: number
  readonly endpoint: EndpointName
  readonly answer: HttpAnswer
  /** The time of main's clock, in milliseconds since the Unix epoch. */
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

/** The thread ends. */
export const endRequest = z.strictObject({ kind: z.literal('end') })

const errorData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** `value`: what the endpoint's schema has made of the answer. */
export const readResponse = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('read'), seq: z.int(), value: z.unknown() }),
  z.strictObject({ kind: z.literal('failed'), seq: z.int(), code: z.enum(errorCodes), data: errorData }),
])
export type ReadResponse = z.infer<typeof readResponse>

/**
 * A failure as it crosses. The service's words stay behind: they may repeat a secret of the request, which the thread is not told;
 * and no honest refusal is large enough to come here.
 */
export function packFailure(seq: number, error: unknown, endpoint: EndpointName): ReadResponse {
  if (!(error instanceof AppError)) return { kind: 'failed', seq, code: 'internal', data: { endpoint } }
  const { code, data } = error
  return { kind: 'failed', seq, code, data: 'message' in data ? { ...data, message: '' } : data }
}
