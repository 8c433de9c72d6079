// How far an order's price is from the market, on the side that loses. Pure.
import type {
  EstimatedFee,
  OrderPrices,
  OrderWarning,
} from '../../src-preload/contract/trading/confirm-order.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import {
  add,
  compareDecimals,
  type Exact,
  exactText,
  multiply,
  multiplyDivideHalfEven,
  parseExact,
  powerOfTen,
  subtract,
} from '../../src-preload/domain/numbers/exact-decimal.ts'
import { standardTriggerPercent } from '../../src-preload/domain/accounts/session-limits.ts'
import type { OrderSide } from '../../src-preload/domain/markets/markets.ts'
import { type FeeRates, feeOf } from '../../src-preload/domain/orders/order-fee.ts'
import type { StoredOrderIntent } from '../store/api/placed-order-rows.ts'

/** A price further than this beyond the market must be acknowledged, in percent. */
export const BAND_PERCENT = '1'

const DECIMALS = 2
const hundred = parseExact('100')

export type PricedOrder = Pick<StoredOrderIntent, 'side' | 'type' | 'amount' | 'price' | 'stopPrice'>

/**
 * The reference for the side that loses: for a buy the lowest of the fresh prices, for a sell the highest. Null without any.
 * @param prices - read within the last 30 seconds; null for one that the market does not have
 */
export function referencePrice(
  side: OrderSide,
  { bestBid, bestAsk, last, candle }: OrderPrices,
): string | null {
  const fresh = [bestBid, bestAsk, last, candle].filter((price) => price !== null)
  return fresh.reduce<string | null>((chosen, price) => {
    if (chosen === null) return price
    const isLower = compareDecimals(price, chosen) < 0
    return isLower === (side === 'buy') ? price : chosen
  }, null)
}

/** (price ÷ reference − 1) × 100 on the side that loses, rounded half to even at 2 decimals; negative where it is better. */
export function lossPercent(side: OrderSide, price: string, reference: string): string {
  const distance = subtract(parseExact(price), parseExact(reference))
  const losing: Exact = side === 'buy' ? distance : { ...distance, units: -distance.units }
  return exactText(multiplyDivideHalfEven(losing, hundred, parseExact(reference), DECIMALS))
}

/** Whether the distance, before it is rounded, is more than `percent` of the reference. */
function isBeyond(distance: Exact, reference: string, percent: string): boolean {
  const allowed = multiply(parseExact(reference), parseExact(percent))
  return subtract(multiply(distance, hundred), allowed).units > 0n
}

const sizeOf = ({ units, scale }: Exact): Exact => ({ units: units < 0n ? -units : units, scale })

/**
 * The worst price that a band allows, in the quote currency, with at most as many decimals as the market's own prices: rounded to the
 * side that loses less. Null without a fresh price, or where nothing is left of it.
 * @param bandPercent - percent of the reference
 */
export function worstInBand(side: OrderSide, prices: OrderPrices, bandPercent: string): string | null {
  const reference = referencePrice(side, prices)
  if (reference === null) return null
  const { bestBid, bestAsk, last } = prices
  const told = [bestBid, bestAsk, last, reference].filter((price) => price !== null)
  const decimals = Math.max(...told.map((price) => parseExact(price).scale))
  const band = parseExact(bandPercent)
  const factor = side === 'buy' ? add(hundred, band) : subtract(hundred, band)
  const percent = multiply(parseExact(reference), factor)
  const { units, scale } = { ...percent, scale: percent.scale + 2 }
  const step = powerOfTen(Math.max(0, scale - decimals))
  const whole = units / step
  const rounded = side === 'buy' || whole * step === units ? whole : whole + 1n
  return rounded <= 0n ? null : exactText({ units: rounded, scale: Math.min(scale, decimals) })
}

/**
 * What a person must acknowledge before an order with these prices is signed.
 * @param bandPercent - how much worse than the market, or a stop than its trigger, a limit may be
 * @param triggerPercent - how far a stop's trigger may be from the last price; null for the standard bound
 */
export function findPriceWarnings(
  order: PricedOrder,
  prices: OrderPrices,
  bandPercent: string = BAND_PERCENT,
  triggerPercent: string | null = null,
): OrderWarning[] {
  const { side, type, price, stopPrice } = order
  const reference = referencePrice(side, prices)
  if (type === 'market') return reference === null ? ['marketOrder', 'noPrice'] : ['marketOrder']
  if (reference === null || price === null) return ['noPrice']
  // A stop's limit is compared with its trigger: until then the order waits.
  const base = stopPrice ?? reference
  const distance = subtract(parseExact(price), parseExact(base))
  const losing = side === 'buy' ? distance : { ...distance, units: -distance.units }
  const warnings: OrderWarning[] = isBeyond(losing, base, bandPercent) ? ['outOfBand'] : []
  if (stopPrice === null) return warnings
  const last = prices.last ?? reference
  const away = sizeOf(subtract(parseExact(stopPrice), parseExact(last)))
  const isFar = isBeyond(away, last, triggerPercent ?? standardTriggerPercent)
  return isFar ? [...warnings, 'farTrigger'] : warnings
}

/**
 * The price that a stop's trigger is compared with: the last trade, and where the market has none, the one of the others that is
 * nearest to triggering. Null without any.
 */
export function triggerReference(side: OrderSide, prices: OrderPrices): string | null {
  return prices.last ?? referencePrice(side === 'buy' ? 'sell' : 'buy', prices)
}

/** True if a stop's trigger is on the side of the last price where it waits: a buy above it, a sell below it. */
export function waitsForTrigger(side: OrderSide, stopPrice: string, last: string): boolean {
  const distance = compareDecimals(stopPrice, last)
  return side === 'buy' ? distance > 0 : distance < 0
}

/** Errors: validation { field: 'stopPrice', reason: 'wrongSide', last } for a stop that would trigger at once. */
export function checkTriggerSide(side: OrderSide, stopPrice: string | null, prices: OrderPrices): void {
  const last = triggerReference(side, prices)
  if (stopPrice !== null && last !== null && !waitsForTrigger(side, stopPrice, last))
    throw new AppError('validation', { field: 'stopPrice', reason: 'wrongSide', last })
}

/**
 * The fee of an order that fills wholly, and what is received after it: of a sell, its worst case. Null where rates or worst case
 * are unknown.
 */
export function estimateFee(
  order: PricedOrder,
  prices: OrderPrices,
  rates: FeeRates | null,
): EstimatedFee | null {
  const { side, type, price, amount } = order
  const received = side === 'buy' ? amount : worstCase(order, prices)
  if (rates === null || received === null) return null
  const bestOpposite = side === 'buy' ? prices.bestAsk : prices.bestBid
  const fee = feeOf({ side, type, price, bestOpposite, received }, rates)
  return { ...fee, received: exactText(subtract(parseExact(received), parseExact(fee.amount))) }
}

/**
 * The most that a buy costs, or the least that a sell brings, in the quote currency, before fees: amount × price; for a market
 * order amount × the best opposite price, 30% worse. Null for a market order without such a price.
 */
export function worstCase({ side, type, amount, price }: PricedOrder, prices: OrderPrices): string | null {
  if (type !== 'market')
    return price === null ? null : exactText(multiply(parseExact(amount), parseExact(price)))
  const best = side === 'buy' ? prices.bestAsk : prices.bestBid
  if (best === null) return null
  const factor = parseExact(side === 'buy' ? '1.3' : '0.7')
  return exactText(multiply(multiply(parseExact(amount), parseExact(best)), factor))
}
