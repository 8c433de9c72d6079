// Positions the marks in view, one per candle, side and kind with a count; one per candle and side where there would be too many.
// None lies over a candle: buys stand below its low, sells above its high. Columns are reused between frames.
import type { ChartMark } from '../../../src-preload/contract/markets/charts.ts'
import { axisOf, timeOfAxis } from '../../../src-preload/domain/markets/intervals.ts'
import type { CandleBuffer } from '../model/candles/candle-buffer.ts'
import { toPixel, yOfPrice, type Frame } from '../model/frame.ts'
import { candleRuns, candleStart } from './candle-grid.ts'
import { markStyle, type MarkSet, noMarks } from './mark-set.ts'

/** Candles narrower than this share their marks, in CSS pixels. */
const joinAcross = 8
/** The same where marks are folded, so that no count touches the next. */
const foldedAcross = 18
/** Most marks in view that are told apart by kind. */
export const mostSigns = 40
/** Distance from the candle to the middle of a mark, in CSS pixels. */
const candleDistance = 9
/** Half the width of a sign, in CSS pixels. */
const signHalf = 5
/** A cross beyond the triangle of the same candle, and beyond its count. */
const beyondSign = 11
const beyondCount = 22
const smallest = 64

export class MarkGroups {
  /** Number of groups; the columns are longer. */
  count = 0
  /** There are so many marks in view that fills and canceled orders of one side share one. */
  isFolded = false
  /** Group middle in whole device pixels. */
  x = new Float64Array(smallest)
  y = new Float64Array(smallest)
  markStyles = new Uint8Array(smallest)
  /** Number of marks per group. */
  sizes = new Uint32Array(smallest)
  #firstMs = new Float64Array(smallest)
  #lastMs = new Float64Array(smallest)
  /** Lowest price of a buy and highest of a sell: a candle may be missing, or not reach it yet. */
  #edge = new Float64Array(smallest)
  /** Group of the same candle and side that is nearer to it; -1 for none. */
  #below = new Int32Array(smallest)
  /** Range of marks that contains the group's members: those of the same run of candles. */
  #runFrom = new Uint32Array(smallest)
  #runTo = new Uint32Array(smallest)
  /** Group index of each mark of the set. */
  #groupOf = new Int32Array(smallest)
  /** Group of each style in the current run; -1 for none. */
  readonly #inRun = new Int32Array(4)
  #frame: Frame | null = null
  #set: MarkSet = noMarks

  /** Groups the marks in view of a frame. The same frame and marks again cost nothing. */
  arrange(frame: Frame, set: MarkSet): void {
    if (this.#frame === frame && this.#set === set) return
    this.#reserve(set.marks.length)
    this.#frame = frame
    this.#set = set
    this.isFolded = false
    this.#group(frame, set, joinAcross)
    if (this.count > mostSigns) {
      this.isFolded = true
      this.#group(frame, set, foldedAcross)
    }
    for (let group = 0; group < this.count; group++) this.#place(frame, group)
  }

  #group(frame: Frame, set: MarkSet, across: number): void {
    this.count = 0
    const { periodMs } = frame.level
    const candles = Math.max(1, Math.ceil((across * frame.layout.dpr) / (frame.x.factor * periodMs) - 1e-6))
    // Runs count from the epoch, not from the edge of the view, so panning does not regroup marks.
    const runs = candleRuns(frame.level, candles)
    const { timesMs } = set
    const end = set.lowerBound(runs.after(runs.startOf(frame.toMs)))
    for (let at = set.lowerBound(runs.startOf(frame.fromMs)); at < end;) {
      const endMs = runs.after(runs.startOf(timesMs[at] ?? 0))
      let runEnd = at + 1
      while (runEnd < end && (timesMs[runEnd] ?? 0) < endMs) runEnd++
      this.#arrangeRun(set, at, runEnd)
      at = runEnd
    }
  }

  /** Returns the nearest group within `reach` device pixels; -1 for none. */
  nearest(x: number, y: number, reach: number): number {
    let found = -1
    let least = reach
    for (let group = 0; group < this.count; group++) {
      const distance = Math.hypot((this.x[group] ?? 0) - x, (this.y[group] ?? 0) - y)
      if (distance > least) continue
      found = group
      least = distance
    }
    return found
  }

