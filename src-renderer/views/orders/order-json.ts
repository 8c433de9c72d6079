// Owns: an order or a fill as JSON for the clipboard: money as decimal text, times as ISO 8601 in UTC. Must not: copy.
import type { Order, OrderTrade } from '../../../src-preload/contract/entities.ts'
import type { Fill } from '../../../src-preload/contract/orders.ts'
import { formatUtcIso } from '../../lib/format/time.ts'

function tradeValue({ createdAtMs, ...trade }: OrderTrade): object {
  return { ...trade, createdAt: createdAtMs === null ? null : formatUtcIso(createdAtMs) }
}

/** @param trades - of the order; null where they are not here, and then not named */
export function orderAsJson(order: Order, trades: readonly OrderTrade[] | null): string {
  const { createdAtMs, updatedAtMs, ...rest } = order
  const times = { createdAt: formatUtcIso(createdAtMs), updatedAt: formatUtcIso(updatedAtMs) }
  const value = { ...rest, ...times, ...(trades === null ? {} : { trades: trades.map(tradeValue) }) }
  return JSON.stringify(value, null, 2)
}

export function fillAsJson(fill: Fill): string {
  return JSON.stringify(tradeValue(fill), null, 2)
}
