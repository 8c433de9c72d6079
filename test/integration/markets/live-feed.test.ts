// Streams and answers of the practice exchange into the store: in the end it has the rows that answers alone would have brought.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type PracticeExchangeOptions, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { freshnessTopics } from '../../../src-preload/domain/freshness.ts'
import { createFaults } from '../../../src-main/session/faults.ts'
import { createFreshnessBoard } from '../../../src-main/session/freshness-board.ts'
import { startMarketFeed } from '../../../src-main/markets/market-feed.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { makeEvents, makeSession, makeStore, usualFeed } from '../world.ts'

const MINUTE = 60_000
const market = 'btcusdc'
/** So many times as fast as it is, so that minutes end within seconds. */
const SPEED = 30
const RUN_MS = 9_000
const onScreen = [
  { market, period: 1 },
  { market, period: 60 },
] as const
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A clock that goes fast until it is stopped. */
function fastClock() {
  const startMs = Date.now()
  let stoppedMs: number | null = null
  const now = (): number => stoppedMs ?? startMs + Math.round((Date.now() - startMs) * SPEED)
  return {
    now,
    stop: () => {
      stoppedMs = now()
    },
  }
}

/** A line to the exchange that can be cut, and refused until it is mended. */
async function startLine(targetUrl: string) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    const far = connect(Number(new URL(targetUrl).port), '127.0.0.1')
    for (const [from, to] of [
      [socket, far],
      [far, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no address')
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${String(address.port)}`, cut, mend: () => (isCut = false) }
}

async function openWorld(streams: PracticeExchangeOptions['streams']) {
  const clock = fastClock()
  const exchange = await startPracticeExchange({ host: '127.0.0.1', seed: 7, orders: 3, clock, streams })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  const line = await startLine(exchange.baseUrl)
  const session = makeSession(line.baseUrl, clock)
  const told = makeEvents()
  const freshness = createFreshnessBoard({ session, clock, onChange: () => feed.retime() })
  const faults: unknown[] = []
  const feed = startMarketFeed({
    ...usualFeed,
    session,
    store,
    clock,
    emit: told.emit,
    markets: () => Promise.resolve([]),
    faults: createFaults((_work, error) => {
      faults.push(error)
      return { code: 'internal', data: {}, ref: null }
    }),
    freshness,
    random: () => 0,
  })
  onTestFinished(() => feed.stop())
  const fromMs = Math.floor(clock.now() / MINUTE) * MINUTE
  feed.watch(onScreen, market)
  return { clock, line, store, session, told, freshness, faults, feed, fromMs }
}
type World = Awaited<ReturnType<typeof openWorld>>

/** The rows from the first minute of the test on, by a store and by answers alone. */
async function storedRows({ session, fromMs }: World, store: Store) {
  const { trades } = await store.listMarketTrades(session.network, market, 5_000)
  const candles = await Promise.all(
    ([1, 60] as const).map(async (period) => {
      const stored = (await store.getCandles(session.network, market, period, null, 200)).candles
      const rows = [...stored.timesMs].map((timeMs, at) =>
        [timeMs, stored.open, stored.high, stored.low, stored.close, stored.volume].map((column) =>
          typeof column === 'number' ? column : column[at],
        ),
      )
      return rows.filter(([timeMs = 0]) => timeMs >= Math.floor(fromMs / (period * MINUTE)) * period * MINUTE)
    }),
  )
  return { trades: trades.filter(({ createdAtMs }) => createdAtMs >= fromMs), candles }
}

/** What a new installation would have: an empty store, and answers. */
async function answeredRows(world: World) {
  const { session, fromMs, clock } = world
  const store = await makeStore()
  const { rows } = await session.client.listMarketTrades({ market, limit: 1_000 })
  await store.putMarketTrades(session.network, market, [...rows], null, clock.now())
  for (const period of [1, 60] as const) {
    const startMs = Math.floor(fromMs / (period * MINUTE)) * period * MINUTE
    const answer = await session.client.listCandles({
      market,
      period,
      startMs,
      endMs: clock.now(),
      limit: 200,
    })
    const times = { asOfMs: clock.now(), nowMs: clock.now(), settledMs: session.time.settledMs() }
    await store.putCandles(session.network, market, period, answer, null, times)
  }
  return storedRows(world, store)
}

const topics = [
  freshnessTopics.trades(market),
  freshnessTopics.candles(market, 1),
  freshnessTopics.candles(market, 60),
]
const tradeCalls = ({ session }: World): number =>
  session.ledger.endpoints().find(({ endpoint }) => endpoint === 'market.trades')?.calls ?? 0
const isLive = ({ freshness }: World): boolean =>
  topics.every((topic) => freshness.of(topic)?.status === 'live')

/** Stops the exchange's time and waits until all of it was told and written. */
async function stopTime({ clock, told }: World): Promise<void> {
  clock.stop()
  await pause(2_500)
  const count = told.count('markets:streamed')
  await eventually(() => expect(told.count('markets:streamed')).toBe(count))
  await pause(400)
}

test(
  'what streams told is what answers tell, row for row, and is polled only now and then',
  { timeout: 60_000 },
  async () => {
    const world = await openWorld({})
    await eventually(() => expect(isLive(world)).toBe(true))
    // What was asked for when the streams were confirmed is answered by then.
    await pause(500)
    const callsBefore = tradeCalls(world)
    await pause(RUN_MS)
    expect(isLive(world)).toBe(true)
    expect(tradeCalls(world)).toBe(callsBefore)
    await stopTime(world)
    const [mine, theirs] = [await storedRows(world, world.store), await answeredRows(world)]
    expect(mine.trades.length).toBeGreaterThan(3)
    expect(mine.candles[0]?.length).toBeGreaterThan(3)
    expect(mine).toEqual(theirs)
    expect(world.faults).toEqual([])
    // The page had every trade once as an event.
    expect(world.told.count('markets:streamed')).toBeGreaterThan(0)
  },
)

test(
  'messages that are late, twice, lost or out of order leave no wrong row, and nothing is covered that is not whole',
  { timeout: 60_000 },
  async () => {
    const world = await openWorld({
      faults: { late: 0.3, lateMs: 1_500, twice: 0.2, lost: 0.15, silence: 0, silenceMs: 0, refused: 0 },
    })
    await eventually(() => expect(isLive(world)).toBe(true))
    await pause(RUN_MS)
    await stopTime(world)
    const { store, session } = world
    const theirs = await answeredRows(world)
    const before = await storedRows(world, store)
    const ids = new Set(before.trades.map(({ id }) => id))
    const coveredTrades = await store.getTradeCoverage(session.network, market)
    for (const { id, createdAtMs } of theirs.trades) {
      const isCovered = coveredTrades.some(
        (range) => range.fromMs <= createdAtMs && createdAtMs <= range.toMs,
      )
      expect(!isCovered || ids.has(id)).toBe(true)
    }
    const coveredMinutes = await store.getCandleCoverage(session.network, market, 1)
    for (const row of theirs.candles[0] ?? []) {
      const isCovered = coveredMinutes.some(
        (range) => range.fromMs <= (row[0] ?? 0) && (row[0] ?? 0) <= range.toMs,
      )
      if (isCovered) expect(before.candles[0]).toContainEqual(row)
    }
    // The next check, which would come by itself.
    const calls = world.told.count('markets:tradesChanged')
    world.feed.trigger()
    await eventually(async () => expect(await storedRows(world, store)).toEqual(theirs))
    expect(world.told.count('markets:tradesChanged')).toBeGreaterThanOrEqual(calls)
  },
)

test(
  'what leaves the screen is not streamed, and comes back with nothing missing',
  { timeout: 60_000 },
  async () => {
    const world = await openWorld({})
    await eventually(() => expect(isLive(world)).toBe(true))
    world.feed.watch([], null)
    expect(world.freshness.report()).toEqual({ things: [], overall: null })
    const subscribed = () => world.session.streams.report().flatMap(({ subscriptions }) => subscriptions)
    expect(subscribed()).toEqual([])
    await pause(1_500)
    world.feed.watch(onScreen, market)
    expect(subscribed()).toHaveLength(3)
    await eventually(() => expect(isLive(world)).toBe(true))
    await pause(1_500)
    await stopTime(world)
    expect(await storedRows(world, world.store)).toEqual(await answeredRows(world))
  },
)

test(
  'a line that is cut leaves nothing live, and comes back with nothing missing',
  { timeout: 60_000 },
  async () => {
    const world = await openWorld({})
    const { session, freshness, line } = world
    await eventually(() => expect(isLive(world)).toBe(true))
    await pause(1_000)
    line.cut()
    await eventually(() => expect(freshness.report().overall?.status).not.toBe('live'))
    await pause(1_500)
    expect(freshness.report().things.map(({ freshness: { status } }) => status)).not.toContain('live')
    line.mend()
    session.connection.retry()
    session.streams.retry()
    world.feed.trigger()
    await eventually(() => expect(isLive(world)).toBe(true))
    await pause(1_500)
    await stopTime(world)
    expect(await storedRows(world, world.store)).toEqual(await answeredRows(world))
  },
)
