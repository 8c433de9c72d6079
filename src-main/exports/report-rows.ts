// Writes a period report as a table with one figure per row. Pure; computes and omits no figure.
import type { BookState, Figure } from '../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../src-preload/contract/portfolio/report.ts'
import type { ReportColumnId } from '../../src-preload/domain/orders/export-columns.ts'
import { splitMarket } from '../../src-preload/domain/markets/markets.ts'
import { amountOf, figureOf, isUncovered } from '../../src-preload/domain/orders/report-figures.ts'
import type { Zone } from '../../src-preload/domain/locale/zone.ts'
import { isoDay, isoTime } from '../../src-preload/domain/iso-time.ts'
import { type Columns, plain } from './table.ts'

/** Empty where a column does not apply. */
export type ReportRow = Readonly<Record<ReportColumnId, string>>

export const reportColumns: Columns<ReportRow, ReportColumnId> = {
  section: plain('Section', ({ section }) => section),
  day: { heading: (zone) => `Day (${zone.name})`, read: ({ day }) => day },
  market: plain('Market', ({ market }) => market),
  figure: plain('Figure', ({ figure }) => figure),
  value: plain('Value', ({ value }) => value),
  unit: plain('Unit', ({ unit }) => unit),
  state: plain('State', ({ state }) => state),
}

interface Amount {
  readonly currency: string
  readonly amount: string
}

type More = Partial<Pick<ReportRow, 'day' | 'market' | 'unit' | 'state'>>

const row = (section: string, figure: string, value: string | number, more: More = {}): ReportRow => ({
  section,
  day: '',
  market: '',
  figure,
  value: String(value),
  unit: '',
  state: '',
  ...more,
})

/** A figure with its state; an unknown figure is an empty value. */
const stated = (section: string, name: string, figure: Figure, more: More): ReportRow =>
  row(section, name, amountOf(figure) ?? '', { ...more, state: figure.state })

/** A sum over fills, some of which may be missing. */
const summed = (
  section: string,
  name: string,
  amount: string | null,
  isPartial: boolean,
  more: More,
): ReportRow => stated(section, name, figureOf(amount, isPartial), more)

const amounts = (
  section: string,
  name: string,
  all: readonly Amount[],
  isPartial: boolean,
  more: More = {},
): ReportRow[] =>
  all.map(({ currency, amount }) => summed(section, name, amount, isPartial, { ...more, unit: currency }))

/** Why the book of a currency is estimated or unknown: the reason and its numbers. */
function bookRows({ currency, state, fault }: BookState, pnlCurrency: string, zone: Zone): ReportRow[] {
  const line = (figure: string, value: string | number, unit = currency): ReportRow =>
    row('Book', figure, value, { unit, state })
  if (fault === null) return [line('State', state)]
  switch (fault.reason) {
    case 'check': {
      const unit = fault.check === 'debit' || fault.check === 'earlierBalance' ? currency : pnlCurrency
      const at = fault.atMs === null ? '' : ` at ${isoTime(zone, fault.atMs)}`
      return [
        line('Reason', `check: ${fault.check}${at}`),
        line('Expected', fault.expected, unit),
        line('Found', fault.found, unit),
      ]
    }
    case 'fillsMissing':
      return [line('Reason', fault.reason), line('Orders whose fills are missing', fault.orders, 'count')]
    case 'openingBelowZero':
      return [
        line('Reason', fault.reason),
        line('Opening amount', fault.amount),
        line('Opening cost', fault.cost, pnlCurrency),
      ]
    case 'heldBelowZero':
      return [line('Reason', fault.reason), line('Least held', fault.amount)]
    case 'noPrice':
      return [line('Reason', `noPrice: ${fault.market ?? currency} at ${isoTime(zone, fault.atMs)}`)]
    case 'early':
      return [line('Reason', `early: fills are here from ${isoTime(zone, fault.sinceMs)} on`)]
    case 'noSide':
    case 'notChecked':
    case 'openingSold':
    case 'noReading':
      return [line('Reason', fault.reason)]
  }
}

