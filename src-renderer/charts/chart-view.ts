// Owns: what a chart looks at: the stretch of time, prices set by hand, and the candle under the keyboard cursor.
// Must not: draw, or know the DOM.
import type { CandleWindow } from './model/candle-window.ts'
import { indexAt, type Frame } from './model/frame.ts'
import type { ChartCommand } from './input/keys.ts'
import type { PriceHand } from './model/make-price-axis.ts'
import { shiftPrices, stretchPrices } from './input/price-hand.ts'
import * as viewport from './model/viewport.ts'

/** Ctrl and an arrow moves this share of the candles in view, at least this many. */
const farShare = 0.1
const leastFar = 10
const pageShare = 0.9
/** The width of a plot before anything is known of it. */
const someWidth = 800

/** Where the chart was before another period was chosen. */
interface Kept {
  /** The time in the middle; null: the newest candles were in view. */
  readonly timeMs: number | null
  readonly spacing: number
}

type CursorMove = Pick<Extract<ChartCommand, { kind: 'moveCursor' }>, 'direction' | 'isFar'>

export class ChartView {
  #window: CandleWindow
  #view: viewport.Viewport | null = null
  #bounds: viewport.Bounds | null = null
  #kept: Kept | null = null
  #hand: PriceHand | null = null
  #cursorMs: number | null = null
  /** Moves of the cursor that were asked for while there was no candle to come to. */
  #waiting: CursorMove[] = []
  /** The first slot that was known when Home brought it into view, as long as nothing else has moved the view. */
  #homeSlot: number | null = null

  constructor(window: CandleWindow) {
    this.#window = window
  }

  get viewport(): viewport.Viewport | null {
    return this.#view
  }

  /** Prices set by hand; null: they follow the candles in view. */
  get hand(): PriceHand | null {
    return this.#hand
  }

  /** Start of the candle under the keyboard cursor, or a time in it. */
  get cursorMs(): number | null {
    return this.#cursorMs
  }

