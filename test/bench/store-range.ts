// How long a chart's range takes that the main thread asks for, beside reading as many candles of one table in this thread.
import { type Bench, median, type TimedRound } from './harness.ts'
import { candleMarket, minuteMs } from './store-candles.ts'
import { openBenchStore, openTables } from './store-files.ts'
import { candleNetwork } from './store-ingest-candles.ts'
import { benchNowMs } from './store-answers.ts'

const widthPx = 1_600
/** What a chart can show of a range: two candles a pixel (contract: markets:getCandleRange). */
const most = 2 * widthPx
const callsInRound = 5
const warmUpRounds = 3
const yearMs = 365.25 * 86_400_000

interface Side {
  readonly count: number
  /** One ask for a range that ends `turn` hours before the newest candle; answers how many candles came. */
  ours(turn: number): Promise<number>
  reference(turn: number, rows: number): number
  close(): Promise<void>
}

/** @param rangeMs - how long a range is asked for */
async function openSide(file: string, count: number, rangeMs: number): Promise<Side> {
  const store = await openBenchStore(file)
  const db = openTables(file)
  const series = 'SELECT id FROM candle_series WHERE market = ? AND period_minutes = 1'
  const seriesId = Number(db.prepare(series).pluck().get(candleMarket))
  const read = db
    .prepare<[number, number, number]>(
      `SELECT time_ms, open, high, low, close, volume FROM candles
       WHERE series_id = ? AND time_ms >= ? ORDER BY time_ms LIMIT ?`,
    )
    .raw()
  const endOf = (turn: number): number => benchNowMs - (turn % 20) * 3_600_000
  return {
    count,
    async ours(turn) {
      const toMs = endOf(turn)
      const query = { fromMs: toMs - rangeMs, toMs, most, shortest: null, settledMs: benchNowMs }
      const { candles } = await store.getCandleRange(candleNetwork, candleMarket, query)
      return candles.timesMs.length
    },
    reference: (turn, rows) => read.all(seriesId, endOf(turn) - rangeMs, rows).length,
    close: async () => {
      db.close()
      await store.close()
    },
  }
}

async function timeRound(side: Side, round: number): Promise<TimedRound & { readonly rows: number }> {
  const turns = Array.from({ length: callsInRound }, (_, call) => round * callsInRound + call)
  const startedAt = performance.now()
  let rows = 0
  for (const turn of turns) rows = await side.ours(turn)
  const betweenAt = performance.now()
  for (const turn of turns) {
    if (side.reference(turn, rows) !== rows) throw new Error('range: the table has not that many candles')
  }
  return {
    oursMs: (betweenAt - startedAt) / callsInRound,
    referenceMs: (performance.now() - betweenAt) / callsInRound,
    rows,
  }
}

/** @param files - of ascending size */
export async function benchRange(
  bench: Bench,
  files: readonly { readonly file: string; readonly count: number }[],
): Promise<void> {
  const sides = await Promise.all(
    files.map(({ file, count }) => openSide(file, count, Math.min(5 * yearMs, count * minuteMs))),
  )
  const timed = sides.map((side) => ({ side, rounds: [] as (TimedRound & { readonly rows: number })[] }))
  for (let round = -warmUpRounds; round < bench.rounds; round += 1) {
    for (const { side, rounds } of timed) {
      const one = await timeRound(side, round + warmUpRounds)
      if (round >= 0) rounds.push(one)
    }
  }
  const largest = timed.at(-1)
  if (largest === undefined) throw new Error('range: no files')
  bench.judgeTimes({ figure: 'range', rounds: largest.rounds, mostTimes: 3 })
  bench.tell(
    'range',
    `candles in an answer: ${timed.map(({ side, rounds }) => `${side.count}=${rounds[0]?.rows}`).join(' ')}`,
  )
  bench.printGrowth(
    'range',
    timed.map(({ side, rounds }) => ({ size: side.count, ms: median(rounds.map(({ oursMs }) => oursMs)) })),
  )
  for (const side of sides) await side.close()
}
