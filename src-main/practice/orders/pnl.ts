// Profit and loss per currency, computed from opening deposits, fills and internal transfers. No floats.
//
// Definitions (facts, A9: upstream's semantics, and the connector's mock for what the facts leave open):
// - A fill credits the amount received without its fee, and debits the amount paid. Opening deposits and received transfers
// are credits, sent transfers debits.
// - total_credit_value and total_debit_value are those amounts times the price in USDC. In the connector's mock value equals
// amount for usdc and value / amount is the average price exactly, so value excludes fees as well.
// - The price of a base currency is the fill's price. On usdcusdt a fill prices USDT by itself (1 USDC per unit of base), so
// it needs no other market.
// - average_buy_price = total_credit_value / total_credit, average_sell_price likewise of debits.
// - average_balance_price is the moving average price of the balance: a credit at price p turns (balance, value) into
// (balance + amount, value + amount x p); a debit subtracts amount x average from the value and leaves the average unchanged.
// - total_balance_value = the balance at its average price.
// Amounts are exact; only quotients and that product are rounded, half up, to 20 decimals.
import { divideRounded, formatDecimal, powerOfTen } from '../decimals.ts'
import { keptOf, movesOf, places, sizesOf } from './fill-moves.ts'
import { openingDeposits } from './opening-deposits.ts'
import { historyStartMs, type OrderWorld } from './order-times.ts'
import { yieldToOthers } from './order-history.ts'
import type { Fill } from './order-views.ts'
import { sameMomentMs, type SeededFills } from './seeded-fills.ts'
import { practiceMarkets } from '../markets/markets.ts'

const foldsPerTurn = 5_000

const one = powerOfTen(places)

export interface PnlEntry {
  readonly currency: string
  readonly pnl_currency: string
  readonly total_credit: string
  readonly total_debit: string
  readonly total_credit_value: string
  readonly total_debit_value: string
  readonly average_buy_price: string
  readonly average_sell_price: string
  readonly average_balance_price: string
  readonly total_balance_value: string
}

/** Running sums of one currency, all in 10^-20. */
interface Sums {
  credit: bigint
  debit: bigint
  creditValue: bigint
  debitValue: bigint
  balance: bigint
  balanceValue: bigint
}

export const pnlCurrencies: readonly string[] = [
  ...new Set(practiceMarkets.flatMap(({ base, quote }) => [base, quote])),
].sort()

function credit(sums: Sums, amount: bigint, value: bigint): void {
  sums.credit += amount
  sums.creditValue += value
  sums.balance += amount
  sums.balanceValue += value
}

function debit(sums: Sums, amount: bigint, value: bigint): void {
  sums.debit += amount
  sums.debitValue += value
  const taken = sums.balance === 0n ? 0n : divideRounded(sums.balanceValue * amount, sums.balance)
  sums.balance -= amount
  sums.balanceValue -= taken
}

/** One user's running profit and loss. Incremental: later calls only add new fills. */
export class PnlBook {
  readonly #fills: SeededFills
  /** The user's own trades so far, oldest first; only ever added to. */
  readonly #ownFills: () => readonly Fill[]
  #sums = new Map<string, Sums>()
  /** Balances without the user's own trades, in 10^-20. */
  #seeded = new Map<string, bigint>()
  #counted: readonly Fill[] = []
  #countedMs = -Infinity
  #count = 0
  #ownCount = 0

  constructor(fills: SeededFills, ownFills: () => readonly Fill[]) {
    this.#fills = fills
    this.#ownFills = ownFills
  }

  /**
   * Entries at a given time, one per currency, in alphabetical order. `received` and `sent` are this user's processed
   * internal transfers and extra opening funds in 10^-6 USDC.
   */
  async entries(nowMs: number, received: bigint, sent: bigint): Promise<PnlEntry[]> {
    await this.foldUpTo(nowMs)
    return pnlCurrencies.map((currency) => {
      const sums = { ...this.#sumsOf(currency) }
      if (currency === 'usdc') {
        // USDC in USDC is always 1, so the order relative to the fills does not matter.
        credit(sums, received * powerOfTen(places - 6), received * powerOfTen(places - 6))
        debit(sums, sent * powerOfTen(places - 6), sent * powerOfTen(places - 6))
      }
      return toEntry(currency, sums)
    })
  }

  /** Opening deposits and seeded fills as they were folded last, without transfers and own trades, in 10^-20. */
  seededBalance(currency: string): bigint {
    return this.#seeded.get(currency) ?? 0n
  }

  #sumsOf(currency: string): Sums {
    let sums = this.#sums.get(currency)
    if (sums === undefined) {
      sums = { credit: 0n, debit: 0n, creditValue: 0n, debitValue: 0n, balance: 0n, balanceValue: 0n }
      this.#sums.set(currency, sums)
    }
    return sums
  }

