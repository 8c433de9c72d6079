// The user's drawings on charts: kinds, places and looks.
import { z } from 'zod'
import {
  drawingColors,
  drawingDashes,
  drawingWidths,
  longestDrawingText,
  mostBrushPoints,
} from '../../domain/markets/drawings.ts'
import { epochMs, marketSymbol, priceText } from '../orders/entities.ts'

/** A place in time and price, so that a drawing stays where it is in every interval. */
const point = z.strictObject({ atMs: epochMs, price: priceText })
export type DrawingPoint = z.infer<typeof point>

const style = z.strictObject({
  color: z.enum(drawingColors),
  /** CSS pixels. */
  width: z.literal(drawingWidths),
  dash: z.enum(drawingDashes),
})
export type DrawingStyle = z.infer<typeof style>

const text = z.string().max(longestDrawingText)

const base = {
  id: z.uuid(),
  market: marketSymbol,
  createdAtMs: epochMs,
  style,
  /** Empty for none. */
  text,
  /** Can be selected, but not moved or removed by Delete. */
  isLocked: z.boolean(),
  /** Not on the chart, only in the list. */
  isHidden: z.boolean(),
}

function shape<Kind extends string>(kind: Kind, points: number) {
  return z.strictObject({ kind: z.literal(kind), ...base, points: z.array(point).length(points) })
}

/** Points: entry, target and stop; the last two share the time of the right edge. */
function position<Kind extends string>(kind: Kind) {
  return z.strictObject({
    ...shape(kind, 3).shape,
    /** What is lost at the stop, in the quote currency: the amount follows from it. */
    risk: priceText,
  })
}

export const drawing = z.discriminatedUnion('kind', [
  shape('trend', 2),
  /** From the first point through the second to the edge. */
  shape('ray', 2),
  /** At a price at all times; its time is where its handle stands. */
  shape('horizontal', 1),
  /** At a time at all prices. */
  shape('vertical', 1),
  /** Two points of one line and a point of the other. */
  shape('channel', 3),
  /** Two opposite corners. */
  shape('rectangle', 2),
  /** Level 1 at the first point, level 0 at the second. */
  shape('fibonacci', 2),
  position('long'),
  position('short'),
  shape('text', 1),
  /** A flag whose text is in a card. */
  z.strictObject({ ...shape('note', 1).shape, text: text.min(1) }),
  z.strictObject({ ...shape('brush', 2).shape, points: z.array(point).min(2).max(mostBrushPoints) }),
  /** A measurement that stays. */
  shape('range', 2),
])
/** A drawing: the user's own data, shown on every chart of its market and network. */
export type Drawing = z.infer<typeof drawing>
export type DrawingKind = Drawing['kind']
