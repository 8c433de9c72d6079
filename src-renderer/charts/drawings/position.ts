// Figures of a planned long or short position. Pure; the amount is exact, rounded down.
import type { Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import {
  compare,
  divideDown,
  exactText,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { formatChange } from '../../text/format/chart-number.ts'
import { formatDecimal } from '../../text/format/decimal.ts'
import { amountDecimals, writeFigure } from '../../text/format/display-precision.ts'
import { nameMarket } from '../../text/format/words.ts'

export type PositionDrawing = Extract<Drawing, { kind: 'long' | 'short' }>

export interface PositionFigures {
  /** Share of the entry price between it and the target, and between it and the stop; above zero on the side of a gain. */
  readonly gainPercent: number
  readonly lossPercent: number
  /** Decimal text with two decimals: reward divided by risk. Null where the stop is at the entry. */
  readonly ratio: string | null
  /** Decimal text: base currency that loses the risk at the stop. Null where the stop is at the entry. */
  readonly amount: string | null
}

const apart = (a: string, b: string) => {
  const difference = subtract(parseExact(a), parseExact(b))
  return difference.units < 0n ? { ...difference, units: -difference.units } : difference
}

export function figurePosition({ kind, points, risk }: PositionDrawing): PositionFigures {
  const [entry = '1', target = entry, stop = entry] = points.map(({ price }) => price)
  const side = kind === 'long' ? 1 : -1
  const percentTo = (price: string): number => ((Number(price) - Number(entry)) / Number(entry)) * 100 * side
  const lost = apart(stop, entry)
  const isStopped = compare(lost, zero) > 0
  return {
    gainPercent: percentTo(target),
    lossPercent: percentTo(stop),
    ratio: isStopped ? exactText(divideDown(apart(target, entry), lost, 2)) : null,
    amount: isStopped ? exactText(divideDown(parseExact(risk), lost, amountDecimals)) : null,
  }
}

/** Words on the chart; `amount` is the user's and not in pictures. */
export function positionText(drawing: PositionDrawing): {
  readonly target: string
  readonly stop: string
  readonly entry: string
  readonly amount: string
} {
  const [entry = '', target = '', stop = ''] = drawing.points.map(({ price }) => formatDecimal(price))
  const { gainPercent, lossPercent, ratio, amount } = figurePosition(drawing)
  const { base, quote } = nameMarket(drawing.market)
  const name = drawing.kind === 'long' ? 'Long' : 'Short'
  return {
    target: `Target ${target} (${formatChange(gainPercent).text})`,
    stop: `Stop ${stop} (${formatChange(lossPercent).text})`,
    entry: `${name} ${entry}${ratio === null ? '' : `, ratio ${formatDecimal(ratio)}`}`,
    amount:
      amount === null
        ? ''
        : `Amount ${writeFigure(amount, amountDecimals)} ${base} at risk ${formatDecimal(drawing.risk)} ${quote}`.trim(),
  }
}

/** True while target and stop are on their sides of the entry. */
export function isOrdered({ kind, points }: PositionDrawing): boolean {
  const [entry = NaN, target = NaN, stop = NaN] = points.map(({ price }) => Number(price))
  return kind === 'long' ? target > entry && stop < entry : target < entry && stop > entry
}
