// Where the rows of a volume profile are drawn: at the right side of the price pane. Pure.
import type { VolumeProfile } from '../indicators/volume-profile.ts'
import { plotRight, toPixel, type Frame } from './frame.ts'

/** A row in whole device pixels; volume of rising candles is at its right. */
export interface ProfileBar {
  readonly top: number
  readonly bottom: number
  readonly left: number
  /** Where falling volume ends and rising begins. */
  readonly split: number
  readonly right: number
  readonly isControl: boolean
  readonly isInValue: boolean
}

/** The longest row takes this share of the plot. */
const widthShare = 0.25

export function profileBars(
  frame: Frame,
  { rows, control, valueFrom, valueEnd }: VolumeProfile,
): readonly ProfileBar[] {
  const right = plotRight(frame)
  const most = rows[control]
  const scale = (right * widthShare) / ((most?.up ?? 0) + (most?.down ?? 0))
  return rows.map(({ low, high, up, down }, at) => {
    const top = Math.round(toPixel(frame.price, high))
    // A hairline between rows that are high enough for it.
    const end = Math.round(toPixel(frame.price, low))
    return {
      top,
      bottom: Math.max(top + 1, end - top > 3 ? end - 1 : end),
      left: Math.round(right - (up + down) * scale),
      split: Math.round(right - up * scale),
      right,
      isControl: at === control,
      isInValue: at >= valueFrom && at < valueEnd,
    }
  })
}
