// Text for marks, drawings and alerts of a chart.
import type { AlertDirection, PriceAlert } from '../../../../src-preload/contract/app/alerts.ts'
import type { ChartMark } from '../../../../src-preload/contract/markets/charts.ts'
import { assertNever } from '../../../../src-preload/domain/errors.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatInteger } from '../../../text/format/locale.ts'
import { formatMoment } from '../../../text/format/time.ts'
import { nameMarket, nameOrderType, sideNames } from '../../../text/format/words.ts'
import { reportedText } from '../../orders/order-columns.ts'

/** True for an order in a state that only the stream has reported. */
export const isReported = (mark: ChartMark): boolean => mark.kind === 'placed' && mark.isReported === true

/** Number of marks with details; the rest is counted. */
export const maxDetailed = 6

export const directionWords: Readonly<Record<AlertDirection, string>> = {
  up: 'rising',
  down: 'falling',
  either: 'crossing',
}

/** "Buy filled", "Limit sell placed", "Buy canceled". */
export function nameMark(mark: ChartMark): string {
  const side = sideNames[mark.side]
  switch (mark.kind) {
    case 'fill':
      return `${side} filled`
    case 'placed':
      return `${nameOrderType(mark.type)} ${side.toLowerCase()} ${mark.isOpen ? 'open' : 'placed'}`
    case 'cancelled':
      return `${side} canceled`
    default:
      return assertNever(mark, 'mark')
  }
}

/** "and 12 more"; empty when all are shown. */
export function countMore(count: number): string {
  return count <= maxDetailed ? '' : `and ${formatInteger(count - maxDetailed)} more`
}

/** Marks of one candle as sentences for a screen reader; empty for none. */
export function readMarks(marks: readonly ChartMark[], market: string, isPrivate: boolean): string {
  const { base } = nameMarket(market)
  const told = marks.slice(0, maxDetailed).map((mark) => {
    const amount = isPrivate ? '' : `, ${formatDecimal(mark.amount)} ${base}`
    const stop = mark.kind === 'placed' ? mark.stopPrice : null
    const trigger = stop === null ? '' : `, trigger ${formatDecimal(stop)}`
    const price = mark.price === null ? '' : ` at ${formatDecimal(mark.price)}`
    const report = isReported(mark) ? `. ${reportedText}` : ''
    return `${nameMark(mark)}${price}${trigger}${amount}${report}`
  })
  const more = countMore(marks.length)
  return [...told, ...(more === '' ? [] : [more])].map((sentence) => `${sentence}.`).join(' ')
}

/** List text of an alert: "Alert at 2,400.00, rising". */
export function nameAlert({ price, direction }: Pick<PriceAlert, 'price' | 'direction'>): string {
  return `Alert at ${formatDecimal(price)}, ${directionWords[direction]}`
}

/** Whether an alert is armed, and when its price was last crossed. */
export function describeAlert({ isArmed, crossedAtMs, isRepeating }: PriceAlert): string {
  const crossed = crossedAtMs === null ? '' : `crossed ${formatMoment(crossedAtMs)}`
  const state = !isArmed ? 'Not active' : isRepeating ? 'Active, repeating' : 'Active, once'
  return [state, crossed].filter((part) => part !== '').join(', ')
}
