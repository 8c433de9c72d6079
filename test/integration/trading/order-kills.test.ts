// SIGKILL at any moment of placing orders, before an exchange with faults: each intent has led to at most one order, and each
// order there is known here or watched.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { PlacedOrder } from '../../../src-preload/contract/trading/trading.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { noFaults } from '../../../src-main/practice/faults.ts'
import { randomFrom } from '../../../scripts/random.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { makeTestClient } from '../../fixtures/test-client.ts'
import { makeFile, seed } from '../store/support.ts'
import { practiceSeed, sender, startLife } from '../transfers/kill-life.ts'
import { signInPatiently } from './sign-in.ts'

const script = fileURLToPath(new URL('order-kill-child.ts', import.meta.url))
/** Every price is that of one intent; all are far below the market. */
const CENTS_PER_LIFE = 200
const FIRST_CENTS = 100
const MAX_RANDOM_MS = 600
/** What an answer may be while nothing is wrong with the exchange's listing. */
const faults = {
  createLost: 0.15,
  createFails: 0.1,
  createLate: 0.1,
  nonceTwice: 0.05,
  hashOld: 0.05,
  tooMany: 0.02,
}

const random = randomFrom(seed)

/** Kills at a write of the journal, or at a random moment after the first order was begun. */
async function runAndKill(file: string, exchangeUrl: string, firstCents: number): Promise<void> {
  const atWrite = random() < 0.6
  const moment = [random() < 0.5 ? 'before' : 'after', String(1 + Math.floor(random() * 9))]
  const args = [script, file, exchangeUrl, String(firstCents), ...(atWrite ? moment : [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const exited = once(child, 'exit')
  if (!atWrite) {
    await once(createInterface({ input: child.stdout }), 'line')
    await sleep(random() * MAX_RANDOM_MS)
    child.kill('SIGKILL')
  }
  expect(await exited).toEqual([null, 'SIGKILL'])
}

const isOf = (life: number, price: string | null): boolean =>
  price !== null && Math.floor((Number(price) * 100 - FIRST_CENTS) / CENTS_PER_LIFE + 1e-9) === life

/** Ids of the orders of one life at the exchange, by price. */
async function readExchange(baseUrl: string, life: number): Promise<Map<string, number[]>> {
  const { client } = makeTestClient(baseUrl, { privateKey: sender.ethereumPrivateKey })
  const { orders } = await client.listOrders({ limit: 1_000 })
  client.close()
  const byPrice = Map.groupBy(
    orders.filter(({ price }) => isOf(life, price)),
    ({ price }) => String(Number(price)),
  )
  return new Map([...byPrice].map(([price, some]) => [price, some.map(({ id }) => id)]))
}

function expectTrue(placed: PlacedOrder, there: readonly number[]): void {
  const said = `seed ${seed}: ${JSON.stringify({ placed, there })}`
  expect(there.length, said).toBeLessThanOrEqual(1)
  switch (placed.state) {
    case 'accepted':
    case 'probablyPlaced':
      expect(there, said).toEqual([placed.orderId])
      return
    case 'notSent':
    case 'refused':
      expect(there, said).toEqual([])
      return
    case 'unknown':
      // Watched: what is there is found by a later reading.
      return
    case 'intended':
    case 'sending':
      expect.unreachable(said)
  }
}

/** A nonce that was seen before is asked for once more, as a row of its own: only that one may have been sent. */
function lastAttempt(attempts: readonly PlacedOrder[]): PlacedOrder {
  const sent = attempts.filter(({ failure }) => failure?.data['reason'] !== 'usedBefore')
  expect(sent.length, `seed ${seed}: ${JSON.stringify(attempts)}`).toBeLessThanOrEqual(1)
  const last = sent[0] ?? attempts[0]
  if (last === undefined) throw new Error('no attempt')
  return last
}

test('a kill while orders are placed leaves each of them placed once, not at all, or watched', async () => {
  const exchange = await startPracticeExchange({
    host: '127.0.0.1',
    port: 0,
    seed: practiceSeed,
    orders: 0,
    faults: { ...noFaults, shares: faults, lateSeconds: 1 },
    faultSeed: seed,
  })
  onTestFinished(() => exchange.close())
  const file = makeFile()
  const counts: Partial<Record<PlacedOrder['state'], number>> = {}
  for (let round = 0; round < soakRounds(4); round += 1) {
    await runAndKill(file, exchange.baseUrl, FIRST_CENTS + round * CENTS_PER_LIFE)
    const life = await startLife({ file, exchangeUrl: exchange.baseUrl })
    try {
      await eventually(() => expect(life.services.connection.getState().status).toBe('online'))
      await signInPatiently(life.services)
      const list = async () => {
        const { orders } = await life.services.trading.listPlaced({ limit: 200 })
        return orders.filter(({ price }) => isOf(round, price))
      }
      // What the exchange has is found; what was accepted late as well.
      await eventually(async () => {
        const there = await readExchange(exchange.baseUrl, round)
        const open = (await list()).filter(
          ({ state, price }) => state === 'unknown' && there.has(price ?? ''),
        )
        expect(open, `seed ${seed}`).toEqual([])
      })
      // The journal first: what is accepted in between is still unknown there.
      const orders = await list()
      const there = await eventually(() => readExchange(exchange.baseUrl, round))
      const known = Map.groupBy(orders, ({ price }) => price)
      for (const [price, attempts] of known) {
        expectTrue(lastAttempt(attempts), there.get(price ?? '') ?? [])
        for (const { state } of attempts) counts[state] = (counts[state] ?? 0) + 1
      }
      // No order of ours is there that the journal does not have.
      expect(
        [...there.keys()].filter((price) => !known.has(price)),
        `seed ${seed}`,
      ).toEqual([])
    } finally {
      await life.close()
    }
  }
  process.stdout.write(`seed ${seed}: ${JSON.stringify(counts)}\n`)
  expect(Object.keys(counts).length).toBeGreaterThan(0)
}, 3_600_000)
