// Plans every practice order: its type, time and course, consistent with the market. A pure function of (seed, genesis, user,
// index).
import {
  cancelReasons,
  oppositeOf,
  type OrderSide,
  type OrderType,
} from '../../../src-preload/domain/markets/markets.ts'
import type { CandleTicks } from '../markets/candles.ts'
import type { TradeTicks } from '../markets/market-trades.ts'
import { marketAt, practiceMarkets, type PracticeMarket } from '../markets/markets.ts'
import { firstTakerTrades, minuteAround } from '../markets/minute-trades.ts'
import { createdMsOf, openRank, type OrderWorld } from './order-times.ts'
import { hasRecord, type Watch } from '../markets/price-watch.ts'
import { hash32, labelOf, unitOf } from '../random.ts'

export type CancelReason = (typeof cancelReasons)[number]

/**
 * The course of an order.
 * - taken: it takes these trades immediately; the remainder is cancelled.
 * - rests: it rests on the book at a price that the market first reaches within the watch. A whole one is then filled,
 * another keeps a remainder that the market does not reach again.
 * - stops: the market first reaches the stop price within the watch; then it takes, or rests unfilled.
 * - idle: the market never reaches it. - crosses: a limit_maker that would have taken.
 */
export type Course =
  | { readonly kind: 'taken'; readonly trades: readonly TradeTicks[] }
  | { readonly kind: 'rests'; readonly watch: Watch; readonly isWhole: boolean }
  | { readonly kind: 'stops'; readonly watch: Watch; readonly isTaken: boolean }
  | { readonly kind: 'idle' }
  | { readonly kind: 'crosses' }

export interface OrderPlan {
  readonly user: number
  /** 0 is the user's oldest; from `historyCount` on they are created after genesis. */
  readonly index: number
  /** Random bits for all other decisions about this order. */
  readonly key: number
  /** Random bits shared with the other order of its pair. */
  readonly pair: number
  readonly market: PracticeMarket
  readonly side: OrderSide
  readonly type: OrderType
  readonly finalState: 'done' | 'cancel'
  readonly cancelReason: CancelReason | null
  readonly createdMs: number
  /** When it enters the book, if it rests. */
  readonly enteredMs: number
  /** When a cancelled order closes. A filled one closes by then, at a time set by the market. */
  readonly latestMs: number
  readonly course: Course
}

const orderLabel = labelOf('order')
const pairLabel = labelOf('order pair')

/** Labels of the decisions about one order. */
const decide = {
  type: 1,
  outcome: 2,
  reason: 3,
  accept: 4,
  patience: 5,
  wait: 6,
  partial: 7,
  fills: 10,
  side: 11,
  trigger: 12,
  close: 14,
} as const

const hourMs = 3_600_000
const openTypes: readonly OrderType[] = ['limit', 'stop_limit', 'limit', 'limit_maker', 'stop_limit']

function chooseType(roll: number): OrderType {
  if (roll < 0.55) return 'limit'
  if (roll < 0.77) return 'market'
  return roll < 0.9 ? 'limit_maker' : 'stop_limit'
}

const chanceOfDone: Record<OrderType, number> = {
  limit: 0.72,
  market: 0.93,
  limit_maker: 0.74,
  stop_limit: 0.6,
}

const [byUser, slippage, bySystem, wentWrong, wouldTake] = cancelReasons

/** True for a minute with an unusual range: at least 0.2 %, and a large part of a typical day's. */
function isWildMinute(market: PracticeMarket, { max, min, open }: CandleTicks): boolean {
  return max - min > open * Math.max(0.002, 0.15 * market.dailyVolatility)
}

function chooseReason(type: OrderType, isOpen: boolean, isWild: boolean, roll: number): CancelReason {
  switch (type) {
    case 'limit':
      return roll < 0.8 ? byUser : roll < 0.92 ? bySystem : wentWrong
    case 'market':
      return isWild ? slippage : roll < 0.7 ? wentWrong : bySystem
    case 'limit_maker':
      // Matched as a taker order means within its first second, never after hours on the book.
      return isOpen ? (roll < 0.8 ? byUser : bySystem) : roll < 0.6 ? wouldTake : byUser
    case 'stop_limit':
      return roll < 0.7 ? byUser : roll < 0.9 ? bySystem : wentWrong
  }
}

const between = (from: number, to: number, roll: number): number => Math.floor(from * (to / from) ** roll)

/** How long an order may stay on the book, in milliseconds, before the limit of genesis. */
function chooseWait(isPatient: boolean, patience: number, roll: number): number {
  if (isPatient) return between(1.5 * hourMs, 72 * hourMs, roll)
  if (patience < 0.7) return between(20_000, 1_200_000, roll)
  return patience < 0.92 ? between(1_200_000, 6 * hourMs, roll) : between(6 * hourMs, 72 * hourMs, roll)
}

/** The market's direction towards a resting order: down for a buy. For a stop it is the opposite. */
function wayTo(side: OrderSide, isStop: boolean): Watch['way'] {
  return (side === 'buy') === isStop ? 'up' : 'down'
}

