// Computes and caches the indicators of a level and updates them incrementally when the last candles change.
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import { listedIndicators } from '../../../src-preload/domain/markets/indicators.ts'
import { type ChartInterval, intervalMs } from '../../../src-preload/domain/markets/intervals.ts'
import type { CandleBuffer } from '../model/candles/candle-buffer.ts'
import type { Level } from '../model/candles/level.ts'
import { holesOf } from '../model/candles/holes.ts'
import { anchoredVwap, reachesAnchor } from './anchored-vwap.ts'
import { ema, sma } from './averages.ts'
import { bollinger } from './bollinger.ts'
import { computeListed, warmUpListed } from './listed.ts'
import { macd } from './macd.ts'
import { rsi } from './rsi.ts'
import { pricesOf, type PriceCandles } from './source.ts'
import { vwap, type VwapCandles } from './vwap.ts'

export type StudyRole =
  | 'average'
  | 'upper'
  | 'middle'
  | 'lower'
  | 'rsi'
  | 'macd'
  | 'signal'
  | 'histogram'
  | 'plus'
  | 'minus'
  | 'dots'

/** `values[i]` belongs to candle i of the level's buffer, oldest first; NaN when unknown. */
export interface StudyLine {
  readonly role: StudyRole
  readonly values: Float64Array
  /** Candles by which the line is drawn ahead of the one that a value belongs to; behind it where negative. */
  readonly shift: number
}

export interface Study {
  readonly indicator: Indicator
  readonly pane: 'price' | 'rsi' | 'macd' | 'listed'
  /** None of a hidden indicator. */
  readonly lines: readonly StudyLine[]
  /** VWAP only: period in minutes of the source candles of each value (NaN without a value); null for other indicators. */
  readonly sourceMinutes: Float64Array | null
  /** True for what has no values: a VWAP over candles of a day or longer, and one whose candles since the anchor are not all here. */
  readonly isTooLong: boolean
}

const panes = {
  sma: 'price',
  ema: 'price',
  bollinger: 'price',
  vwap: 'price',
  rsi: 'rsi',
  macd: 'macd',
  volumeProfile: 'price',
  anchoredVwap: 'price',
} as const satisfies Record<Exclude<Indicator['kind'], 'listed'>, Study['pane']>

/** Pane of an indicator. */
export function paneOf(indicator: Indicator): Study['pane'] {
  if (indicator.kind !== 'listed') return panes[indicator.kind]
  return listedIndicators[indicator.id].place.kind === 'price' ? 'price' : 'listed'
}

/** Roles of each indicator's lines, in column order. */
const roles: Record<Exclude<Indicator['kind'], 'listed'>, readonly StudyRole[]> = {
  sma: ['average'],
  ema: ['average'],
  bollinger: ['upper', 'middle', 'lower'],
  vwap: ['average'],
  rsi: ['rsi'],
  macd: ['macd', 'signal', 'histogram'],
  volumeProfile: [],
  anchoredVwap: ['average'],
}

function shiftOf(indicator: Indicator, line: number): number {
  if (indicator.kind !== 'listed') return 0
  return (listedIndicators[indicator.id].shifts?.[line] ?? 0) * ((indicator.inputs.at(-1) ?? 1) - 1)
}

/** Roles of an indicator's lines, in their order. */
export function rolesOf(indicator: Indicator): readonly StudyRole[] {
  return indicator.kind === 'listed' ? listedIndicators[indicator.id].lines : roles[indicator.kind]
}

const dayMs = 86_400_000

type StudyCandles = VwapCandles & PriceCandles

interface Input {
  readonly candles: StudyCandles
  readonly period: ChartInterval
  readonly periodMs: number
  readonly minuteVwap: ReadonlyMap<number, number>
  /** No candle from this time to the first one is missing. */
  readonly knownFromMs: number
}

/** Returns a column as long as the candles, filled with the previous values before `from`. */
type Take = () => Float64Array

/** Computes an indicator from candle `from` on: the lines in the order of `roles`, then the internal columns. */
function computeColumns(indicator: Indicator, input: Input, from: number, take: Take): void {
  const prices =
    'source' in indicator ? pricesOf(input.candles, indicator.source ?? 'close') : input.candles.close
  switch (indicator.kind) {
    case 'sma':
      sma(prices, indicator.length, from, take())
      return
    case 'ema':
      ema(prices, indicator.length, from, take())
      return
    case 'bollinger': {
      const into = { upper: take(), middle: take(), lower: take() }
      bollinger(prices, indicator.length, indicator.deviations, from, into)
      return
    }
    case 'vwap':
      vwap(input.candles, input.periodMs, input.minuteVwap, from, { vwap: take(), sourceMinutes: take() })
      return
    case 'rsi':
      rsi(prices, indicator.length, from, { rsi: take(), gains: take(), losses: take() })
      return
    case 'anchoredVwap': {
      const into = { vwap: take(), worth: take(), amount: take() }
      anchoredVwap(input.candles, input.period, indicator.anchorMs, input.knownFromMs, from, into)
      return
    }
    // Of the candles in view, so it belongs to a frame and not to a level.
    case 'volumeProfile':
      return
    case 'listed':
      computeListed(indicator.id, indicator.inputs, { ...input, prices }, from, take)
      return
    case 'macd': {
      const lines = { macd: take(), signal: take(), histogram: take() }
      macd(prices, indicator, from, { ...lines, fast: take(), slow: take() })
      return
    }
  }
}

