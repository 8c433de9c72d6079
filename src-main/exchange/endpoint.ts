// Owns: what an endpoint of the service is: its name, its route, the shape of its answer. Must not: send anything.
import type { z } from 'zod'

export const endpointNames = [
  'health',
  'auth.nonce',
  'auth.login',
  'auth.refresh',
  'user.profile',
  'user.pnl',
  'market.trades',
  'market.candles',
  'orders.list',
  'orders.get',
] as const
/** Names an endpoint in errors, logs and call records. */
export type EndpointName = (typeof endpointNames)[number]

/** The fixed half of a call. `Answer` is what the schema makes of the parts of the envelope that carry data. */
export interface Endpoint<Answer> {
  readonly name: EndpointName
  readonly method: 'GET' | 'POST'
  /** True where the interface asks for `Authorization: JWT`. */
  readonly isPrivate: boolean
  /** Checks and reads `{ payload, token }` of a success envelope; unknown fields are ignored. */
  readonly answer: z.ZodType<Answer>
  /** Keys whose JSON numbers are money: they reach the schema as text. */
  readonly exactKeys?: ReadonlySet<string>
}

/** The varying half of a call. */
export interface CallInput {
  /** Absolute below the base URL, as the interface writes it. */
  readonly path: string
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON, POST only. */
  readonly body?: Readonly<Record<string, string>>
}

/** Given with every call. */
export interface CallOptions {
  /** Gives the call up; it then fails with `cancelled`. */
  readonly signal?: AbortSignal | undefined
  /** How often a read may be repeated after a passing failure; 2 unless told. */
  readonly retries?: number | undefined
}
