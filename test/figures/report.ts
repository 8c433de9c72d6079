// The figures of a period: trades, values, fees and results, in all, by market, day and currency.
import { booksOf, type Step } from './book.ts'
import { asSureAs, subtractFigures, sumFigures, type Figure } from './figure.ts'
import { movementsOf, type Movement } from './movements.ts'
import { feesByCurrency, feesInMoney, valueFigure } from './portfolio.ts'
import { Rational, sumOf } from './rational.ts'
import type { RawFill, RawRows } from './raw-rows.ts'
import { dayIn, startOfDayIn } from './zone-day.ts'

export interface Period {
  /** Inclusive. */
  readonly fromMs: number
  /** Exclusive. */
  readonly toMs: number
  readonly timeZone: string
}

/** Sums of some fills. All values and results are in the pnl currency. */
export interface ReportSums {
  readonly trades: number
  readonly boughtValue: Figure
  readonly soldValue: Figure
  readonly fees: ReadonlyMap<string, Rational>
  readonly feesValue: Figure
  /** Before fees: Σ results of the fills, each of the currency that it disposed of. */
  readonly realized: Figure
  /** realized − fees. */
  readonly net: Figure
  /** Fills that disposed of another currency than the pnl currency. */
  readonly results: number
  /** Fills are missing: what is summed up is of those that are here, so every sum is estimated. */
  readonly isPartial: boolean
}

export interface MarketFigures extends ReportSums {
  readonly market: string
  /** In base and quote currency. */
  readonly boughtAmount: Rational
  readonly boughtTotal: Rational
  readonly soldAmount: Rational
  readonly soldTotal: Rational
  /** Sum of totals ÷ sum of amounts; null where nothing was traded. */
  readonly averageBought: Rational | null
  readonly averageSold: Rational | null
}

export interface DayFigures extends ReportSums {
  /** `2026-11-16` in the period's zone. */
  readonly day: string
}

export interface CurrencyResult {
  readonly currency: string
  readonly realized: Figure
  /** Of transfers and withdrawals. */
  readonly movedOut: Figure
}

export interface ReportFigures {
  readonly period: Period
  /** T0; null where nothing is older than what is here. */
  readonly knownFromMs: number | null
  readonly knownUntilMs: number
  readonly totals: ReportSums
  /** By name; only those traded in the period. */
  readonly markets: readonly MarketFigures[]
  /** Oldest first; only those with a fill. */
  readonly days: readonly DayFigures[]
  readonly currencies: readonly CurrencyResult[]
  /** Null where a day's result is unknown, the period begins before T0, or fewer than two days have a result. */
  readonly best: DayFigures | null
  readonly worst: DayFigures | null
  /** Days with a result above zero ÷ days with a result. */
  readonly winRate: Rational | null
}

interface Traded {
  readonly movement: Movement
  readonly fill: RawFill
  /** Results of what the fill disposed of. */
  readonly results: readonly Step[]
}

/** A sum of which fills may be missing. */
function partly(figure: Figure, isPartial: boolean): Figure {
  if (!isPartial || figure.value === null) return figure
  const reason = { code: 'fillsMissing', currency: '', text: 'fills before T0 are missing' } as const
  return { state: 'estimated', value: figure.value, reason }
}

function sumsOf(traded: readonly Traded[], money: string, isPartial: boolean): ReportSums {
  const movements = traded.map(({ movement }) => movement)
  const valueOf = (side: 'buy' | 'sell'): Figure =>
    partly(
      sumFigures(
        traded
          .filter(({ fill }) => fill.side === side)
          .map(({ movement, fill }) => valueFigure(movement.value, fill.market)),
      ),
      isPartial,
    )
  const realized = partly(
    sumFigures(traded.flatMap(({ results }) => results.map(({ result }) => result))),
    isPartial,
  )
  const fees = feesInMoney(movements)
  return {
    trades: traded.length,
    boughtValue: valueOf('buy'),
    soldValue: valueOf('sell'),
    fees: feesByCurrency(movements),
    feesValue: partly(fees, isPartial),
    realized,
    net: subtractFigures(realized, fees),
    results: traded.filter(({ results }) => results.some(({ leg }) => leg.currency !== money)).length,
    isPartial,
  }
}

