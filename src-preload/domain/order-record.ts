// Gives an order and a fill the shape that they have as JSON, in files and on the clipboard alike: money as decimal text, times as
// ISO 8601 text. Pure. Must not: word anything, or compute a figure in a way of its own.
import type { ListedOrder, Order, OrderTrade } from '../contract/entities.ts'
import type { Fill } from '../contract/orders.ts'
import { exactText } from './exact.ts'
import { fillTotal } from './executed-value.ts'
import { filledPercent } from './filled-percent.ts'
import { isoTime } from './iso-time.ts'
import { splitMarket } from './markets.ts'
import type { Zone } from './zone.ts'

interface Units {
  /** Null where the quote currency is none that is known. */
  readonly base: string | null
  readonly quote: string | null
}

const unitsOf = (market: string): Units => {
  const units = splitMarket(market)
  return { base: units?.base ?? null, quote: units?.quote ?? null }
}

/** Whether the fill's order took from the book or stood in it; null where the exchange does not tell who took. */
export function roleOf({ takerType, side }: Pick<Fill, 'takerType' | 'side'>): 'taker' | 'maker' | null {
  if (takerType === null) return null
  return takerType === side ? 'taker' : 'maker'
}

/** A fill with what its order says where the fill itself does not. */
export function fillOfOrder(order: Order, trade: OrderTrade): Fill {
  return {
    ...trade,
    orderId: order.id,
    market: trade.market ?? order.market,
    side: trade.side ?? order.side,
    createdAtMs: trade.createdAtMs ?? order.updatedAtMs,
  }
}

/** The facts of an order's row in a CSV. */
export type OrderRecord = Omit<ListedOrder, 'createdAtMs' | 'updatedAtMs'> &
  Units & {
    readonly createdAt: string
    readonly updatedAt: string
    /** One decimal; null for an order of nothing. */
    readonly filledPercent: string | null
  }

export function orderRecord({ createdAtMs, updatedAtMs, ...order }: ListedOrder, zone: Zone): OrderRecord {
  return {
    ...order,
    ...unitsOf(order.market),
    createdAt: isoTime(zone, createdAtMs),
    updatedAt: isoTime(zone, updatedAtMs),
    filledPercent: filledPercent(order),
  }
}

/** The facts of a fill's row in a CSV. */
export type FillRecord = Omit<Fill, 'createdAtMs'> &
  Units & {
    readonly createdAt: string
    /** `total` as told, else price × amount. */
    readonly value: string
    readonly role: 'taker' | 'maker' | null
  }

export function fillRecord({ createdAtMs, ...fill }: Fill, zone: Zone): FillRecord {
  return {
    ...fill,
    ...unitsOf(fill.market),
    createdAt: isoTime(zone, createdAtMs),
    value: exactText(fillTotal(fill)),
    role: roleOf(fill),
  }
}
