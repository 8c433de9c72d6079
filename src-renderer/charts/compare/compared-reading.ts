// The percentages of a chart's own and of the compared markets at one place, as text. Pure.
import { endOf, middleOfSlot } from '../../../src-preload/domain/markets/intervals.ts'
import { formatChange, type ChangeParts } from '../../text/format/chart-number.ts'
import { nameMarket } from '../../text/format/words.ts'
import type { Crosshair, Frame } from '../model/frame.ts'
import { legendIndex } from '../model/reading.ts'
import { comparedIndexAt, type ComparedLine } from './compared-line.ts'

/** One market's percentage from its first candle in view. */
export interface ComparedReading {
  readonly market: string
  /** Index of the line's color; null for the chart's own market. */
  readonly colorIndex: number | null
  /** With its sign: +1.24%; "–" where the market has no candle. */
  readonly text: string
  readonly direction: ChangeParts['direction']
}

/**
 * Returns the chart's own market and each compared one, at the crosshair or else at each one's newest candle in view; empty
 * without compared markets.
 */
export function readCompared(frame: Frame, crosshair: Crosshair | null): readonly ComparedReading[] {
  if (frame.compared.length === 0) return []
  const own = frame.level.buffer.candleAt(legendIndex(frame, crosshair))
  const newestMs = endOf(frame.level.period, frame.level.buffer.lastMs)
  const timeMs = crosshair === null || crosshair.timeMs > newestMs ? null : crosshair.timeMs
  return readAt(frame, own?.close ?? null, timeMs)
}

/** Returns the readings at candle `index` of the frame's level. */
export function readComparedAt(frame: Frame, index: number): readonly ComparedReading[] {
  if (frame.compared.length === 0) return []
  const { buffer, period } = frame.level
  return readAt(frame, buffer.candleAt(index)?.close ?? null, middleOfSlot(period, buffer.timeAt(index)))
}

/** @param timeMs - null reads each market's newest candle in view */
function readAt(frame: Frame, close: number | null, timeMs: number | null): readonly ComparedReading[] {
  return [
    { market: frame.market, colorIndex: null, ...changeOf(close, frame.percentBase) },
    ...frame.compared.map((line) => ({
      market: line.market,
      colorIndex: line.colorIndex,
      ...changeOf(closeAt(line, timeMs), line.candles?.base ?? null),
    })),
  ]
}

function closeAt({ candles }: ComparedLine, timeMs: number | null): number | null {
  if (candles === null) return null
  const index = timeMs === null ? candles.endIndex - 1 : comparedIndexAt(candles, timeMs)
  return candles.level.buffer.candleAt(index)?.close ?? null
}

function changeOf(price: number | null, base: number | null): ChangeParts {
  return price === null || base === null
    ? { direction: 'flat', text: '–' }
    : formatChange((price / base - 1) * 100)
}

/** Name of a market's column in the table. */
export function comparedColumn(market: string): string {
  return `${nameMarket(market).pair} %`
}

/** Readings for the screen reader: "From the first candle in view: ETH/USDC up 1.20%."; empty without any. */
export function speakCompared(readings: readonly ComparedReading[]): string {
  if (readings.length === 0) return ''
  const spoken = readings.map(({ market, text, direction }) => {
    const { pair } = nameMarket(market)
    if (text === '–') return `${pair} no candle`
    const figure = text.replace(/^[+\u2212]/, '')
    switch (direction) {
      case 'up':
        return `${pair} up ${figure}`
      case 'down':
        return `${pair} down ${figure}`
      case 'flat':
        return `${pair} unchanged`
    }
  })
  return `From the first candle in view: ${spoken.join(', ')}.`
}

/** True when two lists of readings read the same. */
export function areSameReadings(a: readonly ComparedReading[], b: readonly ComparedReading[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ market, text }, at) => market === b[at]?.market && text === b[at].text)
  )
}
