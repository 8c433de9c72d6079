// Owns: the words for one candle: legend line, spoken text, the chart's summary. Pure.
// Must not: round a price or a volume.
import type { CandlePeriod } from '../../src-preload/shared/markets.ts'
import { decimalsOf, formatChange } from '../lib/format/chart-number.ts'
import type { Candle } from './candle-buffer.ts'
import { formatCandleTime, formatExact, formatSigned } from './format.ts'

/** A candle as the legend shows it, every value exact. */
export interface Reading {
  readonly time: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  /** Close against open: absolute and in percent. */
  readonly change: string
  readonly changePercent: string
  readonly direction: 'up' | 'down' | 'flat'
}

/** Reads a candle. One that joins several periods says its first and its last: `lastMs` is the start of that. */
export function readCandle(
  candle: Candle,
  period: CandlePeriod,
  lastMs: number,
  priceDecimals: number,
): Reading {
  const { timeMs, open, high, low, close, volume } = candle
  const time = formatCandleTime(timeMs, period)
  // The difference of two doubles has noise beyond the decimals of both.
  const decimals = Math.max(priceDecimals, decimalsOf(open), decimalsOf(close))
  const change = Number((close - open).toFixed(decimals))
  return {
    time: lastMs > timeMs ? `${time} – ${formatCandleTime(lastMs, period)}` : time,
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

/** The direction in a word instead of a sign, which some voices leave out. */
function speakChange({ direction, changePercent }: Reading): string {
  return direction === 'flat' ? 'unchanged' : `${direction} ${changePercent.replace(/^[+\u2212]/, '')}`
}

/** A candle for the ear. */
export function speakCandle(reading: Reading): string {
  return (
    `${reading.time} UTC. Open ${reading.open}, high ${reading.high}, low ${reading.low}, close ${reading.close}, ` +
    `${speakChange(reading)}. Volume ${reading.volume}.`
  )
}

/** What the chart is, for someone who does not see it. */
export function summarise(label: string, reading: Reading | null, count: number): string {
  if (reading === null) return `${label}: no candles`
  return `${label}: last price ${reading.close}, ${speakChange(reading)} in the last candle, ${count} candles loaded`
}
