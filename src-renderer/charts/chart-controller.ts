// Owns: the living chart: view, cursor and size; decides when to paint and when older history is wanted.
// Must not: draw (paint-frame.ts) or touch markup (CandleChart.svelte).
import { boundsOf, exponentFor, makeFrame, type Crosshair, type Frame } from './frame.ts'
import type { Candle } from './candle-buffer.ts'
import type { CandleSource, SourceChange } from './candle-source.ts'
import { formatFixed } from '../lib/format/locale.ts'
import type { GestureTarget } from './gestures.ts'
import type { ChartCommand } from './keys.ts'
import { layOut, type Layout, type Size } from './layout.ts'
import { labelFont, paintFrame } from './paint-frame.ts'
import { readCandle, type Reading } from './reading.ts'
import { Surface } from './surface.ts'
import type { ChartTheme } from './theme.ts'
import * as viewport from './viewport.ts'

/** What the component lends to the controller. Read anew for each picture. */
export interface ChartHost {
  readonly element: HTMLElement
  readonly priceDecimals: () => number
  /** The clock for the countdown, or null for none. */
  readonly nowMs: () => number | null
  readonly onReading: (reading: Reading | null) => void
  /** The keyboard cursor came to a candle. */
  readonly onSpeak: (reading: Reading) => void
  readonly onStructure: () => void
  readonly onNeedOlder: (beforeMs: number) => void
}

const keyZoom = 1.25
/** Ctrl and an arrow moves this share of the candles in view. */
const farShare = 0.1
const axisPadding = 20
const axisStep = 8

export class ChartController implements GestureTarget {
  readonly #host: ChartHost
  readonly #source: CandleSource
  readonly #unsubscribe: () => void
  #theme: ChartTheme
  #surface: Surface | null = null
  #size: Size = { width: 0, height: 0, dpr: 1 }
  #axisWidth = 64
  #view: viewport.Viewport | null = null
  #bounds: viewport.Bounds | null = null
  #frame: Frame | null = null
  #pointer: { readonly x: number; readonly y: number } | null = null
  /** Start of the candle under the keyboard cursor. */
  #cursorMs: number | null = null
  #isGesture = false
  #mustMove = true
  #request = 0
  #askedBeforeMs: number | null = null
  #shownReading = ''

  constructor(host: ChartHost, source: CandleSource, theme: ChartTheme) {
    this.#host = host
    this.#source = source
    this.#theme = theme
    this.#unsubscribe = source.subscribe((change) => this.#onSource(change))
  }

