// SIGKILL at any moment of a running sync costs nothing but time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../../src-main/async/clock.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { isSoak, soakRounds } from '../../../fixtures/soak.ts'
import { makeFile, seed } from '../../store/support.ts'
import { market, practiceSeed } from './sync-life.ts'
import { expectSame, expectSound, readTables } from './sync-tables.ts'
import { randomFrom } from '../../../../scripts/random.ts'

const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)
const DAY_MS = 86_400_000
/** Kept, and known for good, whatever the clock has come to by the end of a run. */
const span = { fromMs: nowMs - 6 * DAY_MS, untilMs: nowMs - 2 * DAY_MS }
const killsPerFile = 2
const random = randomFrom(seed)

let exchange: PracticeExchange

beforeAll(async () => {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: practiceSeed,
    orders: isSoak ? 600 : 250,
    genesisMs: nowMs,
    clock: fixedClock(nowMs),
  })
  expect(exchange.markets).toContain(market)
})
afterAll(() => exchange.close())

interface Run {
  readonly isFinished: boolean
  /** From the moment at which it began to read. */
  readonly durationMs: number
}

/** Reads on from what the file has; killed so long after it began to read, or left to finish. */
async function read(file: string, killAfterMs: number | null): Promise<Run> {
  const script = fileURLToPath(new URL('sync-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file, exchange.baseUrl, String(nowMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  let startedAt = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== 'reading') return
    startedAt = performance.now()
    if (killAfterMs !== null) void sleep(killAfterMs).then(() => child.kill('SIGKILL'))
  })
  const [code, signal] = (await exited) as [number | null, string | null]
  if (signal !== 'SIGKILL') expect({ code, signal }).toEqual({ code: 0, signal: null })
  return { isFinished: code === 0, durationMs: performance.now() - startedAt }
}

test(
  'a sync killed at random moments ends with the tables of one that nobody disturbed',
  { timeout: soakRounds(300_000) },
  async () => {
    console.log(`seed ${String(seed)}`)
    const undisturbedFile = makeFile()
    const { durationMs, isFinished } = await read(undisturbedFile, null)
    expect(isFinished).toBe(true)
    expectSound(undisturbedFile)
    const undisturbed = readTables(undisturbedFile, span)
    // What the comparison would not miss: every kind of data is there, and complete.
    for (const [name, rows] of Object.entries(undisturbed)) {
      expect({ name, isEmpty: rows.length === 0 }).toEqual({ name, isEmpty: name === 'order_refusals' })
    }

    let kills = 0
    while (kills < soakRounds(killsPerFile)) {
      const file = makeFile()
      for (let nth = 0; nth < killsPerFile; nth += 1) {
        // Each run goes on from where the last one was killed, so later ones have less left to do.
        const killed = await read(file, (random() * durationMs) / killsPerFile)
        expectSound(file)
        if (killed.isFinished) break
        kills += 1
      }
      expect((await read(file, null)).isFinished).toBe(true)
      expectSound(file)
      expectSame(readTables(file, span), undisturbed)
    }
  },
)
