// Colors by their palette names, on a canvas and in markup.
import type { DrawingColor } from '../../../src-preload/domain/markets/drawings.ts'
import type { ChartTheme } from './theme.ts'

/** CSS color of a palette name, for a canvas. */
export function colorOf(theme: ChartTheme, color: DrawingColor): string {
  switch (color) {
    case 'quiet':
      return theme.textQuiet
    case 'text':
    case 'accent':
    case 'amber':
    case 'up':
    case 'down':
      return theme[color]
    case 'line1':
    case 'line2':
    case 'line3':
    case 'line4':
    case 'line5':
    case 'line6':
      return theme.lines[Number(color.slice(4)) - 1] ?? theme.accent
  }
}

/** CSS color of text on a palette color, for a canvas. */
export function inkOn(theme: ChartTheme, color: DrawingColor): string {
  return color.startsWith('line')
    ? (theme.lineInks[Number(color.slice(4)) - 1] ?? theme.surface)
    : theme.surface
}

/** CSS color of a palette name, for markup. */
export function colorToken(color: DrawingColor): string {
  if (color === 'quiet') return 'var(--text-quiet, var(--quiet))'
  return color.startsWith('line') ? `var(--line-${color.slice(4)})` : `var(--${color})`
}
