// Colors and width of an indicator's lines: the user's, or the usual ones. Pure.
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import type { DrawingColor } from '../../../src-preload/domain/markets/drawings.ts'
import type { StudyRole } from './studies.ts'

const own = ['line1', 'line2', 'line3', 'line4', 'line5', 'line6'] as const satisfies readonly DrawingColor[]

/** One pixel: anything wider costs several times as much to paint where there is no graphics processor. */
const usualWidth = 1

/** The color of one of several lines that belong together; repeated after six. */
export const numberedColor = (at: number): DrawingColor => own[at % own.length] ?? 'line1'

/** @param colorIndex - index of the indicator on the chart */
export function usualColor(role: StudyRole, colorIndex: number): DrawingColor {
  if (role === 'signal') return 'quiet'
  if (role === 'plus') return 'up'
  if (role === 'minus') return 'down'
  return numberedColor(colorIndex)
}

/**
 * Color of one line.
 *
 * @param at - of the line among the indicator's
 * @param colorIndex - index of the indicator on the chart
 */
export function lineColor(
  indicator: Indicator,
  role: StudyRole,
  at: number,
  colorIndex: number,
): DrawingColor {
  return indicator.style?.colors[at] ?? usualColor(role, colorIndex)
}

/** Width of the lines in CSS pixels. */
export function widthOf({ style }: Indicator): number {
  return style?.width ?? usualWidth
}
