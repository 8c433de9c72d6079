// Owns: the report of a period as a table of figures, one a row. Pure. Must not: compute or leave out a figure.
import type { PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import type { ReportColumnId } from '../../../src-preload/shared/export-columns.ts'
import type { Zone } from '../../../src-preload/shared/zone.ts'
import { isoDay, isoTime } from './iso-time.ts'
import type { Columns } from './table.ts'

/** Empty where it does not apply. */
export type ReportRow = Readonly<Record<ReportColumnId, string>>

export const reportColumns: Columns<ReportRow, ReportColumnId> = {
  section: { heading: () => 'Section', read: ({ section }) => section },
  day: { heading: (zone) => `Day (${zone.name})`, read: ({ day }) => day },
  market: { heading: () => 'Market', read: ({ market }) => market },
  figure: { heading: () => 'Figure', read: ({ figure }) => figure },
  value: { heading: () => 'Value', read: ({ value }) => value },
  unit: { heading: () => 'Unit', read: ({ unit }) => unit },
}

interface Amount {
  readonly currency: string
  readonly amount: string
}

/** Every figure of the report: those of the whole period, then by market, then by day. Not known is an empty value. */
export function reportRows(report: PeriodReport, zone: Zone): ReportRow[] {
  const row = (
    section: string,
    figure: string,
    value: string | number,
    more: Partial<ReportRow> = {},
  ): ReportRow => ({
    section,
    day: '',
    market: '',
    figure,
    value: String(value),
    unit: '',
    ...more,
  })
  const amounts = (section: string, figure: string, all: readonly Amount[], more: Partial<ReportRow> = {}) =>
    all.map(({ currency, amount }) => row(section, figure, amount, { ...more, unit: currency }))
  const count = { unit: 'count' }
  const { orders, knownFromMs } = report
  return [
    row('Period', 'From', isoTime(zone, report.fromMs)),
    row('Period', 'Until, not included', isoTime(zone, report.toMs)),
    row('Period', 'Time zone', report.timeZone),
    row('Period', 'Orders created', orders.created, count),
    row('Period', 'Orders filled', orders.filled, count),
    row('Period', 'Orders cancelled', orders.cancelled, count),
    row('Period', 'Trades', report.trades, count),
    ...amounts('Period', 'Volume', report.volumes),
    ...amounts('Period', 'Fees', report.fees),
    ...report.best.flatMap((best) =>
      amounts('Period', 'Best day', [best], { day: isoDay(zone, best.dayMs) }),
    ),
    ...report.worst.flatMap((worst) =>
      amounts('Period', 'Worst day', [worst], { day: isoDay(zone, worst.dayMs) }),
    ),
    row('Period', 'Orders whose trades are not all here', report.ordersWithoutFills, count),
    row('Period', 'Earlier orders whose trades are not all here', report.earlierOrdersWithoutFills, count),
    row(
      'Period',
      'History of orders known from',
      knownFromMs === null ? 'start' : isoTime(zone, knownFromMs),
    ),
    ...report.markets.flatMap((one) => {
      const { market, quote } = one
      const base = market.endsWith(quote) ? market.slice(0, -quote.length) : ''
      return [
        row('Market', 'Trades', one.trades, { market, ...count }),
        row('Market', 'Bought amount', one.boughtAmount, { market, unit: base }),
        row('Market', 'Bought value', one.boughtValue, { market, unit: quote }),
        row('Market', 'Sold amount', one.soldAmount, { market, unit: base }),
        row('Market', 'Sold value', one.soldValue, { market, unit: quote }),
        row('Market', 'Realised result', one.realised ?? '', { market, unit: quote }),
      ]
    }),
    ...report.days.flatMap(({ dayMs, trades, volumes, realised }) => {
      const day = isoDay(zone, dayMs)
      return [
        row('Day', 'Trades', trades, { day, ...count }),
        ...amounts('Day', 'Volume', volumes, { day }),
        ...amounts('Day', 'Realised result', realised, { day }),
      ]
    }),
  ]
}
