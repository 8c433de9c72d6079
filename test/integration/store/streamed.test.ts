// What the store makes of rows that streams told, beside those of answers.
import { expect, test } from 'vitest'
import type { CandleColumns, MarketTrade } from '../../../src-preload/contract/orders/entities.ts'
import type { StreamedCandle } from '../../../src-main/store/api/streamed-rows.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { open } from './support.ts'

const MINUTE = 60_000
/** A whole number of minutes and hours. */
const startMs = 1_700_002_800_000
const network = 'n'
const market = 'ethusdc'

type Cells = readonly [minute: number, open: number, high: number, low: number, close: number, volume: number]

function columns(rows: readonly Cells[]): CandleColumns {
  const column = (at: number) => Float64Array.from(rows, (row) => row[at] ?? NaN)
  return {
    timesMs: Float64Array.from(rows, ([minute]) => startMs + minute * MINUTE),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  }
}

function streamed(atSecond: number, cells: Cells, changes: Partial<StreamedCandle> = {}): StreamedCandle {
  const [minute, opened, high, low, close, volume] = cells
  return {
    market,
    period: 1,
    timeMs: startMs + minute * MINUTE,
    open: opened,
    high,
    low,
    close,
    volume,
    toldAtMs: startMs + atSecond * 1_000,
    ...changes,
  }
}

const timesAt = (second: number) => ({
  asOfMs: startMs + second * 1_000,
  nowMs: startMs + second * 1_000,
  settledMs: startMs + second * 1_000 - 2 * MINUTE,
})

/** The minutes 0 to 3, told at 3:30: minute 0 has settled and is covered. */
const answer: readonly Cells[] = [
  [0, 10, 12, 9, 11, 5],
  [1, 11, 13, 10, 12, 6],
  [2, 12, 13, 11, 12, 7],
  [3, 12, 12, 11, 11, 2],
]
async function openTold(): Promise<Store> {
  const store = await open()
  const covers = { fromMs: startMs, toMs: startMs + 3 * MINUTE, reachesStart: false }
  await store.putCandles(network, market, 1, columns(answer), covers, timesAt(210))
  return store
}

const closes = async (store: Store): Promise<number[]> => [
  ...(await store.getCandles(network, market, 1, null, 9)).candles.close,
]
const put = (store: Store, ...candles: StreamedCandle[]) =>
  store.putStreamed(network, { trades: [], candles }, startMs + 1_000 * MINUTE)

test('a later state of the running candle takes its place, in every longer period too, and covers nothing', async () => {
  const store = await openTold()
  const before = await store.getCandleCoverage(network, market, 1)
  const changes = await put(
    store,
    streamed(215, [3, 12, 15, 11, 14, 3]),
    streamed(241, [4, 14, 14, 13, 13, 1]),
  )
  expect(changes.series).toEqual([{ market, period: 1, fromMs: startMs + 3 * MINUTE }])
  expect(await closes(store)).toEqual([11, 12, 12, 14, 13])
  const query = {
    fromMs: startMs,
    toMs: startMs + 10 * MINUTE,
    most: 2,
    shortest: 5,
    settledMs: startMs,
  } as const
  const range = await store.getCandleRange(network, market, query)
  expect([...range.candles.high]).toEqual([15])
  expect([...range.candles.volume]).toEqual([22])
  expect(range.endAsOfMs).toBe(startMs + 241_000)
  expect(await store.getCandleCoverage(network, market, 1)).toEqual(before)
})

test('a message that comes late, twice or out of order changes nothing', async () => {
  const store = await openTold()
  const newer = streamed(220, [3, 12, 15, 11, 14, 4])
  await put(store, newer)
  const late = [streamed(212, [3, 12, 13, 11, 13, 3]), newer, streamed(225, [3, 12, 15, 11, 12, 4])]
  expect((await put(store, ...late)).series).toEqual([])
  expect(await closes(store)).toEqual([11, 12, 12, 14])
})

test('a settled candle is not changed by a stream, nor one before the end that was told', async () => {
  const store = await openTold()
  const changes = await put(
    store,
    streamed(220, [0, 10, 99, 1, 50, 500]),
    streamed(220, [-5, 10, 99, 1, 50, 500]),
  )
  expect(changes.series).toEqual([])
  expect(await closes(store)).toEqual([11, 12, 12, 11])
})

test('a series of which no answer was told takes nothing', async () => {
  const store = await open()
  expect((await put(store, streamed(1, [0, 1, 1, 1, 1, 1]))).series).toEqual([])
  expect(await closes(store)).toEqual([])
})

test('an answer that was asked for before a message came does not put its candle back, and a later one corrects it', async () => {
  const store = await openTold()
  await put(store, streamed(220, [3, 12, 15, 11, 14, 4]))
  await store.putCandles(network, market, 1, columns([[3, 12, 14, 11, 13, 3]]), null, {
    ...timesAt(219),
    nowMs: startMs + 221_000,
  })
  expect((await closes(store)).at(-1)).toBe(14)
  await store.putCandles(network, market, 1, columns([[3, 12, 14, 11, 13, 3.5]]), null, timesAt(230))
  expect((await closes(store)).at(-1)).toBe(13)
})

const trade = (id: number, total: string, second = id): MarketTrade => ({
  id,
  market,
  price: '1.5',
  amount: '2',
  total,
  createdAtMs: startMs + second * 1_000,
  takerType: 'buy',
})

test('streamed trades are added without age and coverage, and the answer corrects them', async () => {
  const store = await open()
  const told = { trades: [trade(1, '3'), trade(2, '3')], candles: [] }
  expect((await store.putStreamed(network, told, startMs)).markets).toEqual([market])
  expect((await store.putStreamed(network, told, startMs)).markets).toEqual([])
  expect(await store.getTradeCoverage(network, market)).toEqual([])
  expect(await store.listMarketTrades(network, market, 9)).toEqual({
    trades: [trade(2, '3'), trade(1, '3')],
    asOfMs: null,
  })
  const rows = [trade(1, '3.00'), trade(3, '3')]
  expect(await store.putMarketTrades(network, market, rows, null, startMs)).toEqual({ added: 1 })
  await store.putStreamed(network, told, startMs)
  const { trades, asOfMs } = await store.listMarketTrades(network, market, 9)
  expect(trades).toEqual([trade(3, '3'), trade(2, '3'), trade(1, '3.00')])
  expect(asOfMs).toBe(startMs)
  expect(await store.countMarketTrades(network, market)).toBe(3)
})
