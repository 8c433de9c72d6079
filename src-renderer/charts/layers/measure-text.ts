// Price, percent, time and volume between two places of a chart, as values and text. Pure.
import { axisOf } from '../../../src-preload/domain/markets/intervals.ts'
import { exactText, parseExact, subtract } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { fixedTextHalfEven } from '../../../src-preload/domain/numbers/percent.ts'
import { DoubleSum } from '../../../src-preload/domain/numbers/double-sum.ts'
import { formatChange, formatVolume } from '../../text/format/chart-number.ts'
import { formatDecimal, maxFractionDigits } from '../../text/format/decimal.ts'
import { formatInteger } from '../../text/format/locale.ts'
import { countOf } from '../../text/format/words.ts'
import type { Frame } from '../model/frame.ts'
import { holesOf } from '../model/candles/holes.ts'
import type { ChartPoint } from './chart-point.ts'

export interface MeasureReading {
  /** Decimal text with the price decimals; negative when the second place is lower. */
  readonly difference: string
  readonly percent: number
  /** Candles of the chosen period between the two places, including periods without trades. */
  readonly candles: number
  readonly spanMs: number
  /** Volume of the candles after the earlier place up to and including the later one; null when some are unknown. */
  readonly volume: number | null
  /** False when the last of these candles may still change. */
  readonly isFinal: boolean
}

/** Measures from one place to another, in either order of time. */
export function readMeasure(frame: Frame, from: ChartPoint, to: ChartPoint): MeasureReading {
  const difference = subtract(parseExact(to.price), parseExact(from.price))
  const firstMs = Math.min(from.timeMs, to.timeMs)
  const lastMs = Math.max(from.timeMs, to.timeMs)
  return {
    difference: fixedTextHalfEven(difference, maxFractionDigits([from.price, to.price])),
    percent: (Number(exactText(difference)) / Number(from.price)) * 100,
    candles: Math.round((axisOf(frame.period, lastMs) - axisOf(frame.period, firstMs)) / frame.periodMs),
    spanMs: lastMs - firstMs,
    volume: volumeBetween(frame, firstMs, lastMs),
    isFinal: !frame.incomplete.some((timeMs) => timeMs > firstMs && timeMs <= lastMs),
  }
}

function volumeBetween(frame: Frame, firstMs: number, lastMs: number): number | null {
  const { buffer } = frame.level
  // Unknown ranges in view, and holes between candles outside it.
  const isUnknown = [...frame.unknown, ...holesOf(frame.level)].some(
    ({ fromMs, toMs }) => fromMs <= lastMs && toMs > firstMs,
  )
  if (isUnknown || !(firstMs >= buffer.firstMs)) return null
  const sum = new DoubleSum()
  const end = buffer.lowerBound(lastMs + 1)
  for (let index = buffer.lowerBound(firstMs + 1); index < end; index++) {
    sum.add(buffer.columns.volume[buffer.start + index] ?? 0)
  }
  return sum.value
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** Duration in its two largest units: "3 d 4 h", "45 min". Elapsed time: a day is 24 hours regardless of clock changes. */
export function formatSpan(spanMs: number): string {
  const at = units.findIndex(([sizeMs]) => spanMs >= sizeMs)
  if (at < 0) return '0 min'
  const words: string[] = []
  let restMs = spanMs
  for (const [sizeMs, unit] of units.slice(at, at + 2)) {
    const count = Math.floor(restMs / sizeMs)
    restMs -= count * sizeMs
    if (count > 0) words.push(`${formatInteger(count)} ${unit}`)
  }
  return words.join(' ')
}

/** Lines of the measurement's label. */
export function measurementText(reading: MeasureReading): string[] {
  const { difference, percent, candles, spanMs, volume, isFinal } = reading
  const lines = [
    `${formatDecimal(difference, { plus: true })} (${formatChange(percent).text})`,
    `${countOf(candles, ['candle', 'candles'])}, ${formatSpan(spanMs)}`,
  ]
  if (volume !== null) lines.push(`Volume ${formatVolume(volume)}${isFinal ? '' : ' so far'}`)
  return lines
}
