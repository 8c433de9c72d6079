// Owns: the life of every practice order: what it is, when it is made, triggered, filled and closed: a pure function of
// (seed, genesis, user, index). Must not: compute prices (order-details does) or know the present time.
import { cancelReasons, type OrderSide, type OrderType } from '../../src-preload/shared/markets.ts'
import type { CandleBook } from './candles.ts'
import { allListedMs, marketAt, practiceMarkets, type PracticeMarket } from './markets.ts'
import { bellOf, hash32, labelOf, unitOf } from './random.ts'

/** What the orders of all users depend on. */
export interface OrderWorld {
  readonly book: CandleBook
  /** When the exchange came to be, milliseconds, a whole minute; `historyCount` orders per user are older. */
  readonly genesisMs: number
  readonly historyCount: number
}

export interface OrderPlan {
  readonly user: number
  /** 0 is the user's oldest; those from `historyCount` on are made after genesis. */
  readonly index: number
  /** Random bits of this order for whatever else must be decided about it. */
  readonly key: number
  readonly market: PracticeMarket
  readonly side: OrderSide
  readonly type: OrderType
  readonly finalState: 'done' | 'cancel'
  readonly cancelReason: (typeof cancelReasons)[number] | null
  readonly createdMs: number
  /** From pending to wait. A stop order waits for its trigger as pending, for ever if that never comes: Infinity. */
  readonly acceptedMs: number
  /** The last fill; null for none. Before `closedMs` only where the rest was cancelled later. */
  readonly filledMs: number | null
  readonly closedMs: number
  readonly originUnits: number
  readonly executedUnits: number
  readonly fillCount: number
}

const orderLabel = labelOf('order')
const pairLabel = labelOf('order pair')
const timeLabel = labelOf('order time')
const openLabel = labelOf('open at genesis')

/** Labels of the decisions about one order. */
const decide = {
  type: 1,
  outcome: 2,
  reason: 3,
  accept: 4,
  patience: 5,
  wait: 6,
  partial: 7,
  partialTime: 8,
  size: 9,
  fills: 10,
  side: 11,
  trigger: 12,
  executed: 13,
} as const

const yearMs = 365.25 * 86_400_000
const arrivalMs = 12 * 60_000
/** The newest order of the history is at least this old at genesis, so that even it can have been closed. */
const youngestMs = 20_000
const mostOpen = 25

/** Start of the order history: two years before genesis, but never before all markets were listed. */
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

