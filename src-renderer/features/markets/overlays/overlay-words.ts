// Owns: the words for marks, drawings and alerts of a chart. Must not: format figures in columns (Figure does).
import type { AlertDirection, PriceAlert } from '../../../../src-preload/contract/alerts.ts'
import type { ChartMark, Drawing } from '../../../../src-preload/contract/charts.ts'
import { assertNever } from '../../../../src-preload/domain/errors.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatInteger } from '../../../text/format/locale.ts'
import { formatMoment } from '../../../text/format/time.ts'
import { nameMarket, sideWords, typeWords } from '../../../text/format/words.ts'

/** Details of so many marks are told; the rest is counted. */
export const mostTold = 6

export const directionWords: Readonly<Record<AlertDirection, string>> = {
  up: 'rising',
  down: 'falling',
  either: 'either way',
}

/** "Buy filled", "Limit sell placed", "Buy cancelled". */
export function nameMark(mark: ChartMark): string {
  const side = sideWords[mark.side]
  switch (mark.kind) {
    case 'fill':
      return `${side} filled`
    case 'placed':
      return `${typeWords[mark.type]} ${side.toLowerCase()} ${mark.isOpen ? 'open' : 'placed'}`
    case 'cancelled':
      return `${side} cancelled`
    default:
      return assertNever(mark, 'mark')
  }
}

/** "and 12 more"; empty where all are told. */
export function countMore(count: number): string {
  return count <= mostTold ? '' : `and ${formatInteger(count - mostTold)} more`
}

/** The marks of one candle in a few sentences, for a screen reader. Empty for none. */
export function readMarks(marks: readonly ChartMark[], market: string, isPrivate: boolean): string {
  const { base } = nameMarket(market)
  const told = marks.slice(0, mostTold).map((mark) => {
    const amount = isPrivate ? '' : `, ${formatDecimal(mark.amount)} ${base}`
    const price = mark.price === null ? '' : ` at ${formatDecimal(mark.price)}`
    return `${nameMark(mark)}${price}${amount}`
  })
  const more = countMore(marks.length)
  return [...told, ...(more === '' ? [] : [more])].map((sentence) => `${sentence}.`).join(' ')
}

/** A drawing as a list has it: "Line at 2,400.00, support". */
export function nameDrawing(drawing: Drawing): string {
  const kind = drawing.kind === 'line' ? 'Line' : 'Note'
  const [text = ''] = drawing.text.split('\n')
  return `${kind} at ${formatDecimal(drawing.price)}${text === '' ? '' : `, ${text}`}`
}

/** An alert as a list has it: "Alert at 2,400.00, rising". */
export function nameAlert({ price, direction }: Pick<PriceAlert, 'price' | 'direction'>): string {
  return `Alert at ${formatDecimal(price)}, ${directionWords[direction]}`
}

/** Whether an alert waits, and when its price was crossed last. */
export function describeAlert({ isArmed, crossedAtMs, isRepeating }: PriceAlert): string {
  const crossed = crossedAtMs === null ? '' : `crossed ${formatMoment(crossedAtMs)}`
  const state = !isArmed ? 'Not armed' : isRepeating ? 'Armed, each time' : 'Armed, once'
  return [state, crossed].filter((part) => part !== '').join(', ')
}
