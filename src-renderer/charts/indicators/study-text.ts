// Names of indicators and their values in the chart's legend. Pure.
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import { listedIndicators, type ListedId } from '../../../src-preload/domain/markets/indicators.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { formatFixed } from '../../text/format/locale.ts'
import { formatClock, formatDay } from '../../text/format/time.ts'
import { periodNames } from '../../text/format/words.ts'
import type { Study, StudyRole } from './studies.ts'

/** The name on the chart: "SMA 20", "BB 20 2", "VWAP", "MACD 12 26 9"; with its price where that is not the close: "SMA 20 hl2". */
export function nameStudy(indicator: Indicator): string {
  const source = 'source' in indicator ? (indicator.source ?? 'close') : 'close'
  return source === 'close' ? nameInputs(indicator) : `${nameInputs(indicator)} ${source}`
}

function nameInputs(indicator: Indicator): string {
  switch (indicator.kind) {
    case 'sma':
      return `SMA ${indicator.length}`
    case 'ema':
      return `EMA ${indicator.length}`
    case 'bollinger':
      return `BB ${indicator.length} ${indicator.deviations}`
    case 'listed':
      return [listedIndicators[indicator.id].short, ...indicator.inputs].join(' ')
    case 'vwap':
      return 'VWAP'
    case 'anchoredVwap':
      return `AVWAP ${formatDay(indicator.anchorMs, true)} ${formatClock(indicator.anchorMs).slice(0, 5)}`
    case 'volumeProfile':
      return `VP ${indicator.rows}`
    case 'rsi':
      return `RSI ${indicator.length}`
    case 'macd':
      return `MACD ${indicator.fast} ${indicator.slow} ${indicator.signal}`
  }
}

const lineNames: Record<StudyRole, string> = {
  average: '',
  upper: 'upper',
  middle: 'middle',
  lower: 'lower',
  rsi: '',
  macd: '',
  signal: 'signal',
  histogram: 'histogram',
  plus: '+DI',
  minus: '−DI',
  dots: '',
}

/** @param at - of the line among the indicator's */
export function lineNameOf(indicator: Indicator, role: StudyRole, at: number): string {
  const own = indicator.kind === 'listed' ? listedIndicators[indicator.id].names?.[at] : undefined
  return own ?? lineNames[role]
}

/** One line of an indicator at one candle. */
export interface LineReading {
  /** Line of the indicator, or the source period of a VWAP; empty for the only or main line. */
  readonly lineName: string
  /** The value; a dash when it is unknown. */
  readonly text: string
}

/** One line of an indicator at one candle, with the indicator. */
export interface StudyReading extends LineReading {
  readonly name: string
  /** Index of the indicator on the chart; all its lines share one color. */
  readonly colorIndex: number
}

/** Decimals of a table indicator's values; `decimals` are those of the market's prices. */
export function listedDecimals(id: ListedId, decimals: number): number {
  const { place } = listedIndicators[id]
  switch (place.kind) {
    case 'price':
      return decimals
    case 'bounded':
      return 2
    case 'free':
      return place.decimals ?? decimals
  }
}

/** An index from 0 to 100 does not use the market's decimals; a difference of averages is finer than prices. */
function decimalsIn({ pane, indicator }: Study, decimals: number): number {
  switch (pane) {
    case 'listed':
      return indicator.kind === 'listed' ? listedDecimals(indicator.id, decimals) : decimals
    case 'price':
      return decimals
    case 'rsi':
      return 2
    case 'macd':
      return Math.min(20, decimals + 2)
  }
}

const unknown = '–'

/** Says of a VWAP where its values are from, or why there are none; null of other indicators. */
function lineNoteOf(study: Study, index: number): string | null {
  switch (study.indicator.kind) {
    case 'vwap':
      return vwapSource(study, index)
    case 'anchoredVwap':
      return study.isTooLong ? 'anchor too far back' : null
    default:
      return null
  }
}

/** Returns the values of all lines at candle `index` of the level. */
export function readLines(study: Study, index: number, decimals: number): readonly LineReading[] {
  const { indicator, lines } = study
  return lines.map(({ role, values, shift }, at) => {
    const value = values[index - shift] ?? NaN
    return {
      lineName: lineNoteOf(study, index) ?? lineNameOf(indicator, role, at),
      text: Number.isFinite(value) ? formatFixed(value, decimalsIn(study, decimals)) : unknown,
    }
  })
}

/** As `readLines`, without the line that is not in use where an indicator has one at a time. */
export function readActive(study: Study, index: number, decimals: number): readonly LineReading[] {
  const lines = readLines(study, index, decimals)
  const { indicator } = study
  if (indicator.kind !== 'listed' || listedIndicators[indicator.id].isEither !== true) return lines
  const active = lines.filter(({ text }) => text !== unknown)
  return active.length > 0 ? active : lines.slice(0, 1).map((line) => ({ ...line, lineName: '' }))
}

/**
 * Returns the values in use at candle `index` of the level, in the order of the studies and their lines.
 *
 * @param decimals - decimals of the market's prices
 */
export function readStudies(
  studies: readonly Study[],
  index: number,
  decimals: number,
): readonly StudyReading[] {
  return studies.flatMap((study, colorIndex) =>
    readActive(study, index, decimals).map((line) => ({
      name: nameStudy(study.indicator),
      ...line,
      colorIndex,
    })),
  )
}

/** "from 1m": source period of a VWAP, or why it has no value for periods of a day or longer. */
function vwapSource({ sourceMinutes, isTooLong }: Study, index: number): string {
  if (isTooLong) return 'below 1d only'
  const period = candlePeriods.find((each) => each === sourceMinutes?.[index])
  return period === undefined ? '' : `from ${periodNames[period].short}`
}

/** Source periods of the visible VWAP values: "VWAP from 1m candles." */
export function describeVwap(studies: readonly Study[], indexes: readonly number[]): string {
  const shown = studies.find(({ indicator }) => indicator.kind === 'vwap' && indicator.isHidden !== true)
  if (shown === undefined) return ''
  if (shown.isTooLong) return 'VWAP needs an interval below 1d.'
  const periods = candlePeriods.filter((period) =>
    indexes.some((index) => shown.sourceMinutes?.[index] === period),
  )
  const [first, second] = periods.map((period) => periodNames[period].short)
  if (first === undefined) return ''
  if (second === undefined) return `VWAP from ${first} candles.`
  return `VWAP from ${first} candles where the day is complete, otherwise from ${second} candles.`
}
