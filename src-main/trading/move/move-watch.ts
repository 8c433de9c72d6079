// Finds out what became of moves that ended in the middle, by a crash or without an answer: an order that was canceled to be moved and
// never placed anew is told. Only reads at the exchange.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { compareDecimals } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { type Poller, startPoller } from '../../async/poller.ts'
import { isMissing } from '../../exchange/missing-order.ts'
import type { ExchangeClient } from '../../exchange/client.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { StoredMove } from '../../store/api/order-move-rows.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import { type GoneOrder, intentOf, unfilledOf } from './moved-intent.ts'
import type { WatchUnknownOptions } from '../watch-unknown.ts'

const turn = { urgency: 'asked', lane: 'trading' } as const
const LOOK_EVERY_MS = 3_000
/** While no move is left; a new one triggers a look. */
const IDLE_EVERY_MS = 60_000
/** An order that is still open so long after its cancel was sent is no longer looked at: the cancel was lost. */
const CANCEL_WITHIN_MS = 600_000

export interface MoveWatchOptions extends Omit<
  WatchUnknownOptions,
  'client' | 'journal' | 'skewMs' | 'onFound' | 'onFurther'
> {
  readonly client: Pick<ExchangeClient, 'getOrder'>
  readonly journal: Pick<Journal, 'listMoves' | 'endMove' | 'getPlacedOrder' | 'getSecondAttempt'>
  /** The move still goes on in this process, which tells its end. */
  readonly isMoving: (ticketId: string) => boolean
  readonly onGone: (gone: GoneOrder) => void
}

/** What is known of a move: nothing yet, nothing to tell, or an order that is gone. */
type Finding = 'open' | 'nothing' | GoneOrder

/** What came of a move whose new order is in the journal: the old one had been canceled before. */
function findPlaced(move: StoredMove, placed: StoredPlacedOrder): Finding {
  const gone = { orderId: move.orderId, order: { ...intentOf(move), amount: placed.amount } }
  switch (placed.state) {
    case 'accepted':
    case 'probablyPlaced':
      return 'nothing'
    case 'unknown':
      return { ...gone, isUnknown: true }
    case 'refused':
    case 'notSent':
      return { ...gone, isUnknown: false }
    case 'intended':
    case 'sending':
      return 'open'
  }
}

/**
 * What came of a move whose new order was never written down.
 * @param old - the order that was to be canceled, as the exchange has it; null where it says that there is none
 */
function findUnplaced(move: StoredMove, old: Order | null, nowMs: number): Finding {
  const intent = intentOf(move)
  const gone = { orderId: move.orderId, order: intent, isUnknown: false }
  /** Asynchronous: it may still be canceled, or told. */
  const isEarly = nowMs < move.begunAtMs + CANCEL_WITHIN_MS
  if (old === null) return isEarly ? 'open' : gone
  switch (old.state) {
    case 'done':
      return 'nothing'
    case 'cancel': {
      const left = unfilledOf(old)
      if (left === null) return 'nothing'
      return compareDecimals(left, intent.amount) < 0 ? { ...gone, order: { ...intent, amount: left } } : gone
    }
    default:
      return isEarly ? 'open' : 'nothing'
  }
}

/** Starts at once. Trigger it after a move has ended, and when the exchange is reachable again. */
export function watchMoves(options: MoveWatchOptions): Poller {
  const { client, journal, clock, log, networkKey, senderAddress } = options
  let everyMs = LOOK_EVERY_MS

  async function look(move: StoredMove, signal: AbortSignal): Promise<Finding> {
    const placed =
      (await journal.getSecondAttempt(move.ticketId)) ?? (await journal.getPlacedOrder(move.ticketId))
    if (placed !== null) return findPlaced(move, placed)
    let old: Order | null = null
    try {
      old = (await client.getOrder(move.orderId, { ...turn, signal })).order
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    return findUnplaced(move, old, clock.now())
  }

  return startPoller({
    everyMs: () => everyMs,
    isPaused: options.isPaused,
    random: options.random,
    onError: (error) => {
      if (!isAppError(error, 'cancelled')) log.fault('trading', 'look for the end of a move', error)
    },
    run: async (signal) => {
      const moves = await journal.listMoves(networkKey, senderAddress)
      everyMs = moves.length === 0 ? IDLE_EVERY_MS : LOOK_EVERY_MS
      if (moves.length === 0) return
      await options.settleLeft()
      for (const move of moves) {
        if (options.isMoving(move.ticketId)) continue
        const finding = await look(move, signal)
        if (finding === 'open') continue
        // A later move of the same order has taken its place meanwhile.
        const still = await journal.listMoves(networkKey, senderAddress)
        if (!still.some(({ ticketId }) => ticketId === move.ticketId)) continue
        if (finding !== 'nothing') {
          log.info('trading', 'a move left its order canceled', { order: move.ticketId })
          options.onGone(finding)
        }
        await journal.endMove(move.ticketId)
      }
    },
  })
}
