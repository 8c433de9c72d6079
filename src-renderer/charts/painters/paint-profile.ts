// Volume profiles behind the candles.
import { lineColor } from '../indicators/study-look.ts'
import type { Frame } from '../model/frame.ts'
import { profileBars } from '../model/profile-bars.ts'
import { colorOf } from './palette.ts'
import type { ChartTheme } from './theme.ts'

/** Rows inside of the value area, and the others. */
const valueAlpha = 0.6
const otherAlpha = 0.3

/** Rows by rising and falling volume, and a line at the point of control. */
export function paintProfiles(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
  for (const [index, profile] of frame.profiles) {
    const study = frame.studies[index]
    if (profile === null || study === undefined) continue
    const bars = profileBars(frame, profile)
    for (const { top, bottom, left, split, right, isInValue } of bars) {
      ctx.globalAlpha = isInValue ? valueAlpha : otherAlpha
      ctx.fillStyle = theme.downMuted
      ctx.fillRect(left, top, split - left, bottom - top)
      ctx.fillStyle = theme.upMuted
      ctx.fillRect(split, top, right - split, bottom - top)
    }
    ctx.globalAlpha = 1
    const control = bars[profile.control]
    if (control === undefined) continue
    const line = Math.max(1, Math.round(frame.layout.dpr))
    ctx.fillStyle = colorOf(theme, lineColor(study.indicator, 'average', 0, index))
    ctx.fillRect(
      control.left,
      Math.round((control.top + control.bottom - line) / 2),
      control.right - control.left,
      line,
    )
  }
}
