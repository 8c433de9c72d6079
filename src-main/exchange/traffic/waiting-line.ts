// Owns: who goes next among the calls that wait: by urgency, lanes in turn, first come first served within a lane. Pure.
// Must not: know how many may go or when, or send anything.
import type { Urgency } from '../endpoint.ts'

/** Background work that has waited so long takes its turn among what screens wait for, or a busy screen would starve it. */
const AGES_AFTER_MS = 10_000

const rankOf: Readonly<Record<Urgency, number>> = { asked: 0, screen: 1, background: 2 }

export interface Waiting {
  readonly urgency: Urgency
  readonly lane: string
  /** When it came to the line, by a clock that only goes forward. */
  readonly sinceMs: number
}

export interface WaitingLine<Item extends Waiting> {
  size(): number
  /** In the order in which they came. */
  all(): Item[]
  add(item: Item): void
  /** Takes out one that has given up: as if it had never come. */
  remove(item: Item): void
  /** Who goes next of those whose urgency may go; null where none is. */
  next(nowMs: number, mayGo: (urgency: Urgency) => boolean): Item | null
  /** Takes out one whose turn has come: its lane comes after the others of that urgency now. */
  take(item: Item, nowMs: number): void
}

export function createWaitingLine<Item extends Waiting>(): WaitingLine<Item> {
  /** A set keeps the order of arrival. */
  const waiting = new Set<Item>()
  /** Number of the last turn of each lane in each rank; those not named have had none. */
  const lastTurns = new Map<string, number>()
  let turns = 0

  function remove(item: Item): void {
    waiting.delete(item)
    // Where nobody waits there is nobody to be fair to.
    if (waiting.size === 0) lastTurns.clear()
  }

  /** Age changes the place in the line alone, not what may go: background work never takes the room of screens. */
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
