// The response envelope.
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Refusal } from '../refusal.ts'
import type { TokenPair } from '../tokens.ts'

/** A success envelope; `token` only after login (interface, Response envelope). */
export function succeed(c: Context, message: string, payload: unknown, token?: TokenPair): Response {
  const body = { status: 'success', message, payload }
  return c.json(token === undefined ? body : { ...body, token })
}

/** The error envelope of a refusal. */
export function refuse(c: Context, refusal: Refusal): Response {
  return c.json({ status: 'error', message: refusal.message, payload: refusal.payload }, refusal.status)
}

/** The envelope of an internal fault (facts, A5: generic 5xx). */
export const faultEnvelope = { status: 'error', message: 'Internal Server Error', payload: '' } as const

/** Ends a connection without an answer. */
export function cutOff(c: Context): Response {
  const { outgoing } = c.env as Partial<HttpBindings>
  outgoing?.destroy()
  return new Response(null)
}