  /** Stops everything and frees the canvas. */
  dispose(): void {
    this.#unsubscribe()
    cancelAnimationFrame(this.#request)
    this.#surface?.dispose()
    this.#surface = null
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme
    this.#axisWidth = 0
    this.invalidate(true)
  }

  /** Follows the host's size and pixel ratio, and paints before the browser does, so that nothing flashes. */
  resize(size: Size): void {
    const { width, height, dpr } = this.#size
    if (size.width === width && size.height === height && size.dpr === dpr) return
    this.#size = size
    if (size.width < 2 || size.height < 2) return
    if (this.#surface === null || size.dpr !== dpr) {
      this.#surface?.dispose()
      this.#surface = new Surface(this.#host.element, size, (context) => this.#paint(context))
      this.#axisWidth = 0
    } else this.#surface.resize(size.width, size.height)
    this.#mustMove = true
    this.#draw()
  }

  /** Asks for a picture in the next frame; `moves` when the axes may have moved. */
  invalidate(moves = false): void {
    this.#mustMove ||= moves
    if (this.#request !== 0) return
    this.#request = requestAnimationFrame(() => this.#draw())
  }

  point(place: { readonly x: number; readonly y: number } | null): void {
    this.#pointer = place
    this.invalidate()
  }

  pan(pixels: number): void {
    this.#changeView((view, bounds) => viewport.panView(view, pixels, bounds))
  }

  zoom(factor: number, x: number): void {
    this.#changeView((view, bounds) => viewport.zoomView(view, factor, Math.min(x, bounds.width), bounds))
  }

  reset(): void {
    this.#changeView((_, bounds) => viewport.initialView(bounds, this.#source.reachesStart))
  }

  setGesture(isRunning: boolean): void {
    if (this.#isGesture === isRunning) return
    this.#isGesture = isRunning
    if (!isRunning) this.invalidate(true)
  }

  /** Does what a key asks. */
  command(command: ChartCommand): void {
    switch (command.kind) {
      case 'moveCursor':
        this.#moveCursor(command.direction, command.isFar)
        break
      case 'page':
        this.pan(-command.direction * (this.#bounds?.width ?? 0) * 0.9)
        break
      case 'zoom':
        this.zoom(keyZoom ** command.direction, this.#keyAnchor())
        break
      case 'home':
        this.#jump('first', viewport.homeView)
        break
      case 'end':
        this.#jump('last', viewport.endView)
        break
      case 'reset':
        this.reset()
        break
      case 'dropCursor':
        this.dropCursor()
        break
    }
  }

  /** Takes the keyboard cursor away. */
  dropCursor(): void {
    if (this.#cursorMs === null) return
    this.#cursorMs = null
    this.invalidate()
  }

  /** The newest candle as a reading. */
  lastReading(): Reading | null {
    const last = this.#source.last()
    return last === null ? null : this.#read(last, 0)
  }

  #onSource(change: SourceChange): void {
    if (change === 'reset') {
      this.#view = null
      this.#bounds = null
      this.#cursorMs = null
      this.#askedBeforeMs = null
      this.#axisWidth = 0
    }
    const before = this.#bounds
    const after = boundsOf(this.#source, before?.width ?? 1)
    if (before !== null && after !== null && this.#view !== null) {
      this.#view = viewport.followView(this.#view, before, after)
      this.#bounds = after
    }
    if (before === null || after === null || before.last !== after.last || before.first !== after.first) {
      this.#host.onStructure()
    }
    this.invalidate(true)
  }

  #changeView(change: (view: viewport.Viewport, bounds: viewport.Bounds) => viewport.Viewport): void {
    if (this.#view === null || this.#bounds === null) return
    this.#view = change(this.#view, this.#bounds)
    this.invalidate(true)
  }

  #draw(): void {
    cancelAnimationFrame(this.#request)
    this.#request = 0
    const surface = this.#surface
    if (surface === null) return
    const frame = this.#makeFrame(surface)
    this.#frame = frame
    if (frame === null) {
      surface.repaint()
      this.#tellReading(null, 0)
      return
    }
    // Within a gesture only the shape is painted; the axes of ECharts follow once, at its end.
    if (this.#mustMove && !this.#isGesture) {
      surface.moveTo({
        width: frame.layout.plotWidth,
        height: frame.layout.price.height,
        fromSlot: frame.slots.from,
        toSlot: frame.slots.to,
        minPrice: frame.priceRange.min,
        maxPrice: frame.priceRange.max,
      })
      this.#mustMove = false
    } else surface.repaint()
    const crosshair = this.#crosshair(frame)
    this.#tellReading(
      crosshair === null ? frame.last : frame.level.candleAt(crosshair.index),
      crosshair === null ? 0 : frame.exponent,
    )
    this.#askOlder()
  }

  #makeFrame(surface: Surface): Frame | null {
    const decimals = this.#host.priceDecimals()
    for (;;) {
      const layout = layOut(this.#size, this.#axisWidth)
      const bounds = boundsOf(this.#source, layout.plotWidth)
      this.#bounds = bounds
      if (bounds === null) return null
      this.#view = viewport.clampView(
        this.#view ?? viewport.initialView(bounds, this.#source.reachesStart),
        bounds,
      )
      const frame = makeFrame(this.#source, this.#view, layout, decimals)
      if (frame === null) return null
      // The axis only ever widens, in steps, so that it does not breathe while one pans.
      const needed = this.#neededAxisWidth(surface, frame, layout, decimals)
      if (needed <= this.#axisWidth) return frame
      this.#axisWidth = needed
    }
  }

  #neededAxisWidth(surface: Surface, frame: Frame, layout: Layout, decimals: number): number {
    const font = labelFont(this.#theme, 1, 600)
    const widest = [frame.priceRange.min, frame.priceRange.max, frame.last.close]
      .map((price) => surface.measure(formatFixed(price, decimals).replace(/\d/g, '0'), font))
      .reduce((a, b) => Math.max(a, b))
    return Math.min(Math.ceil((widest + axisPadding) / axisStep) * axisStep, Math.floor(layout.width / 2))
  }

  #paint(context: CanvasRenderingContext2D): void {
    const frame = this.#frame
    if (frame === null) return
    const crosshair = this.#crosshair(frame)
    const overlay = {
      crosshair,
      isKeyboard: crosshair !== null && crosshair.y === null,
      nowMs: this.#host.nowMs(),
      priceDecimals: this.#host.priceDecimals(),
    }
    paintFrame(context, frame, overlay, this.#theme)
  }

  /** The pointer's candle, else the keyboard's. */
  #crosshair(frame: Frame): Crosshair | null {
    const { plotWidth, axisTop } = frame.layout
    const pointer = this.#pointer
    if (pointer !== null && this.#view !== null && pointer.x < plotWidth && pointer.y < axisTop) {
      const slot = viewport.slotAt(this.#view, plotWidth, pointer.x) - (2 ** frame.exponent - 1) / 2
      const index = frame.level.nearest(this.#source.timeOf(slot))
      return index < 0 ? null : { index, y: pointer.y }
    }
    if (this.#cursorMs === null) return null
    const index = this.#cursorIndex(frame.exponent, this.#cursorMs)
    return index >= frame.firstIndex && index < frame.endIndex ? { index, y: null } : null
  }

  /** The candle of a level that holds the keyboard cursor. */
  #cursorIndex(exponent: number, cursorMs: number): number {
    const level = this.#source.level(exponent)
    const after = level.lowerBound(cursorMs)
    return level.timeAt(after) === cursorMs ? after : Math.max(0, after - 1)
  }

  #exponent(): number {
    return this.#view === null ? 0 : exponentFor(this.#view.spacing, this.#size.dpr)
  }

  #moveCursor(direction: -1 | 1, isFar: boolean): void {
    if (this.#view === null || this.#bounds === null) return
    const exponent = this.#exponent()
    const level = this.#source.level(exponent)
    const range = viewport.visibleRange(this.#view, this.#bounds.width)
    const shown = (range.to - range.from) / 2 ** exponent
    const step = isFar ? Math.max(10, Math.round(shown * farShare)) : 1
    const lastShown = level.lowerBound(this.#source.timeOf(range.to - 0.5)) - 1
    const index =
      this.#cursorMs === null
        ? Math.min(level.length - 1, Math.max(0, lastShown))
        : this.#cursorIndex(exponent, this.#cursorMs) + direction * step
    this.#putCursor(Math.min(level.length - 1, Math.max(0, index)), exponent)
  }

  #putCursor(index: number, exponent: number): void {
    const level = this.#source.level(exponent)
    const candle = level.candleAt(index)
    if (candle === null) return
    this.#cursorMs = candle.timeMs
    this.#pointer = null
    const slot = this.#source.slotOf(candle.timeMs)
    this.#changeView((view, bounds) => viewport.revealSlot(view, slot, bounds))
    this.#host.onSpeak(this.#read(candle, exponent))
  }

  #jump(
    end: 'first' | 'last',
    move: (view: viewport.Viewport, bounds: viewport.Bounds) => viewport.Viewport,
  ): void {
    this.#changeView(move)
    const exponent = this.#exponent()
    const level = this.#source.level(exponent)
    this.#putCursor(end === 'first' ? 0 : level.length - 1, exponent)
    this.#changeView(move)
  }

  /** Keys zoom around the cursor, or keep the right edge where it is. */
  #keyAnchor(): number {
    const width = this.#bounds?.width ?? 0
    if (this.#view === null || this.#cursorMs === null) return width
    const x = viewport.xOf(this.#view, width, this.#source.slotOf(this.#cursorMs))
    return x >= 0 && x <= width ? x : width
  }

  /** The words of a candle that joins `2 ** exponent` periods, as far as there are candles. */
  #read(candle: Candle, exponent: number): Reading {
    const { buffer, period, periodMs } = this.#source
    const lastMs = Math.min(candle.timeMs + (2 ** exponent - 1) * periodMs, buffer.lastMs)
    return readCandle(candle, period, lastMs, this.#host.priceDecimals())
  }

  #tellReading(candle: Candle | null, exponent: number): void {
    const key = candle === null ? '' : `${exponent} ${this.#host.priceDecimals()} ${JSON.stringify(candle)}`
    if (key === this.#shownReading) return
    this.#shownReading = key
    this.#host.onReading(candle === null ? null : this.#read(candle, exponent))
  }

  /** Asks once for each first candle that the view comes near to; asks again when it comes back to it. */
  #askOlder(): void {
    if (this.#view === null || this.#bounds === null || this.#source.reachesStart) return
    if (!viewport.isNearStart(this.#view, this.#bounds)) {
      this.#askedBeforeMs = null
      return
    }
    const { firstMs } = this.#source.buffer
    if (firstMs === this.#askedBeforeMs) return
    this.#askedBeforeMs = firstMs
    this.#host.onNeedOlder(firstMs)
  }
}
