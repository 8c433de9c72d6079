// Creation times of a practice user's orders: how many exist at any time, and which are open at genesis.
import type { CandleBook } from '../markets/candles.ts'
import { allListedMs } from '../markets/markets.ts'
import { hash32, labelOf, unitOf } from '../random.ts'

/** The inputs that all users' orders depend on. */
export interface OrderWorld {
  readonly book: CandleBook
  /** When the exchange was created, milliseconds, a whole minute; `historyCount` orders per user are older. */
  readonly genesisMs: number
  readonly historyCount: number
  /** When users began to trade themselves: no orders are planned from then on. Null before. */
  readonly takenOverMs?: (() => number | null) | undefined
}

const timeLabel = labelOf('order time')
const openLabel = labelOf('open at genesis')

const yearMs = 365.25 * 86_400_000
const arrivalMs = 12 * 60_000
/** The newest historical order is at least this old at genesis, so that it can already be closed. */
const youngestMs = 20_000
const maxOpen = 25
/** At most one of this many neighbors is open at genesis: few, so that open orders are days old, not weeks. */
const maxStride = 4

/** Start of the order history: two years before genesis, but not before all markets were listed. */
export function historyStartMs(world: OrderWorld): number {
  return Math.max(world.genesisMs - 2 * yearMs, allListedMs + 86_400_000)
}

/** Creation time of an order; never falls as the index grows. Denser towards genesis, then one per twelve minutes. */
export function createdMsOf(world: OrderWorld, user: number, index: number): number {
  const { historyCount, genesisMs } = world
  const jitter = 0.02 + 0.96 * unitOf(world.book.seed, timeLabel, user, index)
  if (index >= historyCount) return genesisMs + Math.floor((index - historyCount + jitter) * arrivalMs)
  const age = (historyCount - 1 - index + jitter) / historyCount
  const span = genesisMs - historyStartMs(world) - youngestMs
  return genesisMs - youngestMs - Math.floor(span * age * Math.sqrt(age))
}

/** How many orders of a user exist at a given time. Constant time after genesis, a binary search before. */
export function orderCountAt(world: OrderWorld, user: number, atMs: number): number {
  const nowMs = Math.min(atMs, world.takenOverMs?.() ?? Infinity)
  if (nowMs >= world.genesisMs) {
    const slot = Math.floor((nowMs - world.genesisMs) / arrivalMs)
    const isMade = createdMsOf(world, user, world.historyCount + slot) <= nowMs
    return world.historyCount + slot + (isMade ? 1 : 0)
  }
  let low = 0
  let high = world.historyCount
  while (low < high) {
    const middle = (low + high) >>> 1
    if (createdMsOf(world, user, middle) <= nowMs) low = middle + 1
    else high = middle
  }
  return low
}

/** The rank (0 .. 24) of an order among those still open at genesis; -1 for all others. */
export function openRank(world: OrderWorld, user: number, index: number): number {
  const openCount = Math.min(maxOpen, Math.floor(world.historyCount / 4))
  if (index >= world.historyCount || openCount === 0) return -1
  const stride = Math.max(1, Math.min(maxStride, Math.floor(world.historyCount / (2 * openCount))))
  const fromNewest = world.historyCount - 1 - index
  const rank = Math.floor(fromNewest / stride)
  if (rank >= openCount) return -1
  return fromNewest % stride === hash32(world.book.seed, openLabel, user, rank) % stride ? rank : -1
}
