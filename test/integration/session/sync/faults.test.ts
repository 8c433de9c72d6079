// A sync over a bad line ends with the tables of one over a good line.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../../../src-main/async/clock.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import type { Fault } from '../../faults/fault.ts'
import { bodyFaults, gatewayFaults, lineFaults } from '../../faults/named-faults.ts'
import { type FaultProxy, startFaultProxy } from '../../../fixtures/fault-proxy.ts'
import { isSoak, soakRounds } from '../../../fixtures/soak.ts'
import { makeFile, seed } from '../../store/support.ts'
import { practiceSeed, startLife } from './sync-life.ts'
import { expectSame, expectSound, readTables } from './sync-tables.ts'
import { randomFrom } from '../../../../scripts/random.ts'

const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)
const DAY_MS = 86_400_000
/** Kept, and known for good, whatever the clock has come to by the end of a run. */
const span = { fromMs: nowMs - 6 * DAY_MS, untilMs: nowMs - 2 * DAY_MS }

/**
 * They hold a call for the fifteen seconds of its limits, or all calls for two minutes; test/integration/faults has them one by
 * one.
 */
const tooLong: readonly string[] = [
  'more bytes are promised than ever come',
  'nothing is passed on and nothing comes back',
  'the request is done and no answer ever comes',
  'the body comes too late',
  'the body comes in drops, without end',
  'the wish to slow down for long comes',
]
const faults: readonly (readonly [name: string, fault: Fault])[] = Object.entries({
  ...lineFaults,
  ...bodyFaults,
  ...gatewayFaults,
  'the token is refused': { kind: 'refuseToken' } as const,
}).filter(([name]) => !tooLong.includes(name))
/** What is read into the cache. Signing in under faults is tested with the session. */
const readPaths = /\/sapi\/v1\/(?:orders|market|user\/pnl)\//
/** How many requests of a run meet a fault; then the line is good, so that the run ends. */
const faultyRequests = 10
/** Orders and series that were refused rest for minutes, which is tested with them. */
const haste = 10
const chance = 0.4

const random = randomFrom(seed)
let exchange: PracticeExchange
let proxy: FaultProxy

beforeAll(async () => {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: practiceSeed,
    orders: isSoak ? 600 : 250,
    genesisMs: nowMs,
    clock: fixedClock(nowMs),
  })
  proxy = await startFaultProxy(exchange.baseUrl)
})
afterAll(async () => {
  await proxy.close()
  await exchange.close()
})

async function readAll(): Promise<string> {
  const file = makeFile()
  const life = await startLife({ file, exchangeUrl: proxy.baseUrl, nowMs, haste, onFault: () => undefined })
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await life.close()
  }
  onTestFinished(close)
  await life.finish()
  await close()
  return file
}

test(
  'a sync through faults of every kind ends with the tables of one without any',
  // Half a minute alone on a machine, more than five beside the other suites on two slow cores.
  { timeout: soakRounds(600_000) },
  async () => {
    console.log(`seed ${String(seed)}`)
    proxy.play()
    const undisturbed = readTables(await readAll(), span)

    for (let round = 0; round < soakRounds(1); round += 1) {
      const met: string[] = []
      proxy.play({
        path: readPaths,
        method: 'GET',
        fault: () => {
          if (met.length >= faultyRequests || random() > chance) return null
          const [name, fault] = faults[Math.floor(random() * faults.length)] ?? []
          if (name === undefined || fault === undefined) return null
          met.push(name)
          return fault
        },
      })
      const file = await readAll()
      expect(met).toHaveLength(faultyRequests)
      expectSound(file)
      expectSame(readTables(file, span), undisturbed)
    }
  },
)
