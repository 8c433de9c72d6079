// Values a fill in the currency of profit and loss. Pure and exact to 30 decimals.
import type { PriceLink } from '../../../../src-preload/contract/portfolio/figures.ts'
import {
  divideHalfEven,
  type Exact,
  multiply,
  multiplyDivideHalfEven,
  parseExact,
  powerOfTen,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { MarketUnits } from '../../../../src-preload/domain/markets/markets.ts'
import type { TimedFill } from '../../../store/api/result-rows.ts'
import { BOOK_DECIMALS } from './book.ts'
import { convertAlong } from '../../../../src-preload/domain/numbers/convert-along.ts'

/** A number in 10^-30, rounded half to even if it has more decimals. */
export function toUnits(value: Exact): bigint {
  const shift = BOOK_DECIMALS - value.scale
  return shift >= 0 ? value.units * powerOfTen(shift) : divideHalfEven(value.units, powerOfTen(-shift))
}

/** A fill's amounts. Each fee is in one currency, and counts for the side that it was taken from. */
export interface FillAmounts {
  readonly amount: Exact
  /** In the quote currency: the reported total; otherwise price × amount. */
  readonly total: Exact
  /** Null if none was reported: it is unknown then, not zero. */
  readonly fee: { readonly currency: string; readonly amount: Exact } | null
}

/** Parses a fill's amounts. Throws SyntaxError for text that is not a canonical decimal. */
export function readAmounts(
  fill: Pick<TimedFill, 'price' | 'amount' | 'total' | 'feeCurrency' | 'feeAmount'>,
): FillAmounts {
  const amount = parseExact(fill.amount)
  const total = fill.total === null ? multiply(parseExact(fill.price), amount) : parseExact(fill.total)
  const fee =
    fill.feeCurrency === null || fill.feeAmount === null
      ? null
      : { currency: fill.feeCurrency.toLowerCase(), amount: parseExact(fill.feeAmount) }
  return { amount, total, fee }
}

/** A fill's flows, in 10^-30: one currency goes out, the other comes in, minus the fee taken from it. */
export interface ValuedFill {
  readonly out: { readonly currency: string; readonly amount: bigint }
  readonly in: { readonly currency: string; readonly amount: bigint; readonly value: bigint }
  /** Value of the fill before fees, in the currency of profit and loss. */
  readonly value: bigint
  /**
   * Value of the fee at the fill's own price, or at its minute's price if it is in neither of the fill's currencies; null if
   * unknown.
   */
  readonly fee: bigint | null
  /** A fee that was not taken from the received amount: it leaves another currency. */
  readonly feeOut: { readonly currency: string; readonly amount: bigint } | null
}

/**
 * value = the amount of the side that is in `unit`, otherwise total × the price of the quote in `unit` at the fill's minute.
 * The received amount is worth the value minus that of a fee taken from it (figures.md, "All values").
 *
 * @param quotePrice - the links of the quote's price in `unit`; unused if one side is `unit`
 * @param feePrice - the same for the fee's currency; used only if it is neither `unit` nor one of the fill's; null without
 *   one
 */
export function valueFill(
  side: TimedFill['side'],
  { amount, total, fee }: FillAmounts,
  { base, quote }: MarketUnits,
  unit: string,
  quotePrice: readonly PriceLink[],
  feePrice: readonly PriceLink[] | null = null,
): ValuedFill {
  const value =
    quote === unit ? total : base === unit ? amount : convertAlong(total, quotePrice, BOOK_DECIMALS)
  const [given, received] =
    side === 'buy'
      ? [
          { currency: quote, amount: total },
          { currency: base, amount },
        ]
      : [
          { currency: base, amount },
          { currency: quote, amount: total },
        ]
  const worth = toUnits(value)
  const isInKind = fee !== null && fee.currency === received.currency
  const taken = fee === null ? 0n : toUnits(fee.amount)
  const feeWorth = fee === null ? null : worthOfFee(fee, [given, received], value, unit, feePrice)
  return {
    out: { currency: given.currency, amount: toUnits(given.amount) },
    in: {
      currency: received.currency,
      amount: toUnits(received.amount) - (isInKind ? taken : 0n),
      value: worth - (isInKind ? (feeWorth ?? 0n) : 0n),
    },
    value: worth,
    fee: feeWorth,
    feeOut: fee === null || isInKind ? null : { currency: fee.currency, amount: taken },
  }
}

/** value × (fee ÷ amount of the side that it was taken from); for a third currency amount × price; null without a price. */
function worthOfFee(
  fee: { readonly currency: string; readonly amount: Exact },
  sides: readonly { readonly currency: string; readonly amount: Exact }[],
  value: Exact,
  unit: string,
  feePrice: readonly PriceLink[] | null,
): bigint | null {
  if (fee.currency === unit) return toUnits(fee.amount)
  const side = sides.find(({ currency }) => currency === fee.currency)
  if (side === undefined) return feePrice && toUnits(convertAlong(fee.amount, feePrice, BOOK_DECIMALS))
  if (side.amount.units === 0n) return 0n
  return multiplyDivideHalfEven(value, fee.amount, side.amount, BOOK_DECIMALS).units
}
