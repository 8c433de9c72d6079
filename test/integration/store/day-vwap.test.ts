// The VWAP that minutes give at the ends of longer candles.
import { expect, test } from 'vitest'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { MAX_VWAP_DAYS } from '../../../src-main/store/queries/markets/day-vwap.ts'
import { openStoreMethods, settleMs, toColumns } from './candle-history.ts'
import { minuteMs, type Row } from './candle-oracle.ts'

const dayMs = 1440 * minuteMs
const longBehindMs = 1e12

/** A minute with whole prices and a volume of whole thousandths, so that sums of them are exact. */
function minuteAt(timeMs: number): Row {
  const number = (timeMs / minuteMs) * 7919
  const open = 900 + (number % 200)
  return [timeMs, open, open + 3 + (number % 5), open - 4, open + 1, (number % 1000) / 1000]
}

function minutesOf(fromMs: number, untilMs: number): Row[] {
  return Array.from({ length: (untilMs - fromMs) / minuteMs }, (_, at) => minuteAt(fromMs + at * minuteMs))
}

/** Σ typical price × volume ÷ Σ volume, in whole numbers: three times the price, a thousandth of the volume. */
function vwapOf(rows: readonly Row[]): number {
  const units = rows.map((row) => ({ price: row[2] + row[3] + row[4], volume: Math.round(row[5] * 1000) }))
  const worth = units.reduce((sum, { price, volume }) => sum + BigInt(price) * BigInt(volume), 0n)
  const volume = units.reduce((sum, each) => sum + BigInt(each.volume), 0n)
  return Number((worth * 10n ** 15n) / (3n * volume)) / 1e15
}

function openMinutes() {
  const { store } = openStoreMethods()
  const put = (fromMs: number, untilMs: number, nowMs = longBehindMs) => {
    const covers = { fromMs, toMs: untilMs - minuteMs, reachesStart: false }
    const times = { asOfMs: nowMs, nowMs, settledMs: nowMs - settleMs }
    store.putCandles('n', 'm', 1, toColumns(minutesOf(fromMs, untilMs)), covers, times)
  }
  const ask = (period: CandlePeriod, fromMs: number, untilMs: number, settledMs = longBehindMs) => {
    const times: number[] = []
    for (let atMs = fromMs; atMs < untilMs; atMs += period * minuteMs) times.push(atMs)
    return store.getDayVwap('n', 'm', period, Float64Array.from(times), settledMs)
  }
  return { put, ask }
}

test('is that of all minutes since 00:00 UTC, the same at the same moment for every period', () => {
  const { put, ask } = openMinutes()
  put(0, 2 * dayMs)
  for (const period of [5, 15, 30, 60, 120, 240, 360, 720] as const) {
    const values = ask(period, 0, 2 * dayMs)
    for (const [at, value] of values.entries()) {
      const endMs = (at + 1) * period * minuteMs
      const startMs = Math.floor((endMs - 1) / dayMs) * dayMs
      expect(Math.abs(value / vwapOf(minutesOf(startMs, endMs)) - 1)).toBeLessThan(1e-13)
    }
  }
  const [five, hour] = [ask(5, 0, dayMs), ask(60, 0, dayMs)]
  hour.forEach((value, at) => expect(five[at * 12 + 11]).toBe(value))
})

test('is none of a day of which a minute is missing, also where that is asked for in part', () => {
  const { put, ask } = openMinutes()
  put(0, 2 * dayMs - minuteMs)
  put(2 * dayMs, 3 * dayMs)
  const isKnown = [...ask(60, 0, 3 * dayMs)].map((value) => !Number.isNaN(value))
  expect(isKnown).toEqual(Array.from({ length: 72 }, (_, hour) => hour < 24 || hour >= 48))
  expect([...ask(60, dayMs, dayMs + 60 * minuteMs)]).toEqual([NaN])
})

test('is told of the running day while its minutes are here up to what has settled, and not afterwards', () => {
  const { put, ask } = openMinutes()
  const nowMs = 12 * 60 * minuteMs + 30_000
  put(0, 12 * 60 * minuteMs + minuteMs, nowMs)
  const until = (settledMs: number) => ask(60, 0, 13 * 60 * minuteMs, settledMs)[12]
  expect(until(nowMs - settleMs)).toBeCloseTo(vwapOf(minutesOf(0, 12 * 60 * minuteMs + minuteMs)), 9)
  expect(until(nowMs + 5 * minuteMs)).toBeNaN()
})

test('is none from one day on, without minutes, and of days farther back than one call reads', () => {
  const { put, ask } = openMinutes()
  expect([...ask(60, 0, 60 * minuteMs)]).toEqual([NaN])
  put(0, (MAX_VWAP_DAYS + 2) * dayMs)
  expect([...ask(1440, 0, dayMs)]).toEqual([NaN])
  const values = ask(720, 0, (MAX_VWAP_DAYS + 2) * dayMs)
  expect(values.findIndex((value) => !Number.isNaN(value))).toBe(4)
  expect(ask(720, 0, 0)).toHaveLength(0)
})
