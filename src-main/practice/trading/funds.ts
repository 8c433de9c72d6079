// Balances that change by trades: who has how much, what open orders hold, and the exchange's fees. Exact, in 10^-20 of a currency.
import { powerOfTen } from '../decimals.ts'
import type { PracticeMarket } from '../markets/markets.ts'
import { feePlaces } from '../orders/order-views.ts'
import type { OrderSide } from '../../../src-preload/domain/markets/markets.ts'
import type { AccountIndex, EngineOrder } from './market-engine.ts'

/** Decimals of every amount here: enough for a price times a volume times a fee rate. */
export const fundPlaces = 20

/** The account that fees go to. */
export const feeAccount: AccountIndex = -2

/** In 10^-feePlaces, as the service writes them. */
export const feeRates = { maker: 2n, taker: 4n } as const

const baseAmount = (market: PracticeMarket, units: number): bigint =>
  BigInt(units) * powerOfTen(fundPlaces - market.volumeDecimals)

const quoteAmount = (market: PracticeMarket, price: number, units: number): bigint =>
  BigInt(price) * BigInt(units) * powerOfTen(fundPlaces - market.volumeDecimals - market.priceDecimals)

const feeOf = (amount: bigint, rate: bigint): bigint => (amount * rate) / powerOfTen(feePlaces)

/** What two accounts exchange. */
export interface Exchanged {
  readonly price: number
  readonly units: number
  readonly taker_side: OrderSide
  readonly maker_account: AccountIndex
  readonly taker_account: AccountIndex
}

/**
 * What an order's remaining volume holds back, and in which currency: at its limit, and nothing for a market order that buys,
 * whose price is not known.
 */
export function reservedBy(
  order: Pick<EngineOrder, 'side' | 'price' | 'remaining'>,
  market: PracticeMarket,
): { readonly currency: string; readonly amount: bigint } {
  if (order.side === 'sell') return { currency: market.base, amount: baseAmount(market, order.remaining) }
  return { currency: market.quote, amount: quoteAmount(market, order.price, order.remaining) }
}

/** How many units of a market an amount of its quote currency pays for at a price. */
export function unitsFor(market: PracticeMarket, quote: bigint, price: number): number {
  const ofOne = quoteAmount(market, price, 1)
  return quote <= 0n ? 0 : Number(quote / ofOne)
}

/** Amounts by account and currency that move between accounts and are never made or lost. */
export class Funds {
  readonly #amounts = new Map<string, bigint>()

  amountOf(account: AccountIndex, currency: string): bigint {
    return this.#amounts.get(`${account} ${currency}`) ?? 0n
  }

  #add(account: AccountIndex, currency: string, amount: bigint): void {
    this.#amounts.set(`${account} ${currency}`, this.amountOf(account, currency) + amount)
  }

  /** Moves what a trade exchanges. Each side pays its fee from what it receives (facts, B8). */
  settle(market: PracticeMarket, trade: Exchanged): void {
    const { price, units, maker_account: maker, taker_account: taker } = trade
    const isTakerBuyer = trade.taker_side === 'buy'
    const [buyer, seller] = isTakerBuyer ? [taker, maker] : [maker, taker]
    const [buyerRate, sellerRate] = isTakerBuyer
      ? [feeRates.taker, feeRates.maker]
      : [feeRates.maker, feeRates.taker]
    const base = baseAmount(market, units)
    const quote = quoteAmount(market, price, units)
    const baseFee = feeOf(base, buyerRate)
    const quoteFee = feeOf(quote, sellerRate)
    this.#add(buyer, market.base, base - baseFee)
    this.#add(buyer, market.quote, -quote)
    this.#add(seller, market.base, -base)
    this.#add(seller, market.quote, quote - quoteFee)
    this.#add(feeAccount, market.base, baseFee)
    this.#add(feeAccount, market.quote, quoteFee)
  }
}
