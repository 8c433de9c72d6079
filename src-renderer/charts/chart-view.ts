// State of a chart's view: visible time range, manual price range and keyboard cursor.
import { middleOfSlot } from '../../src-preload/domain/markets/intervals.ts'
import type { CandleWindow } from './model/candles/candle-window.ts'
import { indexAt, type Frame } from './model/frame.ts'
import type { ChartCommand } from './input/keys.ts'
import type { ManualPriceRange } from './model/make-price-axis.ts'
import { shiftPrices, stretchPrices } from './input/manual-price-range.ts'
import * as viewport from './model/viewport.ts'

/** Ctrl with an arrow key moves view and cursor by this share of what is visible, the cursor by at least `minJump` candles. */
const jumpShare = 0.1
const minJump = 10
const pageShare = 0.9
/** Assumed plot width before the first layout, in CSS pixels. */
const fallbackPlotWidth = 800

/** Position of the chart before the period changed. */
interface Kept {
  /** Time in the middle; null when the newest candles were in view. */
  readonly timeMs: number | null
  readonly spacing: number
}

interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** View of all known candles. */
function wholeView(bounds: viewport.Bounds): viewport.Viewport {
  return viewport.rangeView({ from: bounds.first - 0.5, to: bounds.last + 0.5 }, bounds)
}

type CursorMove = Pick<Extract<ChartCommand, { kind: 'moveCursor' }>, 'direction' | 'isFar'>

export class ChartView {
  #window: CandleWindow
  #view: viewport.Viewport | null = null
  #bounds: viewport.Bounds | null = null
  #kept: Kept | null = null
  #hand: ManualPriceRange | null = null
  #cursorMs: number | null = null
  /** Cursor moves requested before any candle was loaded. */
  #waiting: CursorMove[] = []
  /** First known slot when Home was pressed; null after any other move of the view. */
  #homeSlot: number | null = null
  /** The whole history is shown, and earlier candles widen the view; false after any other move of the view. */
  #isWhole = false
  /** A range up to a candle that is not known yet: newer candles widen the view; null after any other move of the view. */
  #range: TimeRange | null = null
  /** Plot width of the last layout in CSS pixels. */
  #width = fallbackPlotWidth

  constructor(window: CandleWindow) {
    this.#window = window
  }

  get viewport(): viewport.Viewport | null {
    return this.#view
  }

  /** Manual price range; null when prices follow the candles in view. */
  get hand(): ManualPriceRange | null {
    return this.#hand
  }

  /** True while the newest candle is in view, so that the view follows new ones, and before any candle is loaded. */
  get isAtNewest(): boolean {
    return this.#view === null || this.#bounds === null || viewport.isAtEdge(this.#view, this.#bounds)
  }

  /** Start of the candle under the keyboard cursor, or a time inside it. */
  get cursorMs(): number | null {
    return this.#cursorMs
  }

