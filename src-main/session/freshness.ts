// Decides how current a thing on screen is, from its streams, its last answer and the connection. Pure.
import type { ConnectionState } from '../../src-preload/contract/app/connection.ts'
import type { Freshness } from '../../src-preload/domain/freshness.ts'

/**
 * A stream without any frame for longer is not live. The connection asks after 12 seconds of silence and waits 8 for an answer
 * (exchange/streams/stream-core.ts).
 */
export const STREAM_ALIVE_MS = 21_000

/** Times are epoch milliseconds of the local clock. */
export interface FreshnessFacts {
  /** Every stream it needs is confirmed by the exchange, and what came before it is known. */
  readonly isStreamed: boolean
  /** When the streams' connection was last known to work; null for never. */
  readonly aliveAtMs: number | null
  /** When the thing was last asked for and answered, by REST; null for never. */
  readonly answeredAtMs: number | null
  readonly connection: Pick<ConnectionState, 'status' | 'sinceMs'>
  readonly nowMs: number
}

export function freshnessOf(facts: FreshnessFacts): Freshness {
  const { isStreamed, aliveAtMs, answeredAtMs, connection, nowMs } = facts
  const isOffline = connection.status === 'offline'
  if (isStreamed && aliveAtMs !== null) {
    // A clock that was set back makes an age negative: then nothing is known of it.
    const silentMs = nowMs - aliveAtMs
    const isAlive = silentMs >= 0 && silentMs <= STREAM_ALIVE_MS
    // A cut line is noticed later on a quiet stream than by a call.
    const isSinceOffline = !isOffline || aliveAtMs > connection.sinceMs
    if (isAlive && isSinceOffline) return { status: 'live' }
  }
  return { status: isOffline ? 'offline' : 'polled', asOfMs: answeredAtMs }
}
