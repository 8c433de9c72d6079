// Formats an order or fill as JSON for the clipboard, in the shape of a JSON Lines export.
import type { ListedOrder, OrderTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { Fill } from '../../../src-preload/contract/orders/orders.ts'
import { fillOfOrder, fillRecord, orderRecord } from '../../../src-preload/domain/orders/order-record.ts'
import type { Zone } from '../../../src-preload/domain/locale/zone.ts'

/** @param trades - trades of the order; omitted when null */
export function orderAsJson(order: ListedOrder, trades: readonly OrderTrade[] | null, zone: Zone): string {
  const fills = trades?.map((trade) => fillRecord(fillOfOrder(order, trade), zone))
  const record = orderRecord(order, zone)
  return JSON.stringify(fills === undefined ? record : { ...record, trades: fills }, null, 2)
}

export const fillAsJson = (fill: Fill, zone: Zone): string => JSON.stringify(fillRecord(fill, zone), null, 2)
