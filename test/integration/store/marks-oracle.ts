// Which marks an account's orders and fills make, found by looking at all of them.
import type { ChartMark } from '../../../src-preload/contract/markets/charts.ts'
import type { Order, OrderTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { MarksQuery, StoredMarks } from '../../../src-main/store/api/chart-rows.ts'

export interface FilledOrder {
  readonly order: Order
  readonly trades: readonly OrderTrade[]
}

const isOpen = ({ state }: Order): boolean => state === 'wait' || state === 'pending'

/** The marks of one order, in the order in which they happened at one time. */
function marksOf({ order, trades }: FilledOrder): ChartMark[] {
  const { id: orderId, side, price, stopPrice, type, state } = order
  const placed: ChartMark = {
    kind: 'placed',
    orderId,
    side,
    atMs: order.createdAtMs,
    price,
    amount: order.originVolume,
    type,
    stopPrice,
    state,
    isOpen: isOpen(order),
  }
  const fills = trades.map((trade): ChartMark => ({
    kind: 'fill',
    orderId,
    tradeId: trade.id,
    side: trade.side ?? side,
    atMs: trade.createdAtMs ?? order.updatedAtMs,
    price: trade.price,
    amount: trade.amount,
  }))
  const cancelled: ChartMark = {
    kind: 'cancelled',
    orderId,
    side,
    atMs: order.updatedAtMs,
    price,
    amount: order.remainingVolume,
    reason: order.cancelReason,
  }
  const isCancelled = state === 'cancel' && Number(order.remainingVolume) > 0
  return [placed, ...fills, ...(isCancelled ? [cancelled] : [])]
}

export function listMarks(all: readonly FilledOrder[], query: MarksQuery): StoredMarks {
  const { market, fromMs, toMs, most } = query
  // Sorting keeps the order of what happened at one time to one order.
  const marks = all
    .filter(({ order }) => order.market === market)
    .sort((a, b) => a.order.id - b.order.id)
    .flatMap(marksOf)
    .sort((a, b) => a.atMs - b.atMs)
  const isOfOpen = (mark: ChartMark): boolean => mark.kind === 'placed' && mark.isOpen
  const open = marks.filter(isOfOpen)
  const others = marks.filter((mark) => !isOfOpen(mark) && mark.atMs >= fromMs && mark.atMs <= toMs)
  const shownOpen = new Set(open.slice(-most))
  const room = most - shownOpen.size
  const shown = new Set([...shownOpen, ...(room === 0 ? [] : others.slice(-room))])
  return {
    marks: marks.filter((mark) => shown.has(mark)),
    isCut: open.length > most || others.length > room,
  }
}
