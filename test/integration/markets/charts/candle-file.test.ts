// Candles are saved as they are here, all of the range and no other, whole or not at all.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import type { CandleColumns } from '../../../../src-preload/contract/orders/entities.ts'
import { chartIntervals } from '../../../../src-preload/domain/markets/intervals.ts'
import { chartFileName } from '../../../../src-main/markets/charts/files.ts'
import type { Store } from '../../../../src-main/store/api/store-api.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { failureOf } from '../../../fixtures/test-client.ts'
import { toldAt } from '../../store/support.ts'
import { nowMs, openCharts } from './charts-world.ts'
import { inUse } from '../../world.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const NETWORK = 'https://exchange.example'
const fromMs = Date.UTC(2026, 9, 25)

function makeCandles(timesMs: readonly number[], valueAt: (at: number) => number): CandleColumns {
  const column = (more: number) => Float64Array.from(timesMs, (_, at) => valueAt(at) + more)
  return {
    timesMs: Float64Array.from(timesMs),
    open: column(0),
    high: column(2),
    low: column(-1),
    close: column(1),
    volume: column(0.5),
  }
}

async function putHours(store: Store, count: number, startMs = fromMs): Promise<CandleColumns> {
  const times = Array.from({ length: count }, (_, at) => startMs + at * HOUR)
  const candles = makeCandles(times, (at) => 1000 + at)
  const covers = { fromMs: startMs, toMs: times.at(-1) ?? startMs, reachesStart: false }
  await store.putCandles(NETWORK, 'ethusdc', 60, candles, covers, toldAt(nowMs))
  return candles
}

/** Cells by line; the mark at the beginning is part of the format. */
function readTable(file: Buffer): string[][] {
  const text = file.toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return text
    .slice(1, -2)
    .split('\r\n')
    .map((line) => line.split(','))
}

const name = 'ETHUSDC 1h 2026-11-22.csv'
const hours = { market: 'ethusdc', period: 60 } as const

