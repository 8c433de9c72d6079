// Orders queued calls: by urgency, round-robin between lanes, first come first served within a lane. Pure.
import type { Precedence } from '../endpoint.ts'

/** Background work that has waited this long is ranked with screens, so that a busy screen does not starve it. */
const AGES_AFTER_MS = 10_000

const rankOf: Readonly<Record<Precedence, number>> = { first: 0, asked: 1, screen: 2, background: 3 }

export interface Waiting {
  readonly urgency: Precedence
  readonly lane: string
  /** When it was queued, by a monotonic clock. */
  readonly sinceMs: number
}

export interface CallQueue<Item extends Waiting> {
  size(): number
  /** In order of arrival. */
  all(): Item[]
  add(item: Item): void
  /** Removes a canceled item without counting a turn. */
  remove(item: Item): void
  /** The next item among the urgencies that may go; null without one. */
  next(nowMs: number, mayGo: (urgency: Precedence) => boolean): Item | null
  /** Removes an item that goes now: its lane moves behind the others of that urgency. */
  take(item: Item, nowMs: number): void
}

export function createCallQueue<Item extends Waiting>(): CallQueue<Item> {
  /** A Set keeps insertion order. */
  const waiting = new Set<Item>()
  /** Number of the last turn of each lane in each rank; lanes without an entry have had none. */
  const lastTurns = new Map<string, number>()
  let turns = 0

  function remove(item: Item): void {
    waiting.delete(item)
    // Fairness starts anew with an empty queue.
    if (waiting.size === 0) lastTurns.clear()
  }

  /** Age changes only the order, not the slots: background work never takes a screen's slot. */
  function currentRank({ urgency, sinceMs }: Waiting, nowMs: number): number {
    return nowMs - sinceMs >= AGES_AFTER_MS ? Math.min(rankOf[urgency], rankOf.screen) : rankOf[urgency]
  }

  const laneOf = (rank: number, lane: string): string => `${String(rank)} ${lane}`

  return {
    size: () => waiting.size,
    all: () => [...waiting],
    add: (item) => void waiting.add(item),
    remove,
    next(nowMs, mayGo) {
      let best: { item: Item; rank: number; lastTurn: number } | null = null
      for (const item of waiting) {
        if (!mayGo(item.urgency)) continue
        const rank = currentRank(item, nowMs)
        const lastTurn = lastTurns.get(laneOf(rank, item.lane)) ?? 0
        const isBefore = rank === best?.rank ? lastTurn < best.lastTurn : rank < (best?.rank ?? Infinity)
        if (isBefore) best = { item, rank, lastTurn }
      }
      return best?.item ?? null
    },
    take(item, nowMs) {
      turns += 1
      lastTurns.set(laneOf(currentRank(item, nowMs), item.lane), turns)
      remove(item)
    },
  }
}
