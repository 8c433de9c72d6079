// Prepares the figures of a period's performance for display. Pure.
import type { Performance } from '../../../../src-preload/contract/portfolio/performance.ts'
import type { Figure } from '../../../../src-preload/contract/portfolio/figures.ts'
import { type Exact, one as whole, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { maxFractionDigits } from '../../../text/format/decimal.ts'
import { formatInteger } from '../../../text/format/locale.ts'
import { formatDay } from '../../../text/format/time.ts'
import { countOf, nameMarket, sideNames } from '../../../text/format/words.ts'
import { explainFigure, fillsMissing } from '../figures/book-text.ts'
import { valueDecimals, writeFigure, writeShare } from '../../../text/format/display-precision.ts'
import { estimatedMark, unknownMark } from '../figures/figure-text.ts'

/** An amount in the currency of the figures, or a text that is none. */
export type ShownValue =
  | { readonly kind: 'amount'; readonly figure: Figure; readonly isResult: boolean }
  | { readonly kind: 'text'; readonly text: string }

export interface PerformanceFigure {
  readonly id: string
  readonly title: string
  readonly value: ShownValue
  /** Below the value. */
  readonly about: string
}

export interface ShownRow {
  readonly name: string
  readonly trades: number
  readonly volume: Figure
  readonly fees: Figure
  readonly realized: Figure
  readonly net: Figure
}

export interface ShownBreakdown {
  readonly id: 'market' | 'side' | 'hour'
  readonly title: string
  readonly rows: readonly ShownRow[]
}

export interface PerformanceModel {
  readonly unit: string
  readonly decimals: number
  readonly figures: readonly PerformanceFigure[]
  readonly hasDayFigures: boolean
  readonly breakdowns: readonly ShownBreakdown[]
  /** Why a figure is estimated or unknown; empty when all are known. */
  readonly why: string
}

const count = (days: number): Exact => ({ units: BigInt(days), scale: 0 })

type Results = Omit<Performance['sum'], 'isPartial'>

export function modelPerformance(performance: Performance): PerformanceModel {
  const { pnlCurrency: unit, sum, figures: days, books } = performance
  const { isPartial } = sum
  const summed = (amount: string | null): Figure =>
    amount === null ? { state: 'unknown' } : { state: isPartial ? 'estimated' : 'known', amount }
  const amount = (figure: Figure, isResult = true): ShownValue => ({ kind: 'amount', figure, isResult })
  const mark = days?.state === 'estimated' ? estimatedMark : ''
  /** A figure over the days, as sure as they are. */
  const ofDays = (value: string | null): ShownValue =>
    days === null || value === null
      ? { kind: 'text', text: unknownMark }
      : amount({ state: days.state, amount: value })
  const text = (value: string | null): ShownValue => ({
    kind: 'text',
    text: value === null ? unknownMark : `${mark}${value}`,
  })
  const row = (name: string, { trades, volume, fees, realized, net }: Results): ShownRow => ({
    ...{ name, trades, realized, net },
    volume: summed(volume),
    fees: summed(fees),
  })
  const dayFigures: readonly PerformanceFigure[] =
    days === null
      ? []
      : [
          {
            id: 'winRate',
            title: 'Win rate',
            value: text(writeShare(count(days.won), count(days.days))),
            about: `${formatInteger(days.won)} of ${countOf(days.days, ['day', 'days'])}`,
          },
          {
            id: 'averageWin',
            title: 'Average win',
            value: ofDays(days.averageWin),
            about: 'per winning day',
          },
          {
            id: 'averageLoss',
            title: 'Average loss',
            value: ofDays(days.averageLoss),
            about: 'per losing day',
          },
          {
            id: 'profitFactor',
            title: 'Profit factor',
            value: text(days.profitFactor && writeFigure(days.profitFactor, 2)),
            about: 'wins ÷ losses',
          },
          {
            id: 'drawdown',
            title: 'Largest drawdown',
            value: ofDays(days.drawdown === null ? '0' : `-${days.drawdown.amount}`),
            about: days.drawdown === null ? 'never below its peak' : drawdownText(days.drawdown),
          },
          {
            id: 'bestDay',
            title: 'Best day',
            value: ofDays(days.best.amount),
            about: formatDay(days.best.dayMs, true),
          },
          {
            id: 'worstDay',
            title: 'Worst day',
            value: ofDays(days.worst.amount),
            about: formatDay(days.worst.dayMs, true),
          },
          {
            id: 'streaks',
            title: 'Streaks',
            value: text(`${formatInteger(days.winStreak)} / ${formatInteger(days.lossStreak)}`),
            about: 'winning / losing days in a row',
          },
          {
            id: 'feeShare',
            title: 'Fee share of profit',
            value: text(days.feeShare && writeShare(parseExact(days.feeShare), whole)),
            about: 'fees ÷ profits before fees',
          },
        ]
  return {
    unit,
    decimals: valueDecimals(unit),
    figures: [
      { id: 'realized', title: 'Realized P&L', value: amount(sum.realized), about: 'before fees' },
      { id: 'fees', title: 'Fees', value: amount(summed(sum.fees), false), about: 'of all fills' },
      { id: 'net', title: 'Net', value: amount(sum.net), about: 'after fees' },
      ...dayFigures,
    ],
    hasDayFigures: days !== null,
    breakdowns: [
      {
        id: 'market',
        title: 'Market',
        rows: performance.markets.map((one) => row(nameMarket(one.market).pair, one)),
      },
      { id: 'side', title: 'Side', rows: performance.sides.map((one) => row(sideNames[one.side], one)) },
      {
        id: 'hour',
        title: 'Hour',
        rows: performance.hours.map((one) => row(`${String(one.hour).padStart(2, '0')}:00`, one)),
      },
    ],
    why: [isPartial ? fillsMissing : '', explainFigure(books, unit)].filter((line) => line !== '').join('\n'),
  }
}

/** "from 3 Nov 2026 to 9 Nov 2026", "from the start to 9 Nov 2026". */
function drawdownText({ fromDayMs, toDayMs }: { fromDayMs: number | null; toDayMs: number }): string {
  const until = formatDay(toDayMs, true)
  return fromDayMs === null ? `from the start to ${until}` : `from ${formatDay(fromDayMs, true)} to ${until}`
}

/** Price decimals of each market: two, or as many as its prices here have. */
export function decimalsByMarket(
  fills: readonly { readonly market: string; readonly price: string }[],
): ReadonlyMap<string, number> {
  const known = new Map<string, number>()
  for (const { market, price } of fills)
    known.set(market, Math.max(known.get(market) ?? 2, maxFractionDigits([price])))
  return known
}
