// Markets compared with a chart's own: their candles in view and the price at 0 %. Pure but for asking windows for candles.
import { endOf, firstReaching } from '../../../src-preload/domain/markets/intervals.ts'
import type { CandleWindow } from '../model/candles/candle-window.ts'
import type { Level } from '../model/candles/level.ts'
import { baseOf } from '../model/percent-base.ts'

/** A market to compare with. */
export interface ComparedMarket {
  readonly market: string
  readonly window: Pick<CandleWindow, 'periodMs' | 'lastMs' | 'last' | 'begin' | 'show' | 'subscribe'>
}

/** The candles of a compared market in view. */
export interface ComparedCandles {
  readonly level: Level
  /** Version of the level's buffer as of this frame. */
  readonly version: number
  readonly firstIndex: number
  readonly endIndex: number
  /** Price at 0 %: the close of its first candle in view; above zero. */
  readonly base: number
}

/** A compared market as one frame shows it. */
export interface ComparedLine {
  readonly market: string
  /** Index of the line's color. */
  readonly colorIndex: number
  /** Null without a candle in view, such as before they are loaded. */
  readonly candles: ComparedCandles | null
  /** The newest price, in view or not; null when none is known. */
  readonly last: number | null
}

/** Indicators take the line colors from the first on, compared markets from the last. */
const lastColor = 5

/** Color of the compared market at a place of the list. */
export function comparedColor(place: number): number {
  return lastColor - place
}

/** What a frame shows: times at the edges of the plot, and its width in device pixels. */
interface ComparedView {
  readonly fromMs: number
  readonly toMs: number
  readonly widthPx: number
}

/** Returns each market's line, and asks its window for candles that are missing. */
export function makeComparedLines(
  compared: readonly ComparedMarket[],
  view: ComparedView,
): readonly ComparedLine[] {
  return compared.map(({ market, window }, place) => ({
    market,
    colorIndex: comparedColor(place),
    candles: candlesOf(window, view),
    last: window.last()?.close ?? null,
  }))
}

function candlesOf(window: ComparedMarket['window'], view: ComparedView): ComparedCandles | null {
  const { fromMs, toMs, widthPx } = view
  if (window.lastMs === null) window.begin(Math.ceil((toMs - fromMs) / window.periodMs))
  const shown = window.show(fromMs, toMs, widthPx)
  if (shown === null) return null
  const { level, unknown } = shown
  const { buffer, period } = level
  const firstIndex = buffer.lowerBound(firstReaching(period, fromMs))
  const endIndex = buffer.lowerBound(toMs)
  const base = baseOf({ buffer, firstIndex, endIndex, fromMs })
  // Where what comes before the first candle is not known, nobody can tell the change since the beginning of the view.
  const isBaseKnown = (unknown[0]?.fromMs ?? Infinity) >= buffer.timeAt(firstIndex)
  return base === null || !isBaseKnown ? null : { level, version: buffer.version, firstIndex, endIndex, base }
}

/** The price of the chart's own market with the same percentage as a compared market's price. */
export function ownPriceOf(percentBase: number, { base }: ComparedCandles, price: number): number {
  return (price / base) * percentBase
}

/** Lowest and highest close in view of all lines, as prices of the chart's own market; null without any. */
export function comparedExtent(
  lines: readonly ComparedLine[],
  percentBase: number | null,
): { readonly low: number; readonly high: number } | null {
  if (percentBase === null) return null
  let [low, high] = [Infinity, -Infinity]
  for (const { candles } of lines) {
    if (candles === null) continue
    const { columns, start } = candles.level.buffer
    for (let at = candles.firstIndex; at < candles.endIndex; at++) {
      const price = ownPriceOf(percentBase, candles, columns.close[start + at] ?? NaN)
      if (price < low) low = price
      if (price > high) high = price
    }
  }
  return low > high ? null : { low, high }
}

/** Index of the candle that contains a time; -1 for none. */
export function comparedIndexAt({ level }: ComparedCandles, timeMs: number): number {
  const { buffer, period } = level
  const at = buffer.lowerBound(timeMs + 1) - 1
  return at >= 0 && endOf(period, buffer.timeAt(at)) > timeMs ? at : -1
}

/** What a frame shows of compared markets. */
interface ComparedFrame {
  readonly compared: readonly ComparedLine[]
  readonly percentBase: number | null
}

/** True when two frames show the same compared candles in the same percent. */
export function hasSameCompared(a: ComparedFrame, b: ComparedFrame): boolean {
  if (a.compared.length !== b.compared.length) return false
  if (a.compared.length > 0 && a.percentBase !== b.percentBase) return false
  return a.compared.every((line, at) => isSameLine(line, b.compared[at]))
}

function isSameLine({ market, candles }: ComparedLine, other: ComparedLine | undefined): boolean {
  if (other?.market !== market) return false
  if (candles === null || other.candles === null) return candles === other.candles
  const { level, version, base } = other.candles
  return candles.level === level && candles.version === version && candles.base === base
}
