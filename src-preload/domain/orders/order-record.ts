// Converts an order or a fill to its JSON form for files and the clipboard: money as decimal text, times as ISO 8601 text.
// Pure.
import type { ListedOrder, Order, OrderTrade } from '../../contract/orders/entities.ts'
import type { Fill } from '../../contract/orders/orders.ts'
import { exactText } from '../numbers/exact-decimal.ts'
import { fillTotal } from './executed-value.ts'
import { filledPercent } from './filled-percent.ts'
import { isoTime } from '../iso-time.ts'
import { splitMarket } from '../markets/markets.ts'
import type { Zone } from '../locale/zone.ts'

interface Units {
  /** Null if the quote currency is unknown. */
  readonly base: string | null
  readonly quote: string | null
}

const unitsOf = (market: string): Units => {
  const units = splitMarket(market)
  return { base: units?.base ?? null, quote: units?.quote ?? null }
}

/** Returns whether the fill's order was taker or maker; null if the exchange does not report the taker. */
export function roleOf({ takerType, side }: Pick<Fill, 'takerType' | 'side'>): 'taker' | 'maker' | null {
  if (takerType === null) return null
  return takerType === side ? 'taker' : 'maker'
}

/** Returns a fill, with the order's values for the fields that the fill leaves out. */
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
    /** One decimal; null for an order of zero volume. */
    readonly filledPercent: string | null
  }

/** Converts an order; times become ISO 8601 text in the zone. */
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
    /** `total` as reported, otherwise price × amount. */
    readonly value: string
    readonly role: 'taker' | 'maker' | null
  }

/** Converts a fill; times become ISO 8601 text in the zone. */
export function fillRecord({ createdAtMs, ...fill }: Fill, zone: Zone): FillRecord {
  return {
    ...fill,
    ...unitsOf(fill.market),
    createdAt: isoTime(zone, createdAtMs),
    value: exactText(fillTotal(fill)),
    role: roleOf(fill),
  }
}
