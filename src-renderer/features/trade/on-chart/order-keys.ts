// Keys of the open orders on a chart.
import type { ChartOrders } from './chart-orders.svelte.ts'

/**
 * Alt+O chooses the next open order, X or Delete cancels it, arrows and Enter move it. Returns what to say, empty for nothing;
 * null when the key is none of these.
 *
 * @param isShown - open orders are shown on the chart
 * @param decimals - of the market's prices
 */
export function pressOrders(
  event: KeyboardEvent,
  orders: ChartOrders,
  isShown: boolean,
  decimals: number,
): string | null {
  const isNext = event.altKey && event.code === 'KeyO'
  if (!isShown) return isNext ? 'Open orders are hidden on this chart.' : null
  if (isNext) return orders.describe(orders.selectNext())
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  const used = (isUsed: boolean): string | null => (isUsed ? '' : null)
  if (event.key === 'Escape') return used(orders.leave())
  if (event.key === 'Enter') return used(!event.repeat && orders.place())
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    return orders.step(event.key === 'ArrowUp' ? 1 : -1, decimals)
  if (event.key.toLowerCase() === 'x' || event.key === 'Delete') return used(orders.cancelSelected())
  return null
}
