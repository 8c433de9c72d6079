// Types of an endpoint of the service and of its calls: name, route, answer schema, options.
import type { z } from 'zod'
import type { EndpointName } from '../../src-preload/domain/endpoints.ts'
import type { UnreadRows } from './endpoints/rows.ts'

/**
 * The effect of a call at the service. `read`: none, so it may be repeated. `cancel`: cancels one order, so it may be repeated as
 * well; it waits behind no other call. `cancelMany`: cancels up to a number of orders, of which a repeated one would cancel others;
 * sent once, and waits behind no other call. `auth`: spends a nonce or a token; only the session repeats it. `money`: starts or
 * completes a transfer or an order; sent exactly once.
 */
export type Effect = 'read' | 'cancel' | 'cancelMany' | 'auth' | 'money'

/** The fixed half of a call. `Answer` is the schema's output for the envelope's data. */
export interface Endpoint<Answer> {
  readonly name: EndpointName
  readonly method: 'GET' | 'POST'
  readonly effect: Effect
  /** True if the interface requires `Authorization: JWT`. */
  readonly isPrivate: boolean
  /** True if closing the client does not cut it once it is on the wire: it ends with its answer or its time limit. */
  readonly isUncut?: true
  /** Validates `{ payload, token }` of a success envelope; unknown fields are ignored. */
  readonly answer: z.ZodType<Answer>
  /** Keys whose JSON numbers are money: they reach the schema as text. */
  readonly exactKeys?: ReadonlySet<string>
  /** The subset of `exactKeys` whose numbers carry the service's float noise, which is rounded away: public data only. */
  readonly noisyKeys?: ReadonlySet<string>
  /**
   * Reads `{ message, payload }` of refusals that are answers ("no such user"); a refusal that does not match stays a
   * failure.
   */
  readonly refusal?: z.ZodType<Answer>
  /** Of a list: the rows of an answer that could not be read; null if all were. */
  unreadIn?(answer: Answer): UnreadRows | null
}

/** The varying half of a call. */
export interface CallInput {
  /**
   * Absolute path below the base URL, as the interface writes it. Reads are tried with and without the trailing slash (facts,
   * A11).
   */
  readonly path: string
  /** Undefined values are omitted. */
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
 * Who waits for the answer: the user who requested it, a visible screen, or background work. Queued calls go out in this
 * order.
 */
export type Urgency = 'asked' | 'screen' | 'background'

/** What is before every urgency: calls that cancel orders, and the session's own, without which none can; whoever waits. */
export type Precedence = 'first' | Urgency

/** Options of every call. */
export interface CallOptions {
  /** Cancels the call, which then fails with `cancelled`. */
  readonly signal?: AbortSignal | undefined
  /** Ends the call with its reason, but only until it is on the wire; for endpoints that are not cut then (`isUncut`). */
  readonly unsentSignal?: AbortSignal | undefined
  /** How often a read is repeated after a temporary failure; 2 by default. */
  readonly retries?: number | undefined
  /** `screen` by default. */
  readonly urgency?: Urgency | undefined
  /** The screen or work that the call is for: lanes of one urgency take turns. The endpoint's name by default. */
  readonly lane?: string | undefined
  /** Called when the call is put on the wire: where it never was, nothing of it left this computer. */
  readonly onSending?: (() => void) | undefined
  /** Receives the times of the answer before the call resolves. */
  readonly onAnswer?: ((times: CallTimes) => void) | undefined
}

/** The times of an answer. */
export interface CallTimes {
  readonly startedAtMs: number
  readonly durationMs: number
  /** Its Date header, unparsed; null without one. */
  readonly date: string | null
}
