// SIGKILL at any point of a transfer moves its money once or not at all, as the app says after the next start.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { SentTransfer, TransferState } from '../../../src-preload/contract/transfers.ts'
import { fixedClock } from '../../../src-main/async/clock.ts'
import { type PracticeExchange, startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type FaultProxy, startFaultProxy } from '../../fixtures/fault-proxy.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { makeFile, makeFolder, seed } from '../store/support.ts'
import {
  countCalls,
  expectReceived,
  expectTrue,
  isMoved,
  movingCalls,
  readBalances,
  readLedger,
  safe,
} from './kill-ledger.ts'
import { practiceSeed, receiver } from './kill-life.ts'
import { killClasses, type KillPoint } from './kill-points.ts'
import { type Killed, runAndKill } from './kill-run.ts'
import { type NextLife, startNextLife } from './next-life.ts'
import { randomFrom } from '../../../scripts/random.ts'

/** The way of a transfer until its outcome is open. */
const way: readonly TransferState[] = ['intended', 'initiating', 'initiated', 'signed', 'processing']

const random = randomFrom(seed)
function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

let exchange: PracticeExchange
let folder: string
let stateFile: string
let cacheFolder: string
let waiting: { readonly path: RegExp; readonly resolve: () => void }[] = []

const nextDone = (path: RegExp): Promise<void> =>
  new Promise((resolve) => {
    waiting.push({ path, resolve })
  })

/** What was shown before the kill is there after it, or more. */
function expectNothingForgotten(told: NonNullable<Killed['told']>, first: SentTransfer): void {
  expect(first).toMatchObject({ id: told.id, reference: told.reference })
  if (!way.includes(told.state)) expect(first.state).toBe(told.state)
  else if (way.includes(first.state)) {
    expect(way.indexOf(first.state)).toBeGreaterThanOrEqual(way.indexOf(told.state))
  }
}

/** Everything that is not offered is refused, and sends nothing. */
async function expectNothingElseWorks(life: NextLife, proxy: FaultProxy, id: string): Promise<void> {
  const { state } = await life.take('get', id)
  const before = movingCalls(proxy).length
  for (const step of ['proceed', 'abandon'] as const) {
    if (safe[state].includes(step)) continue
    await expect(life.take(step, id)).rejects.toMatchObject({ code: 'validation' })
  }
  expect(movingCalls(proxy)).toHaveLength(before)
  expect((await life.take('get', id)).state).toBe(state)
}

/**
 * Looks a transfer up. The app does so by itself every few seconds while the outcome is open, and refuses a second look-up
 * meanwhile: on a busy machine the two meet. It moves nothing, so that it may be asked for until it is taken.
 */
function lookUp(life: NextLife, id: string): Promise<SentTransfer> {
  return eventually(() => life.take('lookUp', id))
}

/** Takes what is offered, by chance where there is a choice, until nothing is left to be done. */
async function goOn(life: NextLife, id: string): Promise<void> {
  const { state, amount } = await life.take('get', id)
  switch (state) {
    case 'intended':
      await life.take(oneOf(['proceed', 'abandon']), id)
      return goOn(life, id)
    case 'initiating':
      // Looking does not settle it, and does not begin it again.
      expect((await lookUp(life, id)).state).toBe('initiating')
      await life.take('abandon', id)
      return goOn(life, id)
    case 'initiated':
      await life.take(oneOf(['proceed', 'abandon']), id)
      return goOn(life, id)
    case 'signed':
      expect((await lookUp(life, id)).state).toBe('signed')
      expect((await life.take('proceed', id)).state).toBe('succeeded')
      return
    case 'processing':
      // The service has no word of it: nobody knows, and that is all that may be said.
      expect((await lookUp(life, id)).state).toBe('processing')
      return
    case 'refused':
    case 'abandoned': {
      // Another in its place goes all the way.
      const again = await life.create(amount)
      expect((await life.take('proceed', again.id)).state).toBe('succeeded')
      return
    }
    case 'succeeded':
      expect((await lookUp(life, id)).state).toBe('succeeded')
      return
    case 'differs':
      expect.unreachable()
  }
}