function marketOf(
  market: string,
  traded: readonly Traded[],
  money: string,
  isPartial: boolean,
): MarketFigures {
  const sum = (side: 'buy' | 'sell', pick: (fill: RawFill) => Rational): Rational =>
    sumOf(traded.filter(({ fill }) => fill.side === side).map(({ fill }) => pick(fill)))
  const boughtAmount = sum('buy', ({ amount }) => amount)
  const boughtTotal = sum('buy', ({ total }) => total)
  const soldAmount = sum('sell', ({ amount }) => amount)
  const soldTotal = sum('sell', ({ total }) => total)
  return {
    market,
    ...sumsOf(traded, money, isPartial),
    boughtAmount,
    boughtTotal,
    soldAmount,
    soldTotal,
    averageBought: boughtAmount.sign() === 0 ? null : boughtTotal.divide(boughtAmount),
    averageSold: soldAmount.sign() === 0 ? null : soldTotal.divide(soldAmount),
  }
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Best and worst day and win rate, over the days on which something other than the pnl currency was disposed of. None where
 * one of those days has an unknown result, or there are fewer than two of them; of equal days the earlier one. A day that
 * is estimated counts with its estimate, and makes both estimated: which day it is rests on all of them.
 */
function bestAndWorst(days: readonly DayFigures[]): Pick<ReportFigures, 'best' | 'worst' | 'winRate'> {
  const none = { best: null, worst: null, winRate: null }
  const counted = days.filter(({ results }) => results > 0)
  if (counted.length < 2) return none
  let [best, worst] = [counted[0], counted[0]]
  let won = 0
  for (const day of counted) {
    const { value } = day.realized
    if (value === null) return none
    if (value.sign() > 0) won += 1
    if (best?.realized.value && value.compare(best.realized.value) > 0) best = day
    if (worst?.realized.value && value.compare(worst.realized.value) < 0) worst = day
  }
  const unsure = counted.find(({ realized }) => realized.state === 'estimated')?.realized
  const asSure = (day: DayFigures | undefined): DayFigures | null =>
    day === undefined || unsure === undefined || day.realized.value === null
      ? (day ?? null)
      : { ...day, realized: asSureAs(unsure, day.realized.value) }
  return { best: asSure(best), worst: asSure(worst), winRate: Rational.of(won, counted.length) }
}

/** Walks the books once; each report is then a sum over the fills of its period. */
export class ReportBook {
  readonly #rows: RawRows
  readonly #traded: readonly Traded[]
  readonly #steps: readonly Step[]
  readonly #money: string

  constructor(rows: RawRows) {
    this.#rows = rows
    this.#money = [...rows.pnl.rows.values()][0]?.pnlCurrency ?? 'usdc'
    const books = booksOf(rows)
    this.#steps = [...books.values()].flatMap(({ steps }) => steps)
    const byFill = new Map<RawFill, Step[]>()
    for (const step of this.#steps) {
      const { fill } = step.movement
      if (fill === null || !step.leg.isSale) continue
      byFill.set(fill, [...(byFill.get(fill) ?? []), step])
    }
    this.#traded = movementsOf(rows).flatMap((movement) =>
      movement.fill === null
        ? []
        : [{ movement, fill: movement.fill, results: byFill.get(movement.fill) ?? [] }],
    )
  }

  #knows(fromMs: number): boolean {
    return this.#rows.sinceMs === null || fromMs >= this.#rows.sinceMs
  }

  /** Result of each fill, by trade id and order: the sum of what it disposed of. */
  fillResults(): { readonly fill: RawFill; readonly result: Figure }[] {
    return this.#traded.map(({ fill, results }) => ({
      fill,
      result: sumFigures(results.map(({ result }) => result)),
    }))
  }

  /** The report of a period, over one market if `market` is given. */
  report(period: Period, market: string | null = null): ReportFigures {
    const isIn = (timeMs: number): boolean => timeMs >= period.fromMs && timeMs < period.toMs
    const traded = this.#traded.filter(
      ({ fill }) => isIn(fill.timeMs) && (market === null || fill.market === market),
    )
    const money = this.#money
    const isPartial = !this.#knows(period.fromMs)
    const days = groupBy(traded, ({ fill }) => dayIn(period.timeZone, fill.timeMs)).map(([day, rows]) => ({
      day,
      ...sumsOf(rows, money, !this.#knows(startOfDayIn(period.timeZone, day))),
    }))
    const moved = this.#steps.filter(
      ({ movement, leg }) => movement.fill === null && leg.direction === 'out' && isIn(movement.timeMs),
    )
    const sold = traded.flatMap(({ results }) => results)
    const currencies = groupBy([...sold, ...moved], ({ leg }) => leg.currency).map(([currency, steps]) => ({
      currency,
      realized: sumFigures(steps.filter(({ leg }) => leg.isSale).map(({ result }) => result)),
      movedOut: sumFigures(steps.filter(({ leg }) => !leg.isSale).map(({ result }) => result)),
    }))
    return {
      period,
      knownFromMs: this.#rows.sinceMs,
      knownUntilMs: this.#rows.pnl.momentMs,
      totals: sumsOf(traded, money, isPartial),
      markets: groupBy(traded, ({ fill }) => fill.market).map(([symbol, rows]) =>
        marketOf(symbol, rows, money, isPartial),
      ),
      days,
      currencies,
      // Days before T0 have results that nobody knows.
      ...bestAndWorst(this.#knows(period.fromMs) ? days : []),
    }
  }
}

/** Every figure of the report of a period. */
export function computeReport(rows: RawRows, period: Period, market: string | null = null): ReportFigures {
  return new ReportBook(rows).report(period, market)
}
