// Names of drawings, their kinds and looks, for menus, lists and screen readers.
import type { Drawing, DrawingKind, DrawingStyle } from '../../../../src-preload/contract/markets/drawings.ts'
import type { DrawingColor } from '../../../../src-preload/domain/markets/drawings.ts'
import { formatDecimal } from '../../../text/format/decimal.ts'
import { formatMoment } from '../../../text/format/time.ts'

export const kindNames: Readonly<Record<DrawingKind, string>> = {
  trend: 'Trend line',
  ray: 'Ray',
  horizontal: 'Horizontal line',
  vertical: 'Vertical line',
  channel: 'Parallel channel',
  rectangle: 'Rectangle',
  fibonacci: 'Fibonacci retracement',
  long: 'Long position',
  short: 'Short position',
  text: 'Text',
  note: 'Note',
  brush: 'Brush',
  range: 'Price range',
}

/** Kinds as the menu lists them, by group. */
export const kindGroups: readonly (readonly DrawingKind[])[] = [
  ['trend', 'ray', 'horizontal', 'vertical', 'channel'],
  ['rectangle', 'brush', 'text'],
  ['fibonacci', 'long', 'short', 'range'],
]

/** Letters that choose a tool with Alt. */
export const toolKeys: Readonly<Partial<Record<DrawingKind, string>>> = { trend: 'T', horizontal: 'L' }

export const colorNames: Readonly<Record<DrawingColor, string>> = {
  quiet: 'Gray',
  text: 'Text color',
  accent: 'Accent',
  amber: 'Amber',
  up: 'Rising',
  down: 'Falling',
  line1: 'Color 1',
  line2: 'Color 2',
  line3: 'Color 3',
  line4: 'Color 4',
  line5: 'Color 5',
  line6: 'Color 6',
}

export const dashNames: Readonly<Record<DrawingStyle['dash'], string>> = {
  solid: 'Solid',
  dashed: 'Dashed',
  dotted: 'Dotted',
}

/** List text of a drawing: "Line at 2,400.00, support". */
export function nameDrawing(drawing: Drawing): string {
  const kind = drawing.kind === 'horizontal' ? 'Line' : kindNames[drawing.kind]
  const [text = ''] = drawing.text.split('\n')
  return `${kind} at ${placeText(drawing)}${text === '' ? '' : `, ${text}`}`
}

function placeText({ kind, points: [first] }: Drawing): string {
  if (first === undefined) return ''
  return kind === 'vertical' ? formatMoment(first.atMs) : formatDecimal(first.price)
}

/** A drawing or the point of it that keys move, for who does not see it. */
export function readDrawing(drawing: Drawing, handle: number | null): string {
  const state = drawing.isLocked ? ', locked' : ''
  const point = handle === null ? undefined : drawing.points[handle]
  if (point === undefined) return `${nameDrawing(drawing)}${state}.`
  const place = `${formatDecimal(point.price)}, ${formatMoment(point.atMs)}`
  return `${kindNames[drawing.kind]}, point ${String((handle ?? 0) + 1)} of ${String(drawing.points.length)}: ${place}${state}.`
}
