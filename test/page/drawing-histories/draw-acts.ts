// Drawing by pointer: the points of a new drawing are those of the pixels that were pressed.
import { expect } from 'vitest'
import type { Drawing, DrawingKind, DrawingPoint } from '../../../src-preload/contract/markets/drawings.ts'
import type { Point } from './geometry.ts'
import { kindNames, nameOf } from './names.ts'
import type { Person } from './person.ts'
import { anyPlace, placesOn } from './places.ts'

type HandKind = Extract<
  DrawingKind,
  'trend' | 'ray' | 'horizontal' | 'vertical' | 'rectangle' | 'fibonacci' | 'channel'
>

const pointsOfKind: Readonly<Record<HandKind, number>> = {
  ...{ trend: 2, ray: 2, horizontal: 1, vertical: 1, rectangle: 2, fibonacci: 2, channel: 3 },
}
export const kinds = Object.keys(pointsOfKind) as HandKind[]
/** Points of a drawing are at least so far from each other, across and along. */
const apart = { x: 50, y: 40 }
/** A shorter press is a click. */
const leastDragPx = 8
/** A market with more has no room for a place beside them. */
export const mostDrawings = 7

/** A drawing as the tool of a kind makes it. */
function newDrawing(kind: HandKind, market: string, points: readonly DrawingPoint[]): Drawing {
  const color = kind === 'horizontal' ? 'quiet' : 'line1'
  return {
    ...{ kind, id: '', market, createdAtMs: 0, points: [...points], text: '' },
    ...{ style: { color, width: 1, dash: 'solid' }, isLocked: false, isHidden: false },
  }
}

/** The middle of the candle there: near its edge two readings of an axis could not tell which it is. */
async function choosePlaces(person: Person, count: number): Promise<Point[]> {
  const { view } = person
  const chosen: Point[] = []
  for (let tries = 0; chosen.length < count && tries < 300; tries += 1) {
    const { x, y } = anyPlace(view, person.random)
    const at = { x: Math.round(view.xOf(view.timeAt(x))), y }
    const isApart = chosen.every((one) => Math.abs(one.x - x) >= apart.x && Math.abs(one.y - y) >= apart.y)
    if (!isApart || !view.isInside(at)) continue
    if ((await person.chart.free([at])).length > 0) chosen.push(at)
  }
  return chosen
}

export async function draw(person: Person, kind: HandKind): Promise<string | null> {
  const { chart, view, market } = person
  if (person.picture.length >= mostDrawings) return null
  const places = await choosePlaces(person, pointsOfKind[kind])
  const [first, second, ...others] = places
  if (first === undefined || places.length < pointsOfKind[kind]) return null
  await chart.chooseTool(kindNames[kind] ?? kind)
  const isDrag = second !== undefined && person.random() < 0.5
  if (isDrag) await chart.drag(first, second)
  else for (const at of second === undefined ? [first] : [first, second]) await chart.click(at)
  for (const at of others) await chart.click(at)

  const points = places.map(({ x, y }) => ({
    atMs: view.timeAt(x),
    price: view.priceAt(y).toFixed(view.decimals),
  }))
  const drawn = await person.takeKept(newDrawing(kind, market.symbol, points), 1)
  await chart.expectSelected(nameOf(drawn), 'what was just drawn')
  person.model.put(market.symbol, drawn)
  const words = places.map(({ x, y }) => `${x}, ${y}`).join(' to ')
  return `${isDrag ? 'by a drag' : 'by clicks'} at ${words}`
}

/** Moves it as a whole by candles and pixels; a horizontal line in price alone, a vertical one in time alone. */
export function moved(person: Person, drawing: Drawing, candles: number, pixels: number): Drawing {
  const { view } = person
  return {
    ...drawing,
    points: drawing.points.map(({ atMs, price }) => ({
      atMs: drawing.kind === 'horizontal' ? atMs : atMs + candles * view.periodMs,
      price:
        drawing.kind === 'vertical' ? price : (Number(price) + pixels * view.slope).toFixed(view.decimals),
    })),
  }
}

/** Drags one by its line. A locked one stays. */
export async function drag(person: Person): Promise<string | null> {
  const { chart, view, market } = person
  const drawing = await person.select()
  if (drawing === null) return null
  // The bar of the selected one may be where it was clicked.
  const at = await person.freePlace(placesOn(view, drawing, person.shown))
  if (at === null) return null
  const candles = Math.round((person.random() - 0.5) * 20) || 2
  const pixels = Math.round((person.random() - 0.5) * 160) || 30
  const to = { x: at.x + Math.round(candles * view.spacing), y: at.y + pixels }
  const [isAcross, isAlong] = [candles !== 0, Math.abs(pixels) >= leastDragPx]
  const isMoved =
    drawing.kind === 'horizontal' ? isAlong : drawing.kind === 'vertical' ? isAcross : isAcross || isAlong
  if (!view.isInside(to) || !isMoved) return null
  await chart.drag(at, to)
  const words = `${nameOf(drawing)} from ${at.x}, ${at.y} by ${candles} candles and ${pixels} px`
  if (drawing.isLocked) return `${words}, which is locked`
  const after = await person.takeKept(moved(person, drawing, candles, pixels), 2)
  expect(after.points).not.toEqual(drawing.points)
  person.model.put(market.symbol, after)
  return words
}
