// Owns: what an endpoint of the service is: its name, its route, the shape of its answer. Must not: send anything.
import type { z } from 'zod'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'

/**
 * What a call does at the service. `read`: nothing, so it may be repeated. `auth`: spends a nonce or a token, and is repeated
 * by the session alone. `money`: starts or completes a transfer; it is sent once, whatever comes of it.
 */
export type Effect = 'read' | 'auth' | 'money'

/** The fixed half of a call. `Answer` is what the schema makes of the parts of the envelope that carry data. */
export interface Endpoint<Answer> {
  readonly name: EndpointName
  readonly method: 'GET' | 'POST'
  readonly effect: Effect
  /** True where the interface asks for `Authorization: JWT`. */
  readonly isPrivate: boolean
  /** Checks and reads `{ payload, token }` of a success envelope; unknown fields are ignored. */
  readonly answer: z.ZodType<Answer>
  /** Keys whose JSON numbers are money: they reach the schema as text. */
  readonly exactKeys?: ReadonlySet<string>
  /** Those of `exactKeys` whose numbers carry float noise of the service, which is rounded away: only of public data. */
  readonly noisyKeys?: ReadonlySet<string>
  /** Reads `{ message, payload }` of the refusals that are answers ("no such user"); what it does not fit stays a failure. */
  readonly refusal?: z.ZodType<Answer>
}

/** The varying half of a call. */
export interface CallInput {
  /** Absolute below the base URL, as the interface writes it. Reads are tried with and without its last slash (facts, A11). */
  readonly path: string
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** Sent as JSON, POST only. A RawNumber keeps every digit. */
  readonly body?: Readonly<Record<string, BodyValue>>
}

/** A decimal that is sent as a JSON number with exactly these digits. */
export interface RawNumber {
  readonly rawNumber: string
}
export type BodyValue = string | number | RawNumber | Readonly<Record<string, string>>

/**
 * Who waits for the answer: somebody who has asked for it, a screen that is looked at, or nobody just now. Calls wait for
 * their turn in this order.
 */
export type Urgency = 'asked' | 'screen' | 'background'

/** Given with every call. */
export interface CallOptions {
  /** Gives the call up; it then fails with `cancelled`. */
  readonly signal?: AbortSignal | undefined
  /** How often a read may be repeated after a passing failure; 2 unless told. */
  readonly retries?: number | undefined
  /** `screen` unless told. */
  readonly urgency?: Urgency | undefined
  /** Which screen or work it is for: lanes of one urgency take turns. The endpoint's name unless told. */
  readonly lane?: string | undefined
  /** Is told the times of the answer, before the call resolves with it. */
  readonly onAnswer?: ((times: CallTimes) => void) | undefined
}

/** When an answer came. */
export interface CallTimes {
  readonly startedAtMs: number
  readonly durationMs: number
  /** Its Date header as it was sent; null where there was none. */
  readonly date: string | null
}