  /** Another market or period. Of the same market, the time in view stays. */
  setWindow(window: CandleWindow): void {
    this.#kept = window.market === this.#window.market ? this.#keep() : null
    this.#window = window
    this.#view = null
    this.#bounds = null
    this.#hand = null
    this.#cursorMs = null
    this.#waiting = []
    this.#homeSlot = null
    if (this.#kept !== null && this.#kept.timeMs !== null) window.expect(this.#kept.timeMs)
  }

  /** Fits the view to a plot of `width` CSS pixels; false while there is nothing to look at, which is then asked for. */
  fit(width: number): boolean {
    this.#bounds = this.#boundsFor(width)
    if (this.#bounds === null) {
      this.#window.begin(Math.ceil((2 * width) / (this.#kept?.spacing ?? viewport.defaultSpacing)))
      return false
    }
    this.#view = viewport.clampView(this.#view ?? this.#firstView(this.#bounds), this.#bounds)
    return true
  }

  /** Goes along with candles that came in. True when the first or the last candle is another one. */
  follow(): boolean {
    const before = this.#bounds
    const after = this.#boundsFor(before?.width ?? someWidth)
    if (before === null || after === null) return true
    if (this.#view !== null) {
      this.#view = viewport.followView(this.#view, before, after)
      if (this.#homeSlot !== null && after.first !== this.#homeSlot) {
        this.#homeSlot = after.first
        this.#view = viewport.homeView(this.#view, after)
        if (this.#cursorMs !== null) this.#cursorMs = this.#window.firstMs
      }
    }
    this.#bounds = after
    return before.last !== after.last || before.first !== after.first
  }

  pan(pixels: number): void {
    this.#change((view, bounds) => viewport.panView(view, pixels, bounds))
  }

  /** Makes candles `factor` times as wide around `x`; null: around the cursor, else the right edge. */
  zoom(factor: number, x: number | null): void {
    this.#change((view, bounds) =>
      viewport.zoomView(view, factor, Math.min(x ?? this.#keyAnchor(view, bounds), bounds.width), bounds),
    )
  }

  page(direction: -1 | 1): void {
    this.pan(-direction * (this.#bounds?.width ?? 0) * pageShare)
  }

  reset(): void {
    this.#hand = null
    this.#change((_, bounds) => viewport.initialView(bounds))
  }

  /** Brings a time to the middle, and the cursor to its candle. */
  goTo(timeMs: number): void {
    this.#window.expect(timeMs)
    // Nothing is there to look at yet: it begins there.
    if (this.#view === null) this.#kept = { timeMs, spacing: this.#kept?.spacing ?? viewport.defaultSpacing }
    this.#bounds = this.#boundsFor(this.#bounds?.width ?? someWidth)
    this.#change((view, bounds) => viewport.goToView(view, this.#middleSlot(timeMs), bounds))
    this.#cursorMs = timeMs
  }

  /** Brings a stretch of time into view, `toMs` above `fromMs`; what is not known of it is loaded. */
  show(fromMs: number, toMs: number): void {
    this.#window.expect(fromMs)
    this.#bounds = this.#boundsFor(this.#bounds?.width ?? someWidth)
    const range = { from: this.#window.slotOf(fromMs) - 0.5, to: this.#window.slotOf(toMs) - 0.5 }
    this.#change((_, bounds) => viewport.rangeView(range, bounds))
  }

  /** The newest candles, with the cursor on the last. */
  end(): void {
    this.#change(viewport.endView)
    this.#cursorMs = this.#window.lastMs
  }

  /** The earliest candle that is known, and from there on back to the first of all as that is found. */
  home(): void {
    this.#change(viewport.homeView)
    this.#cursorMs = this.#window.firstMs
    this.#homeSlot = this.#bounds?.first ?? null
    if (!this.#window.reachesStart) this.#window.findStart()
  }

  /**
   * Moves the cursor over the candles that are drawn; it begins at the last in view. Before there are any it waits for them
   * (`followWaiting`).
   */
  moveCursor(frame: Frame | null, move: CursorMove): void {
    if (frame === null || frame.level.buffer.length === 0) {
      this.#waiting.push(move)
      return
    }
    const { buffer } = frame.level
    const { direction, isFar } = move
    const step = isFar ? Math.max(leastFar, Math.round((frame.endIndex - frame.firstIndex) * farShare)) : 1
    const from = this.#cursorMs === null ? -1 : this.#nearest(frame, this.#cursorMs)
    const index = from < 0 ? frame.endIndex - 1 : from + direction * step
    const timeMs = buffer.timeAt(Math.min(buffer.length - 1, Math.max(0, index)))
    const slot = this.#window.slotOf(timeMs + frame.level.periodMs / 2)
    this.#change((view, bounds) => viewport.revealSlot(view, slot, bounds))
    this.#cursorMs = timeMs
  }

  /** Moves as was asked for before there were candles. True when it was. */
  followWaiting(frame: Frame): boolean {
    const moves = this.#waiting
    if (moves.length === 0 || frame.level.buffer.length === 0) return false
    this.#waiting = []
    for (const move of moves) this.moveCursor(frame, move)
    return true
  }

  /** Takes the cursor away. True when there was one. */
  dropCursor(): boolean {
    const had = this.#cursorMs !== null
    this.#cursorMs = null
    this.#waiting = []
    return had
  }

  stretchPrices(frame: Frame, factor: number): void {
    this.#hand = stretchPrices(frame, factor) ?? this.#hand
  }

  /** Moves prices that are set by hand along with the pointer; others stay where the candles put them. */
  shiftPrices(frame: Frame, pixels: number): void {
    if (this.#hand !== null) this.#hand = shiftPrices(frame, pixels) ?? this.#hand
  }

  autoPrices(): void {
    this.#hand = null
  }

  #nearest(frame: Frame, timeMs: number): number {
    const exact = indexAt(frame, timeMs)
    return exact >= 0 ? exact : frame.level.buffer.nearest(timeMs)
  }

  #change(change: (view: viewport.Viewport, bounds: viewport.Bounds) => viewport.Viewport): void {
    this.#homeSlot = null
    if (this.#view === null || this.#bounds === null) return
    this.#view = change(this.#view, this.#bounds)
  }

  /** Candle of slot `n` fills n - 0.5 to n + 0.5 of the viewport, and its own period from its start on in time. */
  #middleSlot(timeMs: number): number {
    return this.#window.slotOf(timeMs) + 0.5
  }

  #boundsFor(width: number): viewport.Bounds | null {
    const { firstMs, lastMs, reachesStart } = this.#window
    if (lastMs === null) return null
    const first = Math.min(firstMs ?? lastMs, lastMs)
    return {
      first: this.#middleSlot(first),
      last: this.#middleSlot(lastMs),
      width,
      isOpen: !reachesStart,
    }
  }

  #firstView(bounds: viewport.Bounds): viewport.Viewport {
    const kept = this.#kept
    this.#kept = null
    if (kept === null) return viewport.initialView(bounds)
    const view = { right: bounds.last, spacing: kept.spacing }
    return kept.timeMs === null
      ? viewport.endView(view, bounds)
      : viewport.goToView(view, this.#window.slotOf(kept.timeMs), bounds)
  }

  #keep(): Kept | null {
    if (this.#view === null || this.#bounds === null) return this.#kept
    const { from, to } = viewport.visibleRange(this.#view, this.#bounds.width)
    const isAtEdge = viewport.isAtEdge(this.#view, this.#bounds)
    return {
      timeMs: isAtEdge ? null : this.#window.timeOf((from + to) / 2),
      spacing: this.#view.spacing,
    }
  }

  #keyAnchor(view: viewport.Viewport, bounds: viewport.Bounds): number {
    if (this.#cursorMs === null) return bounds.width
    const x = viewport.xOf(view, bounds.width, this.#middleSlot(this.#cursorMs))
    return x >= 0 && x <= bounds.width ? x : bounds.width
  }
}
