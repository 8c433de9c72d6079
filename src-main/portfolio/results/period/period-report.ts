// Adds up a ledger's cells to the report of a period. Pure and exact: markets and days add up to the sum.
import type { BookState, Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../../../src-preload/contract/portfolio/report.ts'
import {
  add,
  compare,
  type Exact,
  exactText,
  parseExact,
  subtract,
  zero,
} from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { splitMarket } from '../../../../src-preload/domain/markets/markets.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import type { CreatedOrders, TimeRange } from '../../../store/api/result-rows.ts'
import { BOOK_DECIMALS } from '../ledger/book.ts'
import { faultOf, type JudgedBook, resultOf, sumFigures } from '../ledger/book-state.ts'
import type { Cell, LedgerState } from '../ledger/ledger.ts'
import type { MissingFills } from '../ledger/ledger-scope.ts'
import { addTo, listSums } from '../sums.ts'

/** A cell with its judged result. */
export interface DayOfMarket {
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

/** A market whose symbol does not show its quote currency counts as its own: its amounts are added to no others. */
const quoteOf = (market: string): string => splitMarket(market)?.quote ?? market

export const unitsText = (units: bigint | null): string | null =>
  units === null ? null : exactText({ units, scale: BOOK_DECIMALS })

/** Null if one is null. */
export const sumUnits = (parts: readonly (bigint | null)[]): bigint | null =>
  parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n)

const sumOf = (cells: readonly Cell[], read: (cell: Cell) => Exact): string =>
  exactText(cells.reduce((sum, cell) => add(sum, read(cell)), zero))

/** Sums by the currency that was given; estimated or unknown as soon as one part is. */
export function realizedOf(cell: Pick<Cell, 'results'>, judged: ReadonlyMap<string, JudgedBook>): Figure {
  return sumFigures(
    [...cell.results].map(([currency, result]): Figure => {
      const book = judged.get(currency)
      return book === undefined ? { state: 'unknown' } : resultOf(result, book)
    }),
  )
}

/** Groups by key, in the order of the keys. */
export function groupBy<Part, Key extends string | number>(
  parts: readonly Part[],
  keyOf: (part: Part) => Key,
): [Key, Part[]][] {
  const groups = new Map<Key, Part[]>()
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
 * The days with the highest (1) and the lowest (-1) result, the first of equals, among the days on which anything but the
 * currency of profit and loss was given; null unless there are two of them and all have a result. The choice depends on all
 * of them, so it is estimated as soon as one is.
 */
function extremeOf(days: readonly ReportDay[], direction: 1 | -1): PeriodReport['best'] {
  const withResult = days.filter(({ hasResult }) => hasResult)
  let best: { readonly dayMs: number; readonly amount: string } | null = null
  let state: 'known' | 'estimated' = 'known'
  for (const { dayMs, realized } of withResult) {
    if (realized.state === 'unknown') return null
    if (realized.state === 'estimated') state = 'estimated'
    const isBetter =
      best === null || compare(parseExact(realized.amount), parseExact(best.amount)) * direction > 0
    if (isBetter) best = { dayMs, amount: realized.amount }
  }
  return best === null || withResult.length < 2 ? null : { ...best, state }
}

/** Number of days above zero among those with results; null if there are fewer than two, or one is unknown. */
function countWinning(days: readonly ReportDay[]): PeriodReport['winningDays'] {
  const withResult = days.filter(({ hasResult }) => hasResult)
  if (withResult.length < 2 || withResult.some(({ realized }) => realized.state === 'unknown')) return null
  const won = withResult.filter(
    ({ realized }) => realized.state !== 'unknown' && compare(parseExact(realized.amount), zero) > 0,
  )
  return { won: won.length, of: withResult.length }
}

/** Whether every day of the period that has started by now is known: the newest of them up to the listing. */
export function areDaysKnown({ range, zone, nowMs, knownFromMs, knownUntilMs }: PeriodFrame): boolean {
  if (knownUntilMs === null || (knownFromMs !== null && knownFromMs > range.fromMs)) return false
  const lastMs = Math.min(range.toMs - 1, nowMs)
  return knownUntilMs >= lastMs || zone.startOfDay(knownUntilMs) === zone.startOfDay(lastMs)
}

/** realized − fees; unknown if either is. */
export function netOf(realized: Figure, fees: bigint | null): Figure {
  if (realized.state === 'unknown' || fees === null) return { state: 'unknown' }
  const amount = subtract(parseExact(realized.amount), { units: fees, scale: BOOK_DECIMALS })
  return { state: realized.state, amount: exactText(amount) }
}

/** The inputs of a period's figures besides the cells. */
export interface PeriodFrame {
  readonly range: TimeRange
  readonly zone: Zone
  readonly nowMs: number
  readonly unit: string
  /** Missing fills of orders. */
  readonly missing: readonly MissingFills[]
  /** The time from which all fills of a currency are here. */
  readonly sinceOf: (currency: string) => number
  readonly knownFromMs: number | null
  readonly knownUntilMs: number | null
  readonly readingMs: number | null
}

export interface ReportFrame extends PeriodFrame {
  readonly orders: CreatedOrders
}

/** A sum with missing fills is an estimate, however certain its parts are. */
export const partly = (figure: Figure, isPartial: boolean): Figure =>
  isPartial && figure.state === 'known' ? { ...figure, state: 'estimated' } : figure

/** Determines which parts of a period lack fills. */
export function findMissing({ range, zone, missing, knownFromMs }: PeriodFrame) {
  const isLate = knownFromMs !== null && knownFromMs > range.fromMs
  const within = missing.filter(({ fromMs, untilMs }) => fromMs < range.toMs && untilMs >= range.fromMs)
  const markets = new Set(within.map(({ market }) => market))
  /** Ascending, without overlaps. */
  const gaps: { readonly fromMs: number; untilMs: number }[] = []
  for (const { fromMs, untilMs } of within.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = gaps.at(-1)
    if (last !== undefined && fromMs <= last.untilMs) last.untilMs = Math.max(last.untilMs, untilMs)
    else gaps.push({ fromMs, untilMs })
  }
  return {
    isAnywhere: isLate || within.length > 0,
    isIn: (market: string): boolean => isLate || markets.has(market),
    isOn: (dayMs: number): boolean => {
      const { year, month, day } = zone.parts(dayMs)
      const endMs = zone.timeOf(year, month, day + 1)
      return (
        (knownFromMs !== null && knownFromMs > dayMs) ||
        gaps.some(({ fromMs, untilMs }) => fromMs < endMs && untilMs >= dayMs)
      )
    },
  }
}

/** The book of a currency, as far as the period's results are known. */
export function bookOf(
  currency: string,
  cells: readonly Cell[],
  judged: ReadonlyMap<string, JudgedBook>,
  sinceOf: PeriodFrame['sinceOf'],
): BookState {
  const book = judged.get(currency)
  if (book === undefined) return { currency, state: 'unknown', fault: { reason: 'noReading' } }
  for (const { results } of cells) {
    const result = results.get(currency)
    const reason = result === undefined ? null : faultOf(result, book)
    if (reason === 'early')
      return { currency, state: 'unknown', fault: { reason, sinceMs: sinceOf(currency) } }
    if (reason === 'openingSold') return { currency, state: 'unknown', fault: { reason } }
  }
  return { currency, state: book.state, fault: book.fault }
}

/** The cells of a period, with their results. */
export function cellsWithin(
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

/** Builds the report of a period from a ledger's state and its judged books. */
export function makeReport(
  state: LedgerState,
  judged: ReadonlyMap<string, JudgedBook>,
  frame: ReportFrame,
): PeriodReport {
  const { range, orders, knownFromMs, knownUntilMs, readingMs } = frame
  const missing = findMissing(frame)
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
      realized: partly(sumFigures(group.map(({ realized }) => realized)), missing.isIn(market)),
      isPartial: missing.isIn(market),
    }
  })
  const days = groupBy(parts, ({ dayMs }) => dayMs).map(([dayMs, group]) => ({
    dayMs,
    trades: group.reduce((sum, { cell }) => sum + cell.trades, 0),
    volumes: volumesOf(group),
    fees: unitsText(sumUnits(group.map(({ cell }) => cell.feeValue))),
    realized: partly(sumFigures(group.map(({ realized }) => realized)), missing.isOn(dayMs)),
    isPartial: missing.isOn(dayMs),
  }))
  const extremes = groupBy(parts, ({ dayMs }) => dayMs).map(([dayMs, group]) => ({
    dayMs,
    realized: sumFigures(group.map((part) => part.realized)),
    hasResult: group.some(({ cell }) => [...cell.results.keys()].some((given) => given !== frame.unit)),
  }))
  const realized = partly(sumFigures(parts.map((part) => part.realized)), missing.isAnywhere)
  const fees = sumUnits(all.map(({ feeValue }) => feeValue))
  const hasExtremes = areDaysKnown(frame)
  const given = [...new Set(all.flatMap(({ results }) => [...results.keys()]))].sort()
  return {
    ...range,
    timeZone: frame.zone.name,
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
      isPartial: missing.isAnywhere,
    },
    best: hasExtremes ? extremeOf(extremes, 1) : null,
    worst: hasExtremes ? extremeOf(extremes, -1) : null,
    winningDays: hasExtremes ? countWinning(extremes) : null,
    days,
    books: given.map((currency) => bookOf(currency, all, judged, frame.sinceOf)),
    ordersWithoutFills: frame.missing.filter(
      ({ createdMs }) => createdMs >= range.fromMs && createdMs < range.toMs,
    ).length,
    earlierOrdersWithoutFills: frame.missing.filter(({ createdMs }) => createdMs < range.fromMs).length,
    knownFromMs,
    knownUntilMs,
    readingMs,
  }
}
