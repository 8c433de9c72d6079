// Owns: the prices and fills of an order, made from its plan and the market's own trades, all in whole ticks and units.
// Must not: format anything or decide when things happen (order-plans does).
import type { OrderSide } from '../../src-preload/shared/markets.ts'
import type { OrderPlan, OrderWorld } from './order-plans.ts'
import type { CandleBook, CandleTicks } from './candles.ts'
import { tradesOfMinute, type TradeTicks } from './market-trades.ts'
import type { PracticeMarket } from './markets.ts'
import { hash32, labelOf, unitOf } from './random.ts'

const priceLabel = labelOf('order price')
const stopLabel = labelOf('order stop price')
const fillTimeLabel = labelOf('fill time')
const fillSizeLabel = labelOf('fill size')
const fillPriceLabel = labelOf('fill price')

export interface FillTicks {
  readonly timeMs: number
  readonly price: number
  readonly units: number
  readonly takerType: OrderSide
}

export interface OrderPrices {
  /** null for a market order. */
  readonly price: number | null
  /** null unless the order is a stop_limit. */
  readonly stopPrice: number | null
  /** Every fill that the order will ever have, oldest first. */
  readonly fills: readonly FillTicks[]
}

interface Glance {
  readonly market: PracticeMarket
  readonly minute: number
  readonly candle: CandleTicks
  readonly trades: readonly TradeTicks[]
}

/** The minute that was looked at last, per book: the fills of one order nearly always share theirs. */
const glances = new WeakMap<CandleBook, Glance>()

function lookAt(book: CandleBook, market: PracticeMarket, minute: number): Glance {
  const known = glances.get(book)
  if (known?.market === market && known.minute === minute) return known
  const candle = book.minute(market, minute)
  const glance = { market, minute, candle, trades: tradesOfMinute(book.seed, market, minute, candle) }
  glances.set(book, glance)
  return glance
}

/** The last market price at an instant, and another one traded in its minute by then, in ticks. */
function pricesAt(
  world: OrderWorld,
  plan: OrderPlan,
  timeMs: number,
  pick: number,
): { last: number; any: number } {
  const minute = Math.floor(timeMs / 60_000)
  const second = Math.floor(timeMs / 1000)
  const { candle, trades } = lookAt(world.book, plan.market, minute)
  const seen = trades.filter((trade) => trade.second <= second)
  const last = seen.at(-1)?.price ?? candle.open
  return { last, any: seen[pick % Math.max(1, seen.length)]?.price ?? last }
}

/** All fills lie in the minute of the last one, so that one price of that minute's candle serves them all. */
function fillTimes(seed: number, plan: OrderPlan, filledMs: number): number[] {
  const earliest = Math.max(plan.acceptedMs, Math.floor(filledMs / 60_000) * 60_000)
  const times: number[] = []
  for (let fill = 0; fill < plan.fillCount - 1; fill += 1) {
    const part = unitOf(seed, fillTimeLabel, plan.key, fill)
    times.push(earliest + Math.floor((filledMs - earliest) * part))
  }
  return [...times, filledMs].sort((a, b) => a - b)
}

function fillUnits(seed: number, plan: OrderPlan): number[] {
  const weights: number[] = []
  for (let fill = 0; fill < plan.fillCount; fill += 1) {
    weights.push(0.15 + unitOf(seed, fillSizeLabel, plan.key, fill))
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const spare = plan.executedUnits - plan.fillCount
  let share = 0
  let given = 0
  return weights.map((weight, fill) => {
    share += weight
    const upTo = fill === plan.fillCount - 1 ? spare : Math.floor(spare * Math.min(1, share / total))
    const units = upTo - given + 1
    given = upTo
    return units
  })
}

/** True where the order rested on the book and was met by others. */
function isMaker(plan: OrderPlan): boolean {
  if (plan.type === 'limit_maker') return true
  return plan.type === 'limit' && plan.filledMs !== null && plan.filledMs - plan.acceptedMs > 5_000
}

function makeFills(world: OrderWorld, plan: OrderPlan): FillTicks[] {
  if (plan.filledMs === null) return []
  const { seed } = world.book
  const times = fillTimes(seed, plan, plan.filledMs)
  const units = fillUnits(seed, plan)
  const maker = isMaker(plan)
  const opposite = plan.side === 'buy' ? 'sell' : 'buy'
  const ownPrice = maker ? pricesAt(world, plan, times[0] ?? plan.filledMs, 0).last : 0
  return times.map((timeMs, fill) => ({
    timeMs,
    // A resting order fills at its own price; one that takes gets prices of that minute.
    price: maker ? ownPrice : pricesAt(world, plan, timeMs, hash32(seed, fillPriceLabel, plan.key, fill)).any,
    units: units[fill] ?? 0,
    takerType: maker ? opposite : plan.side,
  }))
}

/** A price away from `from` by a part of 1 .. `most`, up or down, at least one tick. */
function moveAway(from: number, part: number, least: number, most: number, up: boolean): number {
  const distance = Math.max(1, Math.round(from * (least + (most - least) * part)))
  return up ? from + distance : Math.max(1, from - distance)
}

/** The prices of an order: limit and stop price, and all its fills. A pure function of world and plan. */
export function priceOrder(world: OrderWorld, plan: OrderPlan): OrderPrices {
  const { seed } = world.book
  const fills = makeFills(world, plan)
  const isBuy = plan.side === 'buy'
  const part = unitOf(seed, priceLabel, plan.key)
  if (plan.type === 'market') return { price: null, stopPrice: null, fills }

  let stopPrice: number | null = null
  if (plan.type === 'stop_limit') {
    // Triggered at a price of the market; one that never triggers waits above (buy) or below (sell) it.
    stopPrice = Number.isFinite(plan.acceptedMs)
      ? pricesAt(world, plan, plan.acceptedMs, 0).last
      : moveAway(
          pricesAt(world, plan, plan.createdMs, 0).last,
          unitOf(seed, stopLabel, plan.key),
          0.02,
          0.09,
          isBuy,
        )
  }
  if (fills.length > 0) {
    const prices = fills.map((fill) => fill.price)
    if (isMaker(plan)) return { price: prices[0] ?? 1, stopPrice, fills }
    // A taker's limit is at the worst fill or a little beyond it.
    const worst = isBuy ? Math.max(...prices) : Math.min(...prices)
    return { price: part < 0.4 ? worst : moveAway(worst, part, 0, 0.002, isBuy), stopPrice, fills }
  }
  if (stopPrice !== null) return { price: moveAway(stopPrice, part, 0.0005, 0.004, isBuy), stopPrice, fills }
  const market = pricesAt(world, plan, plan.createdMs, 0).last
  const wouldTake = plan.cancelReason === 'Order cancelled because it was matched as a taker order'
  // Never filled: it stood off the market, or, if it was to make only, just across it.
  return {
    price: moveAway(market, part, wouldTake ? 0 : 0.004, wouldTake ? 0.003 : 0.07, isBuy === wouldTake),
    stopPrice,
    fills,
  }
}
