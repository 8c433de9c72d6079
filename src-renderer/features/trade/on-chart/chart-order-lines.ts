// The lines of open orders on a chart. Pure.
import type { ListedOrder } from '../../../../src-preload/contract/orders/entities.ts'
import { compareDecimals } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import type { OrderLine } from '../../../charts/layers/order-lines.ts'
import { formatDecimal, padDecimals } from '../../../text/format/decimal.ts'
import { nameMarket, nameOrderState, sideNames } from '../../../text/format/words.ts'
import { isOpen } from '../../orders/open-orders/canceling.svelte.ts'
import type { MovedOrder } from './order-moves.svelte.ts'

export type OpenOrder = Pick<
  ListedOrder,
  'id' | 'side' | 'type' | 'price' | 'stopPrice' | 'remainingVolume' | 'state' | 'market' | 'isReported'
>

interface LineWords {
  /** The amounts are hidden. */
  readonly isPrivate: boolean
  /** Decimals of the market's prices. */
  readonly decimals: number
}

export interface LineOptions extends LineWords {
  readonly isCanceling: (order: OpenOrder) => boolean
  /** The order that main was asked to move; null for none. */
  readonly moving: MovedOrder | null
}

/** With the decimals of the axis beside it: "1,222.50". A finer price keeps all of its digits. */
export const wordPrice = (price: string, decimals: number): string =>
  formatDecimal(padDecimals(price, decimals))

/** "Buy 0.19 @ 1,222.52"; without the amount where amounts are hidden. */
export function wordLine({ side, remainingVolume }: OpenOrder, price: string, words: LineWords): string {
  const { isPrivate, decimals } = words
  const what = isPrivate ? sideNames[side] : `${sideNames[side]} ${formatDecimal(remainingVolume)}`
  return `${what} @ ${wordPrice(price, decimals)}`
}

/** "Canceling buy 0.5 ETH at 1,117.68…"; without the amount where amounts are hidden. */
export function wordCanceling(order: OpenOrder, { isPrivate, decimals }: LineWords): string {
  const { side, remainingVolume, market, price, stopPrice } = order
  const { base } = nameMarket(market)
  const what = isPrivate ? base : `${formatDecimal(remainingVolume)} ${base}`
  return `Canceling ${sideNames[side].toLowerCase()} ${what} at ${wordPrice(price ?? stopPrice ?? '0', decimals)}…`
}

/** The state of an order that the stream reports as ended, and the mark of every reported one, as in the lists; empty for others. */
function wordReport(order: OpenOrder): string {
  if (order.isReported !== true) return ''
  return isOpen(order) ? ' •' : ` · ${nameOrderState(order.state)} •`
}

/** One line for a limit, two for a stop: its trigger and its limit. None for an order without a price. */
export function linesOf(orders: readonly OpenOrder[], options: LineOptions): OrderLine[] {
  const { isCanceling, decimals, moving } = options
  return orders.flatMap((order) => {
    const { id: orderId, side, price, stopPrice } = order
    const asked = moving?.orderId === orderId ? moving : null
    const shared = { orderId, side, isCanceling: asked !== null || isCanceling(order) || !isOpen(order) }
    const report = wordReport(order)
    const wordTarget = (from: string, to: string | null): string =>
      to === null || compareDecimals(from, to) === 0 ? '' : ` → ${wordPrice(to, decimals)}…`
    const lines: OrderLine[] = []
    if (stopPrice !== null) {
      const text = `${sideNames[side]} stop, trigger ${wordPrice(stopPrice, decimals)}${report}${wordTarget(stopPrice, asked?.stopPrice ?? null)}`
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
      const words = wordLine(order, price, options)
      const after = stopPrice === null ? '' : ' after trigger'
      const text = `${words}${after}${report}${wordTarget(price, asked?.price ?? null)}`
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
