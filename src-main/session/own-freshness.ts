// The freshness of the account's own things: orders by stream and listing, balances by their readings.
import { freshnessTopics } from '../../src-preload/domain/freshness.ts'
import type { Clock } from '../async/clock.ts'
import { streamNames } from '../exchange/streams/stream-names.ts'
import type { FreshnessBoard } from './freshness-board.ts'

export interface OwnFreshnessOptions {
  readonly board: Pick<FreshnessBoard, 'show' | 'check'>
  readonly clock: Clock
  /** Orders cannot be read now: signed out, locked, no disk space. What is said of all things leaves them out. */
  readonly areOrdersPaused: () => boolean
}

/** Puts orders and balances on the board for as long as it runs. */
export function showOwnFreshness({ board, clock, areOrdersPaused }: OwnFreshnessOptions) {
  let listedAtMs: number | null = null
  let liveSinceMs: number | null = null
  let readAtMs: number | null = null
  board.show(freshnessTopics.orders, {
    kind: 'private',
    streams: [streamNames.orders, streamNames.fills],
    // What happened before the stream began is known by a listing since.
    isCaughtUp: () => liveSinceMs !== null && listedAtMs !== null && listedAtMs >= liveSinceMs,
    answeredAtMs: () => listedAtMs,
    counts: () => !areOrdersPaused(),
  })
  board.show(freshnessTopics.balances, {
    kind: 'private',
    streams: [],
    isCaughtUp: () => false,
    answeredAtMs: () => readAtMs,
    counts: () => false,
  })
  return {
    /** Called after orders were listed. @param askedAtMs - when that began, by the local clock */
    ordersListed(askedAtMs: number): void {
      listedAtMs = askedAtMs
      board.check()
    },
    /** Called when the stream begins or ceases to report orders. */
    ordersLive(isLive: boolean): void {
      liveSinceMs = isLive ? clock.now() : null
      board.check()
    },
    /** Called after balances were read. @param askedAtMs - as above */
    balancesRead(askedAtMs: number): void {
      readAtMs = askedAtMs
      board.check()
    },
  }
}
