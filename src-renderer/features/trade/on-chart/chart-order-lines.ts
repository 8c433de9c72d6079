// The lines of open orders on a chart. Pure.
import type { ListedOrder } from '../../../../src-preload/contract/orders/entities.ts'
import type { OrderLine } from '../../../charts/layers/order-lines.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { nameOrderState, sideNames } from '../../../text/format/words.ts'
import { isOpen } from '../../orders/open-orders/canceling.svelte.ts'

export type OpenOrder = Pick<
  ListedOrder,
  'id' | 'side' | 'type' | 'price' | 'stopPrice' | 'remainingVolume' | 'state' | 'market' | 'isReported'
>

export interface LineOptions {
  readonly isCanceling: (order: OpenOrder) => boolean
  /** The amounts are hidden. */
  readonly isPrivate: boolean
}

/** "Buy 0.19 @ 1,222.52"; without the amount where amounts are hidden. */
export function wordLine({ side, remainingVolume }: OpenOrder, price: string, isPrivate: boolean): string {
  const what = isPrivate ? sideNames[side] : `${sideNames[side]} ${formatDecimal(remainingVolume)}`
  return `${what} @ ${formatDecimal(price)}`
}

/** The state of an order that the stream reports as ended, and the mark of every reported one, as in the lists; empty for others. */
function wordReport(order: OpenOrder): string {
  if (order.isReported !== true) return ''
  return isOpen(order) ? ' •' : ` · ${nameOrderState(order.state)} •`
}

/** One line for a limit, two for a stop: its trigger and its limit. None for an order without a price. */
export function linesOf(orders: readonly OpenOrder[], { isCanceling, isPrivate }: LineOptions): OrderLine[] {
  return orders.flatMap((order) => {
    const { id: orderId, side, price, stopPrice } = order
    const shared = { orderId, side, isCanceling: isCanceling(order) || !isOpen(order) }
    const report = wordReport(order)
    const lines: OrderLine[] = []
    if (stopPrice !== null) {
      const text = `${sideNames[side]} stop, trigger ${formatDecimal(stopPrice)}${report}`
      lines.push({
        ...shared,
        id: `${String(orderId)} trigger`,
        price: Number(stopPrice),
        exactPrice: stopPrice,
        text,
        isTrigger: true,
      })
    }
    if (price !== null) {
      const words = wordLine(order, price, isPrivate)
      const text = `${words}${stopPrice === null ? '' : ' after trigger'}${report}`
      lines.push({
        ...shared,
        id: `${String(orderId)} limit`,
        price: Number(price),
        exactPrice: price,
        text,
        isTrigger: false,
      })
    }
    return lines
  })
}

/** The words of a line on its way: "Move to 1,230". */
export const wordMove = (price: string): string => `Move to ${formatDecimal(price)}`
