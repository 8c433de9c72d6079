// The product's figures by name, as its services answer them, as its screens show them and as its files have them.
import type { ChannelOutput } from '../../src-preload/contract/contract.ts'
import type { BookState } from '../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../src-preload/contract/portfolio/report.ts'
import { modelReport, type ModelFigure } from '../../src-renderer/features/portfolio/report/report-model.ts'
import { ofAmount, ofProduct, plain, type Table } from './figure-table.ts'
import { dayIn } from './zone-day.ts'

type Amounts = readonly { readonly currency: string; readonly amount: string }[]
type Extreme = { readonly day: string; readonly amount: string; readonly state: string } | null

/** A report whose days have their names: as the service answers it, or as JSON Lines has it. */
export type NamedReport = Omit<PeriodReport, 'days' | 'best' | 'worst' | 'trades'> & {
  readonly trades: number | null
  readonly days: readonly (Omit<PeriodReport['days'][number], 'dayMs'> & { readonly day: string })[]
  readonly best: Extreme
  readonly worst: Extreme
}

const bookText = ({ state, fault }: BookState): string =>
  fault === null ? state : `${state} ${fault.reason}`

function putAmounts(table: Record<string, string>, name: string, amounts: Amounts, isPartial = false): void {
  for (const { currency, amount } of amounts) table[`${name} ${currency}`] = ofAmount(amount, isPartial)
}

const extremeText = (day: Extreme): string =>
  day === null ? 'none' : `${day.day} ${day.state} ${plain(day.amount)}`

/** Every figure of a report, the state of each book of it too. */
export function tableOfNamed(report: NamedReport): Table {
  const { sum } = report
  const table: Record<string, string> = {
    trades: report.trades === null ? 'unknown' : String(report.trades),
    'sum bought': ofAmount(sum.bought, sum.isPartial),
    'sum sold': ofAmount(sum.sold, sum.isPartial),
    'sum fees': ofAmount(sum.fees, sum.isPartial),
    'sum realized': ofProduct(sum.realized),
    'sum net': ofProduct(sum.net),
    best: extremeText(report.best),
    worst: extremeText(report.worst),
  }
  putAmounts(table, 'fee', report.fees, sum.isPartial)
  putAmounts(table, 'volume', report.volumes, sum.isPartial)
  for (const row of report.markets) {
    const name = `market ${row.market}`
    table[`${name} trades`] = String(row.trades)
    table[`${name} bought amount`] = ofAmount(row.boughtAmount, row.isPartial)
    table[`${name} bought value`] = ofAmount(row.boughtValue, row.isPartial)
    table[`${name} sold amount`] = ofAmount(row.soldAmount, row.isPartial)
    table[`${name} sold value`] = ofAmount(row.soldValue, row.isPartial)
    table[`${name} fees`] = ofAmount(row.fees, row.isPartial)
    table[`${name} realized`] = ofProduct(row.realized)
  }
  for (const row of report.days) {
    table[`day ${row.day} trades`] = String(row.trades)
    putAmounts(table, `day ${row.day} volume`, row.volumes, row.isPartial)
    table[`day ${row.day} fees`] = ofAmount(row.fees, row.isPartial)
    table[`day ${row.day} realized`] = ofProduct(row.realized)
  }
  for (const book of report.books) table[`book ${book.currency}`] = bookText(book)
  return table
}

export function tableOfAnswer(report: PeriodReport): Table {
  const named = (dayMs: number): string => dayIn(report.timeZone, dayMs)
  const extreme = (day: PeriodReport['best']): Extreme =>
    day === null ? null : { day: named(day.dayMs), amount: day.amount, state: day.state }
  return tableOfNamed({
    ...report,
    days: report.days.map(({ dayMs, ...day }) => ({ ...day, day: named(dayMs) })),
    best: extreme(report.best),
    worst: extreme(report.worst),
  })
}

/** What the screen is given, figure by figure, with every digit. */
export function tableOfScreen(report: PeriodReport): Table {
  const model = modelReport(report)
  const text = ({ figure }: ModelFigure): string => ofProduct(figure)
  const named = (dayMs: number): string => dayIn(report.timeZone, dayMs)
  const table: Record<string, string> = {}
  for (const sum of model.sums) table[`sum ${sum.id}`] = text(sum)
  for (const which of ['best', 'worst'] as const) {
    const day = model[which]
    table[which] = day === null ? 'none' : `${named(day.dayMs)} ${text(day)}`
  }
  for (const fee of model.fees) table[`fee ${fee.unit}`] = text(fee)
  for (const volume of model.volumes) table[`volume ${volume.unit}`] = text(volume)
  const columns = ['bought amount', 'bought value', 'sold amount', 'sold value', 'fees', 'realized']
  for (const row of model.markets) {
    const name = `market ${row.market}`
    table[`${name} trades`] = String(row.trades)
    for (const [at, figure] of row.figures.entries()) table[`${name} ${columns[at] ?? ''}`] = text(figure)
  }
  for (const row of model.days) {
    const name = `day ${named(row.dayMs)}`
    table[`${name} trades`] = String(row.trades)
    for (const volume of row.volumes) table[`${name} volume ${volume.unit}`] = text(volume)
    table[`${name} fees`] = text(row.fees)
    table[`${name} realized`] = text(row.realized)
  }
  return table
}

type Results = ChannelOutput<'portfolio:getResults'>
type Books = ChannelOutput<'portfolio:getBooks'>

/** Every figure of Portfolio, with the state of each book. */
export function tableOfResults({ results, totals }: Results, books: Books): Table {
  const table: Record<string, string> = {}
  for (const row of results) {
    const { currency } = row
    table[`${currency} balance`] = ofAmount(row.balance)
    table[`${currency} cost`] = ofAmount(row.costBasis)
    table[`${currency} realized`] = resultText(row.realized)
    table[`${currency} cost of sold`] = resultText(row.costOfSold)
    table[`${currency} moved out`] = resultText(row.movedOut)
    table[`${currency} price`] = ofAmount(row.lastPrice?.price ?? null)
    table[`${currency} value`] = ofAmount(row.marketValue)
    table[`${currency} unrealized`] = resultText(row.unrealized)
    table[`${currency} total`] = resultText(row.total)
  }
  for (const book of books.books) table[`${book.currency} book`] = bookText(book)
  const [head] = totals
  if (head !== undefined) {
    table['head value'] = ofAmount(head.marketValue)
    table['head cost'] = ofAmount(head.costBasis)
    table['head realized'] = resultText(head.realized)
    table['head cost of sold'] = resultText(head.costOfSold)
    table['head unrealized'] = resultText(head.unrealized)
    table['head total'] = resultText(head.total)
    table['left out'] = head.leftOut.join()
  }
  putAmounts(table, 'fee', books.fees)
  table['sum of fees'] = ofAmount(books.feeSum)
  table['sum of volume'] = ofAmount(books.volumeSum)
  table['fee basis'] = books.feeBasis === 'beforeFees' ? 'before fees' : 'as the exchange counts'
  return table
}

/** A result may be a text, which is known, or a figure with its state. */
function resultText(value: string | null | Parameters<typeof ofProduct>[0]): string {
  return value === null || typeof value === 'string' ? ofAmount(value) : ofProduct(value)
}
