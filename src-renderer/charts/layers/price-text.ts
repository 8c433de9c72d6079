// Owns: prices of what lies over the candles: from pixels to decimal text of the market, and as they are written on the axis.
// Must not: read what a person typed (price-input.ts of the overlays does).
import { formatFixed } from '../../text/format/locale.ts'
import type { Frame } from '../model/frame.ts'
import { percentText } from '../model/tick-texts.ts'

/** Beyond this a double is no longer written digit by digit. */
const highest = 1e20

/**
 * A price under the pointer as canonical decimal text with the market's decimals, above zero: what would round to nothing is
 * the smallest price that can be written.
 */
export function snapPrice(price: number, decimals: number): string {
  const text = Math.min(highest, price).toFixed(decimals)
  if (Number.isFinite(price) && Number(text) > 0) return text
  return (10 ** -decimals).toFixed(decimals)
}

/** A price as the axis of the frame writes it: with the decimals of the market, or in percent. */
export function formatPrice(frame: Pick<Frame, 'priceDecimals' | 'percentBase'>, price: number): string {
  return frame.percentBase === null
    ? formatFixed(price, frame.priceDecimals)
    : percentText(price, frame.percentBase)
}