describe('candles as a file', () => {
  it('are a table with units, a line for each candle of the range, oldest first, its ends included', async () => {
    const { charts, store, read } = await openCharts()
    await putHours(store, 10)
    const range = { fromMs: fromMs + 2 * HOUR, toMs: fromMs + 4 * HOUR }
    expect(await charts.saveCandles({ ...hours, ...range })).toMatchObject({ saved: { rows: 3 } })
    expect(readTable(read(name))).toEqual([
      ['Start (UTC)', 'Open (USDC)', 'High (USDC)', 'Low (USDC)', 'Close (USDC)', 'Volume (ETH)', 'Final'],
      ['2026-10-25T02:00:00.000Z', '1002', '1004', '1001', '1003', '1002.5', 'yes'],
      ['2026-10-25T03:00:00.000Z', '1003', '1005', '1002', '1004', '1003.5', 'yes'],
      ['2026-10-25T04:00:00.000Z', '1004', '1006', '1003', '1005', '1004.5', 'yes'],
    ])
  })

  it('are all of a long range, though it is read in pieces', async () => {
    const { charts, store, read } = await openCharts()
    const startMs = nowMs - 12_000 * HOUR - (nowMs % HOUR)
    const { timesMs } = await putHours(store, 11_900, startMs)
    expect(await charts.saveCandles({ ...hours, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER })).toMatchObject({
      saved: { rows: 11_900 },
    })
    const starts = readTable(read(name))
      .slice(1)
      .map(([start]) => Date.parse(start ?? ''))
    expect(starts).toEqual([...timesMs])
  })

  it('are made of shorter ones where only those are here, and leave out what is not', async () => {
    const { charts, store, read } = await openCharts()
    for (const startMs of [fromMs, fromMs + 3 * HOUR]) {
      const times = Array.from({ length: 60 }, (_, at) => startMs + at * MINUTE)
      const covers = { fromMs: startMs, toMs: times.at(-1) ?? 0, reachesStart: false }
      const minutes = makeCandles(times, (at) => 10 + at)
      await store.putCandles(NETWORK, 'ethusdc', 1, minutes, covers, toldAt(nowMs))
    }
    expect(await charts.saveCandles({ ...hours, fromMs, toMs: fromMs + 5 * HOUR })).toMatchObject({
      saved: { rows: 2 },
    })
    expect(readTable(read(name)).slice(1)).toEqual([
      ['2026-10-25T00:00:00.000Z', '10', '71', '9', '70', '2400', 'yes'],
      ['2026-10-25T03:00:00.000Z', '10', '71', '9', '70', '2400', 'yes'],
    ])
  })

  it('of months have one line each, made of their days', async () => {
    const { charts, store, read, files } = await openCharts()
    const DAY = 24 * HOUR
    const startMs = Date.UTC(2026, 7, 30)
    const times = Array.from(
      { length: (Date.UTC(2026, 10, 22) - startMs) / DAY + 1 },
      (_, at) => startMs + at * DAY,
    )
    const covers = { fromMs: startMs, toMs: times.at(-1) ?? 0, reachesStart: true }
    const days = makeCandles(times, (at) => 10 + at)
    await store.putCandles(NETWORK, 'ethusdc', 1440, days, covers, toldAt(nowMs))
    const months = { market: 'ethusdc', period: 'month' } as const
    expect(await charts.saveCandles({ ...months, fromMs: 0, toMs: nowMs })).toMatchObject({
      saved: { rows: 4 },
    })
    expect(files()).toEqual(['ETHUSDC 1mo 2026-11-22.csv'])
    expect(readTable(read(files()[0] ?? '')).slice(1)).toEqual([
      ['2026-08-01T00:00:00.000Z', '10', '13', '9', '12', '22', 'yes'],
      ['2026-09-01T00:00:00.000Z', '12', '43', '11', '42', '810', 'yes'],
      ['2026-10-01T00:00:00.000Z', '42', '74', '41', '73', '1782.5', 'yes'],
      ['2026-11-01T00:00:00.000Z', '73', '96', '72', '95', '1848', 'no'],
    ])
  })

  it('leave out days and weeks of which only some hours are here', async () => {
    const { charts, store, read, files } = await openCharts()
    // A whole day, then the 26 hours from the second day's 22:00 on.
    await putHours(store, 24, fromMs)
    await putHours(store, 26, fromMs + 46 * HOUR)
    const days = { market: 'ethusdc', period: 1440 } as const
    expect(await charts.saveCandles({ ...days, fromMs, toMs: nowMs })).toMatchObject({ saved: { rows: 2 } })
    expect(readTable(read(files()[0] ?? '')).map((cells) => [cells[0], cells.at(-1)])).toEqual([
      ['Start (UTC)', 'Final'],
      ['2026-10-25T00:00:00.000Z', 'yes'],
      ['2026-10-27T00:00:00.000Z', 'yes'],
    ])
    const weeks = { market: 'ethusdc', period: 10080, fromMs: 0, toMs: nowMs } as const
    expect(await charts.saveCandles(weeks)).toMatchObject({ saved: { rows: 0 } })
  })

  it('say of one that was last told before it had ended that it is not final', async () => {
    const { charts, store, read, files } = await openCharts()
    const yesterdayMs = nowMs - (nowMs % (24 * HOUR)) - 24 * HOUR
    const candles = makeCandles([yesterdayMs - 24 * HOUR, yesterdayMs], (at) => 10 + at)
    const covers = { fromMs: yesterdayMs - 24 * HOUR, toMs: yesterdayMs, reachesStart: false }
    await store.putCandles(NETWORK, 'ethusdc', 1440, candles, covers, toldAt(yesterdayMs + 12 * HOUR))
    await charts.saveCandles({ market: 'ethusdc', period: 1440, fromMs: 0, toMs: nowMs })
    expect(readTable(read(files()[0] ?? '')).map((cells) => cells.at(-1))).toEqual(['Final', 'yes', 'no'])
  })

  it('have the decimal sum of the volumes of their minutes, digit by digit', async () => {
    const { charts, store, read, files } = await openCharts()
    const minutes = 10 * 1440
    const times = Array.from({ length: minutes }, (_, at) => fromMs + at * MINUTE)
    // Volumes of up to four decimals, as the practice exchange writes them.
    const units = times.map((_, at) => (at * 7919) % 100_003)
    const candles = makeCandles(times, () => 100)
    candles.volume.set(units.map((each) => each / 10_000))
    const covers = { fromMs, toMs: times.at(-1) ?? 0, reachesStart: false }
    await store.putCandles(NETWORK, 'ethusdc', 1, candles, covers, toldAt(nowMs))
    for (const period of [30, 120, 1440] as const) {
      await charts.saveCandles({ market: 'ethusdc', period, fromMs, toMs: fromMs + minutes * MINUTE - 1 })
      const file = files().find((one) => one.includes(period === 30 ? '30m' : period === 120 ? '2h' : '1d'))
      const volumes = readTable(read(file ?? ''))
        .slice(1)
        .map((cells) => cells[5])
      const expected = Array.from({ length: minutes / period }, (_, at) => {
        const sum = units.slice(at * period, (at + 1) * period).reduce((a, b) => a + b, 0)
        return `${String(Math.floor(sum / 10_000))}.${String(sum % 10_000).padStart(4, '0')}`.replace(
          /\.?0+$/,
          '',
        )
      })
      expect(volumes).toEqual(expected)
    }
  })

  it('say of one that has not ended that it is not final', async () => {
    const { charts, store, read } = await openCharts()
    const startMs = nowMs - (nowMs % HOUR) - HOUR
    await putHours(store, 2, startMs)
    await charts.saveCandles({ ...hours, fromMs: startMs, toMs: nowMs })
    expect(readTable(read(name)).map((cells) => cells.at(-1))).toEqual(['Final', 'yes', 'no'])
  })

  it('are a heading alone where none is here', async () => {
    const { charts, read } = await openCharts()
    expect(await charts.saveCandles({ ...hours, fromMs: 0, toMs: 0 })).toMatchObject({ saved: { rows: 0 } })
    expect(readTable(read(name))).toHaveLength(1)
  })

  it('name no currency where the symbol does not tell it', async () => {
    const { charts, read, files } = await openCharts()
    await charts.saveCandles({ market: 'abcxyz', period: 1440, fromMs: 0, toMs: 0 })
    expect(files()).toEqual(['ABCXYZ 1d 2026-11-22.csv'])
    expect(readTable(read('ABCXYZ 1d 2026-11-22.csv'))[0]).toContain('Volume (base currency)')
  })

  it('have every number as it came, without an exponent', async () => {
    const { charts, store, read } = await openCharts()
    const positive = fc.double({ min: 1e-18, max: 1e15, noNaN: true })
    await fc.assert(
      fc.asyncProperty(fc.array(positive, { minLength: 1, maxLength: 50 }), async (values) => {
        const times = values.map((_, at) => fromMs + at * HOUR)
        const column = Float64Array.from(values)
        const candles = { open: column, high: column, low: column, close: column, volume: column }
        const covers = { fromMs, toMs: times.at(-1) ?? fromMs, reachesStart: false }
        const answer = { ...candles, timesMs: Float64Array.from(times) }
        await store.putCandles(NETWORK, 'ethusdc', 60, answer, covers, toldAt(nowMs))
        await charts.saveCandles({ ...hours, fromMs, toMs: times.at(-1) ?? fromMs })
        const cells = readTable(read(name)).slice(1)
        expect(cells.map((line) => Number(line[1]))).toEqual(values)
        expect(cells.flat().every((cell) => /^\d+(\.\d+)?$|Z$|^yes$|^no$/.test(cell))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('go nowhere when the user chooses no place, and nothing is read', async () => {
    const { charts, store, files } = await openCharts({ chooseFile: () => Promise.resolve(null) })
    await putHours(store, 2)
    expect(await charts.saveCandles({ ...hours, fromMs, toMs: nowMs })).toEqual({ saved: null })
    expect(files()).toEqual([])
  })

  it('are of the account that was in use when it was asked for', async () => {
    const world = await openCharts()
    await putHours(world.store, 3)
    const current = inUse(world.session)
    const switched = await openCharts({
      store: world.store,
      current,
      chooseFile: (proposed) => {
        current.use(null)
        return Promise.resolve(join(folder, proposed))
      },
    })
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-charts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    expect(await switched.charts.saveCandles({ ...hours, fromMs, toMs: nowMs })).toMatchObject({
      saved: { rows: 3 },
    })
    expect(await failureOf(switched.charts.saveCandles({ ...hours, fromMs, toMs: nowMs }))).toMatchObject({
      code: 'notFound',
    })
  })

  it('are refused where the range ends before it begins, before anybody is asked for a place', async () => {
    const { charts, offered } = await openCharts()
    expect(await failureOf(charts.saveCandles({ ...hours, fromMs: 5, toMs: 4 }))).toMatchObject({
      code: 'validation',
      data: { field: 'toMs' },
    })
    expect(offered).toEqual([])
  })

  it('leave the file before as it was where the data fail in the middle, and say that it was the data', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'starkdesk-charts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, name), 'before')
    const { store } = await openCharts()
    await putHours(store, 3)
    let pieces = 0
    const failing: Store = {
      ...store,
      getCandleRange: (...args) => {
        pieces += 1
        const fault = new AppError('databaseUnavailable', { file: 'starkdesk.sqlite', reason: 'crashed' })
        return pieces < 3 ? store.getCandleRange(...args) : Promise.reject(fault)
      },
    }
    const { charts } = await openCharts({
      store: failing,
      chooseFile: (proposed) => Promise.resolve(join(folder, proposed)),
    })
    expect(await failureOf(charts.saveCandles({ ...hours, fromMs: 0, toMs: nowMs }))).toMatchObject({
      code: 'databaseUnavailable',
      data: { file: 'starkdesk.sqlite' },
    })
    expect(readdirSync(folder)).toEqual([name])
    expect(readFileSync(join(folder, name), 'utf8')).toBe('before')
  })
})

test('names of files are of letters that every system takes, and differ without regard to case', () => {
  const names = chartIntervals.map((period) => chartFileName('ethusdc', period, nowMs, 'csv'))
  for (const one of names) expect(one).toMatch(/^[A-Z0-9]+ [0-9]+[a-z]{1,2} \d{4}-\d{2}-\d{2}\.csv$/)
  expect(new Set(names.map((one) => one.toLowerCase())).size).toBe(chartIntervals.length)
})

/** A file system of this many bytes, or null where this user may not mount one. */
function mountSmall(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  onTestFinished(() => {
    execFileSync('umount', [folder])
  })
  return folder
}

test('a full disk is told as such, with nothing of the candles on it', async ({ skip }) => {
  const full = mountSmall(64 * 1024)
  if (full === null) return skip('mounting takes root')
  const { charts, store } = await openCharts({ chooseFile: (one) => Promise.resolve(join(full, one)) })
  await putHours(store, 5_000, fromMs - 5_000 * HOUR)
  const failed = await failureOf(charts.saveCandles({ ...hours, fromMs: 0, toMs: nowMs }))
  expect(failed).toMatchObject({ code: 'fileUnavailable', data: { reason: 'ENOSPC' } })
  expect(readdirSync(full)).toEqual([])
  expect(existsSync(join(full, name))).toBe(false)
})
