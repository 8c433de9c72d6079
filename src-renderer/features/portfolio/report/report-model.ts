// Prepares the figures of a report for display, each with state, precision and reason. Pure.
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../../../src-preload/contract/portfolio/report.ts'
import { splitMarket } from '../../../../src-preload/domain/markets/markets.ts'
import {
  hideUncoveredSums,
  figureOf,
  isUncovered,
} from '../../../../src-preload/domain/orders/report-figures.ts'
import { explainFigure, fillsMissing } from '../figures/book-text.ts'
import { amountDecimals, valueDecimals } from '../../../text/format/display-precision.ts'

export interface ModelFigure {
  readonly figure: Figure
  readonly decimals: number
  readonly unit: string
  readonly isResult: boolean
  /** Why it is estimated or unknown; empty when known. */
  readonly why: string
}

export interface SumFigure extends ModelFigure {
  readonly id: 'bought' | 'sold' | 'fees' | 'realized' | 'net'
  readonly title: string
}

export interface MarketFigures {
  readonly market: string
  readonly trades: number
  /** True when trades are missing from the count and figures. */
  readonly isPartial: boolean
  readonly figures: readonly ModelFigure[]
}

export interface DayFigures {
  readonly dayMs: number
  readonly trades: number
  /** As in MarketFigures. */
  readonly isPartial: boolean
  readonly volumes: readonly ModelFigure[]
  readonly fees: ModelFigure
  readonly realized: ModelFigure
}

export interface ReportModel {
  readonly unit: string
  readonly sums: readonly SumFigure[]
  readonly best: (ModelFigure & { readonly dayMs: number }) | null
  readonly worst: (ModelFigure & { readonly dayMs: number }) | null
  /** In the order of `marketColumns`. */
  readonly markets: readonly MarketFigures[]
  /** Newest first. */
  readonly days: readonly DayFigures[]
  /** By the currency in which they are exact. */
  readonly volumes: readonly ModelFigure[]
  readonly fees: readonly ModelFigure[]
}

export const marketColumns = ['Bought', 'Value bought', 'Sold', 'Value sold', 'Fees', 'Realized P&L'] as const

const noFeePrice = 'A fee is not reported or has no price, so it can’t be valued.'
const noValue = 'A fill has no price, so it can’t be valued.'
const notKnownYet = 'No orders or fills of this period are loaded yet.'

export function modelReport(whole: PeriodReport): ReportModel {
  const report = hideUncoveredSums(whole)
  const unit = report.pnlCurrency
  const isEmpty = isUncovered(whole)
  const reasonOf = (figure: Figure, reason: string): string =>
    figure.state === 'known' ? '' : isEmpty ? notKnownYet : reason
  const value = (figure: Figure, why: string, isResult = false, of = unit): ModelFigure => ({
    figure,
    decimals: valueDecimals(of),
    unit: of,
    isResult,
    why: reasonOf(figure, why),
  })
  /** A sum of fills; estimated when some are missing. */
  const summed = (text: string | null, isPartial: boolean, why: string, of = unit): ModelFigure =>
    value(figureOf(text, isPartial), isPartial && text !== null ? fillsMissing : why, false, of)
  /** A gain or loss, with every reason for its uncertainty. */
  const result = (figure: Figure, isPartial: boolean, why: string): ModelFigure =>
    value(figure, [isPartial ? fillsMissing : '', why].filter((text) => text !== '').join('\n'), true)
  const listed = (all: PeriodReport['fees'], isPartial: boolean): ModelFigure[] =>
    all.map(({ currency, amount }) => summed(amount, isPartial, '', currency))
  const bookReasons = explainFigure(report.books, unit)
  const { sum } = report
  const extreme = (day: PeriodReport['best']) =>
    day === null
      ? null
      : { ...value({ state: day.state, amount: day.amount }, bookReasons, true), dayMs: day.dayMs }
  return {
    unit,
    sums: [
      { id: 'bought', title: 'Bought', ...summed(sum.bought, sum.isPartial, noValue) },
      { id: 'sold', title: 'Sold', ...summed(sum.sold, sum.isPartial, noValue) },
      { id: 'fees', title: 'Fees', ...summed(sum.fees, sum.isPartial, noFeePrice) },
      {
        id: 'realized',
        title: 'Realized P&L (before fees)',
        ...result(sum.realized, sum.isPartial, bookReasons),
      },
      {
        id: 'net',
        title: 'Net',
        ...result(sum.net, sum.isPartial, sum.fees === null ? noFeePrice : bookReasons),
      },
    ],
    best: extreme(report.best),
    worst: extreme(report.worst),
    markets: report.markets.map((one) => {
      const { market, quote, isPartial } = one
      const base = splitMarket(market)?.base ?? ''
      const traded = (text: string): ModelFigure => ({
        ...summed(text, isPartial, '', base),
        decimals: amountDecimals,
      })
      const reasons = explainFigure(report.books, unit, market)
      return {
        market,
        trades: one.trades,
        isPartial,
        figures: [
          traded(one.boughtAmount),
          summed(one.boughtValue, isPartial, '', quote),
          traded(one.soldAmount),
          summed(one.soldValue, isPartial, '', quote),
          summed(one.fees, isPartial, noFeePrice),
          result(one.realized, isPartial, reasons),
        ],
      }
    }),
    days: report.days
      .filter(({ trades }) => trades > 0)
      .toReversed()
      .map(({ dayMs, trades, volumes, fees, realized, isPartial }) => ({
        dayMs,
        trades,
        isPartial,
        volumes: listed(volumes, isPartial),
        fees: summed(fees, isPartial, noFeePrice),
        realized: result(realized, isPartial, bookReasons),
      })),
    volumes: listed(report.volumes, sum.isPartial),
    fees: listed(report.fees, sum.isPartial),
  }
}
