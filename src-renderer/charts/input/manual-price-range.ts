// Manual price range: stretching and shifting. Pure.
import { fromPixel, type Frame } from '../model/frame.ts'
import type { ManualPriceRange } from '../model/make-price-axis.ts'

/** Returns the frame's price range stretched `factor` times around the middle of the pane. */
export function stretchPrices(frame: Frame, factor: number): ManualPriceRange | null {
  const { innerTop, innerBottom } = frame.layout.price
  const middle = (innerTop + innerBottom) / 2
  const half = (innerBottom - innerTop) / 2 / factor
  return between(frame, middle + half, middle - half)
}

/** Returns the frame's price range shifted down by `pixels` CSS pixels. */
export function shiftPrices(frame: Frame, pixels: number): ManualPriceRange | null {
  const { innerTop, innerBottom } = frame.layout.price
  return between(frame, innerBottom - pixels, innerTop - pixels)
}

/** Returns null when the range exceeds doubles or is too small to draw. */
function between(frame: Frame, bottom: number, top: number): ManualPriceRange | null {
  const low = fromPixel(frame.price, bottom * frame.layout.dpr)
  const high = fromPixel(frame.price, top * frame.layout.dpr)
  const size = Math.max(Math.abs(low), Math.abs(high))
  const isSane = high - low > size * 1e-7 && size < 1e15 && high > 0
  return isSane ? { low, high } : null
}
