// SIGKILL at any moment while streams write: what is stored in the end is what an empty folder reads by REST.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { randomFrom } from '../../../../scripts/random.ts'
import { soakRounds } from '../../../fixtures/soak.ts'
import { StrangeClient } from '../../contract/practice/strange-client.ts'
import { makeTrader, type Trader } from '../../contract/practice/trader.ts'
import { makeFile, seed } from '../../store/support.ts'
import { fastClock } from './fast-clock.ts'
import { practiceSeed, startLife } from './sync-life.ts'
import { expectSame, expectSound, readTables } from './sync-tables.ts'

const HOUR_MS = 3_600_000
/**
 * Longer than anything of the past may change, and than what is left to the tape (trade-targets) and the charts (candle-targets): the
 * hours of a market are read up to the last whole one before an hour ago.
 */
const SETTLED_MS = 2.5 * HOUR_MS
/** From when it reads on, and from when it is live. */
const MAX_STARTED_MS = 800
const MAX_LIVE_MS = 2_500
const killsPerRun = 2
const random = randomFrom(seed)

/** Lives until it is killed: a random time after it began, or after all on screen was live. */
async function liveAndKill(file: string, exchangeUrl: string, fromMs: number): Promise<'started' | 'live'> {
  const script = fileURLToPath(new URL('live-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file, exchangeUrl, String(fromMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  const awaited = random() < 0.3 ? 'started' : 'live'
  const afterMs = random() * (awaited === 'live' ? MAX_LIVE_MS : MAX_STARTED_MS)
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === awaited) void sleep(afterMs).then(() => child.kill('SIGKILL'))
  })
  expect(await exited).toEqual([null, 'SIGKILL'])
  return awaited
}

/** An order that fills, one that rests, and one that is canceled, every now and then until it is stopped. */
function keepTrading(trader: Trader): { stop(): Promise<void> } {
  const order = { market: 'ethusdc', volume: 0.01 } as const
  let isStopped = false
  async function run(): Promise<void> {
    for (let nth = 0; !isStopped; nth += 1) {
      await trader.place({ ...order, ord_type: 'market', side: nth % 2 === 0 ? 'buy' : 'sell' })
      const id = await trader.place({ ...order, ord_type: 'limit', side: 'buy', price: 1 })
      if (nth % 3 !== 0) await trader.cancel(id)
      await sleep(300)
    }
  }
  const running = run()
  return {
    stop: () => {
      isStopped = true
      return running
    },
  }
}

/** Reads on until all of it is here, from an exchange whose time stands still. */
async function finish(file: string, exchangeUrl: string, nowMs: number): Promise<void> {
  const life = await startLife({ file, exchangeUrl, nowMs, haste: 10, onFault: () => undefined })
  await life.finish()
  await life.close()
}

test(
  'an app killed at random moments while it is live ends with the rows that an empty folder reads',
  { timeout: soakRounds(300_000) },
  async () => {
    console.log(`seed ${String(seed)}`)
    const counts = { started: 0, live: 0 }
    for (let kills = 0; kills < soakRounds(killsPerRun); kills += killsPerRun) {
      const fromMs = Date.now()
      const running = fastClock(fromMs)
      let stoppedMs: number | null = null
      const exchange = await startPracticeExchange({
        host: '127.0.0.1',
        port: 0,
        seed: practiceSeed,
        orders: 30,
        latencyMs: 0,
        // A token lives through the run, whose clock is fast.
        accessTokenSeconds: 86_400,
        clock: { now: () => stoppedMs ?? running.now() },
      })
      try {
        const [user] = exchange.users
        if (user === undefined) throw new Error('no practice user')
        const trading = keepTrading(await makeTrader(new StrangeClient(exchange.baseUrl), user))
        const file = makeFile()
        for (let nth = 0; nth < killsPerRun; nth += 1) {
          counts[await liveAndKill(file, exchange.baseUrl, fromMs)] += 1
          expectSound(file)
        }
        await trading.stop()
        // What is queued there has its effect within a moment.
        await sleep(500)
        const untilMs = running.now()
        // The history of the markets is read up to an hour ago.
        stoppedMs = untilMs + SETTLED_MS
        const fresh = makeFile()
        await finish(file, exchange.baseUrl, stoppedMs)
        await finish(fresh, exchange.baseUrl, stoppedMs)
        const span = { fromMs: fromMs - HOUR_MS, untilMs }
        const expected = readTables(fresh, span)
        for (const name of ['orders', 'order_trades', 'candles', 'market_trades'])
          expect({ name, isEmpty: expected[name]?.length === 0 }).toEqual({ name, isEmpty: false })
        expectSame(readTables(file, span), expected)
      } finally {
        await exchange.close()
      }
    }
    process.stdout.write(`seed ${String(seed)}: killed ${JSON.stringify(counts)}\n`)
  },
)
