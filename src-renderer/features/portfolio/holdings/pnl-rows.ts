// Rows of the table of holdings: their figures, their order, and which of them are small. Pure.
import type { PnlEntry } from '../../../../src-preload/contract/orders/entities.ts'
import type { BookState, Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { RowChoices, RowSort } from '../../../../src-preload/contract/portfolio/portfolio.ts'
import type { PnlResult } from '../../../../src-preload/contract/portfolio/results.ts'
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { explainFigure } from '../figures/book-text.ts'
import { addFigures } from '../figures/figure-text.ts'
import {
  amountDecimals,
  averageCost,
  priceDecimals,
  valueDecimals,
  writeReturn,
} from '../../../text/format/display-precision.ts'
import { describePrice } from '../figures/price-text.ts'

export interface RowFigure {
  /** Null until known, and where nothing tells it. */
  readonly amount: Figure | string | null
  readonly decimals: number
  /** Why it is estimated or unknown, or what it comes from. */
  readonly why: string
  /** A gain or loss in percent; null for none. */
  readonly percent: string | null
}

/** What a row says that sums several accounts. */
export interface SumTexts {
  /** Why a result is estimated or unknown. */
  readonly unsure: string
  /** Why there is no average cost. */
  readonly noAverage: string
}

export interface PnlRow {
  readonly entry: PnlEntry
  /** Null until known. */
  readonly result: PnlResult | null
  readonly figures: Readonly<Record<Exclude<RowSort, 'currency'>, RowFigure>>
}

/**
 * @param book - null until known
 * @param sum - texts of a row that sums several accounts; null for a row of one
 */
export function makeRow(
  entry: PnlEntry,
  result: PnlResult | null,
  book: BookState | null,
  sum: SumTexts | null = null,
): PnlRow {
  const decimals = valueDecimals(entry.pnlCurrency)
  const notYet = result === null ? 'Not known yet' : ''
  const noPrice = result === null ? notYet : 'Unknown: no price available'
  const isSure = result === null || result.realized.state === 'known'
  const ofBook = isSure ? '' : book === null ? (sum?.unsure ?? '') : explainFigure([book], entry.pnlCurrency)
  const price = result?.lastPrice ?? null
  const average = result === null || sum !== null ? null : averageCost(result.costBasis, result.balance)
  const ofPrice = price ?? (average === null ? null : { links: [], price: average })
  const priced = ofPrice === null ? decimals : priceDecimals(ofPrice)
  const row = (
    amount: RowFigure['amount'],
    why: string,
    places = decimals,
    percent: string | null = null,
  ) => ({
    ...{ amount, why, percent },
    decimals: places,
  })
  return {
    entry,
    result,
    figures: {
      balance: row(result?.balance ?? null, notYet, amountDecimals),
      lastPrice: row(
        price?.price ?? null,
        price === null ? noPrice : describePrice(price, entry.currency, null),
        priced,
      ),
      averageCost: row(average, result === null ? notYet : (sum?.noAverage ?? 'No balance'), priced),
      costBasis: row(result?.costBasis ?? entry.totalBalanceValue, ''),
      marketValue: row(result?.marketValue ?? null, noPrice),
      unrealized: row(
        result?.unrealized ?? null,
        noPrice,
        decimals,
        result && writeReturn(result.unrealized, result.costBasis),
      ),
      realized: row(
        result?.realized ?? null,
        result === null ? notYet : ofBook,
        decimals,
        result && writeReturn(result.realized, result.costOfSold),
      ),
      total: row(result?.total ?? null, result?.total ? ofBook : noPrice),
    },
  }
}

/** Decimal text of a figure; null where it is unknown. */
export function amountOf(figure: RowFigure['amount']): string | null {
  if (figure === null || typeof figure === 'string') return figure
  return figure.state === 'unknown' ? null : figure.amount
}

function compareRows(one: PnlRow, other: PnlRow, { column, isDescending }: NonNullable<RowChoices['sort']>) {
  const sign = isDescending ? -1 : 1
  if (column === 'currency') return sign * (one.entry.currency < other.entry.currency ? -1 : 1)
  const [a, b] = [amountOf(one.figures[column].amount), amountOf(other.figures[column].amount)]
  // What is unknown comes last either way.
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return sign * compareDecimals(a, b)
}

/** A balance worth less than one unit of the currency of valuation; not one without a price, whose value is unknown. */
export const isSmall = (marketValue: string | null): boolean =>
  marketValue !== null && compareDecimals(marketValue, '1') < 0 && compareDecimals(marketValue, '-1') > 0

export const usualSort = { column: 'marketValue', isDescending: true } as const

/** The rows in the chosen order, without small balances where these are not wanted, and how many are left out. */
export function listRows(
  rows: readonly PnlRow[],
  { sort, hidesSmall }: RowChoices,
): { readonly rows: readonly PnlRow[]; readonly hidden: number } {
  const shown = hidesSmall ? rows.filter(({ result }) => !isSmall(result?.marketValue ?? null)) : rows
  return {
    rows: shown.toSorted((one, other) => compareRows(one, other, sort ?? usualSort)),
    hidden: rows.length - shown.length,
  }
}

export interface RowFact {
  readonly title: string
  readonly figure: Figure | string | null
  /** Currency of the figure: the row's own, or that of its values. */
  readonly unit: 'own' | 'value'
  readonly percent: string | null
  readonly isResult: boolean
}

/** What a row opens to, with every digit. */
export function listFacts(result: PnlResult): readonly RowFact[] {
  const { balance, costBasis, marketValue, unrealized, realized, costOfSold, total } = result
  const fact = (title: string, figure: RowFact['figure'], more: Partial<RowFact> = {}): RowFact => ({
    ...{ title, figure, unit: 'value', percent: null, isResult: false },
    ...more,
  })
  const gain = (title: string, figure: RowFact['figure'], of: Figure | string | null): RowFact =>
    fact(title, figure, { isResult: true, percent: writeReturn(figure, of) })
  return [
    fact('Balance', balance, { unit: 'own' }),
    fact('Cost basis', costBasis),
    fact('Average cost', averageCost(costBasis, balance)),
    fact('Market value', marketValue),
    gain('Unrealized P&L', unrealized, costBasis),
    gain('Realized P&L', realized, costOfSold),
    gain('Total P&L', total, addFigures(costOfSold, { state: 'known', amount: costBasis })),
  ]
}
