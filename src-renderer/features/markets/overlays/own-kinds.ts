// Which of the user's own order events a chart shows. Pure.
import type { ChartChoices, ChartMark } from '../../../../src-preload/contract/markets/charts.ts'
import { assertNever } from '../../../../src-preload/domain/errors.ts'

export type OwnKinds = Pick<ChartChoices, 'hasMarks' | 'hasOpenOrders' | 'hasCanceled'>

export const noOwnKinds: OwnKinds = { hasMarks: false, hasOpenOrders: false, hasCanceled: false }

/** True for an event that a chart with these choices shows. That an order was placed is shown while it is open. */
export function isShownKind(mark: ChartMark, kinds: OwnKinds): boolean {
  switch (mark.kind) {
    case 'fill':
      return kinds.hasMarks
    case 'placed':
      return kinds.hasOpenOrders && mark.isOpen
    case 'cancelled':
      return kinds.hasCanceled
    default:
      return assertNever(mark, 'mark')
  }
}
