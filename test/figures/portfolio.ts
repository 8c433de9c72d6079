// The figures of Portfolio: of each currency, their sums, fees and the account's own identity.
import { booksOf, type Book } from './book.ts'
import { feeModeOf, type FeeMode } from './fee-mode.ts'
import { known, subtractFigures, sumFigures, unknown, type Figure } from './figure.ts'
import { moneyOf, movementsOf, type Movement } from './movements.ts'
import { PriceTable, type Price } from './prices.ts'
import { Rational, sumOf } from './rational.ts'
import type { PnlRow, RawRows } from './raw-rows.ts'

export interface CurrencyFigures {
  readonly currency: string
  /** total_credit − total_debit. */
  readonly balance: Rational
  /** Null where no chain of markets leads to the pnl currency. */
  readonly lastPrice: Price | null
  /** balance × last price. */
  readonly marketValue: Figure
  /** total_balance_value, as told. */
  readonly costBasis: Rational
  /** total_debit_value − total_credit_value + total_balance_value, less what was moved out. */
  readonly realized: Figure
  /** market value − cost basis. */
  readonly unrealized: Figure
  /** realized + unrealized = sold + worth − paid − moved out. */
  readonly total: Figure
  /** Of known transfers and withdrawals: Σ value − Σ share of the cost, by the book. */
  readonly movedOut: Figure
  /** Σ cost that the sales took with them; 0 of the pnl currency, whose sales have no result. */
  readonly costOfSold: Figure
  readonly book: Book
}

export interface HeadFigures {
  /** Currencies without a price: left out of every figure here. */
  readonly leftOut: readonly string[]
  readonly marketValue: Figure
  readonly costBasis: Figure
  readonly realized: Figure
  readonly costOfSold: Figure
  readonly unrealized: Figure
  readonly total: Figure
}

/** Definition "Result of the account"; unknown with a currency without a price, or a fee without one. */
export interface AccountFigures {
  /** Σ total_debit_value + market value − total_credit_value. */
  readonly beforeFees: Figure
  readonly fees: Figure
  readonly afterFees: Figure
  readonly wealthNow: Figure
  /** Σ opening costs. */
  readonly wealthAtOpening: Figure
  /** Σ values of transfers and entered moves since the opening. */
  readonly valueIn: Figure
  readonly valueOut: Figure
}

export interface PortfolioFigures {
  readonly asOfMs: number
  readonly money: string
  readonly feeMode: FeeMode
  /** By name. */
  readonly currencies: readonly CurrencyFigures[]
  readonly head: HeadFigures
  /** Σ fee_amount of all fills by the currency that it was taken in. */
  readonly fees: ReadonlyMap<string, Rational>
  /** Σ fees, each at its own fill's price. */
  readonly feesInMoney: Figure
  /** Σ value of all fills. */
  readonly volume: Figure
  readonly account: AccountFigures
}

/** Fees of some movements by currency. */
export function feesByCurrency(movements: readonly Movement[]): Map<string, Rational> {
  const fees = new Map<string, Rational>()
  for (const { fill } of movements) {
    if (fill === null) continue
    fees.set(fill.feeCurrency, (fees.get(fill.feeCurrency) ?? Rational.zero).add(fill.feeAmount))
  }
  return fees
}

/** A value that only lacks where no candle gave a price. */
export function valueFigure(value: Rational | null, currency: string): Figure {
  return value === null
    ? unknown({ code: 'noPrice', currency, text: 'no price at the minute of the fill' })
    : known(value)
}

/** Σ values of the fees of some movements. */
export function feesInMoney(movements: readonly Movement[]): Figure {
  return sumFigures(movements.map(({ fill, feeValue }) => valueFigure(feeValue, fill?.feeCurrency ?? '')))
}

const movedSteps = (book: Book) => book.steps.filter(({ leg }) => leg.direction === 'out' && !leg.isSale)

const movedOutOf = (book: Book): Figure => sumFigures(movedSteps(book).map(({ result }) => result))