/** All figures of the report: whole period, by market, by day, and the underlying books. */
export function reportRows(report: PeriodReport, zone: Zone): ReportRow[] {
  const count = { unit: 'count' }
  const { orders, sum, best, worst, winningDays, pnlCurrency, knownFromMs, knownUntilMs, readingMs } = report
  const money = { unit: pnlCurrency }
  const timeOf = (timeMs: number | null, otherwise: string): string =>
    timeMs === null ? otherwise : isoTime(zone, timeMs)
  const extreme = (name: string, day: PeriodReport['best']): ReportRow[] =>
    day === null
      ? []
      : [
          stated(
            'Period',
            name,
            { state: day.state, amount: day.amount },
            {
              ...money,
              day: isoDay(zone, day.dayMs),
            },
          ),
        ]
  const { isPartial } = sum
  const total = (name: string, value: number): ReportRow =>
    stated('Period', name, figureOf(isUncovered(report) ? null : String(value), isPartial), count)
  return [
    row('Period', 'From', isoTime(zone, report.fromMs)),
    row('Period', 'Until, not included', isoTime(zone, report.toMs)),
    row('Period', 'Time zone', zone.name),
    row('Period', 'Known from', timeOf(knownFromMs, 'start')),
    row('Period', 'Known until', timeOf(knownUntilMs, '')),
    row('Period', 'Reading of profit and loss', timeOf(readingMs, '')),
    total('Orders created', orders.created),
    total('Orders filled', orders.filled),
    total('Orders canceled', orders.cancelled),
    total('Trades', report.trades),
    summed('Period', 'Bought', sum.bought, isPartial, money),
    summed('Period', 'Sold', sum.sold, isPartial, money),
    summed('Period', 'Fees', sum.fees, isPartial, money),
    stated('Period', 'Realized P&L (before fees)', sum.realized, money),
    stated('Period', 'Net', sum.net, money),
    ...extreme('Best day', best),
    ...extreme('Worst day', worst),
    ...(winningDays === null
      ? []
      : [
          row('Period', 'Winning days', winningDays.won, count),
          row('Period', 'Days with a result', winningDays.of, count),
        ]),
    ...amounts('Period', 'Volume', report.volumes, isPartial),
    ...amounts('Period', 'Fees by currency', report.fees, isPartial),
    row('Period', 'Orders whose fills are not all here', report.ordersWithoutFills, count),
    row('Period', 'Earlier orders whose fills are not all here', report.earlierOrdersWithoutFills, count),
    ...report.markets.flatMap((one) => {
      const { market, quote } = one
      const base = splitMarket(market)?.base ?? ''
      const traded = (name: string, amount: string | null, unit: string): ReportRow =>
        summed('Market', name, amount, one.isPartial, { market, unit })
      return [
        traded('Trades', String(one.trades), 'count'),
        traded('Bought amount', one.boughtAmount, base),
        traded('Bought value', one.boughtValue, quote),
        traded('Sold amount', one.soldAmount, base),
        traded('Sold value', one.soldValue, quote),
        traded('Fees', one.fees, pnlCurrency),
        stated('Market', 'Realized P&L', one.realized, { market, ...money }),
      ]
    }),
    ...report.days.flatMap(({ dayMs, trades, volumes, fees, realized, isPartial: isPart }) => {
      const day = isoDay(zone, dayMs)
      return [
        summed('Day', 'Trades', String(trades), isPart, { day, ...count }),
        ...amounts('Day', 'Volume', volumes, isPart, { day }),
        summed('Day', 'Fees', fees, isPart, { day, ...money }),
        stated('Day', 'Realized P&L', realized, { day, ...money }),
      ]
    }),
    ...report.books.flatMap((book) => bookRows(book, pnlCurrency, zone)),
  ]
}

/** The report as one object. Counts of a period without data are null, not zero. */
export function reportObject(report: PeriodReport): object {
  if (!isUncovered(report)) return report
  return { ...report, trades: null, orders: { created: null, filled: null, cancelled: null } }
}
