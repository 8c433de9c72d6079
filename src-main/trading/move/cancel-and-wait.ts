// Cancels one order and waits until the exchange says what became of it. Places nothing.
import { setTimeout as wait } from 'node:timers/promises'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { type AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { AccountSession } from '../../session/account-session.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
/** How long the exchange may take to say what became of the order, and how often it is asked. */
const FINAL_WITHIN_MS = 10_000
const ASK_EVERY_MS = 300

export interface CanceledOrder {
  /** The ended order; null if nothing is certain within the time limit. */
  readonly order: Order | null
  /** Why the exchange refused this cancel, if it did. */
  readonly refused: AppError | null
  /** Why nothing is certain. */
  readonly failure: AppError | null
}

/**
 * @param monotonicMs - a clock that only goes forward, in milliseconds
 * Errors: the reason of the session's signal, after which a cancel may have gone out.
 */
export async function cancelAndWait(
  { client, signal }: AccountSession,
  orderId: number,
  monotonicMs: () => number,
): Promise<CanceledOrder> {
  const untilMs = monotonicMs() + FINAL_WITHIN_MS
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FINAL_WITHIN_MS)])
  let refused: AppError | null = null
  let failure: AppError | null = null
  let isQueued = false
  /** A cancel went out and has no answer: what is refused after it may be its own repetition. */
  let mayBeQueued = false
  while (monotonicMs() < untilMs) {
    try {
      // Asked again only where it is not known to be queued.
      if (!isQueued && refused === null) {
        await client.cancelOrder(orderId, { ...turn, signal: limit, retries: 0 })
        isQueued = true
      }
    } catch (error) {
      signal.throwIfAborted()
      if (isAppError(error, 'rejectedByExchange')) {
        if (mayBeQueued) isQueued = true
        else refused = error
      } else if (isAppError(error)) {
        failure = error
        mayBeQueued = true
      } else throw error
    }
    try {
      const { order } = await client.getOrder(orderId, { ...turn, signal: limit, retries: 0 })
      if (order.state === 'cancel' || order.state === 'done') return { order, refused, failure: null }
    } catch (error) {
      signal.throwIfAborted()
      if (!isAppError(error)) throw error
      failure = error
    }
    await wait(ASK_EVERY_MS, undefined, { signal })
  }
  return { order: null, refused, failure: failure ?? refused }
}