/** Of each sale: value less result. Where not every sale is here, by what `pnl` says of all that came in and is left. */
function costOfSold(rows: RawRows, row: PnlRow, book: Book): Figure {
  if (row.currency === row.pnlCurrency) return known(Rational.zero)
  const costs = (steps: Book['steps']): Figure =>
    sumFigures(steps.map(({ leg, result }) => subtractFigures(valueFigure(leg.value, leg.currency), result)))
  if (book.state === 'known' && rows.sinceMs === null) {
    const sold = costs(book.steps.filter(({ leg }) => leg.direction === 'out' && leg.isSale))
    if (sold.state === 'known') return sold
  }
  return subtractFigures(known(row.creditValue.subtract(row.balanceValue)), costs(movedSteps(book)))
}

function figuresOf(rows: RawRows, prices: PriceTable, book: Book): CurrencyFigures | null {
  const { currency } = book
  const row = rows.pnl.rows.get(currency)
  if (row === undefined) return null
  const balance = row.credit.subtract(row.debit)
  const lastPrice = prices.now(currency, row.pnlCurrency)
  const marketValue =
    lastPrice === null
      ? unknown({ code: 'noPrice', currency, text: `no market leads to ${row.pnlCurrency}` })
      : known(balance.multiply(lastPrice.value))
  const movedOut = movedOutOf(book)
  const realized = subtractFigures(
    known(row.debitValue.subtract(row.creditValue).add(row.balanceValue)),
    movedOut,
  )
  const unrealized = subtractFigures(marketValue, known(row.balanceValue))
  const total = sumFigures([realized, unrealized])
  return {
    currency,
    balance,
    lastPrice,
    marketValue,
    costBasis: row.balanceValue,
    realized,
    unrealized,
    total,
    movedOut,
    costOfSold: costOfSold(rows, row, book),
    book,
  }
}

function accountOf(
  rows: RawRows,
  currencies: readonly CurrencyFigures[],
  movements: readonly Movement[],
): AccountFigures {
  const wealthNow = sumFigures(currencies.map(({ marketValue }) => marketValue))
  const traded = sumOf([...rows.pnl.rows.values()].map((row) => row.debitValue.subtract(row.creditValue)))
  const beforeFees = sumFigures([wealthNow, known(traded)])
  const fees = feesInMoney(movements)
  const wealthAtOpening = sumFigures(
    currencies.map(({ book }): Figure => {
      const { reason, openingCost } = book
      if (openingCost !== null) {
        return reason === null ? known(openingCost) : { state: 'estimated', value: openingCost, reason }
      }
      const { currency } = book
      return unknown(reason ?? { code: 'tooLittleLeft', currency, text: 'the opening left nothing' })
    }),
  )
  const moved = (direction: 'in' | 'out'): Figure =>
    sumFigures(
      movements
        .filter(({ fill }) => fill === null)
        .flatMap(({ legs }) => legs.filter((leg) => leg.direction === direction))
        .map(({ value, currency }) => valueFigure(value, currency)),
    )
  return {
    beforeFees,
    fees,
    afterFees: subtractFigures(beforeFees, fees),
    wealthNow,
    wealthAtOpening,
    valueIn: moved('in'),
    valueOut: moved('out'),
  }
}

/** Every figure of Portfolio, as of the reading of `pnl` and the last prices in the rows. */
export function computePortfolio(rows: RawRows): PortfolioFigures {
  const prices = new PriceTable(rows)
  const movements = movementsOf(rows)
  const currencies = [...booksOf(rows).values()]
    .map((book) => figuresOf(rows, prices, book))
    .filter((figures) => figures !== null)
  const counted = currencies.filter(({ lastPrice }) => lastPrice !== null)
  const sum = (pick: (figures: CurrencyFigures) => Figure): Figure => sumFigures(counted.map(pick))
  return {
    asOfMs: rows.pnl.momentMs,
    money: moneyOf(rows),
    feeMode: feeModeOf(rows),
    currencies,
    head: {
      leftOut: currencies.filter(({ lastPrice }) => lastPrice === null).map(({ currency }) => currency),
      marketValue: sum(({ marketValue }) => marketValue),
      costBasis: sum(({ costBasis }) => known(costBasis)),
      realized: sum(({ realized }) => realized),
      costOfSold: sum((figures) => figures.costOfSold),
      unrealized: sum(({ unrealized }) => unrealized),
      total: sum(({ total }) => total),
    },
    fees: feesByCurrency(movements),
    feesInMoney: feesInMoney(movements),
    volume: sumFigures(
      movements.flatMap(({ fill, value }) => (fill === null ? [] : valueFigure(value, fill.market))),
    ),
    account: accountOf(rows, currencies, movements),
  }
}
