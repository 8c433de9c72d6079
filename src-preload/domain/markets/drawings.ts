// Looks and limits of drawings on charts, shared by main and the page.

/** Names of palette colors: the theme decides what they look like. */
export const drawingColors = [
  'quiet',
  'text',
  'accent',
  'amber',
  'up',
  'down',
  'line1',
  'line2',
  'line3',
  'line4',
  'line5',
  'line6',
] as const
export type DrawingColor = (typeof drawingColors)[number]

export const drawingWidths = [1, 2, 3, 4] as const
export const drawingDashes = ['solid', 'dashed', 'dotted'] as const

/** Characters of a label. */
export const longestDrawingText = 500
/** Places of one brush stroke: more than a hand draws across a screen. */
export const mostBrushPoints = 500
