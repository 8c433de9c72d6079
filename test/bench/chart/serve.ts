// The cache behind the bench's pages: the store in its threads, asked over loopback as the page asks main.
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import { candlePeriods, type CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { benchNowMs } from '../store-answers.ts'
import { candleMarket, minuteAt, minuteMs } from '../store-candles.ts'
import { openBenchStore } from '../store-files.ts'
import { candleNetwork } from '../store-ingest-candles.ts'
import { packColumns } from './pack.ts'
import type { BenchFacts } from './page/side.ts'

/** As markets/markets.ts has it. */
const candlesPerPx = 2
const marksCount = 2_000
/** The newest candle begins now: it is the one that still forms. */
const formingMs = benchNowMs
const times = { asOfMs: benchNowMs + minuteMs / 2, nowMs: benchNowMs + minuteMs / 2, settledMs: benchNowMs }
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

const routes = ['/facts', '/all', '/range', '/tick'] as const
const isAboutCandles = (path: string): path is (typeof routes)[number] =>
  routes.some((route) => route === path)

/** A file of minute candles. */
export interface CandleFile {
  readonly file: string
  readonly count: number
}

export interface ChartServer {
  readonly url: string
  close(): Promise<void>
}

/** Marks in the last thirtieth of history, where all scripts begin, and over all of it. */
async function makeMarks(store: Store, count: number): Promise<BenchFacts['marks']> {
  const marks: BenchFacts['marks'][number][] = []
  for (let at = 0; at < marksCount; at += 1) {
    const index = Math.floor((at / marksCount) ** 2 * (count - 100))
    const createdAtMs = minuteAt(index) + 30_000
    marks.push({
      id: at + 1,
      price: '0',
      amount: '0.5',
      createdAtMs,
      takerType: at % 2 === 0 ? 'buy' : 'sell',
    })
  }
  const dayMs = 1_440 * minuteMs
  const priceOfDay = new Map<number, string>()
  const days = await store.getCandleRange(candleNetwork, candleMarket, {
    fromMs: minuteAt(count),
    toMs: benchNowMs,
    most: 10_000,
    shortest: 1_440,
    settledMs: benchNowMs,
  })
  days.candles.timesMs.forEach((timeMs, at) =>
    priceOfDay.set(Math.floor(timeMs / dayMs), String(days.candles.close[at] ?? 1)),
  )
  return marks
    .map((mark) => ({ ...mark, price: priceOfDay.get(Math.floor(mark.createdAtMs / dayMs)) ?? '1' }))
    .toSorted((one, other) => one.createdAtMs - other.createdAtMs)
}

/** The candle that forms has this close now; null: that of the candle before, in which it begins. */
async function putForming(store: Store, close: number | null): Promise<void> {
  const { candles } = await store.getCandles(candleNetwork, candleMarket, 1, null, 1)
  const [last = 1] = candles.close
  const isNew = candles.timesMs[0] !== formingMs
  const price = close ?? last
  const open = isNew ? last : (candles.open[0] ?? last)
  const forming: CandleColumns = {
    timesMs: Float64Array.of(formingMs),
    open: Float64Array.of(open),
    high: Float64Array.of(Math.max(open, price, isNew ? 0 : (candles.high[0] ?? 0))),
    low: Float64Array.of(Math.min(open, price, isNew ? Infinity : (candles.low[0] ?? Infinity))),
    close: Float64Array.of(price),
    volume: Float64Array.of(isNew ? 1 : (candles.volume[0] ?? 0) + 1),
  }
  await store.putCandles(candleNetwork, candleMarket, 1, forming, null, times)
}

async function readAll(store: Store, count: number): Promise<CandleColumns> {
  const { candles } = await store.getCandles(candleNetwork, candleMarket, 1, null, count + 1)
  return candles
}

function readPeriod(text: string | null): CandlePeriod {
  const period = candlePeriods.find((known) => String(known) === text)
  if (period === undefined) throw new Error(`no period ${String(text)}`)
  return period
}

/** Serves the pages of `folder`, and the candles of the files by their names. */
export async function serveCharts(
  folder: string,
  files: Readonly<Record<string, CandleFile>>,
): Promise<ChartServer> {
  const opened = new Map<string, { store: Store; count: number; marks: BenchFacts['marks'] }>()
  for (const [name, { file, count }] of Object.entries(files)) {
    const store = await openBenchStore(file)
    await putForming(store, null)
    opened.set(name, { store, count, marks: await makeMarks(store, count) })
  }

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    const path = url.pathname
    if (!isAboutCandles(path)) {
      const name = normalize(path === '/' ? '/index.html' : path)
      response.setHeader('Content-Type', types[extname(name)] ?? 'application/octet-stream')
      createReadStream(join(folder, name))
        .on('error', () => response.writeHead(404).end())
        .pipe(response)
      return
    }
    const known = opened.get(url.searchParams.get('data') ?? '')
    if (known === undefined) throw new Error('no such candles')
    const { store, count, marks } = known
    const read = (name: string): number => Number(url.searchParams.get(name))
    switch (path) {
      case '/facts': {
        const facts: BenchFacts = {
          market: candleMarket,
          firstMs: minuteAt(count - 1),
          lastMs: formingMs,
          shown: read('shown'),
          marks,
        }
        response.end(JSON.stringify(facts))
        return
      }
      case '/all':
        response.end(packColumns(await readAll(store, count)))
        return
      case '/range': {
        const range = await store.getCandleRange(candleNetwork, candleMarket, {
          fromMs: read('fromMs'),
          toMs: read('toMs'),
          most: read('widthPx') * candlesPerPx,
          shortest: readPeriod(url.searchParams.get('shortest')),
          settledMs: times.settledMs,
        })
        const { candles, ...rest } = range
        const bytes = packColumns(candles)
        const head = Buffer.from(JSON.stringify(rest))
        // Doubles begin at a multiple of eight.
        const length = Buffer.alloc(8)
        const padded = Buffer.concat([head, Buffer.alloc((8 - (head.length % 8)) % 8, ' ')])
        length.writeUInt32LE(padded.length)
        response.end(Buffer.concat([length, padded, bytes]))
        return
      }
      case '/tick': {
        await putForming(store, read('close'))
        response.end()
        return
      }
    }
  }

  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    answer(url, response).catch((error: unknown) => {
      process.stderr.write(`chart bench: ${url.pathname}: ${String(error)}\n`)
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const { store } of opened.values()) await store.close()
    },
  }
}
