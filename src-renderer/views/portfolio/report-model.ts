// Gives the screen the figures of a report, each with its state, precision and reason. Pure. Must not: compute an amount.
import type { Figure, PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import { coverReport, figureOf } from '../../../src-preload/shared/report-figures.ts'
import { explainFigure } from './book-text.ts'
import { amountDecimals, valueDecimals } from './display-precision.ts'

export interface ModelFigure {
  readonly figure: Figure
  readonly decimals: number
  readonly unit: string
  readonly isResult: boolean
  /** Why it is estimated or unknown; empty where it is known. */
  readonly why: string
}

export interface SumFigure extends ModelFigure {
  readonly id: 'bought' | 'sold' | 'fees' | 'realized' | 'net'
  readonly title: string
}

export interface MarketFigures {
  readonly market: string
  readonly trades: number
  readonly figures: readonly ModelFigure[]
}

export interface DayFigures {
  readonly dayMs: number
  readonly trades: number
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
  /** By the currencies in which they are exact. */
  readonly volumes: readonly ModelFigure[]
  readonly fees: readonly ModelFigure[]
}

export const marketColumns = ['Bought', 'Value bought', 'Sold', 'Value sold', 'Fees', 'Realized P&L'] as const

const noFeePrice = 'A fill has no price here, so its fee cannot be valued.'
const noValue = 'A fill has no price here, so it cannot be valued.'
const notKnownYet = 'No order or fill of this period is known yet.'

export function modelReport(whole: PeriodReport): ReportModel {
  const report = coverReport(whole)
  const unit = report.pnlCurrency
  const isBare = report !== whole
  const reasonOf = (figure: Figure, reason: string): string =>
    figure.state === 'known' ? '' : isBare ? notKnownYet : reason
  const value = (figure: Figure, why: string, isResult = false, of = unit): ModelFigure => ({
    figure,
    decimals: valueDecimals(of),
    unit: of,
    isResult,
    why: reasonOf(figure, why),
  })
  const amount = (currency: string, text: string): ModelFigure => ({
    figure: figureOf(text),
    decimals: valueDecimals(currency),
    unit: currency,
    isResult: false,
    why: '',
  })
  const bookReasons = explainFigure(report.books, unit)
  const { sum } = report
  const extreme = (day: PeriodReport['best']) =>
    day === null
      ? null
      : { ...value({ state: day.state, amount: day.amount }, bookReasons, true), dayMs: day.dayMs }
  return {
    unit,
    sums: [
      { id: 'bought', title: 'Bought', ...value(figureOf(sum.bought), noValue) },
      { id: 'sold', title: 'Sold', ...value(figureOf(sum.sold), noValue) },
      { id: 'fees', title: 'Fees', ...value(figureOf(sum.fees), noFeePrice) },
      { id: 'realized', title: 'Realized P&L (before fees)', ...value(sum.realized, bookReasons, true) },
      {
        id: 'net',
        title: 'Net',
        ...value(sum.net, sum.fees === null ? noFeePrice : bookReasons, true),
      },
    ],
    best: extreme(report.best),
    worst: extreme(report.worst),
    markets: report.markets.map((one) => {
      const { market, quote } = one
      const base = splitMarket(market)?.base ?? ''
      const traded = (text: string): ModelFigure => ({ ...amount(base, text), decimals: amountDecimals })
      const reasons = explainFigure(report.books, unit, market)
      return {
        market,
        trades: one.trades,
        figures: [
          traded(one.boughtAmount),
          value(figureOf(one.boughtValue), '', false, quote),
          traded(one.soldAmount),
          value(figureOf(one.soldValue), '', false, quote),
          value(figureOf(one.fees), noFeePrice),
          value(one.realized, reasons, true),
        ],
      }
    }),
    days: report.days
      .filter(({ trades }) => trades > 0)
      .toReversed()
      .map(({ dayMs, trades, volumes, fees, realized }) => ({
        dayMs,
        trades,
        volumes: volumes.map((one) => amount(one.currency, one.amount)),
        fees: value(figureOf(fees), noFeePrice),
        realized: value(realized, bookReasons, true),
      })),
    volumes: report.volumes.map((one) => amount(one.currency, one.amount)),
    fees: report.fees.map((one) => amount(one.currency, one.amount)),
  }
}
