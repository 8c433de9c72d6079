// What a line of the market list is made of, from rows written by hand.
import { describe, expect, it } from 'vitest'
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import type { CoveredRange } from '../../../src-main/store/api/coverage.ts'
import {
  addUpToHour,
  coversHour,
  dayWindow,
  momentOf,
  summarize,
  type SummaryInput,
} from '../../../src-main/markets/market-summary.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** 12:03:22 of a day; every hour before it is counted from here: -1 is 11:00, -24 is 12:00 of the day before. */
const NOW = Date.UTC(2026, 10, 20, 12, 3, 22)
const NOON = Date.UTC(2026, 10, 20, 12)
/** The window starts at 12:04 of the day before. */
const START = NOON - 24 * HOUR + 4 * MINUTE

type Row = readonly [timeMs: number, open: number, high: number, low: number, close: number, volume: number]

function columns(rows: readonly Row[]): CandleColumns {
  const column = (at: 0 | 1 | 2 | 3 | 4 | 5) => Float64Array.from(rows, (row) => row[at])
  return {
    timesMs: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  }
}

/** An hour that opens at 100, reaches 110 and 90, and closes at 101, with 60 traded. */
const hour = (nth: number, patch: Partial<Record<1 | 2 | 3 | 4 | 5, number>> = {}): Row => [
  NOON + nth * HOUR,
  patch[1] ?? 100,
  patch[2] ?? 110,
  patch[3] ?? 90,
  patch[4] ?? 101,
  patch[5] ?? 60,
]
const hoursFromTo = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, at) => hour(from + at))

/** A minute of the window's first hour, flat at a price. */
const minute = (nth: number, price: number, volume = 1): Row => [
  NOON - 24 * HOUR + nth * MINUTE,
  price,
  price,
  price,
  price,
  volume,
]
const allMinutes: Row[] = Array.from({ length: 60 }, (_, nth) => minute(nth, 100))

const covers = (from: number, to: number, reachesStart = false): CoveredRange => ({
  fromMs: NOON + from * HOUR,
  toMs: NOON + to * HOUR,
  reachesStart,
})

interface Given {
  readonly hours?: readonly Row[]
  readonly coveredHours?: readonly CoveredRange[]
  readonly minutes?: readonly Row[] | null
  readonly asOfMs?: number | null
  readonly nowMs?: number
  readonly isRead?: boolean
}

function lineOf(given: Given = {}): ReturnType<typeof summarize> {
  const stored = {
    candles: columns(given.hours ?? hoursFromTo(-25, 0)),
    reachesStart: false,
    asOfMs: given.asOfMs === undefined ? NOW : given.asOfMs,
  }
  const minutes = given.minutes === undefined ? allMinutes : given.minutes
  const input: SummaryInput = {
    market: 'ethusdc',
    hours: stored,
    coveredHours: given.coveredHours ?? [covers(-168, -2)],
    minutes: minutes === null ? null : columns(minutes),
    atMs: momentOf(stored, given.nowMs ?? NOW, 0),
    isRead: given.isRead ?? false,
  }
  return summarize(input)
}

const nothing = { reference: null, changePercent: null, high: null, low: null, volume: null }

describe('the window of 24 hours', () => {
  it.each([
    ['12:03:22', NOW, START, NOON - 24 * HOUR, NOON - 23 * HOUR],
    ['12:00:00', NOON, NOON - 24 * HOUR + MINUTE, NOON - 24 * HOUR, NOON - 23 * HOUR],
    ['11:59:59.999', NOON - 1, NOON - 24 * HOUR, NOON - 24 * HOUR, NOON - 24 * HOUR],
  ])(
    'of %s is the 1,440 minutes that end with the running one',
    (_at, atMs, fromMs, firstHourMs, wholeFromMs) => {
      expect(dayWindow(atMs)).toEqual({ fromMs, firstHourMs, wholeFromMs })
    },
  )

  it('is that of the exchange’s clock, and no candle is younger than it', () => {
    const stored = { candles: columns([hour(-1)]), reachesStart: false, asOfMs: NOW }
    expect(momentOf(stored, NOW + 5_000, 0)).toBe(NOW)
    expect(momentOf(stored, NOW - 5_000, 0)).toBe(NOW - 5_000)
    expect(momentOf(stored, NOW, -90_000)).toBe(NOW - 90_000)
    expect(momentOf({ ...stored, candles: columns([hour(1)]) }, NOW, 0)).toBe(NOON + HOUR)
    expect(momentOf({ ...stored, candles: columns([]), asOfMs: null }, NOW, 0)).toBe(NOW)
  })
})

