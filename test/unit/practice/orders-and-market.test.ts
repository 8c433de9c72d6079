// Every practice order agrees with the market's candles and public trades, by looking at every minute of its life.
import { describe, expect, it } from 'vitest'
import { CandleBook, type CandleTicks } from '../../../src-main/practice/markets/candles.ts'
import { tradesOfMinute, type TradeTicks } from '../../../src-main/practice/markets/market-trades.ts'
import { traceOrder, type OrderLife } from '../../../src-main/practice/orders/order-details.ts'
import { planOrder, type OrderPlan } from '../../../src-main/practice/orders/order-plans.ts'
import type { OrderWorld } from '../../../src-main/practice/orders/order-times.ts'

const genesisMs = Date.parse('2026-11-20T16:00:00Z')
const historyCount = 2_500
/** Some of these are made after genesis. */
const orderCount = 2_800
const slippage = 'Slippage greater than 30%. Order cancelled to prevent loss of funds'
const wouldTake = 'Order cancelled because it was matched as a taker order'

interface Lived {
  readonly plan: OrderPlan
  readonly life: OrderLife
  readonly what: string
}

function ordersOf(world: OrderWorld, user: number): Lived[] {
  // All of the newest, and a third of the rest.
  const indices = Array.from({ length: orderCount }, (_, index) => index)
  return indices
    .filter((index) => index >= historyCount - 300 || index % 3 === 0)
    .map((index) => {
      const plan = planOrder(world, user, index)
      const life = traceOrder(world, plan)
      const what = `seed ${world.book.seed} user ${user} order ${index}: ${plan.market.symbol} ${plan.side} ${plan.type} ${plan.finalState}`
      return { plan, life, what }
    })
}

/** Public trades from one instant up to but not including another, one by one. */
function tradesBetween(book: CandleBook, plan: OrderPlan, fromMs: number, toMs: number): TradeTicks[] {
  const found: TradeTicks[] = []
  for (let minute = Math.floor(fromMs / 60_000); minute * 60_000 < toMs; minute += 1) {
    const candle = book.minute(plan.market, minute)
    for (const trade of tradesOfMinute(book.seed, plan.market, minute, candle)) {
      if (trade.second * 1000 >= fromMs && trade.second * 1000 < toMs) found.push(trade)
    }
  }
  return found
}

/** The extremes of the whole minutes after an instant and before another; null for none. */
function minutesBetween(
  book: CandleBook,
  plan: OrderPlan,
  fromMs: number,
  toMs: number,
): { max: number; min: number } | null {
  const candles: CandleTicks[] = []
  for (let minute = Math.floor(fromMs / 60_000) + 1; (minute + 1) * 60_000 <= toMs; minute += 1) {
    candles.push(book.minute(plan.market, minute))
  }
  if (candles.length === 0) return null
  return {
    max: Math.max(...candles.map(({ max }) => max)),
    min: Math.min(...candles.map(({ min }) => min)),
  }
}

const isMaker = ({ plan, life }: Lived): boolean =>
  life.fills.length > 0 && life.fills[0]?.takerType !== plan.side