  /** Returns the marks of a group, oldest first. */
  members(group: number): readonly ChartMark[] {
    const from = this.#runFrom[group] ?? 0
    const run = this.#set.marks.slice(from, this.#runTo[group])
    return run.filter((_, index) => this.#groupOf[from + index] === group)
  }

  #arrangeRun(set: MarkSet, from: number, to: number): void {
    const { timesMs, prices, markStyles } = set
    const { sizes } = this
    const inRun = this.#inRun.fill(-1)
    for (let at = from; at < to; at++) {
      const ofStyle = markStyles[at] ?? markStyle.none
      if (ofStyle === markStyle.none) {
        this.#groupOf[at] = -1
        continue
      }
      const isBuy = ofStyle % 2 === 0
      const slot = this.isFolded ? (isBuy ? 0 : 1) : ofStyle
      const timeMs = timesMs[at] ?? 0
      let group = inRun[slot] ?? -1
      if (group < 0) group = inRun[slot] = this.#add(ofStyle, timeMs, from, to)
      // What was traded counts more than what was not.
      this.markStyles[group] = Math.min(this.markStyles[group] ?? ofStyle, ofStyle)
      this.#groupOf[at] = group
      sizes[group] = (sizes[group] ?? 0) + 1
      this.#lastMs[group] = timeMs
      const price = prices[at] ?? NaN
      const edge = this.#edge[group] ?? NaN
      if (Number.isNaN(price)) continue
      this.#edge[group] = isBuy ? Math.min(edge, price) : Math.max(edge, price)
    }
    for (const [canceled, fill] of [
      [markStyle.buyCanceled, markStyle.buyFill],
      [markStyle.sellCanceled, markStyle.sellFill],
    ] as const) {
      const group = inRun[canceled] ?? -1
      if (group >= 0) this.#below[group] = inRun[fill] ?? -1
    }
  }

  #add(ofStyle: number, timeMs: number, from: number, to: number): number {
    const group = this.count++
    this.markStyles[group] = ofStyle
    this.sizes[group] = 0
    this.#firstMs[group] = timeMs
    this.#lastMs[group] = timeMs
    this.#edge[group] = ofStyle % 2 === 0 ? Infinity : -Infinity
    this.#below[group] = -1
    this.#runFrom[group] = from
    this.#runTo[group] = to
    return group
  }

  #place(frame: Frame, group: number): void {
    const { level } = frame
    const { dpr } = frame.layout
    const { buffer, period, periodMs } = level
    const firstMs = candleStart(level, this.#firstMs[group] ?? 0)
    const lastMs = candleStart(level, this.#lastMs[group] ?? 0)
    const middle = (axisOf(period, firstMs) + axisOf(period, lastMs) + periodMs) / 2
    this.x[group] = Math.round(toPixel(frame.x, middle))
    // Narrow candles beside its own are under the sign too.
    const reach = (signHalf * dpr) / frame.x.factor
    const fromMs = Math.min(firstMs, timeOfAxis(period, middle - reach - periodMs))
    const toMs = Math.max(lastMs, timeOfAxis(period, middle + reach))
    const isBuy = (this.markStyles[group] ?? 0) % 2 === 0
    const column = isBuy ? buffer.columns.low : buffer.columns.high
    const candles = extreme(buffer, column, fromMs, toMs, isBuy ? -1 : 1)
    const edge = this.#edge[group] ?? NaN
    // A canceled order's own price may be far away: its sign keeps to the candle where there is one.
    const isCanceled = (this.markStyles[group] ?? 0) > markStyle.sellFill
    const at = isCanceled && Number.isFinite(candles) ? candles : (isBuy ? Math.min : Math.max)(candles, edge)
    const below = this.#below[group] ?? -1
    const beyond = below < 0 ? 0 : (this.sizes[below] ?? 0) > 1 ? beyondCount : beyondSign
    const distance = (candleDistance + beyond) * dpr
    this.y[group] = Math.round(yOfPrice(frame, at) + (isBuy ? distance : -distance))
  }

  /** Reserves room for one group per mark. */
  #reserve(length: number): void {
    if (length <= this.markStyles.length) return
    this.x = new Float64Array(length)
    this.y = new Float64Array(length)
    this.markStyles = new Uint8Array(length)
    this.sizes = new Uint32Array(length)
    this.#firstMs = new Float64Array(length)
    this.#lastMs = new Float64Array(length)
    this.#edge = new Float64Array(length)
    this.#below = new Int32Array(length)
    this.#runFrom = new Uint32Array(length)
    this.#runTo = new Uint32Array(length)
    this.#groupOf = new Int32Array(length)
  }
}

/** Lowest (`sign` -1) or highest (1) value of the candles that start within a time range; infinite without candles. */
function extreme(
  buffer: CandleBuffer,
  column: Float64Array,
  firstMs: number,
  lastMs: number,
  sign: 1 | -1,
): number {
  let best = -Infinity
  const end = buffer.lowerBound(lastMs + 1)
  for (let index = buffer.lowerBound(firstMs); index < end; index++) {
    best = Math.max(best, sign * (column[buffer.start + index] ?? -Infinity))
  }
  return sign * best
}
