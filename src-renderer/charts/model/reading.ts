// Text for one candle: legend line, screen reader text and chart summary. Prices and volumes are never rounded. Pure.
import { type ChartInterval, endOf, startOfMiddle } from '../../../src-preload/domain/markets/intervals.ts'
import { decimalsOf } from '../../../src-preload/domain/numbers/price-figures.ts'
import { formatChange } from '../../text/format/chart-number.ts'
import { periodNames } from '../../text/format/words.ts'
import type { Zone } from '../../../src-preload/domain/locale/zone.ts'
import type { Candle } from './candles/candle-buffer.ts'
import type { Crosshair, Frame } from './frame.ts'
import { formatCandleTime, formatExact, formatSigned, zoneOfCandle } from './format.ts'
import { legendRows, readRows, type LegendRow } from './legend-rows.ts'
import type { StudyReading } from '../indicators/study-text.ts'

/** A candle as the legend shows it, with exact values. */
export interface Reading {
  /** Candle start in the charts' zone. */
  readonly time: string
  /** Name of that zone at that time. */
  readonly zone: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  /** Close minus open: absolute and in percent. */
  readonly change: string
  readonly changePercent: string
  readonly direction: 'up' | 'down' | 'flat'
}

/** Formats a candle of a period. */
export function readCandle(
  candle: Candle,
  period: ChartInterval,
  priceDecimals: number,
  zone: Zone,
): Reading {
  const { timeMs, open, high, low, close, volume } = candle
  // The difference of two doubles has noise beyond the decimals of both.
  const decimals = Math.max(priceDecimals, decimalsOf(open), decimalsOf(close))
  const change = Number((close - open).toFixed(decimals))
  return {
    time: formatCandleTime(timeMs, period, zone),
    zone: zoneOfCandle(timeMs, period, zone),
    open: formatExact(open, priceDecimals),
    high: formatExact(high, priceDecimals),
    low: formatExact(low, priceDecimals),
    close: formatExact(close, priceDecimals),
    volume: formatExact(volume, 0),
    change: formatSigned(change, decimals),
    changePercent: formatChange(open === 0 ? 0 : (change / open) * 100).text,
    direction: change > 0 ? 'up' : change < 0 ? 'down' : 'flat',
  }
}

/** Content of a frame's legend. */
export interface Legend {
  /** The candle; null when there is none, then `place` names the position. */
  readonly reading: Reading | null
  /** False while the candle may still change, or when it was last updated before it ended. */
  readonly isFinal: boolean
  /** Why there is no candle, and the crosshair's position; empty when there is a candle. */
  readonly place: string
  /** "1m shown as 4h" when the drawn period differs from the chosen one. */
  readonly shownAs: string
  /** Indicators without a pane of their own. */
  readonly studies: readonly StudyReading[]
  /** All indicators of the chart. */
  readonly rows: readonly LegendRow[]
}

/** Index of the legend's candle: the one under the crosshair, else the newest in view; -1 for none. */
export function legendIndex(frame: Frame, crosshair: Crosshair | null): number {
  const newest = frame.endIndex > frame.firstIndex ? frame.endIndex - 1 : -1
  // Right of the newest candle there is nothing to read.
  const isAhead =
    crosshair !== null &&
    crosshair.index < 0 &&
    crosshair.timeMs > endOf(frame.level.period, frame.level.buffer.lastMs)
  return crosshair === null || isAhead ? newest : crosshair.index
}

/** Formats a candle of the frame's level; for -1 the crosshair's position without a candle, or an empty view. */
export function readLegend(frame: Frame, index: number, crosshair: Crosshair | null): Legend {
  const { level, priceDecimals, zone } = frame
  const candle = level.buffer.candleAt(index)
  const rows = legendRows(frame, candle === null ? -1 : index)
  return {
    reading: candle === null ? null : readCandle(candle, level.period, priceDecimals, zone),
    isFinal: candle === null || isFinal(frame, candle),
    place: candle === null ? placeText(frame, crosshair) : '',
    shownAs: [shownAs(frame.period, level.period), typeNote(frame)].filter((text) => text !== '').join(' · '),
    studies: readRows(rows.filter(({ paneTop }) => paneTop === null)),
    rows,
  }
}

/** False while a candle may still change, or when it was last updated before it ended. */
export function isFinal({ incomplete }: Frame, { timeMs }: Candle): boolean {
  return !incomplete.includes(timeMs)
}

/** "1m shown as 4h"; empty when the candles have the chosen period. */
export function shownAs(chosen: ChartInterval, drawn: ChartInterval): string {
  return chosen === drawn ? '' : `${periodNames[chosen].short} shown as ${periodNames[drawn].short}`
}

/** Says where the candles on screen are not those of the legend. */
function typeNote({ type }: Frame): string {
  return type === 'heikinAshi' ? 'Heikin Ashi, market prices' : ''
}

/** True when a crosshair without a candle is over a range that is not loaded. */
export function isOverUnknown({ level, unknown }: Frame, { timeMs }: Crosshair): boolean {
  const startMs = startOfMiddle(level.period, timeMs)
  const endMs = endOf(level.period, startMs)
  return unknown.some(({ fromMs, toMs }) => endMs > fromMs && startMs <= toMs)
}

/** Without a crosshair: why nothing is in view. */
function placeText(frame: Frame, crosshair: Crosshair | null): string {
  const { level, zone } = frame
  if (crosshair === null) return frame.unknown.length > 0 ? 'Not loaded yet' : 'No trades at this time'
  const startMs = startOfMiddle(level.period, crosshair.timeMs)
  const when = `${formatCandleTime(startMs, level.period, zone)} ${zoneOfCandle(startMs, level.period, zone)}`
  return `${when}: ${isOverUnknown(frame, crosshair) ? 'not loaded yet' : 'no trades'}`
}

/** The direction as a word, because some screen readers skip signs. */
function speakChange({ direction, changePercent }: Reading): string {
  // @wc-include
  if (direction === 'flat') return 'unchanged'
  const figure = changePercent.replace(/^[+\u2212]/, '')
  return direction === 'up' ? `up ${figure}` : `down ${figure}`
}

/** Screen reader text of a legend: the candle with its indicators, or why there is none. */
export function speakLegend({
  reading,
  isFinal,
  place,
  studies,
}: Pick<Legend, 'reading' | 'isFinal' | 'place' | 'studies'>): string {
  if (reading === null) return place
  const { time, zone, open, high, low, close, volume } = reading
  const candle =
    `${time} ${zone}. Open ${open}, high ${high}, low ${low}, close ${close}, ` +
    `${speakChange(reading)}. Volume ${volume}.${isFinal ? '' : ' Not final.'}`
  const spoken = studies.map(({ name, lineName, text }) =>
    [name, lineName, text === '–' ? 'not known' : text].filter((word) => word !== '').join(' '),
  )
  return spoken.length === 0 ? candle : `${candle} ${spoken.join(', ')}.`
}

/** Description of the chart for screen readers. */
export function summarise(label: string, reading: Reading | null): string {
  if (reading === null) return `${label}: no candles`
  return `${label}: last price ${reading.close}, ${speakChange(reading)} in the last candle`
}
