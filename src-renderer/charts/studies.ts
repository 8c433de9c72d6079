// Owns: the indicators of a level's candles: worked out once, gone on with when candles change at the end.
// Must not: draw, or word anything (study-words.ts does).
import type { Indicator } from '../../src-preload/contract/charts.ts'
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'
import type { CandleBuffer } from './candle-buffer.ts'
import type { Level } from './candle-window.ts'
import { ema, sma } from './indicators/averages.ts'
import { bollinger } from './indicators/bollinger.ts'
import { macd } from './indicators/macd.ts'
import { rsi } from './indicators/rsi.ts'
import { vwap, type VwapCandles } from './indicators/vwap.ts'

export type StudyRole = 'average' | 'upper' | 'middle' | 'lower' | 'rsi' | 'macd' | 'signal' | 'histogram'

/** `values[i]` belongs to candle i of the level's buffer, oldest first; NaN: not known. */
export interface StudyLine {
  readonly role: StudyRole
  readonly values: Float64Array
}

export interface Study {
  readonly indicator: Indicator
  readonly pane: 'price' | 'rsi' | 'macd'
  readonly lines: readonly StudyLine[]
}

const panes = {
  sma: 'price',
  ema: 'price',
  bollinger: 'price',
  vwap: 'price',
  rsi: 'rsi',
  macd: 'macd',
} as const satisfies Record<Indicator['kind'], Study['pane']>

/** The lines of each kind, as they lie in its columns. */
const roles: Record<Indicator['kind'], readonly StudyRole[]> = {
  sma: ['average'],
  ema: ['average'],
  bollinger: ['upper', 'middle', 'lower'],
  vwap: ['average'],
  rsi: ['rsi'],
  macd: ['macd', 'signal', 'histogram'],
}

interface Input {
  readonly candles: VwapCandles
  readonly periodMs: number
  readonly startOfDay: (timeMs: number) => number
}

/** Hands out columns as long as the candles, each of which holds what was there before `from`. */
type Take = () => Float64Array

/** Works out the columns of an indicator from candle `from` on: its lines in the order of `roles`, then its workings. */
function workOut(indicator: Indicator, input: Input, from: number, take: Take): void {
  const { close } = input.candles
  switch (indicator.kind) {
    case 'sma':
      sma(close, indicator.length, from, take())
      return
    case 'ema':
      ema(close, indicator.length, from, take())
      return
    case 'bollinger': {
      const into = { upper: take(), middle: take(), lower: take() }
      bollinger(close, indicator.length, indicator.deviations, from, into)
      return
    }
    case 'vwap':
      vwap(input.candles, input.periodMs, input.startOfDay, from, take())
      return
    case 'rsi':
      rsi(close, indicator.length, from, { rsi: take(), gains: take(), losses: take() })
      return
    case 'macd': {
      const lines = { macd: take(), signal: take(), histogram: take() }
      macd(close, indicator, from, { ...lines, fast: take(), slow: take() })
      return
    }
  }
}

interface Known {
  readonly version: number
  readonly indicators: readonly Indicator[]
  readonly columns: ReadonlyMap<string, readonly Float64Array[]>
  readonly studies: readonly Study[]
}

/** Candles of the buffer as columns of just its length. */
function candlesOf({ columns, start, length }: CandleBuffer): VwapCandles {
  const view = (column: Float64Array): Float64Array => column.subarray(start, start + length)
  const { timesMs, high, low, close, volume } = columns
  return {
    timesMs: view(timesMs),
    high: view(high),
    low: view(low),
    close: view(close),
    volume: view(volume),
  }
}

/** Indicators of levels, remembered for each buffer as long as that lives. */
export class Studies {
  readonly #startOfDay: (timeMs: number) => number
  readonly #known = new WeakMap<CandleBuffer, Known>()

  /** @param startOfDay - the beginning of the day that holds a time, in the zone of the charts; epoch milliseconds */
  constructor(startOfDay: (timeMs: number) => number) {
    this.#startOfDay = startOfDay
  }

