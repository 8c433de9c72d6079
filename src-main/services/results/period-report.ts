// Adds up the cells of a ledger to the report of a period. Pure and exact: markets and days add up to the sum.
import type { BookState, Figure, PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import {
  add,
  compare,
  type Exact,
  exactText,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/shared/exact.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import type { CreatedOrders, TimeRange } from '../../store/result-rows.ts'
import { BOOK_DECIMALS } from './book.ts'
import { type JudgedBook, resultOf, sumFigures } from './book-state.ts'
import type { Cell, LedgerState } from './ledger.ts'
import { addTo, listSums } from './sums.ts'

/** A cell with the figures that the books give it. */
interface DayOfMarket {
  readonly market: string
  readonly dayMs: number
  readonly cell: Cell
  readonly realized: Figure
}

interface ReportDay {
  readonly dayMs: number
  readonly realized: Figure
  readonly hasResult: boolean
}

/** A market whose symbol does not say its quote currency is its own: amounts of it are added to no others. */
const quoteOf = (market: string): string => splitMarket(market)?.quote ?? market

const unitsText = (units: bigint | null): string | null =>
  units === null ? null : exactText({ units, scale: BOOK_DECIMALS })

/** Null where one is. */
const sumUnits = (parts: readonly (bigint | null)[]): bigint | null =>
  parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n)

const sumOf = (cells: readonly Cell[], read: (cell: Cell) => Exact): string =>
  exactText(cells.reduce((sum, cell) => add(sum, read(cell)), zero))

/** By the currency that was given up; the sum is estimated or unknown as soon as one part is. */
function realizedOf(cell: Cell, judged: ReadonlyMap<string, JudgedBook>): Figure {
  return sumFigures(
    [...cell.results].map(([currency, result]): Figure => {
      const book = judged.get(currency)
      return book === undefined ? { state: 'unknown' } : resultOf(result, book)
    }),
  )
}

function groupBy<Key extends string | number>(
  parts: readonly DayOfMarket[],
  keyOf: (part: DayOfMarket) => Key,
): [Key, DayOfMarket[]][] {
  const groups = new Map<Key, DayOfMarket[]>()
  for (const part of parts) {
    const group = groups.get(keyOf(part))
    if (group === undefined) groups.set(keyOf(part), [part])
    else group.push(part)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
}

function volumesOf(parts: readonly DayOfMarket[]): ReturnType<typeof listSums> {
  const volumes = new Map<string, Exact>()
  for (const { market, cell } of parts) {
    addTo(volumes, quoteOf(market), add(cell.boughtValue, cell.soldValue))
  }
  return listSums(volumes)
}

function feesOf(parts: readonly DayOfMarket[]): ReturnType<typeof listSums> {
  const fees = new Map<string, Exact>()
  for (const { cell } of parts) for (const [currency, fee] of cell.fees) addTo(fees, currency, fee)
  return listSums(fees)
}

/**
 * The days with the highest (1) and the lowest (-1) result, the first of equals, over the days on which anything but the currency of
 * profit and loss was given up; null unless there are two of them and all have a result.
 */
function extremeOf(days: readonly ReportDay[], direction: 1 | -1): PeriodReport['best'] {
  const withResult = days.filter(({ hasResult }) => hasResult)
  let best: PeriodReport['best'] = null
  for (const { dayMs, realized } of withResult) {
    if (realized.state === 'unknown') return null
    const isBetter =
      best === null || compare(parseExact(realized.amount), parseExact(best.amount)) * direction > 0
    if (isBetter) best = { dayMs, amount: realized.amount, state: realized.state }
  }
  return withResult.length < 2 ? null : best
}

/** realized − fees; unknown where either is. */
function netOf(realized: Figure, fees: bigint | null): Figure {
  if (realized.state === 'unknown' || fees === null) return { state: 'unknown' }
  const amount = subtract(parseExact(realized.amount), { units: fees, scale: BOOK_DECIMALS })
  return { state: realized.state, amount: exactText(amount) }
}

/** What surrounds the cells. */
export interface ReportFrame {
  readonly range: TimeRange
  readonly timeZone: string
  readonly unit: string
  readonly orders: CreatedOrders
  /** Orders whose fills are not all here: created within the range, and before. */
  readonly lacking: { readonly within: number; readonly before: number }
  readonly knownFromMs: number | null
  readonly knownUntilMs: number | null
  readonly readingMs: number | null
}

/** The cells of a period, with their results. */
function cellsWithin(
  { cells }: LedgerState,
  judged: ReadonlyMap<string, JudgedBook>,
  { fromMs, toMs }: TimeRange,
): DayOfMarket[] {
  return [...cells].flatMap(([market, days]) =>
    [...days]
      .filter(([dayMs]) => dayMs >= fromMs && dayMs < toMs)
      .map(([dayMs, cell]) => ({ market, dayMs, cell, realized: realizedOf(cell, judged) })),
  )
}

export function makeReport(
  state: LedgerState,
  judged: ReadonlyMap<string, JudgedBook>,
  frame: ReportFrame,
): PeriodReport {
  const { range, orders, knownFromMs, knownUntilMs, readingMs } = frame
  const parts = cellsWithin(state, judged, range)
  const all = parts.map(({ cell }) => cell)
  const markets = groupBy(parts, ({ market }) => market).map(([market, group]) => {
    const cells = group.map(({ cell }) => cell)
    return {
      market,
      quote: quoteOf(market),
      trades: cells.reduce((sum, { trades }) => sum + trades, 0),
      boughtAmount: sumOf(cells, ({ boughtAmount }) => boughtAmount),
      boughtValue: sumOf(cells, ({ boughtValue }) => boughtValue),
      soldAmount: sumOf(cells, ({ soldAmount }) => soldAmount),
      soldValue: sumOf(cells, ({ soldValue }) => soldValue),
      fees: unitsText(sumUnits(cells.map(({ feeValue }) => feeValue))),
      realized: sumFigures(group.map(({ realized }) => realized)),
    }
  })
  const days = groupBy(parts, ({ dayMs }) => dayMs).map(([dayMs, group]) => ({
    dayMs,
    trades: group.reduce((sum, { cell }) => sum + cell.trades, 0),
    volumes: volumesOf(group),
    fees: unitsText(sumUnits(group.map(({ cell }) => cell.feeValue))),
    realized: sumFigures(group.map(({ realized }) => realized)),
  }))
  const extremes = groupBy(parts, ({ dayMs }) => dayMs).map(([dayMs, group]) => ({
    dayMs,
    realized: sumFigures(group.map((part) => part.realized)),
    hasResult: group.some(({ cell }) => [...cell.results.keys()].some((given) => given !== frame.unit)),
  }))
  const realized = sumFigures(parts.map((part) => part.realized))
  const fees = sumUnits(all.map(({ feeValue }) => feeValue))
  const given = [...new Set(all.flatMap(({ results }) => [...results.keys()]))].sort()
  return {
    ...range,
    timeZone: frame.timeZone,
    pnlCurrency: frame.unit,
    orders,
    trades: all.reduce((sum, { trades }) => sum + trades, 0),
    markets,
    volumes: volumesOf(parts),
    fees: feesOf(parts),
    sum: {
      bought: unitsText(sumUnits(all.map(({ boughtUnits }) => boughtUnits))),
      sold: unitsText(sumUnits(all.map(({ soldUnits }) => soldUnits))),
      fees: unitsText(fees),
      realized,
      net: netOf(realized, fees),
    },
    best: extremeOf(extremes, 1),
    worst: extremeOf(extremes, -1),
    days,
    books: given.map((currency): BookState => {
      const { state: bookState, fault } = judged.get(currency) ?? {
        state: 'unknown',
        fault: { reason: 'noReading' },
      }
      return { currency, state: bookState, fault }
    }),
    ordersWithoutFills: frame.lacking.within,
    earlierOrdersWithoutFills: frame.lacking.before,
    knownFromMs,
    knownUntilMs,
    readingMs,
  }
}