/** How many orders of a user exist at an instant. Takes constant time after genesis, a binary search before. */
export function orderCountAt(world: OrderWorld, user: number, nowMs: number): number {
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

/** The rank (0 .. 24) of an order among those that are still open at genesis; -1 for all others. */
function openRank(world: OrderWorld, user: number, index: number): number {
  const openCount = Math.min(mostOpen, Math.floor(world.historyCount / 4))
  if (index >= world.historyCount || openCount === 0) return -1
  const stride = Math.max(1, Math.min(10, Math.floor(world.historyCount / (2 * openCount))))
  const fromNewest = world.historyCount - 1 - index
  const rank = Math.floor(fromNewest / stride)
  if (rank >= openCount) return -1
  return fromNewest % stride === hash32(world.book.seed, openLabel, user, rank) % stride ? rank : -1
}

const openTypes: readonly OrderType[] = ['limit', 'stop_limit', 'limit', 'limit_maker', 'stop_limit']

function chooseType(roll: number): OrderType {
  if (roll < 0.55) return 'limit'
  if (roll < 0.77) return 'market'
  return roll < 0.9 ? 'limit_maker' : 'stop_limit'
}

const chanceOfDone: Record<OrderType, number> = {
  limit: 0.68,
  market: 0.93,
  limit_maker: 0.7,
  stop_limit: 0.55,
}

const [byUser, slippage, bySystem, wentWrong, wouldTake] = cancelReasons

function chooseReason(type: OrderType, isOpen: boolean, roll: number): (typeof cancelReasons)[number] {
  switch (type) {
    case 'limit':
      return roll < 0.8 ? byUser : roll < 0.92 ? bySystem : wentWrong
    case 'market':
      return roll < 0.6 ? slippage : roll < 0.85 ? wentWrong : bySystem
    case 'limit_maker':
      // Matched as a taker order means within its first second, so never after hours on the book.
      return isOpen ? (roll < 0.8 ? byUser : bySystem) : roll < 0.6 ? wouldTake : byUser
    case 'stop_limit':
      return roll < 0.7 ? byUser : roll < 0.9 ? bySystem : wentWrong
  }
}

/** How long an order stays on the book, in milliseconds, were it not for genesis. */
function chooseWait(type: OrderType, reason: string | null, patience: number, roll: number): number {
  if (type === 'market' || reason === wouldTake) return 40 + Math.floor(roll * 900)
  const between = (from: number, to: number): number => Math.floor(from * (to / from) ** roll)
  if (type === 'limit' && patience < 0.35) return between(80, 4_000)
  if (patience < 0.7) return between(20_000, 1_200_000)
  return patience < 0.92 ? between(1_200_000, 21_600_000) : between(21_600_000, 3 * 86_400_000)
}

/** Where the market moved between placing and filling, a resting order is on the side that makes sense of it. */
function sideByMove(
  world: OrderWorld,
  market: PracticeMarket,
  type: OrderType,
  fromMs: number,
  toMs: number,
): OrderSide | null {
  const from = world.book.roughPrice(market, fromMs)
  const to = world.book.roughPrice(market, toMs)
  if (from === to) return null
  return to > from === (type === 'stop_limit') ? 'buy' : 'sell'
}

/** The plan of one order. Takes about a microsecond, and some more where it waits for hours. */
export function planOrder(world: OrderWorld, user: number, index: number): OrderPlan {
  const { seed } = world.book
  const key = hash32(seed, orderLabel, user, index)
  const roll = (decision: number): number => unitOf(seed, key, decision, index)
  const createdMs = createdMsOf(world, user, index)
  const rank = openRank(world, user, index)
  const isOpen = rank >= 0
  // Orders come in pairs that mostly trade back and forth, so that nobody ends up with all of one currency.
  const pair = hash32(seed, pairLabel, user, index >>> 1)
  const isEcho = (index & 1) === 1 && roll(decide.side) < 0.9
  const market = marketAt((isOpen ? rank : pair) % practiceMarkets.length)
  const coin = isEcho || (index & 1) === 0 ? (pair >>> 16) + (index & 1) : key >>> 3
  const type = isOpen ? (openTypes[rank % openTypes.length] ?? 'limit') : chooseType(roll(decide.type))
  const isDone = roll(decide.outcome) < (isOpen ? 0.6 : chanceOfDone[type])
  const reason = isDone ? null : chooseReason(type, isOpen, roll(decide.reason))

  const acceptDelay = 150 + Math.floor(roll(decide.accept) * 750)
  const wait = chooseWait(type, reason, roll(decide.patience), roll(decide.wait))
  let closedMs = createdMs + acceptDelay + wait
  if (isOpen) {
    // From two minutes to three days after genesis, more of them early.
    closedMs = world.genesisMs + Math.floor(120_000 * 2_160 ** roll(decide.wait))
  } else if (index < world.historyCount) {
    const most = Math.max(1_000, Math.floor((world.genesisMs - createdMs) * 0.9) - 2_000)
    closedMs = Math.min(closedMs, createdMs + acceptDelay + most)
  }
  let acceptedMs = createdMs + acceptDelay
  if (type === 'stop_limit') {
    const life = closedMs - acceptedMs
    const isTriggered = isDone || reason === wentWrong || roll(decide.trigger) < 0.3
    acceptedMs = isTriggered
      ? closedMs - Math.floor(Math.min(life, 900_000) * roll(decide.trigger))
      : Infinity
  }

  const mayBePartial = !isDone && reason !== wouldTake && acceptedMs < closedMs && type !== 'limit_maker'
  const isPartial = mayBePartial && roll(decide.partial) < 0.28
  const pairSize = Math.exp(0.9 * bellOf(hash32(seed, pair, decide.size)))
  // Trading goes on for ever after genesis; small orders keep its drift within what was deposited.
  const usual = market.orderUnits * (index >= world.historyCount ? 0.2 : 1)
  const originUnits = Math.max(4, Math.round(usual * pairSize * (0.9 + 0.2 * roll(decide.size))))
  const partUnits = 1 + Math.floor((originUnits - 2) * roll(decide.executed))
  const executedUnits = isDone ? originUnits : isPartial ? partUnits : 0
  const filledMs = isDone
    ? closedMs
    : isPartial
      ? acceptedMs + Math.floor((closedMs - acceptedMs) * roll(decide.partialTime))
      : null
  const fills = roll(decide.fills)
  const wanted = fills < 0.55 ? 1 : fills < 0.8 ? 2 : fills < 0.93 ? 3 : 4
  const isLong = filledMs !== null && filledMs - createdMs > 7_200_000
  const moved = isLong ? sideByMove(world, market, type, createdMs, filledMs) : null
  return {
    user,
    index,
    key,
    market,
    side: moved ?? ((coin & 1) === 0 ? 'buy' : 'sell'),
    type,
    finalState: isDone ? 'done' : 'cancel',
    cancelReason: reason,
    createdMs,
    acceptedMs,
    filledMs,
    closedMs,
    originUnits,
    executedUnits,
    fillCount: Math.min(wanted, executedUnits),
  }
}
