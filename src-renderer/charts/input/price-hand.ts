// Owns: scaling and moving the prices by hand. Pure. Must not: know the pointer.
import { fromPixel, type Frame } from '../model/frame.ts'
import type { PriceHand } from '../model/make-price-axis.ts'

/** The scale of a picture as one set by hand, its prices stretched `factor` times around the middle of the pane. */
export function stretchPrices(frame: Frame, factor: number): PriceHand | null {
  const { innerTop, innerBottom } = frame.layout.price
  const middle = (innerTop + innerBottom) / 2
  const half = (innerBottom - innerTop) / 2 / factor
  return between(frame, middle + half, middle - half)
}

/** The scale of a picture as one set by hand, its prices moved down by `pixels` CSS pixels. */
export function shiftPrices(frame: Frame, pixels: number): PriceHand | null {
  const { innerTop, innerBottom } = frame.layout.price
  return between(frame, innerBottom - pixels, innerTop - pixels)
}

/** Null where doubles end or a picture would say nothing. */
function between(frame: Frame, bottom: number, top: number): PriceHand | null {
  const low = fromPixel(frame.price, bottom * frame.layout.dpr)
  const high = fromPixel(frame.price, top * frame.layout.dpr)
  const size = Math.max(Math.abs(low), Math.abs(high))
  const isSane = high - low > size * 1e-7 && size < 1e15 && high > 0
  return isSane ? { low, high } : null
}
