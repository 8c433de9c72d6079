// Owns: what lies between two places of a chart, in figures and in words. Pure. Must not: draw.
import { exactText, parseExact, subtract } from '../../../src-preload/domain/exact.ts'
import { fixedTextHalfEven } from '../../../src-preload/domain/percent.ts'
import { DoubleSum } from '../../../src-preload/domain/double-sum.ts'
import { formatChange, formatVolume } from '../../text/format/chart-number.ts'
import { formatDecimal, maxFractionDigits } from '../../text/format/decimal.ts'
import { formatInteger } from '../../text/format/locale.ts'
import { countOf } from '../../text/format/words.ts'
import type { Frame } from '../model/frame.ts'
import { holesOf } from '../model/holes.ts'
import type { Held } from './moving.ts'

export interface MeasureReading {
  /** Decimal text with the decimals of the prices; below zero where the second place is lower. */
  readonly difference: string
  readonly percent: number
  /** Candles of the chosen period from one to the other, however many have trades. */
  readonly candles: number
  readonly spanMs: number
  /** Of the candles after the earlier one up to and with the later one; null where not all of them are known. */
  readonly volume: number | null
  /** False where the last of these candles may still change. */
  readonly isFinal: boolean
}

/** Reads from one place to another, whichever is earlier. */
export function readMeasure(frame: Frame, from: Held, to: Held): MeasureReading {
  const difference = subtract(parseExact(to.price), parseExact(from.price))
  const firstMs = Math.min(from.timeMs, to.timeMs)
  const lastMs = Math.max(from.timeMs, to.timeMs)
  return {
    difference: fixedTextHalfEven(difference, maxFractionDigits([from.price, to.price])),
    percent: (Number(exactText(difference)) / Number(from.price)) * 100,
    candles: Math.round((lastMs - firstMs) / frame.periodMs),
    spanMs: lastMs - firstMs,
    volume: volumeBetween(frame, firstMs, lastMs),
    isFinal: !frame.incomplete.some((timeMs) => timeMs > firstMs && timeMs <= lastMs),
  }
}

function volumeBetween(frame: Frame, firstMs: number, lastMs: number): number | null {
  const { buffer } = frame.level
  // What is unknown in view, and outside of it where candles do not follow each other.
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

/** A length of time by its two largest units: "3 d 4 h", "45 min". Elapsed time: a day is 24 hours, whatever clocks did. */
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

/** The lines of the label beside what is measured. */
export function measureWords(reading: MeasureReading): string[] {
  const { difference, percent, candles, spanMs, volume, isFinal } = reading
  const lines = [
    `${formatDecimal(difference, { plus: true })} (${formatChange(percent).text})`,
    `${countOf(candles, ['candle', 'candles'])}, ${formatSpan(spanMs)}`,
  ]
  if (volume !== null) lines.push(`Volume ${formatVolume(volume)}${isFinal ? '' : ' so far'}`)
  return lines
}
