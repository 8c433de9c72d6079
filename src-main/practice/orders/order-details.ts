// Computes a planned order's prices, sizes, fills and exact times from the market's trades, in whole ticks and units.
import { cancelReasons, type OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import { firstTakerTrades, lastPriceAt, minuteAround } from '../markets/minute-trades.ts'
import type { TradeTicks } from '../markets/market-trades.ts'
import type { OrderPlan } from './order-plans.ts'
import type { OrderWorld } from './order-times.ts'
import { findRecord, rangeOf, type TradeRecord, type Watch } from '../markets/price-watch.ts'
import { bellOf, hash32, labelOf, unitOf } from '../random.ts'

const priceLabel = labelOf('order price')
const stopLabel = labelOf('order stop price')
const recordLabel = labelOf('order record')
const sizeLabel = labelOf('order size')

const slippage: (typeof cancelReasons)[number] = cancelReasons[1]

/** A fill of a public trade: ID, price, second and size are the market's. */
export interface FillTicks {
  readonly id: number
  readonly timeMs: number
  readonly price: number
  readonly units: number
  readonly takerType: OrderSide
}

export interface OrderLife {
  /** From pending to wait. A stop order stays pending until its trigger; Infinity if it never triggers. */
  readonly acceptedMs: number
  readonly closedMs: number
  /** null for a market order. */
  readonly price: number | null
  /** null unless the order is a stop_limit. */
  readonly stopPrice: number | null
  readonly originUnits: number
  /** All fills that the order will ever have, oldest first. */
  readonly fills: readonly FillTicks[]
}

function toFill({ id, second, price, units, takerType }: TradeTicks): FillTicks {
  return { id, timeMs: second * 1000, price, units, takerType }
}

/** A price `least` .. `most` (fractions) above or below `from`, at least one tick away. */
function moveAway(from: number, part: number, least: number, most: number, up: boolean): number {
  const distance = Math.max(1, Math.round(from * (least + (most - least) * part)))
  return up ? from + distance : Math.max(1, from - distance)
}

function sumOfUnits(fills: readonly FillTicks[]): number {
  return fills.reduce((sum, { units }) => sum + units, 0)
}

/** The life of an order. A pure function of world and plan; takes some tens of microseconds. */
export function traceOrder(world: OrderWorld, plan: OrderPlan): OrderLife {
  const { book } = world
  const { market, side, key, course, enteredMs, latestMs } = plan
  const isBuy = side === 'buy'
  const part = unitOf(book.seed, priceLabel, key)
  const isDone = plan.finalState === 'done'
  // The intended size, unless the market determines it.
  const pairSize = Math.exp(0.9 * bellOf(hash32(book.seed, plan.pair, sizeLabel)))
  const meantUnits = Math.max(
    4,
    Math.round(market.orderUnits * pairSize * (0.9 + 0.2 * unitOf(book.seed, sizeLabel, key))),
  )
  const sizeWith = (fills: readonly FillTicks[]): number => sumOfUnits(fills) + (isDone ? 0 : meantUnits)
  /** Beyond the whole range of a time span, on the side where an order of this side rests. */
  const outOfReach = (fromMs: number, toMs: number): number => {
    const { max, min } = rangeOf(book, market, fromMs, toMs)
    const { dailyVolatility: usual } = market
    return moveAway(isBuy ? min : max, part, 0.02 * usual, 1.2 * usual, !isBuy)
  }
  const recordIn = (watch: Watch, isLast: boolean): TradeRecord | null =>
    findRecord(book, watch, (count, depth) =>
      isLast ? count - 1 : Math.floor(count * unitOf(book.seed, recordLabel, key, depth)),
    )

  switch (course.kind) {
    case 'taken': {
      const fills = course.trades.map(toFill)
      const prices = fills.map(({ price }) => price)
      // A taker's limit is at or slightly beyond its worst fill.
      const worst = isBuy ? Math.max(...prices) : Math.min(...prices)
      const limit = part < 0.4 ? worst : moveAway(worst, part, 0, 0.06 * market.dailyVolatility, isBuy)
      return {
        acceptedMs: fills[0]?.timeMs ?? enteredMs,
        closedMs: latestMs,
        price: plan.type === 'market' ? null : limit,
        stopPrice: null,
        originUnits: sizeWith(fills),
        fills,
      }
    }
    case 'rests': {
      const record = recordIn(course.watch, !course.isWhole)
      const trade = record?.trades[record.position]
      const fills = trade === undefined ? [] : [toFill(trade)]
      return {
        acceptedMs: enteredMs,
        closedMs: isDone ? (fills[0]?.timeMs ?? latestMs) : latestMs,
        price: fills[0]?.price ?? outOfReach(enteredMs, latestMs),
        stopPrice: null,
        originUnits: sizeWith(fills),
        fills,
      }
    }
    case 'stops': {
      const record = recordIn(course.watch, false)
      const trigger = record?.trades[record.position]
      const acceptedMs = (trigger?.second ?? 0) * 1000
      const stopPrice = trigger?.price ?? lastPriceAt(book, market, plan.createdMs)
      if (!course.isTaken || trigger === undefined) {
        const price = outOfReach(acceptedMs, latestMs)
        return { acceptedMs, closedMs: latestMs, price, stopPrice, originUnits: meantUnits, fills: [] }
      }
      // The next trade of its side; every quarter of an hour has trades, so the remaining hour is enough.
      const next = firstTakerTrades(book, market, side, acceptedMs + 1_000, latestMs, 1)
      const fills = (next.length > 0 ? next : [trigger]).map(toFill)
      const first = fills[0]?.price ?? stopPrice
      const worst = isBuy ? Math.max(stopPrice, first) : Math.min(stopPrice, first)
      const price = moveAway(worst, part, 0.01 * market.dailyVolatility, 0.1 * market.dailyVolatility, isBuy)
      const closedMs = fills[0]?.timeMs ?? latestMs
      return { acceptedMs, closedMs, price, stopPrice, originUnits: sizeWith(fills), fills }
    }
    case 'crosses': {
      // Just across the market.
      const last = lastPriceAt(book, market, enteredMs)
      return {
        acceptedMs: enteredMs,
        closedMs: latestMs,
        price: moveAway(last, part, 0, 0.08 * market.dailyVolatility, isBuy),
        stopPrice: null,
        originUnits: meantUnits,
        fills: [],
      }
    }
    case 'idle': {
      const open = { closedMs: latestMs, originUnits: meantUnits, fills: [] }
      if (plan.type === 'market') {
        // An order with this much slippage is far larger than the market's volume per minute.
        const { volume } = minuteAround(book, market, enteredMs).candle
        const originUnits = plan.cancelReason === slippage ? Math.round(volume * (8 + 20 * part)) : meantUnits
        return { ...open, originUnits, acceptedMs: enteredMs, price: null, stopPrice: null }
      }
      if (plan.type !== 'stop_limit') {
        return { ...open, acceptedMs: enteredMs, price: outOfReach(enteredMs, latestMs), stopPrice: null }
      }
      // Never triggered: above (buy) or below (sell) the market's whole range.
      const { max, min } = rangeOf(book, market, plan.createdMs, latestMs)
      const usual = market.dailyVolatility
      const far = unitOf(book.seed, stopLabel, key)
      const stopPrice = moveAway(isBuy ? max : min, far, 0.05 * usual, 1.5 * usual, isBuy)
      const price = moveAway(stopPrice, part, 0.01 * usual, 0.1 * usual, isBuy)
      return { ...open, acceptedMs: Infinity, price, stopPrice }
    }
  }
}