/** The start after the kill, with a service and a line that are well. Answers what was found in the journal. */
async function liveOn(
  life: NextLife,
  proxy: FaultProxy,
  { told, arrive }: Killed,
  amount: string,
): Promise<TransferState | 'nothing'> {
  const [first, ...others] = await life.list()
  expect(others).toEqual([])
  if (first === undefined) {
    // Killed before the intent was on the disk: the page was shown nothing, and nothing was sent.
    expect(told).toBeNull()
    expect(movingCalls(proxy)).toEqual([])
    return 'nothing'
  }
  expect(first).toMatchObject({ amount, recipientAddress: receiver.ethereumAddress })
  expectTrue(stateFile, first)
  if (told !== null) expectNothingForgotten(told, first)
  // What is open is looked up without anybody asking.
  await eventually(async () => {
    const now = await life.take('get', first.id)
    expect(now.isBusy).toBe(false)
    if (now.state === 'processing') expect(now.lookUps.wasKnown).not.toBeNull()
  })
  const settled = await life.take('get', first.id)
  expectTrue(stateFile, settled)
  await expectNothingElseWorks(life, proxy, first.id)
  await arrive()
  if (isMoved(stateFile, settled)) {
    expect((await lookUp(life, first.id)).state).toBe('succeeded')
  }
  await goOn(life, first.id)
  for (const transfer of await life.list()) {
    expectTrue(stateFile, transfer)
    // With a service that answers, what has moved is known to have moved.
    expect(isMoved(stateFile, transfer)).toBe(transfer.state === 'succeeded')
    const calls = countCalls(proxy, transfer)
    expect(calls.initiate).toBeLessThanOrEqual(1)
    expect(calls.process).toBeLessThanOrEqual(1)
  }
  return first.state
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

/** The points of the rounds: each takes the next class, and of it the next point, both in an order of chance. */
function choosePoints(rounds: number): KillPoint[] {
  const shuffled = shuffle(killClasses).map(shuffle)
  return Array.from({ length: rounds }, (_nothing, round) => {
    const points = shuffled[round % shuffled.length] ?? []
    const point = points[Math.floor(round / shuffled.length) % points.length]
    if (point === undefined) throw new Error('an empty class of points')
    return point
  })
}

/** The app's files as they are after its first sign-in. */
async function prepareFiles(): Promise<string> {
  const file = makeFile()
  const life = await startNextLife(file, exchange.baseUrl, cacheFolder)
  await eventually(async () => expect(await life.isReady()).toBe(true))
  await life.close()
  return file
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-kills-'))
  stateFile = join(folder, 'exchange.json')
  cacheFolder = join(folder, 'compiled')
  const nowMs = Date.now()
  const longSeconds = 31_536_000
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: practiceSeed,
    orders: 3,
    accessTokenSeconds: longSeconds,
    refreshTokenSeconds: longSeconds,
    nonceSeconds: longSeconds,
    stateFile,
    // Nothing but transfers changes the balances.
    clock: fixedClock(nowMs),
    genesisMs: nowMs - 60_000,
    onRequest: ({ path }) => {
      const over = waiting.filter((one) => one.path.test(path))
      waiting = waiting.filter((one) => !over.includes(one))
      for (const { resolve } of over) resolve()
    },
  })
})
afterAll(async () => {
  await exchange.close()
  rmSync(folder, { recursive: true })
})

test(
  `an app killed at any point of a transfer has moved the money once or not at all, and says which (SEED=${seed})`,
  async () => {
    const before = await readBalances(exchange.baseUrl)
    const fresh = await prepareFiles()
    const found = new Map<string, number>()
    for (const [round, point] of choosePoints(soakRounds(5)).entries()) {
      const file = join(makeFolder(), 'app.sqlite')
      copyFileSync(fresh, file)
      const amount = String((1 + Math.floor(random() * 9_000_000)) / 1e6)
      const proxy = await startFaultProxy(exchange.baseUrl)
      try {
        const killed = await runAndKill({ file, cacheFolder, amount, point, proxy, nextDone, random })
        expect(killed.wasReached).toBe(true)
        const life = await startNextLife(file, proxy.baseUrl, cacheFolder)
        onTestFinished(() => {
          life.kill()
        })
        const state = await liveOn(life, proxy, killed, amount)
        await life.close()
        found.set(state, (found.get(state) ?? 0) + 1)
      } catch (error) {
        throw new Error(`round ${round}, killed ${point.name}: ${String(error)}`, { cause: error })
      } finally {
        await proxy.close()
      }
    }

    const moved = readLedger(stateFile).filter(({ processedMs }) => processedMs !== null)
    expect(new Set(moved.map(({ reference }) => reference)).size).toBe(moved.length)
    const sum = moved.reduce((total, { microUsdc }) => total + BigInt(microUsdc), 0n)
    const [alice = 0n, bob = 0n] = before
    expect(await readBalances(exchange.baseUrl)).toEqual([alice - sum, bob + sum])
    await expectReceived(exchange.baseUrl, moved)
    const states = [...found].map(([state, count]) => `${count} ${state}`).join(', ')
    console.log(
      `transfer kills (SEED=${seed}): the next start found ${states}; ${moved.length} transfers moved`,
    )
  },
  soakRounds(300_000),
)
