// What of a chart is under the pointer.
import { hitAt, regionAt, toolPlace } from '../../../charts/input/pointer.ts'
import type { ChartLayer } from '../../../charts/layers/layer.ts'
import { snapPrice } from '../../../charts/layers/price-text.ts'
import type { Frame } from '../../../charts/model/frame.ts'

export interface UnderPointer {
  /** Rounded to the market's decimals. */
  readonly price: string
  readonly atMs: number
  /** The item of a layer; null for none. */
  readonly hitId: string | null
}

/** Place, price and item under the pointer; null outside the prices and over what can be pressed or moved itself. */
export function underPointer(
  event: MouseEvent,
  frame: Frame,
  layers: readonly ChartLayer[],
  decimals: number,
): UnderPointer | null {
  if (!(event.target instanceof Element)) return null
  const chartRoot = event.target.closest('[role="application"]')
  if (chartRoot === null || event.target.closest('button, .study, [role="separator"]') !== null) return null
  const box = chartRoot.getBoundingClientRect()
  const place = { x: event.clientX - box.left, y: event.clientY - box.top }
  if (regionAt(frame, place) !== 'price') return null
  const { price, timeMs } = toolPlace(frame, place)
  return {
    price: snapPrice(price, decimals),
    atMs: Math.max(0, Math.round(timeMs)),
    hitId: hitAt(frame, layers, place)?.id ?? null,
  }
}