  /**
   * One study for each indicator, in their order. The very same array as before while nothing changed; after a change,
   * the values of studies handed out before may be written over, so that they are to be read from the newest.
   */
  compute(level: Level, indicators: readonly Indicator[]): readonly Study[] {
    const { buffer, periodMs } = level
    const known = this.#known.get(buffer)
    if (known?.version === buffer.version && known.indicators === indicators) return known.studies
    const input = { candles: candlesOf(buffer), periodMs, startOfDay: this.#startOfDay }
    const changedFrom = known === undefined ? 0 : firstChange(buffer, known.version)
    const columns = new Map<string, readonly Float64Array[]>()
    for (const indicator of indicators) {
      const key = JSON.stringify(indicator)
      const before = known?.columns.get(key)
      columns.set(key, bringUpToDate(indicator, input, before, changedFrom))
    }
    const studies = indicators.map((indicator): Study => {
      const made = columns.get(JSON.stringify(indicator)) ?? []
      const lines = roles[indicator.kind].map((role, at) => ({
        role,
        values: made[at] ?? new Float64Array(buffer.length).fill(NaN),
      }))
      return { indicator, pane: panes[indicator.kind], lines }
    })
    this.#known.set(buffer, { version: buffer.version, indicators, columns, studies })
    return studies
  }
}

/** The first candle that may differ from those of an earlier version; the length where none does. */
function firstChange(buffer: CandleBuffer, version: number): number {
  if (buffer.version === version) return buffer.length
  return buffer.version === version + 1 ? buffer.changedFrom : 0
}

function bringUpToDate(
  indicator: Indicator,
  input: Input,
  before: readonly Float64Array[] | undefined,
  changedFrom: number,
): readonly Float64Array[] {
  const count = input.candles.timesMs.length
  const from = before === undefined ? 0 : Math.min(changedFrom, count, before[0]?.length ?? 0)
  if (before !== undefined && from === count && before[0]?.length === count) return before
  const columns: Float64Array[] = []
  workOut(indicator, input, from, () => {
    const old = before?.[columns.length]
    let column = old
    if (column?.length !== count) {
      column = new Float64Array(count)
      if (old !== undefined) column.set(old.subarray(0, from))
    }
    columns.push(column)
    return column
  })
  return columns
}

/** How far a seed's weight has to fall before it cannot be seen in a value. */
const seedWeight = 1e-9
/** MACD is a small difference of large averages, so that their seeds have to be further away. */
const macdSeedWeight = 1e-12
/** A day has at most 25 hours. */
const mostMinutesOfDay = 25 * 60

/** How many steps let a seed fade to `weight` when each step keeps `kept` of it. */
function stepsToFade(kept: number, weight: number): number {
  return kept === 0 ? 1 : Math.ceil(Math.log(weight) / Math.log(kept))
}

const keptByEma = (length: number): number => 1 - 2 / (length + 1)

/**
 * How many candles before those in view have to be there so that what is shown does not depend on where the candles begin:
 * a window or a day is whole, and a seed weighs less than 1e-9 of the value.
 *
 * @param period - of the candles that are shown
 */
export function warmUp(indicators: readonly Indicator[], period: CandlePeriod): number {
  return indicators.reduce((most, indicator) => Math.max(most, warmUpOf(indicator, period)), 0)
}

function warmUpOf(indicator: Indicator, period: CandlePeriod): number {
  switch (indicator.kind) {
    case 'sma':
    case 'bollinger':
      return indicator.length - 1
    case 'ema':
      return Math.max(indicator.length, stepsToFade(keptByEma(indicator.length), seedWeight))
    case 'vwap':
      return period >= 1440 ? 0 : Math.ceil(mostMinutesOfDay / period)
    case 'rsi':
      return indicator.length + stepsToFade(1 - 1 / indicator.length, seedWeight)
    case 'macd':
      return (
        Math.max(
          indicator.slow,
          stepsToFade(keptByEma(Math.max(indicator.fast, indicator.slow)), macdSeedWeight),
        ) + stepsToFade(keptByEma(indicator.signal), macdSeedWeight)
      )
  }
}