/** Indicators of equal keys have equal values. */
function keyOf(indicator: Indicator): string {
  return JSON.stringify({ ...indicator, isHidden: undefined, style: undefined })
}

interface Known {
  readonly version: number
  readonly gaps: Level['gaps']
  readonly incomplete: Level['incomplete']
  readonly minuteVwap: Level['minuteVwap']
  readonly knownFromMs: number
  /** Start of the first candle after each hole. */
  readonly holesMs: readonly number[]
  readonly indicators: readonly Indicator[]
  readonly columns: ReadonlyMap<string, readonly Float64Array[]>
  readonly studies: readonly Study[]
}

/** Views of the buffer's candles, without its spare room. */
function candlesOf({ columns, start, length }: CandleBuffer): StudyCandles {
  const view = (column: Float64Array): Float64Array => column.subarray(start, start + length)
  const { timesMs, open, high, low, close, volume } = columns
  return {
    timesMs: view(timesMs),
    open: view(open),
    high: view(high),
    low: view(low),
    close: view(close),
    volume: view(volume),
  }
}

/** Candles of some columns in [from, to). */
function cutCandles(
  { timesMs, open, high, low, close, volume }: StudyCandles,
  from: number,
  to: number,
): StudyCandles {
  return {
    timesMs: timesMs.subarray(from, to),
    open: open.subarray(from, to),
    high: high.subarray(from, to),
    low: low.subarray(from, to),
    close: close.subarray(from, to),
    volume: volume.subarray(from, to),
  }
}

/**
 * Indicators of levels, cached per buffer. Each indicator restarts after a hole, so it never averages across missing
 * candles. The newest candle counts with its current values; other candles that are not final do not enter later values.
 */
export class Studies {
  readonly #known = new WeakMap<CandleBuffer, Known>()

  /**
   * Returns one study per indicator, in order; the same array while nothing changed. A change may overwrite the values of
   * earlier results, so always read the newest result.
   *
   * @param knownFromMs - no candle from this time to the first one is missing: see `CandleWindow.knownFrom`
   */
  compute(level: Level, indicators: readonly Indicator[], knownFromMs = Infinity): readonly Study[] {
    const { buffer, period, periodMs, gaps, incomplete, minuteVwap } = level
    const known = this.#known.get(buffer)
    const isSame =
      known?.version === buffer.version &&
      known.gaps === gaps &&
      known.incomplete === incomplete &&
      known.minuteVwap === minuteVwap &&
      known.knownFromMs === knownFromMs &&
      known.indicators === indicators
    if (isSame) return known.studies
    const holes = holesOf(level).map(({ index }) => index)
    const holesMs = holes.map((index) => buffer.timeAt(index))
    const hasSameHoles =
      known?.holesMs.length === holesMs.length && holesMs.every((timeMs, at) => timeMs === known.holesMs[at])
    const changedFrom = known === undefined || !hasSameHoles ? 0 : firstChange(buffer, known.version)
    const input = { candles: candlesOf(buffer), period, periodMs, minuteVwap, knownFromMs }
    const columns = new Map<string, readonly Float64Array[]>()
    for (const indicator of indicators) {
      if (indicator.isHidden === true) continue
      const key = keyOf(indicator)
      const isOther =
        (indicator.kind === 'vwap' && known?.minuteVwap !== minuteVwap) ||
        (indicator.kind === 'anchoredVwap' && known?.knownFromMs !== knownFromMs)
      const from = isOther ? 0 : changedFrom
      columns.set(key, updateColumns(indicator, input, holes, known?.columns.get(key), from))
    }
    const isUnchanged =
      known?.indicators === indicators && [...columns].every(([key, made]) => made === known.columns.get(key))
    const studies = isUnchanged
      ? known.studies
      : indicators.map((indicator) =>
          studyOf(indicator, columns.get(keyOf(indicator)) ?? [], level, knownFromMs),
        )
    const { version } = buffer
    this.#known.set(buffer, {
      version,
      gaps,
      incomplete,
      minuteVwap,
      knownFromMs,
      holesMs,
      indicators,
      columns,
      studies,
    })
    return studies
  }
}

