// Formats an order as the exchange returns it at a given time, from its plan and prices. Rounds only avg_price.
import type { OrderSide, OrderState, OrderType } from '../../../src-preload/domain/markets/markets.ts'
import { divideRounded, formatDecimal, powerOfTen } from '../decimals.ts'
import { formatOffsetTime } from '../iso-time.ts'
import type { FillTicks, OrderLife } from './order-details.ts'
import type { OrderPlan } from './order-plans.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import type { OrderWorld } from './order-times.ts'
import { hash32, labelOf } from '../random.ts'

const uuidLabel = labelOf('order uuid')

/** A planned order and what becomes of it. */
export interface PlannedLife {
  readonly plan: OrderPlan
  readonly life: OrderLife
}

/** Fields that Get order and List orders share (interface, Order). */
export interface OrderFields {
  readonly id: number
  readonly uuid: string
  readonly side: OrderSide
  readonly ord_type: OrderType
  readonly price: string | null
  readonly avg_price: string
  readonly state: OrderState
  readonly market: string
  readonly created_at: string
  readonly updated_at: string
  readonly origin_volume: string
  readonly remaining_volume: string
  readonly executed_volume: string
  readonly maker_fee: string
  readonly taker_fee: string
  readonly trades_count: number
}

/** One side of a trade. Prices in ticks, volumes in units, `rate` in 10^-4. */
export interface Fill extends FillTicks {
  readonly orderId: number
  readonly market: PracticeMarket
  readonly side: OrderSide
  readonly rate: bigint
}

export interface ListedOrder extends OrderFields {
  readonly stop_price: string | null
  readonly cancel_reason: string | null
}

export interface SingleOrder extends OrderFields {
  readonly trades: readonly OrderTradeItem[]
}

/** An inferred shape: the API documents none (facts, A9 and B8). */
export interface OrderTradeItem {
  readonly id: number
  readonly price: string
  readonly amount: string
  readonly total: string
  readonly fee_currency: string
  readonly fee: string
  readonly fee_amount: string
  readonly market: string
  readonly created_at: string
  readonly taker_type: OrderSide
  readonly side: OrderSide
  readonly order_id: number
}

/** Decimals of avg_price, rounded half up. */
const averagePlaces = 16

/** Fee rates are in units of 10^-4. */
export const feePlaces = 4
const feeCutMs = Date.UTC(2024, 0, 1)

/** IDs of seeded orders begin here. */
export const firstOrderId = 40_000_000

/** IDs grow with time; Alice's are even, Bob's odd. */
export function orderIdOf(user: number, index: number): number {
  return firstOrderId + index * 2 + user
}

/** The index of a user's order by ID; null if the ID cannot be one of theirs. */
export function orderIndexOf(user: number, id: number): number | null {
  const index = (id - firstOrderId - user) / 2
  return Number.isInteger(index) && index >= 0 ? index : null
}

/** 0.1 % until the end of 2023, 0.04 % since, for makers and takers alike (facts, A9: rates seen by year). */
export function feeRateOf(createdMs: number): bigint {
  return createdMs < feeCutMs ? 10n : 4n
}

/** The state of an order at a time at or after its creation. */
export function orderStateAt(plan: OrderPlan, life: OrderLife, nowMs: number): OrderState {
  if (nowMs >= life.closedMs) return plan.finalState
  return nowMs >= life.acceptedMs ? 'wait' : 'pending'
}

function uuidOf(world: OrderWorld, plan: OrderPlan): string {
  const words = [0, 1, 2, 3].map((word) =>
    hash32(world.book.seed, uuidLabel + plan.user, plan.index, word)
      .toString(16)
      .padStart(8, '0'),
  )
  const hex = words.join('')
  const tail = [`4${hex.slice(13, 16)}`, `b${hex.slice(17, 20)}`, hex.slice(20)]
  return [hex.slice(0, 8), hex.slice(8, 12), ...tail].join('-')
}

/** Exact amounts of a fill, in units of 10^-places. */
export interface FillAmounts {
  readonly total: bigint
  readonly totalPlaces: number
  readonly feeCurrency: string
  /** amount (buy) or total (sell) times the fee rate: the fee is taken from what is received (facts, B8). */
  readonly feeAmount: bigint
  readonly feePlaces: number
}

