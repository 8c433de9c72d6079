// Text about an unexpected shutdown and what was open then. Pure.
import type { Place } from '../../src-preload/contract/app/places.ts'
import { viewTitles } from '../shell/page/views.ts'

/** What was open, in short: "Orders, with order 1234". */
export function describePlace({ view, market, orderId }: Place): string {
  const title = viewTitles[view]
  if ((view === 'trade' || view === 'markets') && market !== null)
    return `${title}, with ${market.toUpperCase()}`
  if (view === 'orders' && orderId !== null) return `${title}, with order ${String(orderId)}`
  return title
}
