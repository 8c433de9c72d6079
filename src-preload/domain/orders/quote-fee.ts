// Computes a fill's fee in the quote currency of its market. Pure and exact.
import { exactText, multiply, parseExact } from '../numbers/exact-decimal.ts'
import { splitMarket } from '../markets/markets.ts'

export interface CurrencyAmount {
  readonly currency: string
  /** Decimal text. */
  readonly amount: string
}

/**
 * A fee in the quote currency as it is; one in the base currency times the fill's own price, exact. Null for a fee in a third
 * currency, and for a market whose currencies are not known.
 * @throws SyntaxError for text that is not a canonical decimal
 */
export function feeInQuote(
  market: string,
  fill: { readonly price: string; readonly feeCurrency: string; readonly feeAmount: string },
): CurrencyAmount | null {
  const units = splitMarket(market)
  if (units === null) return null
  const { base, quote } = units
  const currency = fill.feeCurrency.toLowerCase()
  if (currency === quote) return { currency: quote, amount: fill.feeAmount }
  if (currency !== base) return null
  return { currency: quote, amount: exactText(multiply(parseExact(fill.feeAmount), parseExact(fill.price))) }
}
