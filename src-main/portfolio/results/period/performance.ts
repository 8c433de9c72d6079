// Adds up a ledger's cells to the performance of a period: by day, market, side and hour, and figures over its days. Pure and
// exact; definitions: contract/portfolio/performance.ts.
import type { Performance, PerformanceDay } from '../../../../src-preload/contract/portfolio/performance.ts'
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import { parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { type JudgedBook, sumFigures } from '../ledger/book-state.ts'
import { figuresOfDays } from './day-figures.ts'
import type { LedgerState, Slot } from '../ledger/ledger.ts'
import {
  areDaysKnown,
  bookOf,
  cellsWithin,
  type DayOfMarket,
  findMissing,
  groupBy,
  netOf,
  partly,
  type PeriodFrame,
  realizedOf,
  sumUnits,
  unitsText,
} from './period-report.ts'

type Results = Pick<PerformanceDay, 'trades' | 'volume' | 'fees' | 'realized' | 'net'>

interface Part extends Pick<Slot, 'trades' | 'valueUnits' | 'feeValue'> {
  readonly realized: Figure
}

const partOfCell = ({ cell, realized }: DayOfMarket): Part => ({
  ...{ trades: cell.trades, feeValue: cell.feeValue, realized },
  valueUnits: sumUnits([cell.boughtUnits, cell.soldUnits]),
})

/** Sums of some parts; estimated if fills are missing among them. */
function resultsOf(parts: readonly Part[], isPartial: boolean): Results {
  const fees = sumUnits(parts.map(({ feeValue }) => feeValue))
  const realized = partly(sumFigures(parts.map((part) => part.realized)), isPartial)
  return {
    trades: parts.reduce((sum, { trades }) => sum + trades, 0),
    volume: unitsText(sumUnits(parts.map(({ valueUnits }) => valueUnits))),
    fees: unitsText(fees),
    realized,
    net: netOf(realized, fees),
  }
}

/** A day gives a result if anything but the currency of profit and loss was given up on it. */
const givesResult = (parts: readonly DayOfMarket[], unit: string): boolean =>
  parts.some(({ cell }) => [...cell.results.keys()].some((given) => given !== unit))

/** Builds the performance of a period from a ledger's state and its judged books. */
export function makePerformance(
  state: LedgerState,
  judged: ReadonlyMap<string, JudgedBook>,
  frame: PeriodFrame,
): Performance {
  const { range, unit, zone, knownFromMs, knownUntilMs, sinceOf } = frame
  const missing = findMissing(frame)
  const parts = cellsWithin(state, judged, range)
  const byDay = groupBy(parts, ({ dayMs }) => dayMs)
  const days = byDay.map(([dayMs, group]): PerformanceDay => {
    const isPartial = missing.isOn(dayMs)
    return { dayMs, ...resultsOf(group.map(partOfCell), isPartial), isPartial }
  })
  const slots = parts.flatMap(({ market, cell }) =>
    [...cell.slots.values()].map((slot) => ({ market, ...slot, realized: realizedOf(slot, judged) })),
  )
  const sum = resultsOf(parts.map(partOfCell), missing.isAnywhere)
  const withResult = new Set(byDay.filter(([, group]) => givesResult(group, unit)).map(([dayMs]) => dayMs))
  const cells = parts.map(({ cell }) => cell)
  const given = [...new Set(cells.flatMap(({ results }) => [...results.keys()]))].sort()
  return {
    ...range,
    ...{ timeZone: zone.name, pnlCurrency: unit, knownFromMs, knownUntilMs },
    sum: { ...sum, isPartial: missing.isAnywhere },
    days,
    markets: groupBy(parts, ({ market }) => market).map(([market, group]) => ({
      market,
      ...resultsOf(group.map(partOfCell), missing.isIn(market)),
    })),
    sides: groupBy(slots, ({ side }) => side).map(([side, group]) => ({
      side,
      ...resultsOf(group, missing.isAnywhere),
    })),
    hours: groupBy(slots, ({ hour }) => hour).map(([hour, group]) => ({
      hour,
      ...resultsOf(group, missing.isAnywhere),
    })),
    figures:
      areDaysKnown(frame) && sum.fees !== null ? figuresOfDays(days, withResult, parseExact(sum.fees)) : null,
    books: given.map((currency) => bookOf(currency, cells, judged, sinceOf)),
  }
}