/** The plan of one order. Takes some microseconds, mostly for market lookups. */
export function planOrder(world: OrderWorld, user: number, index: number): OrderPlan {
  const { book, genesisMs, historyCount } = world
  const { seed } = book
  const key = hash32(seed, orderLabel, user, index)
  const roll = (decision: number): number => unitOf(seed, key, decision, index)
  const createdMs = createdMsOf(world, user, index)
  const rank = openRank(world, user, index)
  const isOpen = rank >= 0
  const isPast = index < historyCount && !isOpen
  // Orders come in pairs that mostly trade back and forth, so that no user accumulates a single currency.
  const pair = hash32(seed, pairLabel, user, index >>> 1)
  const isEcho = (index & 1) === 1 && roll(decide.side) < 0.9
  const market = marketAt((isOpen ? rank : pair) % practiceMarkets.length)
  const coin = isEcho || (index & 1) === 0 ? (pair >>> 16) + (index & 1) : key >>> 3
  const wanted: OrderSide = (coin & 1) === 0 ? 'buy' : 'sell'
  const type = isOpen ? (openTypes[rank % openTypes.length] ?? 'limit') : chooseType(roll(decide.type))
  const isDone = roll(decide.outcome) < (isOpen ? 0.7 : chanceOfDone[type])
  const isPartial = !isDone && roll(decide.partial) < 0.3
  const enteredMs = createdMs + 150 + Math.floor(roll(decide.accept) * 750)

  const latest = (wait: number): number => {
    // From two hours to three days after genesis, more of them early; a few that need no market even sooner.
    if (isOpen) {
      return genesisMs + between(isDone ? 2 * hourMs : hourMs / 30, 72 * hourMs, roll(decide.wait))
    }
    const most = Math.max(1_000, Math.floor((genesisMs - createdMs) * 0.9) - 2_000)
    return enteredMs + (isPast ? Math.min(wait, most) : wait)
  }
  const shortly = (): number => enteredMs + 40 + Math.floor(roll(decide.close) * 900)
  const base = { user, index, key, pair, market, type, createdMs, enteredMs }
  const cancelled = (reason: CancelReason, latestMs: number, course: Course, side = wanted): OrderPlan => ({
    ...base,
    side,
    finalState: 'cancel',
    cancelReason: reason,
    latestMs,
    course,
  })
  const done = (latestMs: number, course: Course, side: OrderSide): OrderPlan => ({
    ...base,
    side,
    finalState: 'done',
    cancelReason: null,
    latestMs,
    course,
  })
  /** The side, the preferred one if possible, for which the market reaches a new extreme; null for none. */
  const watchFor = (
    isStop: boolean,
    isAfterGenesis: boolean,
    untilMs: number,
    isLasting = false,
  ): [OrderSide, Watch] | null => {
    const fromMs = isStop ? createdMs : enteredMs
    const freshMs = isAfterGenesis ? genesisMs : fromMs
    for (const side of [wanted, oppositeOf(wanted)]) {
      const watch: Watch = { market, way: wayTo(side, isStop), fromMs, freshMs, untilMs }
      if (hasRecord(book, watch, isLasting)) return [side, watch]
    }
    return null
  }
  const take = (most: number): [OrderSide, readonly TradeTicks[]] | null => {
    // The end of the next minute, and never after genesis for an order that must be closed by then.
    const untilMs = Math.min(enteredMs + 90_000, isPast ? genesisMs - 2_000 : Infinity)
    for (const side of [wanted, oppositeOf(wanted)]) {
      const trades = firstTakerTrades(book, market, side, enteredMs, untilMs, most)
      if (trades.length > 0) return [side, trades]
    }
    return null
  }
  const fills = roll(decide.fills)
  const maxFills = fills < 0.5 ? 1 : fills < 0.78 ? 2 : fills < 0.93 ? 3 : 4
  const lastMs = (trades: readonly TradeTicks[]): number => (trades.at(-1)?.second ?? 0) * 1000

  if (isDone) {
    const isTaker = type === 'market' || (type === 'limit' && !isOpen && roll(decide.patience) < 0.35)
    const latestMs = latest(chooseWait(true, 0, roll(decide.wait)))
    if (type === 'stop_limit') {
      const found = watchFor(true, isOpen, latestMs - hourMs)
      if (found !== null) {
        const [side, watch] = found
        return done(latestMs, { kind: 'stops', watch, isTaken: true }, side)
      }
    } else if (!isTaker) {
      const found = watchFor(false, isOpen, latestMs)
      if (found !== null) {
        const [side, watch] = found
        return done(latestMs, { kind: 'rests', watch, isWhole: true }, side)
      }
    }
    const taken = isTaker || (type === 'limit' && !isOpen) ? take(maxFills) : null
    if (taken !== null) {
      const [side, trades] = taken
      return done(lastMs(trades), { kind: 'taken', trades }, side)
    }
  }

  // Cancelled: by plan, or because the market did not allow the plan.
  const isWild = type === 'market' && isWildMinute(market, minuteAround(book, market, enteredMs).candle)
  const reason = chooseReason(type, isOpen, isWild, roll(decide.reason))
  if (reason === wouldTake) return cancelled(reason, shortly(), { kind: 'crosses' })
  if (type === 'market') {
    const taken = isPartial ? take(maxFills) : null
    if (taken === null) return cancelled(reason, shortly(), { kind: 'idle' })
    const [side, trades] = taken
    return cancelled(reason, lastMs(trades) + shortly() - enteredMs, { kind: 'taken', trades }, side)
  }
  const isTriggered = type === 'stop_limit' && (reason === wentWrong || roll(decide.trigger) < 0.3)
  const isPatient = isPartial || isTriggered
  const latestMs = latest(chooseWait(isPatient, roll(decide.patience), roll(decide.wait)))
  if (isTriggered) {
    const found = watchFor(true, false, latestMs - hourMs)
    if (found !== null) {
      const [side, watch] = found
      return cancelled(reason, latestMs, { kind: 'stops', watch, isTaken: false }, side)
    }
  } else if (isPartial && type === 'limit') {
    const found = watchFor(false, false, latestMs, true)
    if (found !== null) {
      const [side, watch] = found
      return cancelled(reason, latestMs, { kind: 'rests', watch, isWhole: false }, side)
    }
  }
  return cancelled(reason, latestMs, { kind: 'idle' })
}