  /** Switches to another market or period. Within the same market the visible time range stays. */
  setWindow(window: CandleWindow): void {
    this.#kept = window.market === this.#window.market ? this.#keep() : null
    this.#window = window
    this.#view = null
    this.#bounds = null
    this.#hand = null
    this.#cursorMs = null
    this.#waiting = []
    this.#homeSlot = null
    this.#isWhole = false
    this.#range = null
    if (this.#kept !== null && this.#kept.timeMs !== null) window.expect(this.#kept.timeMs)
  }

  /** Fits the view to a plot of `width` CSS pixels. Without candles it requests them and returns false. */
  fit(width: number): boolean {
    this.#width = width
    this.#bounds = this.#boundsFor(width)
    if (this.#bounds === null) {
      this.#window.begin(Math.ceil((2 * width) / (this.#kept?.spacing ?? viewport.defaultSpacing)))
      return false
    }
    this.#view = viewport.clampView(this.#view ?? this.#firstView(this.#bounds), this.#bounds)
    return true
  }

  /** Applies newly loaded candles. Returns true when the first or last candle changed. */
  follow(): boolean {
    const before = this.#bounds
    const after = this.#boundsFor(before?.width ?? fallbackPlotWidth)
    if (before === null || after === null) return true
    if (this.#view !== null) {
      this.#view = viewport.followView(this.#view, before, after)
      if (this.#range !== null && after.last !== before.last) {
        this.#view = this.#rangeView(this.#range, after)
        if (this.#isReached(this.#range.toMs)) this.#range = null
      }
      if (this.#isWhole && after.first !== before.first) this.#view = wholeView(after)
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

  /** Scales the candle width by `factor` around `x`; null scales around the cursor, or else the right edge. */
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

  /** Centers the view on a time, moves the cursor to its candle and scales the prices automatically. */
  goTo(timeMs: number): void {
    this.#hand = null
    this.#window.expect(timeMs)
    // No candle is loaded yet, so the view starts at that time.
    if (this.#view === null) this.#kept = { timeMs, spacing: this.#kept?.spacing ?? viewport.defaultSpacing }
    this.#bounds = this.#boundsFor(this.#bounds?.width ?? fallbackPlotWidth)
    this.#change((view, bounds) => viewport.goToView(view, this.#middleSlot(timeMs), bounds))
    this.#cursorMs = timeMs
  }

  /**
   * Shows a time range, `toMs` above `fromMs`, with an automatic price scale, and loads missing candles. One that reaches into the
   * newest candle has all of it and the usual room, and follows new ones.
   */
  show(fromMs: number, toMs: number): void {
    this.#hand = null
    this.#window.expect(fromMs)
    // No candle is loaded yet, so the view starts with that range.
    if (this.#view === null) {
      const spacing = (this.#width * this.#window.periodMs) / (toMs - fromMs)
      this.#kept = { timeMs: (fromMs + toMs) / 2, spacing }
    }
    this.#bounds = this.#boundsFor(this.#bounds?.width ?? fallbackPlotWidth)
    this.#change((_, bounds) => this.#rangeView({ fromMs, toMs }, bounds))
    this.#range = this.#isReached(toMs) ? null : { fromMs, toMs }
  }

  /** Shows the whole known history and follows the search for the first candle of the market. */
  showAll(): void {
    this.#hand = null
    this.#change((_, bounds) => wholeView(bounds))
    this.#isWhole = true
    if (!this.#window.reachesStart) this.#window.findStart()
  }

  /** Shows the newest candles with an automatic price scale and moves the cursor to the last one. */
  end(): void {
    this.#hand = null
    this.#change(viewport.endView)
    this.#cursorMs = this.#window.lastMs
  }

  /** Shows the earliest known candle with an automatic price scale and follows the search for the first candle of the market. */
  home(): void {
    this.#hand = null
    this.#change(viewport.homeView)
    this.#cursorMs = this.#window.firstMs
    this.#homeSlot = this.#bounds?.first ?? null
    if (!this.#window.reachesStart) this.#window.findStart()
  }

  /**
   * Moves the cursor across the drawn candles, starting at the last one in view; by a far move the view too. Moves made
   * before the first candle is loaded wait for `applyQueuedMoves`.
   */
  moveCursor(frame: Frame | null, move: CursorMove): void {
    if (frame === null || frame.level.buffer.length === 0) {
      this.#waiting.push(move)
      return
    }
    const { buffer } = frame.level
    const { direction, isFar } = move
    const step = isFar ? Math.max(minJump, Math.round((frame.endIndex - frame.firstIndex) * jumpShare)) : 1
    const from = this.#cursorMs === null ? -1 : this.#nearest(frame, this.#cursorMs)
    const last = frame.endIndex - 1
    const index = from >= 0 ? from + direction * step : isFar ? last + direction * step : last
    if (isFar) this.pan(-direction * (this.#bounds?.width ?? 0) * jumpShare)
    const timeMs = buffer.timeAt(Math.min(buffer.length - 1, Math.max(0, index)))
    const slot = this.#window.slotOf(middleOfSlot(frame.level.period, timeMs))
    this.#change((view, bounds) => viewport.revealSlot(view, slot, bounds))
    this.#cursorMs = timeMs
  }

  /** Applies the cursor moves made before candles were loaded. Returns true when there were any. */
  applyQueuedMoves(frame: Frame): boolean {
    const moves = this.#waiting
    if (moves.length === 0 || frame.level.buffer.length === 0) return false
    this.#waiting = []
    for (const move of moves) this.moveCursor(frame, move)
    return true
  }

  /** Removes the cursor. Returns true when there was one. */
  dropCursor(): boolean {
    const had = this.#cursorMs !== null
    this.#cursorMs = null
    this.#waiting = []
    return had
  }

  stretchPrices(frame: Frame, factor: number): void {
    this.#hand = stretchPrices(frame, factor) ?? this.#hand
  }

  /** Moves a manual price range by the pointer's distance; an automatic range stays. */
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
    this.#isWhole = false
    this.#range = null
    if (this.#view === null || this.#bounds === null) return
    this.#view = change(this.#view, this.#bounds)
  }

  /** Slot `n` covers n - 0.5 to n + 0.5 of the viewport; its candle covers one period from its start. */
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
    if (this.#isWhole) return wholeView(bounds)
    if (this.#range !== null) return this.#rangeView(this.#range, bounds)
    if (kept === null) return viewport.initialView(bounds)
    const view = { right: bounds.last, spacing: kept.spacing }
    return kept.timeMs === null
      ? viewport.endView(view, bounds)
      : viewport.goToView(view, this.#window.slotOf(kept.timeMs), bounds)
  }

  /** The newest known candle lasts to this time, or nearly. */
  #isReached(timeMs: number): boolean {
    const { lastMs, periodMs } = this.#window
    return lastMs !== null && lastMs + periodMs > timeMs
  }

  #rangeView({ fromMs, toMs }: TimeRange, bounds: viewport.Bounds): viewport.Viewport {
    const { lastMs } = this.#window
    const from = this.#window.slotOf(fromMs) - 0.5
    return lastMs !== null && toMs > lastMs
      ? viewport.latestView({ from, to: Math.floor(this.#window.slotOf(toMs)) + 1 }, bounds)
      : viewport.rangeView({ from, to: this.#window.slotOf(toMs) - 0.5 }, bounds)
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
