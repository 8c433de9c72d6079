// Owns: GET /sapi/v1/health/. Must not: judge what a failure means for the app.
import { z } from 'zod'
import type { Call } from '../call.ts'
import type { CallOptions, Endpoint } from '../endpoint.ts'

/** The payload is an empty string (interface); what it is does not matter to a health check. */
export const health: Endpoint<object> = {
  name: 'health',
  method: 'GET',
  effect: 'read',
  isPrivate: false,
  answer: z.object({}),
}

/** Resolves when the service says that it is well. Errors: those of every read. */
export async function checkHealth(call: Call, options?: CallOptions): Promise<void> {
  await call(health, { path: '/sapi/v1/health/' }, options)
}
