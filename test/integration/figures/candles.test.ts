// No candle of which a piece is missing is told, drawn from or saved as a whole one, and every whole one is exact. Longer by
// STARKDESK_SOAK_TIMES (`npm run soak -- candle-figures`). SEED repeats a failure.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCandleFile } from '../../../src-main/markets/charts/candle-file.ts'
import { openDatabase } from '../../../src-main/store/worker/database.ts'
import { dataFile } from '../../../src-main/store/files/data-file.ts'
import type { Store, StoreMethods } from '../../../src-main/store/api/store-api.ts'
import { prepareStoreMethods } from '../../../src-main/store/worker/store-methods.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import {
  isSame,
  PERIODS,
  SETTLE_MS,
  Told,
  TrueMarket,
  volumeText,
  type Period,
  type TrueCandle,
} from '../../figures/candle-truth.ts'
import { randomFrom } from '../../../scripts/random.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** A Thursday, on which weeks begin as the exchange counts them, and a multiple of three days. */
const firstMs = 21 * 960 * DAY_MS
const spanMs = 15 * DAY_MS
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

function openStore(): StoreMethods {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-candles-'))
  const db = openDatabase(join(folder, 'store.sqlite'), dataFile, 0)
  onTestFinished(() => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return prepareStoreMethods(db)
}

interface World {
  readonly market: string
  readonly truth: TrueMarket
  readonly told: Told
  readonly nowMs: number
}

/** Pages of an exchange at random moments: stretches of any period, long or short, old or up to the candle that forms. */
function tellAtRandom(store: StoreMethods, market: string, random: () => number): World {
  const pick = (most: number): number => Math.floor(random() * most)
  const truth = new TrueMarket(pick(2 ** 31))
  const told = new Told()
  let nowMs = firstMs + spanMs / 2
  const pages = 2 + pick(12)
  for (let page = 0; page < pages; page += 1) {
    nowMs = Math.min(firstMs + spanMs, nowMs + (pick(3) === 0 ? pick(spanMs / 8) : pick(5 * MINUTE_MS)))
    const period = PERIODS[pick(3) === 0 ? pick(PERIODS.length) : pick(2) * pick(6)] ?? 1
    const periodMs = period * MINUTE_MS
    const newest = Math.floor((nowMs - firstMs) / periodMs)
    const last = Math.max(0, [newest, newest - pick(40), pick(newest + 1)][pick(3)] ?? newest)
    const first = Math.max(0, last - pick(pick(2) === 0 ? 40 : Math.ceil(4_000 / period) + 2))
    const rows: TrueCandle[] = []
    for (let at = first; at <= last; at += 1) {
      const row = truth.candle(period, firstMs + at * periodMs, nowMs)
      if (row !== null) rows.push(row)
      told.note(period, firstMs + at * periodMs, nowMs)
    }
    const column = (name: keyof TrueCandle, scale = 1) => Float64Array.from(rows, (row) => row[name] / scale)
    const covers = {
      fromMs: firstMs + first * periodMs,
      toMs: firstMs + last * periodMs,
      reachesStart: false,
    }
    store.putCandles(
      'n',
      market,
      period,
      {
        timesMs: column('startMs'),
        open: column('open'),
        high: column('high'),
        low: column('low'),
        close: column('close'),
        volume: column('volume', 10_000),
      },
      covers,
      { asOfMs: nowMs, nowMs, settledMs: nowMs - SETTLE_MS },
    )
  }
  // Looked at then, or some time later, when nothing could be read meanwhile.
  return { market, truth, told, nowMs: nowMs + (pick(2) === 0 ? 0 : pick(2 * DAY_MS)) }
}

/** A candle as somebody was told it. */
interface Shown {
  readonly candle: TrueCandle
  readonly isFinal: boolean
}

function readRange(store: StoreMethods, { market, nowMs }: World, period: Period): Shown[] {
  const { candles, incomplete, ...rest } = store.getCandleRange('n', market, {
    fromMs: firstMs,
    toMs: firstMs + spanMs,
    most: 100_000,
    shortest: period,
    settledMs: nowMs - SETTLE_MS,
  })
  expect(rest.period).toBe(period)
  return Array.from(candles.timesMs, (startMs, at) => ({
    candle: {
      startMs,
      open: candles.open[at] ?? NaN,
      high: candles.high[at] ?? NaN,
      low: candles.low[at] ?? NaN,
      close: candles.close[at] ?? NaN,
      // Digit by digit: 1.4999999999999998 is not 1.5.
      volume: unitsOf(String(candles.volume[at])),
    },
    isFinal: !incomplete.includes(startMs),
  }))
}

async function readFile(store: StoreMethods, { market, nowMs }: World, period: Period): Promise<Shown[]> {
  const source: Pick<Store, 'getCandleRange'> = {
    getCandleRange: (...args) => Promise.resolve(store.getCandleRange(...args)),
  }
  const query = { network: 'n', market, period, fromMs: firstMs, toMs: firstMs + spanMs }
  const parts: Buffer[] = []
  for await (const piece of readCandleFile(source, { ...query, settledMs: nowMs - SETTLE_MS }).pieces) {
    parts.push(piece)
  }
  const lines = Buffer.concat(parts).toString('utf8').trimEnd().split('\r\n').slice(1)
  return lines.map((line) => {
    const [start = '', open, high, low, close, volume = '', final] = line.split(',')
    expect(['yes', 'no']).toContain(final)
    return {
      candle: {
        startMs: Date.parse(start),
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
        volume: unitsOf(volume),
      },
      isFinal: final === 'yes',
    }
  })
}

/** Ten-thousandths of a decimal; NaN where it has other digits than such a number is written with. */
function unitsOf(text: string): number {
  const units = Math.round(Number(text) * 10_000)
  return volumeText(units) === text ? units : NaN
}

function expectRight({ truth, told, nowMs }: World, period: Period, shown: readonly Shown[]): void {
  const final = new Map(shown.filter(({ isFinal }) => isFinal).map(({ candle }) => [candle.startMs, candle]))
  for (const { candle, isFinal } of shown) {
    const { startMs } = candle
    if (isFinal) expect([startMs, told.isWhole(period, startMs)]).toEqual([startMs, true])
    else expect([candle, truth.wasOnce(period, candle)]).toEqual([candle, true])
  }
  for (let startMs = firstMs; startMs <= Math.min(nowMs, firstMs + spanMs); startMs += period * MINUTE_MS) {
    const here = final.get(startMs) ?? null
    if (here === null && !told.isWholeOfOne(period, startMs)) continue
    const right = truth.candle(period, startMs, Infinity)
    if (!isSame(here, right)) expect([startMs, here]).toEqual([startMs, right])
  }
}

const seen = { final: 0, unfinished: 0, leftOut: 0 }

test(`candles are whole, exact or not told as such, whatever pieces are here (seed ${String(seed)})`, async () => {
  const store = openStore()
  for (let round = 0; round < soakRounds(8); round += 1) {
    const random = randomFrom(seed + round)
    const world = tellAtRandom(store, `m${String(round)}`, random)
    const periods = PERIODS.filter((period) => period >= 5 || round % 4 === 0)
    for (const period of periods) {
      const shown = readRange(store, world, period)
      expectRight(world, period, shown)
      seen.final += shown.filter(({ isFinal }) => isFinal).length
      seen.unfinished += shown.filter(({ isFinal }) => !isFinal).length
      seen.leftOut += Math.floor(spanMs / period / MINUTE_MS) - shown.length
    }
    const period = periods[Math.floor(random() * periods.length)] ?? 60
    expectRight(world, period, await readFile(store, world, period))
  }
  // The worlds are such that all of it happens.
  expect(Math.min(seen.final, seen.unfinished, seen.leftOut)).toBeGreaterThan(20)
})
