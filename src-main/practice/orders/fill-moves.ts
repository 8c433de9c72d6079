// What a fill moves. Exact.
import { powerOfTen } from '../decimals.ts'
import type { Fill } from './order-views.ts'

/** Decimals of every amount here. */
export const places = 20

/** Less the fee. @param whole - in 10^-places, as the answer */
export const keptOf = (whole: bigint, { rate }: Pick<Fill, 'rate'>): bigint =>
  (whole * (10_000n - rate)) / 10_000n

/** A fill's amount of base and total of quote, in 10^-places, before the fee. */
export function sizesOf({ market, price, units }: Fill): { readonly amount: bigint; readonly total: bigint } {
  const totalPlaces = market.volumeDecimals + market.priceDecimals
  return {
    amount: BigInt(units) * powerOfTen(places - market.volumeDecimals),
    total: BigInt(units) * BigInt(price) * powerOfTen(places - totalPlaces),
  }
}

/** By how much a fill changes the balance of its base and of its quote, in 10^-places: the fee is taken from what is received. */
export function movesOf(fill: Fill): { readonly base: bigint; readonly quote: bigint } {
  const { amount, total } = sizesOf(fill)
  return fill.side === 'buy'
    ? { base: keptOf(amount, fill), quote: -total }
    : { base: -amount, quote: keptOf(total, fill) }
}
