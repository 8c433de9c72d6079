// Pictures of charts for the tests of layers and tools, made by the chart's own maker from candles in memory; a canvas that notes
// what is asked of it.
import type { ChartMark } from '../../../../src-preload/contract/markets/charts.ts'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import type { PriceScale } from '../../../../src-preload/contract/markets/charts.ts'
import { CandleBuffer } from '../../../../src-renderer/charts/model/candles/candle-buffer.ts'
import type { Frame } from '../../../../src-renderer/charts/model/frame.ts'
import { layOut } from '../../../../src-renderer/charts/model/layout.ts'
import type { ToolPlace } from '../../../../src-renderer/charts/layers/layer.ts'
import { FrameMaker } from '../../../../src-renderer/charts/model/make-frame.ts'
import { toolPlace } from '../../../../src-renderer/charts/input/pointer.ts'
import type { ChartTheme } from '../../../../src-renderer/charts/painters/theme.ts'
import { openZone } from '../../../../src-preload/domain/locale/zone.ts'
import { columnsOf, type Row } from '../synthetic.ts'

export const minuteMs = 60_000
/** A whole day, hour and minute of UTC. */
export const startMs = Date.UTC(2026, 2, 20)

export interface FrameWish {
  readonly rows?: readonly Row[]
  readonly period?: CandlePeriod
  /** Minutes of the level where it is coarser than the period. */
  readonly levelMinutes?: CandlePeriod
  readonly dpr?: number
  readonly scale?: PriceScale
  /** Times at the edges of the plot. */
  readonly fromMs?: number
  readonly toMs?: number
  readonly decimals?: number
  readonly hand?: { readonly low: number; readonly high: number } | null
  readonly unknown?: readonly { readonly fromMs: number; readonly toMs: number }[]
}

/** Candles of an hour: open 100, high 110, low 90, close 105, volume 2. */
export function flatRows(count: number, periodMs = 60 * minuteMs): Row[] {
  return Array.from({ length: count }, (_, at) => [startMs + at * periodMs, 100, 110, 90, 105, 2])
}

/** A picture 800 px wide and 500 px high, of which the price axis takes 72 and the time axis 28; no panes. */
export function makeTestFrame(wish: FrameWish = {}): Frame {
  const period = wish.period ?? 60
  const periodMs = period * minuteMs
  const levelPeriod = wish.levelMinutes ?? period
  const rows = wish.rows ?? flatRows(100, levelPeriod * minuteMs)
  const buffer = new CandleBuffer()
  buffer.replace(rows[0]?.[0] ?? 0, rows.at(-1)?.[0] ?? 0, columnsOf(rows))
  const fromMs = wish.fromMs ?? startMs
  const toMs = wish.toMs ?? startMs + 91 * periodMs
  const layout = layOut({ width: 800, height: 500, dpr: wish.dpr ?? 1 }, 72, [])
  const frame = new FrameMaker().make({
    window: {
      market: 'ethusdc',
      period,
      periodMs,
      timeOf: (slot) => slot * periodMs,
      last: () => buffer.candleAt(buffer.length - 1),
    },
    view: { right: toMs / periodMs, spacing: layout.plotWidth / ((toMs - fromMs) / periodMs) },
    layout,
    priceScale: wish.scale ?? 'linear',
    type: 'candles',
    hand: wish.hand === undefined ? { low: 80, high: 120 } : wish.hand,
    priceDecimals: wish.decimals ?? 2,
    zone: openZone('UTC'),
    show: () => ({
      level: {
        period: levelPeriod,
        periodMs: levelPeriod * minuteMs,
        buffer,
        gaps: [],
        incomplete: [],
        minuteVwap: new Map(),
      },
      isPartial: false,
      unknown: wish.unknown ?? [],
    }),
    studiesOf: () => [],
    compared: [],
  })
  if (frame === null) throw new Error('no frame')
  return frame
}

/** A place for tools, at CSS pixels. */
export function placeAt(frame: Frame, x: number, y: number): ToolPlace {
  return toolPlace(frame, { x, y })
}

/** The CSS pixel of a time and of a price. */
export function xAt(frame: Frame, timeMs: number): number {
  return (frame.x.offset + frame.x.factor * timeMs) / frame.layout.dpr
}

export function yAt(frame: Frame, price: number): number {
  const value = frame.price.kind === 'log' ? Math.log(price) : price
  return (frame.price.offset + frame.price.factor * value) / frame.layout.dpr
}

let made = 0

/** A fill; each has an id of its own. */
export function makeFill(atMs: number, price: string, side: 'buy' | 'sell' = 'buy'): ChartMark {
  made += 1
  return { kind: 'fill', orderId: 1, tradeId: made, side, atMs, price, amount: '1' }
}

export function makePlaced(
  atMs: number,
  price: string | null,
  more: { readonly side?: 'buy' | 'sell'; readonly isOpen?: boolean; readonly orderId?: number } = {},
): ChartMark {
  const { side = 'buy', isOpen = false, orderId = 1 } = more
  const state = isOpen ? 'wait' : 'done'
  const order = { type: 'limit', stopPrice: null, state, isOpen }
  return { kind: 'placed', orderId, side, atMs, price, amount: '1', ...order }
}

export function makeCancelled(atMs: number, price: string | null, side: 'buy' | 'sell' = 'buy'): ChartMark {
  return { kind: 'cancelled', orderId: 1, side, atMs, price, amount: '1', reason: null }
}

export const theme: ChartTheme = {
  up: 'up',
  down: 'down',
  upMuted: 'upMuted',
  downMuted: 'downMuted',
  grid: 'grid',
  border: 'border',
  text: 'text',
  textQuiet: 'textQuiet',
  surface: 'surface',
  accent: 'accent',
  amber: 'amber',
  lines: [],
  lineInks: [],
  fills: [],
  fontFamily: 'Inter',
}

/** What a painter asked of its canvas: names of methods with their arguments, in order. */
export interface NotedCanvas {
  readonly ctx: CanvasRenderingContext2D
  readonly asked: { readonly name: string; readonly args: readonly unknown[] }[]
  readonly texts: () => string[]
  readonly count: (name: string) => number
}

/** Takes everything that a canvas takes, draws nothing, and measures a text at 6 px a letter. */
export function noteCanvas(): NotedCanvas {
  const asked: { name: string; args: readonly unknown[] }[] = []
  const properties = new Map<PropertyKey, unknown>()
  const ctx: unknown = new Proxy(
    {},
    {
      get: (_target, name) => {
        if (properties.has(name)) return properties.get(name)
        return (...args: readonly unknown[]) => {
          asked.push({ name: String(name), args })
          return name === 'measureText' ? { width: String(args[0]).length * 6 } : undefined
        }
      },
      set: (_target, name, value) => {
        properties.set(name, value)
        return true
      },
    },
  )
  return {
    // Painters use nothing else of it.
    ctx: ctx as CanvasRenderingContext2D,
    asked,
    texts: () => asked.filter(({ name }) => name === 'fillText').map(({ args }) => String(args[0])),
    count: (wanted) => asked.filter(({ name }) => name === wanted).length,
  }
}