  /** Counts all fills up to a time. */
  async foldUpTo(nowMs: number): Promise<void> {
    // All up to genesis even before it: the deposits depend on them.
    const fills = await this.#fills.upTo(Math.max(nowMs, this.#fills.history.world.genesisMs))
    if (fills !== this.#counted || nowMs < this.#countedMs - sameMomentMs) {
      this.#counted = fills
      this.#countedMs = -Infinity
      this.#count = 0
      this.#ownCount = 0
      this.#sums = new Map()
      this.#seeded = new Map()
      this.#deposit(this.#fills.history.world, fills)
    }
    this.#countedMs = Math.max(this.#countedMs, nowMs)
    const ownFills = this.#ownFills()
    for (;;) {
      const next = fills[this.#count]
      const fill = next !== undefined && next.timeMs <= nowMs ? next : undefined
      const own = ownFills[this.#ownCount]
      if (own !== undefined && own.timeMs <= Math.min(nowMs, fill?.timeMs ?? Infinity)) {
        this.#ownCount += 1
        this.#apply(own, false)
      } else if (fill !== undefined) {
        this.#count += 1
        this.#apply(fill, true)
      } else return
      // A long history must not block other requests.
      if ((this.#count + this.#ownCount) % foldsPerTurn === 0) await yieldToOthers()
    }
  }

  #deposit(world: OrderWorld, fills: readonly Fill[]): void {
    const startMs = historyStartMs(world)
    const { genesisMs, historyCount } = world
    const past = fills.filter(({ timeMs }) => timeMs <= genesisMs)
    for (const [currency, whole] of openingDeposits(historyCount, past)) {
      const market = practiceMarkets.find(({ base, quote }) => base === currency && quote === 'usdc')
      // USDC is the unit of account and USDT is taken at par; everything else at its price at the start of the history.
      const value =
        market === undefined
          ? whole * one
          : whole *
            BigInt(world.book.minute(market, Math.floor(startMs / 60_000)).open) *
            powerOfTen(places - market.priceDecimals)
      credit(this.#sumsOf(currency), whole * one, value)
      this.#addSeeded(currency, whole * one)
    }
  }

  #addSeeded(currency: string, amount: bigint): void {
    this.#seeded.set(currency, this.seededBalance(currency) + amount)
  }

  #apply(fill: Fill, isSeeded: boolean): void {
    const { market, side } = fill
    const { amount, total } = sizesOf(fill)
    // In USDC a unit of base is worth its price if the quote is USDC, and 1 if the base is.
    const value = market.base === 'usdc' ? amount : total
    const base = this.#sumsOf(market.base)
    const quote = this.#sumsOf(market.quote)
    if (side === 'buy') {
      credit(base, keptOf(amount, fill), keptOf(value, fill))
      debit(quote, total, value)
    } else {
      debit(base, amount, value)
      credit(quote, keptOf(total, fill), keptOf(value, fill))
    }
    if (!isSeeded) return
    const moves = movesOf(fill)
    this.#addSeeded(market.base, moves.base)
    this.#addSeeded(market.quote, moves.quote)
  }
}

function toEntry(currency: string, sums: Sums): PnlEntry {
  const text = (value: bigint): string => formatDecimal(value, places)
  // USDC in USDC is 1 even if none was bought or sold (facts, A9).
  const ratio = (value: bigint, amount: bigint): string =>
    amount === 0n ? (currency === 'usdc' ? '1.0' : '0.0') : text(divideRounded(value * one, amount))
  return {
    currency,
    pnl_currency: 'usdc',
    total_credit: text(sums.credit),
    total_debit: text(sums.debit),
    total_credit_value: text(sums.creditValue),
    total_debit_value: text(sums.debitValue),
    average_buy_price: ratio(sums.creditValue, sums.credit),
    average_sell_price: ratio(sums.debitValue, sums.debit),
    average_balance_price: ratio(sums.balanceValue, sums.balance),
    total_balance_value: text(sums.balanceValue),
  }
}