/** The exact total and fee of one fill, at a rate in 10^-4. */
export function fillAmounts(
  market: PracticeMarket,
  side: OrderSide,
  rate: bigint,
  fill: Pick<FillTicks, 'price' | 'units'>,
): FillAmounts {
  const total = BigInt(fill.price) * BigInt(fill.units)
  const totalPlaces = market.priceDecimals + market.volumeDecimals
  return side === 'buy'
    ? {
        total,
        totalPlaces,
        feeCurrency: market.base,
        feeAmount: BigInt(fill.units) * rate,
        feePlaces: market.volumeDecimals + feePlaces,
      }
    : {
        total,
        totalPlaces,
        feeCurrency: market.quote,
        feeAmount: total * rate,
        feePlaces: totalPlaces + feePlaces,
      }
}

/** avg_price: the mean of the fills' prices by volume; 0 without fills. */
export function averagePrice(
  market: PracticeMarket,
  fills: readonly Pick<FillTicks, 'price' | 'units'>[],
): string {
  const units = fills.reduce((sum, fill) => sum + BigInt(fill.units), 0n)
  if (units === 0n) return '0.0'
  const cost = fills.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.units), 0n)
  const extra = averagePlaces - market.priceDecimals
  return formatDecimal(divideRounded(cost * powerOfTen(extra), units), averagePlaces)
}

function updatedMs(plan: OrderPlan, life: OrderLife, fills: readonly FillTicks[], nowMs: number): number {
  if (nowMs >= life.closedMs) return life.closedMs
  const accepted = nowMs >= life.acceptedMs ? life.acceptedMs : plan.createdMs
  return Math.max(accepted, fills.at(-1)?.timeMs ?? 0)
}

function fieldsAt(world: OrderWorld, plan: OrderPlan, life: OrderLife, nowMs: number): OrderFields {
  const { market } = plan
  const fills = life.fills.filter((fill) => fill.timeMs <= nowMs)
  const executed = fills.reduce((sum, fill) => sum + fill.units, 0)
  const volume = (units: number): string => formatDecimal(BigInt(units), market.volumeDecimals)
  const fee = formatDecimal(feeRateOf(plan.createdMs), feePlaces)
  return {
    id: orderIdOf(plan.user, plan.index),
    uuid: uuidOf(world, plan),
    side: plan.side,
    ord_type: plan.type,
    price: life.price === null ? null : formatDecimal(BigInt(life.price), market.priceDecimals),
    avg_price: averagePrice(market, fills),
    state: orderStateAt(plan, life, nowMs),
    market: market.symbol,
    created_at: formatOffsetTime(plan.createdMs),
    updated_at: formatOffsetTime(updatedMs(plan, life, fills, nowMs)),
    origin_volume: volume(life.originUnits),
    remaining_volume: volume(life.originUnits - executed),
    executed_volume: volume(executed),
    maker_fee: fee,
    taker_fee: fee,
    trades_count: fills.length,
  }
}

/** A fill as the exchange returns it; its ID is that of the public trade. */
export function itemOf(fill: Fill): OrderTradeItem {
  const { market, side, rate } = fill
  const amounts = fillAmounts(market, side, rate, fill)
  return {
    id: fill.id,
    price: formatDecimal(BigInt(fill.price), market.priceDecimals),
    amount: formatDecimal(BigInt(fill.units), market.volumeDecimals),
    total: formatDecimal(amounts.total, amounts.totalPlaces),
    fee_currency: amounts.feeCurrency,
    fee: formatDecimal(rate, feePlaces),
    fee_amount: formatDecimal(amounts.feeAmount, amounts.feePlaces),
    market: market.symbol,
    created_at: formatOffsetTime(fill.timeMs),
    taker_type: fill.takerType,
    side,
    order_id: fill.orderId,
  }
}

/** An order as List orders returns it: with stop_price and cancel_reason, without trades. */
export function listedOrder(world: OrderWorld, { plan, life }: PlannedLife, nowMs: number): ListedOrder {
  const { stopPrice } = life
  return {
    ...fieldsAt(world, plan, life, nowMs),
    stop_price: stopPrice === null ? null : formatDecimal(BigInt(stopPrice), plan.market.priceDecimals),
    cancel_reason: nowMs >= life.closedMs ? plan.cancelReason : null,
  }
}

/** An order as Get order returns it: with its trades, oldest first, without stop_price and cancel_reason. */
export function singleOrder(world: OrderWorld, { plan, life }: PlannedLife, nowMs: number): SingleOrder {
  const { market } = plan
  const fields = fieldsAt(world, plan, life, nowMs)
  const trades = life.fills
    .filter((fill) => fill.timeMs <= nowMs)
    .map((fill) =>
      itemOf({ ...fill, market, side: plan.side, rate: feeRateOf(plan.createdMs), orderId: fields.id }),
    )
  return { ...fields, trades }
}
