// What the stream reports of an order, beside what REST has told of it. Pure: REST decides, a report is only ever shown.
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import {
  add,
  compare,
  compareDecimals,
  parseExact,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { isOrderState } from '../../../src-preload/domain/markets/markets.ts'
import type { StreamOrder } from '../../exchange/streams/row-messages.ts'

const hasEnded = (state: string | null): boolean => state === 'done' || state === 'cancel'

/** True where the parts are no less filled than before and add up to the order. */
function areVolumesSound(order: Order, executed: string, remaining: string): boolean {
  const sum = add(parseExact(executed), parseExact(remaining))
  return (
    compareDecimals(executed, order.executedVolume) >= 0 && compare(sum, parseExact(order.originVolume)) === 0
  )
}

/**
 * The order as the stream reports it; null where the report says nothing newer, or cannot be about this order. An order that
 * has ended stays as it is, and nothing is filled less than before: messages may come late and in any order.
 */
export function applyReport<Known extends Order>(order: Known, report: StreamOrder): Known | null {
  if (report.id !== order.id || report.market !== order.market || hasEnded(order.state)) return null
  const updatedAtMs = report.updatedAtMs ?? order.updatedAtMs
  const tradesCount = report.tradesCount ?? order.tradesCount
  if (updatedAtMs < order.updatedAtMs || tradesCount < order.tradesCount) return null
  const state = report.state !== null && isOrderState(report.state) ? report.state : order.state
  // What rests in the book does not go back to being accepted.
  if (state === 'pending' && order.state === 'wait') return null
  const executedVolume = report.executedVolume ?? order.executedVolume
  const remainingVolume = report.remainingVolume ?? order.remainingVolume
  if (!areVolumesSound(order, executedVolume, remainingVolume)) return null
  const isNews =
    state !== order.state ||
    tradesCount > order.tradesCount ||
    compareDecimals(executedVolume, order.executedVolume) > 0
  if (!isNews) return null
  const averagePrice = report.averagePrice ?? order.averagePrice
  return { ...order, state, updatedAtMs, tradesCount, executedVolume, remainingVolume, averagePrice }
}
