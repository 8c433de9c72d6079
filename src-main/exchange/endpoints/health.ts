// GET /sapi/v1/health/.
import { z } from 'zod'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'

/** The payload is an empty string (interface); its value does not matter. */
export const health: Endpoint<object> = {
  name: 'health',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z.object({}),
}

/** Resolves if the service reports that it is healthy. Errors: those of every read. */
export async function checkHealth(call: Call, options?: CallOptions): Promise<void> {
  await call(health, { path: '/sapi/v1/health/' }, options)
}