function studyOf(
  indicator: Indicator,
  made: readonly Float64Array[],
  { buffer, period, periodMs }: Level,
  knownFromMs: number,
): Study {
  const shown = indicator.isHidden === true ? [] : rolesOf(indicator)
  const lines = shown.map((role, at) => ({
    role,
    values: made[at] ?? new Float64Array(buffer.length).fill(NaN),
    shift: shiftOf(indicator, at),
  }))
  const isVwap = indicator.kind === 'vwap'
  const sourceMinutes = isVwap ? (made[lines.length] ?? null) : null
  return {
    indicator,
    pane: paneOf(indicator),
    lines,
    sourceMinutes,
    isTooLong:
      indicator.kind === 'anchoredVwap'
        ? buffer.length > 0 && !reachesAnchor(buffer.timeAt(0), period, indicator.anchorMs, knownFromMs)
        : isVwap && periodMs >= dayMs,
  }
}

/** Index of the first candle that may differ from an earlier version; the length when none does. */
function firstChange(buffer: CandleBuffer, version: number): number {
  if (buffer.version === version) return buffer.length
  return buffer.version === version + 1 ? buffer.changedFrom : 0
}

/**
 * Copies the previous values before candle `changedFrom` and computes the rest, restarting after each hole.
 *
 * @param holes - indexes of the candles after holes, ascending
 */
function updateColumns(
  indicator: Indicator,
  input: Input,
  holes: readonly number[],
  before: readonly Float64Array[] | undefined,
  changedFrom: number,
): readonly Float64Array[] {
  const count = input.candles.timesMs.length
  const from = before === undefined ? 0 : Math.min(changedFrom, count, before[0]?.length ?? 0)
  if (before !== undefined && from === count && before[0]?.length === count) return before
  const columns: Float64Array[] = []
  const columnAt = (at: number): Float64Array => {
    const old = before?.[at]
    const known = columns[at]
    if (known !== undefined) return known
    let column = old
    if (column?.length !== count) {
      column = new Float64Array(count)
      if (old !== undefined) column.set(old.subarray(0, from))
    }
    columns[at] = column
    return column
  }
  const starts = [0, ...holes]
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? count
    // Unchanged sections also need their columns.
    if (end <= from && at < starts.length - 1) continue
    const candles = cutCandles(input.candles, start, end)
    const part = { ...input, candles, knownFromMs: start === 0 ? input.knownFromMs : Infinity }
    let taken = 0
    computeColumns(indicator, part, Math.max(0, from - start), () => columnAt(taken++).subarray(start, end))
  }
  return columns
}

/** A seed below this weight no longer affects a value. */
const seedWeight = 1e-9
/** MACD is a small difference of large averages, so its seeds must decay further. */
const macdSeedWeight = 1e-12

/** Steps until a seed decays to `weight` when each step keeps the share `kept` of it. */
function stepsToFade(kept: number, weight: number): number {
  return kept === 0 ? 1 : Math.ceil(Math.log(weight) / Math.log(kept))
}

const emaWeightKept = (length: number): number => 1 - 2 / (length + 1)

/**
 * Returns how many candles before the view an indicator needs so that visible values do not depend on where the candles
 * start: a complete window or day, and a seed below 1e-9 of the value.
 *
 * @param period - period of the shown candles
 */
export function warmUp(indicators: readonly Indicator[], period: ChartInterval): number {
  return indicators.reduce(
    (most, indicator) => (indicator.isHidden === true ? most : Math.max(most, warmUpOf(indicator, period))),
    0,
  )
}

/** Times from which on all candles are needed. */
export function anchorsOf(indicators: readonly Indicator[]): readonly number[] {
  return indicators.flatMap((one) =>
    one.kind === 'anchoredVwap' && one.isHidden !== true ? [one.anchorMs] : [],
  )
}

function warmUpOf(indicator: Indicator, period: ChartInterval): number {
  switch (indicator.kind) {
    case 'sma':
    case 'bollinger':
      return indicator.length - 1
    case 'ema':
      return Math.max(indicator.length, stepsToFade(emaWeightKept(indicator.length), seedWeight))
    case 'vwap':
      return intervalMs(period) >= dayMs ? 0 : Math.ceil(dayMs / intervalMs(period))
    case 'rsi':
      return indicator.length + stepsToFade(1 - 1 / indicator.length, seedWeight)
    // What it needs is told as times: see `anchorsOf`.
    case 'anchoredVwap':
    case 'volumeProfile':
      return 0
    case 'listed':
      return warmUpListed(indicator.id, indicator.inputs, period, (kept) => stepsToFade(kept, seedWeight))
    case 'macd':
      return (
        Math.max(
          indicator.slow,
          stepsToFade(emaWeightKept(Math.max(indicator.fast, indicator.slow)), macdSeedWeight),
        ) + stepsToFade(emaWeightKept(indicator.signal), macdSeedWeight)
      )
  }
}
