// Positions the marks in view and groups overlapping ones with a count. Columns are reused between frames.
import type { ChartMark } from '../../../src-preload/contract/charts.ts'
import type { CandleBuffer } from '../model/candle-buffer.ts'
import { indexAt, toPixel, xOfTime, yOfPrice, type Frame, type Scale } from '../model/frame.ts'
import { candleStart, phaseOf } from './candle-grid.ts'
import { markStyle, type MarkSet, noMarks } from './mark-set.ts'

/** Marks closer than this are grouped, in CSS pixels: horizontally by whole candles, vertically for marks at prices. */
const joinAcross = 8
const joinHeight = 7
/** Distance from the candle to the middle of a fill's triangle, in CSS pixels. */
const fillDistance = 9
const smallest = 64

export class MarkGroups {
  /** Number of groups; the columns are longer. */
  count = 0
  /** Group middle in whole device pixels. */
  x = new Float64Array(smallest)
  y = new Float64Array(smallest)
  markStyles = new Uint8Array(smallest)
  /** Number of marks per group. */
  sizes = new Uint32Array(smallest)
  #firstMs = new Float64Array(smallest)
  #lastMs = new Float64Array(smallest)
  /** Sum and count of known prices, for the middle of a group. */
  #priceSum = new Float64Array(smallest)
  #priceCount = new Uint32Array(smallest)
  /** Range of marks that contains the group's members: those of the same run of candles. */
  #runFrom = new Uint32Array(smallest)
  #runTo = new Uint32Array(smallest)
  /** Group index of each mark of the set. */
  #groupOf = new Int32Array(smallest)
  readonly #inRun = new Map<number, number>()
  #frame: Frame | null = null
  #set: MarkSet = noMarks

  /** Groups the marks in view of a frame. The same frame and marks again cost nothing. */
  arrange(frame: Frame, set: MarkSet): void {
    if (this.#frame === frame && this.#set === set) return
    this.#reserve(set.marks.length)
    this.#frame = frame
    this.#set = set
    this.count = 0
    const { periodMs } = frame.level
    const phase = phaseOf(frame.level)
    const candles = Math.max(
      1,
      Math.ceil((joinAcross * frame.layout.dpr) / (frame.x.factor * periodMs) - 1e-6),
    )
    // Runs count from the epoch, not from the edge of the view, so panning does not regroup marks.
    const runMs = periodMs * candles
    const startOfRun = (timeMs: number): number => Math.floor((timeMs - phase) / runMs) * runMs + phase
    const { timesMs } = set
    const end = set.lowerBound(startOfRun(frame.toMs) + runMs)
    for (let at = set.lowerBound(startOfRun(frame.fromMs)); at < end;) {
      const endMs = startOfRun(timesMs[at] ?? 0) + runMs
      let runEnd = at + 1
      while (runEnd < end && (timesMs[runEnd] ?? 0) < endMs) runEnd++
      this.#arrangeRun(frame, set, at, runEnd)
      at = runEnd
    }
    for (let group = 0; group < this.count; group++) this.#place(frame, group)
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

  #arrangeRun(frame: Frame, set: MarkSet, from: number, to: number): void {
    const { timesMs, prices, markStyles } = set
    const { sizes } = this
    const groupOf = this.#groupOf
    const lastMs = this.#lastMs
    const priceSum = this.#priceSum
    const priceCount = this.#priceCount
    const step = joinHeight * frame.layout.dpr
    // Fills group by side alone; they are the most frequent marks, so they need no map.
    let buys = -1
    let sells = -1
    this.#inRun.clear()
    for (let at = from; at < to; at++) {
      const timeMs = timesMs[at] ?? 0
      const price = prices[at] ?? NaN
      const ofStyle = markStyles[at] ?? markStyle.cancelled
      let group: number
      if (ofStyle === markStyle.buyFill) group = buys = buys < 0 ? this.#add(ofStyle, timeMs, from, to) : buys
      else if (ofStyle === markStyle.sellFill)
        group = sells = sells < 0 ? this.#add(ofStyle, timeMs, from, to) : sells
      else {
        const key = rowOf(frame.price, price, step) * 8 + ofStyle
        const known = this.#inRun.get(key)
        group = known ?? this.#add(ofStyle, timeMs, from, to)
        if (known === undefined) this.#inRun.set(key, group)
      }
      groupOf[at] = group
      sizes[group] = (sizes[group] ?? 0) + 1
      lastMs[group] = timeMs
      if (Number.isNaN(price)) continue
      priceSum[group] = (priceSum[group] ?? 0) + price
      priceCount[group] = (priceCount[group] ?? 0) + 1
    }
  }

  #add(ofStyle: number, timeMs: number, from: number, to: number): number {
    const group = this.count++
    this.markStyles[group] = ofStyle
    this.sizes[group] = 0
    this.#firstMs[group] = timeMs
    this.#lastMs[group] = timeMs
    this.#priceSum[group] = 0
    this.#priceCount[group] = 0
    this.#runFrom[group] = from
    this.#runTo[group] = to
    return group
  }

  #place(frame: Frame, group: number): void {
    const { level } = frame
    const firstMs = candleStart(level, this.#firstMs[group] ?? 0)
    const lastMs = candleStart(level, this.#lastMs[group] ?? 0)
    this.x[group] = Math.round(xOfTime(frame, (firstMs + lastMs + level.periodMs) / 2))
    const known = this.#priceCount[group] ?? 0
    const price = known === 0 ? NaN : (this.#priceSum[group] ?? 0) / known
    const ofStyle = this.markStyles[group]
    const { dpr } = frame.layout
    if (ofStyle === markStyle.buyFill) {
      const low = extreme(level.buffer, level.buffer.columns.low, firstMs, lastMs, -1)
      this.y[group] = Math.round(yOfPrice(frame, Math.min(low, price || Infinity)) + fillDistance * dpr)
    } else if (ofStyle === markStyle.sellFill) {
      const high = extreme(level.buffer, level.buffer.columns.high, firstMs, lastMs, 1)
      this.y[group] = Math.round(yOfPrice(frame, Math.max(high, price || -Infinity)) - fillDistance * dpr)
    } else {
      const own = Number.isNaN(price) ? closeAt(frame, this.#lastMs[group] ?? 0) : price
      this.y[group] = Math.round(yOfPrice(frame, own))
    }
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
    this.#priceSum = new Float64Array(length)
    this.#priceCount = new Uint32Array(length)
    this.#runFrom = new Uint32Array(length)
    this.#runTo = new Uint32Array(length)
    this.#groupOf = new Int32Array(length)
  }
}

/** Rows count from the price at pixel 0 of an unshifted scale, so moving the scale vertically does not regroup marks. */
function rowOf(scale: Scale, price: number, step: number): number {
  const row = Math.floor((toPixel(scale, price) - scale.offset) / step)
  return Number.isFinite(row) ? row : 0
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

function closeAt(frame: Frame, timeMs: number): number {
  const { buffer } = frame.level
  const index = indexAt(frame, timeMs)
  return index < 0 ? NaN : (buffer.columns.close[buffer.start + index] ?? NaN)
}