describe.each([
  [7, 0],
  [11, 1],
])('the orders of seed %d and user %d', { timeout: 120_000 }, (seed, user) => {
  const book = new CandleBook(seed)
  const orders = ordersOf({ book, genesisMs, historyCount }, user)

  it('are filled by trades of the public tape, with its ids, prices, seconds and sizes, within the minute’s volume', () => {
    let count = 0
    for (const { plan, life, what } of orders) {
      const ids = new Set<number>()
      for (const fill of life.fills) {
        const minute = Math.floor(fill.timeMs / 60_000)
        const candle = book.minute(plan.market, minute)
        const trade = tradesOfMinute(seed, plan.market, minute, candle).find(({ id }) => id === fill.id)
        expect({ what, ...fill }).toEqual({
          what,
          id: trade?.id,
          timeMs: (trade?.second ?? 0) * 1000,
          price: trade?.price,
          units: trade?.units,
          takerType: trade?.takerType,
        })
        ids.add(fill.id)
        count += 1
      }
      expect({ what, count: ids.size }).toEqual({ what, count: life.fills.length })
    }
    expect(count).toBeGreaterThan(900)
  })

  it('rest until the market first touches them, and are filled then', () => {
    let seen = 0
    for (const order of orders.filter(isMaker)) {
      const { plan, life, what } = order
      const [fill] = life.fills
      if (plan.type === 'stop_limit' || fill === undefined) continue
      const before = tradesBetween(book, plan, life.acceptedMs, fill.timeMs).map(({ price }) => price)
      const touched = before.filter((price) =>
        plan.side === 'buy' ? price <= fill.price : price >= fill.price,
      )
      expect({ what, price: life.price, touched }).toEqual({ what, price: fill.price, touched: [] })
      seen += 1
      // What is left of a cancelled one is not reached again.
      const after = minutesBetween(book, plan, fill.timeMs, life.closedMs)
      if (plan.finalState === 'done')
        expect({ what, closedMs: life.closedMs }).toEqual({ what, closedMs: fill.timeMs })
      else if (after !== null) {
        const through = plan.side === 'buy' ? after.min < fill.price : after.max > fill.price
        expect({ what, through }).toEqual({ what, through: false })
      }
    }
    expect(seen).toBeGreaterThan(300)
  })

  it('that never fill are never touched', () => {
    let seen = 0
    for (const { plan, life, what } of orders) {
      if (life.fills.length > 0 || life.price === null || plan.cancelReason === wouldTake) continue
      if (!Number.isFinite(life.acceptedMs)) continue
      const prices = tradesBetween(book, plan, life.acceptedMs, life.closedMs).map(({ price }) => price)
      const price = life.price
      const touched = prices.filter((made) => (plan.side === 'buy' ? made <= price : made >= price))
      expect({ what, touched }).toEqual({ what, touched: [] })
      seen += 1
    }
    expect(seen).toBeGreaterThan(150)
  })

  it('that stop are triggered by the first trade at the stop price, and the others never', () => {
    let triggered = 0
    let waiting = 0
    for (const { plan, life, what } of orders) {
      if (life.stopPrice === null) continue
      const stop = life.stopPrice
      const reaches = (price: number): boolean => (plan.side === 'buy' ? price >= stop : price <= stop)
      const isTriggered = Number.isFinite(life.acceptedMs)
      const endMs = isTriggered ? life.acceptedMs : life.closedMs
      const early = tradesBetween(book, plan, plan.createdMs, endMs).filter(({ price }) => reaches(price))
      expect({ what, early }).toEqual({ what, early: [] })
      if (isTriggered) {
        const trigger = tradesBetween(book, plan, endMs, endMs + 1_000).some(({ price }) => price === stop)
        expect({ what, trigger }).toEqual({ what, trigger: true })
        triggered += 1
      } else waiting += 1
    }
    expect(Math.min(triggered, waiting)).toBeGreaterThan(15)
  })

  it('that only make never take; one that would have taken is cancelled for it at once', () => {
    let crossed = 0
    for (const order of orders) {
      const { plan, life, what } = order
      if (plan.type !== 'limit_maker' || life.price === null) continue
      const candle = book.minute(plan.market, Math.floor(life.acceptedMs / 60_000))
      const minuteMs = Math.floor(life.acceptedMs / 60_000) * 60_000
      const last = tradesBetween(book, plan, minuteMs, life.acceptedMs + 1).at(-1)?.price ?? candle.open
      const crosses = plan.side === 'buy' ? life.price > last : life.price < last
      expect({ what, crosses }).toEqual({ what, crosses: plan.cancelReason === wouldTake })
      if (crosses) {
        expect(life.closedMs - plan.createdMs).toBeLessThan(2_000)
        crossed += 1
      } else
        expect({ what, isTaker: life.fills.length > 0 && !isMaker(order) }).toEqual({ what, isTaker: false })
    }
    expect(crossed).toBeGreaterThan(10)
  })

  it('that take do so within two minutes, at no worse than their limit, in thin markets too', () => {
    const takers = orders.filter(({ plan, life }) => plan.course.kind === 'taken' && life.fills.length > 0)
    for (const { plan, life, what } of takers) {
      expect({ what, ms: life.closedMs - plan.createdMs < 120_000 }).toEqual({ what, ms: true })
      for (const fill of life.fills) {
        expect({ what, takerType: fill.takerType }).toEqual({ what, takerType: plan.side })
        if (life.price !== null) {
          const fits = plan.side === 'buy' ? fill.price <= life.price : fill.price >= life.price
          expect({ what, fits }).toEqual({ what, fits: true })
        }
      }
    }
    expect(new Set(takers.map(({ plan }) => plan.market.symbol)).size).toBe(6)
  })

  it('are cancelled for slippage only in minutes that moved a lot, and far too large for them', () => {
    const rangeOf = ({ plan }: Lived): number => {
      const { max, min, open } = book.minute(plan.market, Math.floor(plan.enteredMs / 60_000))
      return (max - min) / open
    }
    const slipped = orders.filter(({ plan }) => plan.cancelReason === slippage)
    expect(slipped.length).toBeGreaterThan(0)
    const ranges = orders.map(rangeOf).sort((a, b) => a - b)
    for (const order of slipped) {
      const { plan, life, what } = order
      expect({ what, type: plan.type, isWild: rangeOf(order) > 0.002 }).toEqual({
        what,
        type: 'market',
        isWild: true,
      })
      // Three of four minutes are calmer.
      expect(rangeOf(order)).toBeGreaterThan(ranges[Math.floor(0.75 * ranges.length)] ?? 1)
      const { volume } = book.minute(plan.market, Math.floor(plan.enteredMs / 60_000))
      if (life.fills.length === 0)
        expect({ what, fits: life.originUnits <= 5 * volume }).toEqual({ what, fits: false })
    }
  })
})