describe('a line of the market list', () => {
  it('is against the close of the minute before the window, not the open of an hour', () => {
    const minutes = allMinutes.with(3, minute(3, 80)).with(4, minute(4, 81))
    expect(lineOf({ minutes })).toMatchObject({
      last: 101,
      reference: 80,
      changePercent: 26.25,
      asOfMs: NOW,
    })
  })

  it('has high, low and volume of the window’s minutes and hours alone', () => {
    // Both lie in the first hour, and before the window.
    const minutes = allMinutes.with(2, minute(2, 500, 7)).with(3, minute(3, 1, 7))
    expect(lineOf({ minutes })).toMatchObject({ high: 110, low: 90, volume: 56 + 24 * 60 })
    const inside = allMinutes.with(4, minute(4, 500)).with(59, minute(59, 1))
    expect(lineOf({ minutes: inside })).toMatchObject({ high: 500, low: 1, volume: 56 + 24 * 60 })
  })

  it('adds up volumes as decimals', () => {
    const hours = hoursFromTo(-25, 0).map((row): Row => [row[0], row[1], row[2], row[3], row[4], 0.1])
    const minutes = allMinutes.map((row, nth): Row => minute(nth, row[1], 0.7))
    expect(lineOf({ hours, minutes }).volume).toBe(41.6)
  })

  it('begins its spark line at the price that the change begins at, and ends it at the last one', () => {
    const minutes = allMinutes.with(3, minute(3, 80))
    const hours = hoursFromTo(-25, 0).map((row, nth): Row => [
      row[0],
      row[1],
      row[2],
      row[3],
      200 + nth,
      row[5],
    ])
    // The hours of the window: the broken one, 23 whole ones, the forming one.
    expect(lineOf({ hours, minutes }).sparkline).toEqual([
      80,
      ...Array.from({ length: 25 }, (_, at) => 201 + at),
    ])
  })

  it('compares with the last minute that has a candle, and with the hour before where the hour has none yet', () => {
    const without = allMinutes.filter((_, nth) => nth === 1 || nth > 3)
    expect(lineOf({ minutes: without.with(0, minute(1, 70)) }).reference).toBe(70)
    const hours = hoursFromTo(-25, 0).with(0, hour(-25, { 4: 60 }))
    expect(lineOf({ hours, minutes: allMinutes.slice(4) }).reference).toBe(60)
  })

  it('needs no minutes where the window starts with an hour', () => {
    const asOfMs = NOON + HOUR - 1
    const hours = hoursFromTo(-24, 0).with(0, hour(-24, { 2: 900, 4: 60 }))
    expect(lineOf({ hours, minutes: [], asOfMs, nowMs: asOfMs })).toMatchObject({
      reference: 60,
      changePercent: (101 / 60 - 1) * 100,
      high: 110,
      low: 90,
      volume: 24 * 60,
    })
  })

  it('takes the decimals of prices that the market needs, and no zeros for looks', () => {
    const hours = [
      hour(-1, { 1: 0.84, 2: 0.85, 3: 0.8, 4: 0.8414 }),
      hour(0, { 1: 0.84, 2: 0.85, 3: 0.8, 4: 0.84 }),
    ]
    expect(lineOf({ hours, minutes: [] }).priceDecimals).toBe(4)
    expect(lineOf({ hours, minutes: [minute(0, 0.84141)] }).priceDecimals).toBe(5)
    expect(lineOf().priceDecimals).toBe(0)
  })
})

describe('a figure of 24 hours is null', () => {
  it('where only hours of four are here', () => {
    const line = lineOf({ hours: hoursFromTo(-4, 0), coveredHours: [covers(-4, -2)] })
    expect(line).toMatchObject({ last: 101, ...nothing })
    expect(line.sparkline).toHaveLength(5)
  })

  it('where hours in between are not here', () => {
    expect(lineOf({ coveredHours: [covers(-168, -12), covers(-10, -2)] })).toMatchObject(nothing)
  })

  it('where the newest hours are not here, though some were fetched just now', () => {
    const hours = hoursFromTo(-40, -15)
    expect(lineOf({ hours, coveredHours: [covers(-168, -16)] })).toMatchObject(nothing)
  })

  it('where a minute of the first hour is not known', () => {
    expect(lineOf({ minutes: null })).toMatchObject({ last: 101, ...nothing })
  })

  it('where hours start elsewhere than the window can be divided', () => {
    const hours = hoursFromTo(-25, 0).map(
      (row): Row => [row[0] - 30 * MINUTE, ...row.slice(1)] as unknown as Row,
    )
    expect(lineOf({ hours })).toMatchObject(nothing)
  })

  it('where there is no candle at all', () => {
    expect(lineOf({ hours: [], coveredHours: [], minutes: [], asOfMs: null })).toEqual({
      market: 'ethusdc',
      last: null,
      ...nothing,
      source: 'candles',
      turnover: null,
      sparkline: [],
      priceDecimals: null,
      asOfMs: null,
    })
  })
})

