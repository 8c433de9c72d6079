// Flags of notes at a time and price: painting and hit testing.
import type { Drawing } from '../../../src-preload/contract/charts.ts'
import { lineWidth, plotRight, xOfTime, yOfPrice, type Frame } from '../model/frame.ts'
import type { ChartTheme } from '../painters/theme.ts'
import { candleStart } from './candle-grid.ts'
import type { ChartLayer, LayerHit, Place } from './layer.ts'
import { drawingHit } from './lines.ts'
import type { ChartPoint, DraggedItem } from './chart-point.ts'

/** Sizes of a flag in CSS pixels: the pole stands on the note's place with the cloth at its top. */
const pole = 18
const cloth = { width: 11, height: 8 }
const reach = 6

interface Flag {
  readonly id: string
  readonly timeMs: number
  readonly price: number
}

export class NotesLayer implements ChartLayer {
  #flags: readonly Flag[] = []
  moving: DraggedItem | null = null
  placing: ChartPoint | null = null
  selectedId: string | null = null

  set(drawings: readonly Drawing[]): void {
    this.#flags = drawings.flatMap((one) =>
      one.kind === 'note' ? [{ id: one.id, timeMs: one.atMs, price: Number(one.price) }] : [],
    )
  }

  paint(ctx: CanvasRenderingContext2D, frame: Frame, theme: ChartTheme): void {
    for (const flag of this.#flags) {
      const isStrong = flag.id === this.selectedId || flag.id === this.moving?.id
      const at = flag.id === this.moving?.id ? held(this.moving) : flag
      paintFlag(ctx, frame, at, isStrong ? theme.accent : theme.text, theme)
    }
    if (this.placing !== null) paintFlag(ctx, frame, held(this.placing), theme.accent, theme)
  }

  hit(frame: Frame, place: Place): LayerHit | null {
    let found: Flag | null = null
    let least = reach
    for (const flag of this.#flags) {
      const distance = distanceTo(frame, flag, place)
      if (!(distance <= least)) continue
      found = flag
      least = distance
    }
    return found === null ? null : { id: drawingHit(found.id), cursor: 'move' }
  }
}

type Spot = Pick<Flag, 'timeMs' | 'price'>

const held = ({ timeMs, price }: ChartPoint): Spot => ({ timeMs, price: Number(price) })

/** Middle of the note's candle at its price, in CSS pixels. */
function footOf(frame: Frame, { timeMs, price }: Spot): Place {
  const { dpr } = frame.layout
  const middleMs = candleStart(frame.level, timeMs) + frame.level.periodMs / 2
  return { x: Math.round(xOfTime(frame, middleMs)) / dpr, y: Math.round(yOfPrice(frame, price)) / dpr }
}

/** Distance from a place to the box around a flag; 0 inside. */
function distanceTo(frame: Frame, flag: Spot, place: Place): number {
  const foot = footOf(frame, flag)
  const across = Math.max(foot.x - place.x, 0, place.x - foot.x - cloth.width)
  const along = Math.max(foot.y - pole - place.y, 0, place.y - foot.y)
  return Math.hypot(across, along)
}

function paintFlag(
  ctx: CanvasRenderingContext2D,
  frame: Frame,
  at: Spot,
  color: string,
  theme: ChartTheme,
): void {
  const { dpr } = frame.layout
  const foot = footOf(frame, at)
  const x = foot.x * dpr
  const y = foot.y * dpr
  if (!Number.isFinite(y) || x < -cloth.width * dpr || x > plotRight(frame)) return
  const hair = lineWidth(frame)
  const top = y - pole * dpr
  ctx.beginPath()
  ctx.moveTo(x + hair / 2, y)
  ctx.lineTo(x + hair / 2, top)
  ctx.lineTo(x + cloth.width * dpr, top + (cloth.height / 2) * dpr)
  ctx.lineTo(x + hair / 2, top + cloth.height * dpr)
  ctx.lineJoin = 'round'
  ctx.strokeStyle = theme.surface
  ctx.lineWidth = 4 * hair
  ctx.stroke()
  ctx.strokeStyle = color
  ctx.lineWidth = hair
  ctx.stroke()
  ctx.fillStyle = color
  ctx.fill()
}
