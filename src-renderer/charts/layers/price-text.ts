// Prices over the candles: from pixels to decimal text of the market, and as axis labels.
import { formatFixed } from '../../text/format/locale.ts'
import type { Frame } from '../model/frame.ts'
import { percentText } from '../model/tick-texts.ts'

/** Number.toFixed switches to exponential notation beyond this. */
const highest = 1e20

/**
 * Rounds a price under the pointer to canonical decimal text with the market's decimals, above zero: a price that would
 * round to zero becomes the smallest step.
 */
export function snapPrice(price: number, decimals: number): string {
  const text = Math.min(highest, price).toFixed(decimals)
  if (Number.isFinite(price) && Number(text) > 0) return text
  return (10 ** -decimals).toFixed(decimals)
}

/** Formats a price like the frame's axis: with the market's decimals, or in percent. */
export function formatPrice(frame: Pick<Frame, 'priceDecimals' | 'percentBase'>, price: number): string {
  return frame.percentBase === null
    ? formatFixed(price, frame.priceDecimals)
    : percentText(price, frame.percentBase)
}