describe('a line of the market list over time', () => {
  it('keeps the figures of the moment at which it went offline, with that age', () => {
    const online = lineOf({})
    expect(lineOf({ nowMs: NOW + 20 * HOUR })).toEqual(online)
    expect(online).toMatchObject({ asOfMs: NOW, reference: 100 })
  })

  it('has no change, and all other figures, for a market that began within the day', () => {
    const began = [covers(-26, -2, true)]
    expect(lineOf({ hours: hoursFromTo(-10, 0), coveredHours: began, minutes: [] })).toMatchObject({
      last: 101,
      reference: null,
      changePercent: null,
      high: 110,
      low: 90,
      volume: 11 * 60,
    })
  })

  it('has all figures but the change on the first day of a market, once the exchange has said that there was nothing', () => {
    const given = {
      hours: hoursFromTo(-10, 0),
      coveredHours: [covers(-26, -26, true), covers(-10, -2)],
      minutes: [],
    }
    expect(lineOf(given)).toMatchObject(nothing)
    expect(lineOf({ ...given, isRead: true })).toMatchObject({
      ...nothing,
      high: 110,
      low: 90,
      volume: 11 * 60,
    })
  })

  it('has no change where the hours before the window are not known', () => {
    const line = lineOf({ coveredHours: [covers(-24, -2)], minutes: allMinutes.slice(4) })
    expect(line).toMatchObject({ reference: null, changePercent: null, high: 110, volume: 56 + 24 * 60 })
  })

  it('of a market without trades for hours is known once the exchange has said that there were none', () => {
    const hours = hoursFromTo(-25, -6)
    const given = { hours, coveredHours: [covers(-168, -6)] }
    expect(lineOf(given)).toMatchObject(nothing)
    expect(lineOf({ ...given, isRead: true })).toMatchObject({
      reference: 100,
      changePercent: 1,
      volume: 56 + 18 * 60,
    })
  })

  it('of a market without trades for days has a change of 0, a volume of 0, and neither high nor low', () => {
    const given = {
      hours: hoursFromTo(-60, -40),
      coveredHours: [covers(-168, -40)],
      minutes: [],
      isRead: true,
    }
    expect(lineOf(given)).toMatchObject({
      last: 101,
      reference: 101,
      changePercent: 0,
      high: null,
      low: null,
      volume: 0,
      source: 'candles',
      turnover: null,
      sparkline: [101],
    })
  })

  it('leaves candles without a trade out of high and low', () => {
    const hours = hoursFromTo(-25, 0).with(5, hour(-20, { 2: 999, 3: 1, 5: 0 }))
    const minutes = allMinutes.with(10, minute(10, 999, 0))
    expect(lineOf({ hours, minutes })).toMatchObject({ high: 110, low: 90, volume: 55 + 23 * 60 })
  })
})

describe('the minutes of the first hour', () => {
  const hourMs = dayWindow(NOW).firstHourMs

  it('are all here where they add up to the hour', () => {
    const hours = columns(hoursFromTo(-25, 0))
    expect(addUpToHour(hourMs, hours, columns(allMinutes))).toBe(true)
    expect(addUpToHour(hourMs, hours, columns(allMinutes.slice(1)))).toBe(false)
    // Minutes of another hour do not count.
    expect(addUpToHour(hourMs, hours, columns([minute(-1, 100), ...allMinutes, minute(60, 100)]))).toBe(true)
    // An hour without a trade has none.
    expect(addUpToHour(hourMs, columns(hoursFromTo(-20, 0)), columns([]))).toBe(true)
    const tenths = allMinutes.map((_, nth) => minute(nth, 100, 0.1))
    expect(addUpToHour(hourMs, columns([hour(-24, { 5: 6 })]), columns(tenths))).toBe(true)
  })

  it('are all here where that is known of their time', () => {
    const range = (from: number, to: number, reachesStart = false): CoveredRange => ({
      fromMs: hourMs + from * MINUTE,
      toMs: hourMs + to * MINUTE,
      reachesStart,
    })
    expect(coversHour(hourMs, [range(0, 59)])).toBe(true)
    expect(coversHour(hourMs, [range(0, 58)])).toBe(false)
    expect(coversHour(hourMs, [range(1, 59)])).toBe(false)
    expect(coversHour(hourMs, [range(1, 59, true)])).toBe(true)
    expect(coversHour(hourMs, [])).toBe(false)
  })
})
