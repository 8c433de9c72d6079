// The oracle's figures by the names that the product's are compared under.
import type { BookFault } from '../../src-preload/contract/portfolio/figures.ts'
import type { Book } from './book.ts'
import type { ReasonCode } from './figure.ts'
import { ofExact, ofOracle, type Table } from './figure-table.ts'
import type { PortfolioFigures } from './portfolio.ts'
import { Rational } from './rational.ts'
import type { DayFigures, ReportFigures } from './report.ts'

/** The product's names of the oracle's reasons. */
const reasons: Readonly<Record<ReasonCode, BookFault['reason']>> = {
  checkFailed: 'check',
  notChecked: 'notChecked',
  fillsMissing: 'fillsMissing',
  openingBelowZero: 'openingBelowZero',
  heldBelowZero: 'heldBelowZero',
  tooLittleLeft: 'openingSold',
  noPrice: 'noPrice',
  noReading: 'noReading',
}

export const bookText = ({ state, reason }: Book): string =>
  reason === null ? state : `${state} ${reasons[reason.code]}`

const extremeText = (day: DayFigures | null): string =>
  day === null ? 'none' : `${day.day} ${ofOracle(day.realized)}`

/** Nothing of the period is known: it ends before T0, or begins after the reading of `pnl`. */
function isUncovered({ period, knownFromMs, knownUntilMs }: ReportFigures): boolean {
  return period.fromMs >= knownUntilMs || (knownFromMs !== null && period.toMs <= knownFromMs)
}

const uncovered: Table = {
  trades: 'unknown',
  'sum bought': 'unknown',
  'sum sold': 'unknown',
  'sum fees': 'unknown',
  'sum realized': 'unknown',
  'sum net': 'unknown',
  best: 'none',
  worst: 'none',
}

/** Every figure of a report. */
export function tableOfReport(report: ReportFigures): Table {
  if (isUncovered(report)) return uncovered
  const { totals } = report
  const table: Record<string, string> = {
    trades: String(totals.trades),
    'sum bought': ofOracle(totals.boughtValue),
    'sum sold': ofOracle(totals.soldValue),
    'sum fees': ofOracle(totals.feesValue),
    'sum realized': ofOracle(totals.realized),
    'sum net': ofOracle(totals.net),
    best: extremeText(report.best),
    worst: extremeText(report.worst),
  }
  for (const [currency, amount] of totals.fees) table[`fee ${currency}`] = ofExact(amount, totals.isPartial)
  for (const row of report.markets) {
    const name = `market ${row.market}`
    table[`${name} trades`] = String(row.trades)
    table[`${name} bought amount`] = ofExact(row.boughtAmount, row.isPartial)
    table[`${name} bought value`] = ofExact(row.boughtTotal, row.isPartial)
    table[`${name} sold amount`] = ofExact(row.soldAmount, row.isPartial)
    table[`${name} sold value`] = ofExact(row.soldTotal, row.isPartial)
    table[`${name} fees`] = ofOracle(row.feesValue)
    table[`${name} realized`] = ofOracle(row.realized)
  }
  for (const row of report.days) {
    table[`day ${row.day} trades`] = String(row.trades)
    table[`day ${row.day} fees`] = ofOracle(row.feesValue)
    table[`day ${row.day} realized`] = ofOracle(row.realized)
  }
  return table
}

/** Every figure of Portfolio, with the state of each book. */
export function tableOfPortfolio({
  currencies,
  head,
  fees,
  feesInMoney,
  volume,
  feeMode,
}: PortfolioFigures): Table {
  const table: Record<string, string> = {}
  for (const row of currencies) {
    const { currency, lastPrice } = row
    table[`${currency} balance`] = ofExact(row.balance)
    table[`${currency} cost`] = ofExact(row.costBasis)
    table[`${currency} realized`] = ofOracle(row.realized)
    table[`${currency} cost of sold`] = ofOracle(row.costOfSold)
    table[`${currency} moved out`] = ofOracle(row.movedOut)
    table[`${currency} price`] = lastPrice === null ? 'unknown' : ofExact(lastPrice.value)
    table[`${currency} value`] = ofOracle(row.marketValue)
    table[`${currency} unrealized`] = ofOracle(row.unrealized)
    table[`${currency} total`] = ofOracle(row.total)
    table[`${currency} book`] = bookText(row.book)
  }
  table['head value'] = ofOracle(head.marketValue)
  table['head cost'] = ofOracle(head.costBasis)
  table['head realized'] = ofOracle(head.realized)
  table['head cost of sold'] = ofOracle(head.costOfSold)
  table['head unrealized'] = ofOracle(head.unrealized)
  table['head total'] = ofOracle(head.total)
  table['left out'] = head.leftOut.join()
  for (const [currency, amount] of fees) table[`fee ${currency}`] = ofExact(amount)
  table['sum of fees'] = ofOracle(feesInMoney)
  table['sum of volume'] = ofOracle(volume)
  table['fee basis'] = feeMode === 'before fees' ? 'before fees' : 'as the exchange counts'
  return table
}

/** Sums of what is exactly nothing are left out: the product tells no fee that was not taken. */
export function withoutNothing(table: Table): Table {
  const nothing = [ofExact(Rational.zero), ofExact(Rational.zero, true)]
  return Object.fromEntries(
    Object.entries(table).filter(([name, text]) => !(name.startsWith('fee ') && nothing.includes(text))),
  )
}
