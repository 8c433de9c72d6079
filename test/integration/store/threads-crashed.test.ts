// What a crash of one of the store's threads costs: the calls under way, by name, and nothing else.
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import { startWorkerLink } from '../../../src-main/store/client/worker-link.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'
import { clock, makeFile, open, sampleAccount } from './support.ts'
import { openCrashing } from './threads-support.ts'

const crashed = (method: string) => ({
  code: 'internal',
  data: { what: 'store worker', reason: 'crashed', method },
})

type Crash = 'exit' | 'throw' | 'exhaust' | 'nonsense'

/** One call that its thread does not survive. */
const crash: Record<'reader' | 'writer', (store: Store, how: Crash) => Promise<unknown>> = {
  reader: (store, how) => store.getSetting(how),
  writer: (store, how) => store.setSetting(how, ''),
}

test('when the thread that reads dies, the reads under way fail by name, and the next ones are answered', async () => {
  const { store, faults } = await openCrashing()
  await store.setSetting('a', '1')
  const results = await Promise.allSettled([
    store.getSetting('exit'),
    store.getSetting('a'),
    store.listAccounts(),
    store.setSetting('b', '2'),
  ])
  expect(results).toMatchObject([
    { status: 'rejected', reason: crashed('getSetting') },
    { status: 'rejected', reason: crashed('getSetting') },
    { status: 'rejected', reason: crashed('listAccounts') },
    { status: 'fulfilled' },
  ])
  expect(await store.getSetting('a')).toBe('1')
  expect(await store.getSetting('b')).toBe('2')
  expect(await store.getSetting('who')).toBe('read')
  expect(faults).toEqual(['store reader: internal what=store worker reason=exited with 7'])
})

test('when the thread that writes dies, what was under way fails by name and is not done later, and the next is done', async () => {
  const { store, faults } = await openCrashing()
  await store.setSetting('a', '1')
  const results = await Promise.allSettled([
    store.setSetting('exit', 'x'),
    store.putAccount(sampleAccount('late')),
    store.getSetting('a'),
  ])
  expect(results).toMatchObject([
    { status: 'rejected', reason: crashed('setSetting') },
    { status: 'rejected', reason: crashed('putAccount') },
    { status: 'fulfilled', value: '1' },
  ])
  await store.setSetting('b', '2')
  expect(await store.listSettings('')).toEqual([
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
  ])
  expect(await store.listAccounts()).toEqual([])
  expect(faults).toEqual(['store writer: internal what=store worker reason=exited with 7'])
})

test.each(['reader', 'writer'] as const)(
  'an error that nobody caught in the %s is the cause',
  async (name) => {
    const { store, faults } = await openCrashing()
    await expect(crash[name](store, 'throw')).rejects.toMatchObject({
      code: 'internal',
      data: { reason: 'crashed' },
      cause: { message: 'thrown in the worker' },
    })
    await store.setSetting('a', '1')
    expect(await store.getSetting('a')).toBe('1')
    expect(faults).toEqual([`store ${name}: internal what=store worker reason=crashed`])
  },
)

test.each(['reader', 'writer'] as const)(
  'a %s that takes all the memory it may have ends alone',
  async (name) => {
    const { store } = await openCrashing()
    await expect(crash[name](store, 'exhaust')).rejects.toMatchObject({
      code: 'internal',
      data: { reason: 'crashed' },
      cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' },
    })
    await store.setSetting('a', '1')
    expect(await store.getSetting('a')).toBe('1')
  },
)

test('a request that the store has no method for ends the thread instead of running anything', async () => {
  const { store } = await openCrashing()
  await expect(store.getSetting('nonsense')).rejects.toMatchObject(crashed('getSetting'))
  expect(await store.getSetting('a')).toBeNull()
})

test('a thread that dies in the middle of a write leaves nothing of it, and the next one can write', async () => {
  const { store, file } = await openCrashing()
  await expect(store.setSetting('midway', '')).rejects.toMatchObject(crashed('setSetting'))
  expect(await store.getSetting('half')).toBeNull()
  await store.setSetting('after', '1')
  expect(await store.getSetting('after')).toBe('1')
  const other = new Database(file, { readonly: true })
  expect(other.pragma('integrity_check', { simple: true })).toBe('ok')
  other.close()
})

test.each(['reader', 'writer'] as const)(
  'a %s that dies again and again is left alone for the rest of the minute, and the calls say so',
  async (name) => {
    const times = { nowMs: 1_700_000_000_000 }
    const { store, faults } = await openCrashing({ clock: { now: () => times.nowMs } })
    const startMs = times.nowMs
    for (let round = 0; round < 6; round += 1) {
      await expect(crash[name](store, 'exit')).rejects.toMatchObject({ data: { reason: 'crashed' } })
      times.nowMs += 1000
    }
    // Started once and then five times again, the first time at the second after `startMs`.
    expect(faults).toHaveLength(6)
    const tooOften = (retryAfterMs: number) => ({
      code: 'internal',
      data: { what: 'store worker', reason: 'crashed too often', retryAfterMs },
      cause: { data: { reason: 'exited with 7' } },
    })
    const ask = () => (name === 'reader' ? store.getSetting('a') : store.setSetting('b', ''))
    await expect(ask()).rejects.toMatchObject(tooOften(startMs + 61_000 - times.nowMs))
    await expect(ask()).rejects.toMatchObject(tooOften(55_000))
    // The other one goes on meanwhile.
    if (name === 'reader') await store.setSetting('a', '1')
    else expect(await store.getSetting('a')).toBeNull()

    times.nowMs = startMs + 61_000
    await ask()
    expect(faults).toHaveLength(6)
  },
)

test('a clock that was set back does not keep a crashed thread away for longer', async () => {
  const times = { nowMs: 1_700_000_000_000 }
  const { store } = await openCrashing({ clock: { now: () => times.nowMs } })
  for (let round = 0; round < 6; round += 1) {
    await expect(store.getSetting('exit')).rejects.toMatchObject({ data: { reason: 'crashed' } })
  }
  times.nowMs -= 3_600_000
  expect(await store.getSetting('a')).toBeNull()
})

test('closing while a crashed thread starts again answers what was asked before, and leaves the log merged', async () => {
  const { store, file } = await openCrashing()
  await store.setSetting('a', '1')
  await Promise.allSettled([store.getSetting('exit'), store.setSetting('exit', '')])
  const asked = Promise.all([store.getSetting('a'), store.setSetting('b', '2')])
  const closed = store.close()
  expect(await asked).toEqual(['1', undefined])
  await closed
  expect(existsSync(`${file}-wal`)).toBe(false)
  const again = await open(file)
  expect(await again.getSetting('b')).toBe('2')
})

test('closing after a crash waits for no thread that is gone', async () => {
  const { store } = await openCrashing()
  await Promise.allSettled([store.getSetting('exit'), store.setSetting('throw', '')])
  await store.close()
  await expect(store.getSetting('a')).rejects.toMatchObject({ data: { reason: 'closed' } })
})

test('a file that a newer version changed after the start is refused by its own name when a thread starts again', async () => {
  const { store, file } = await openCrashing()
  const newer = new Database(file)
  newer.pragma('user_version = 999')
  newer.close()
  const refusal = { code: 'databaseTooNew', data: { found: 999, supported: migrations.length, file } }
  for (const name of ['reader', 'writer'] as const) {
    await expect(crash[name](store, 'exit')).rejects.toMatchObject({ data: { reason: 'crashed' } })
  }
  await expect(store.getSetting('a')).rejects.toMatchObject(refusal)
  await expect(store.setSetting('a', '1')).rejects.toMatchObject(refusal)
})

test('where the second connection cannot be opened, the first answers the reads, and it is said once', async () => {
  const faults: unknown[] = []
  const refused = Promise.withResolvers<undefined>()
  const store = await openStore({
    file: makeFile(),
    clock,
    workerUrl: new URL('no-reader-worker.ts', import.meta.url),
    onFault: (what, error) => {
      faults.push([what, error])
      refused.resolve(undefined)
    },
  })
  onTestFinished(() => store.close())
  await store.setSetting('a', '1')
  await refused.promise
  expect(await store.getSetting('a')).toBe('1')
  expect(await store.getSetting('a')).toBe('1')
  expect(faults).toMatchObject([['store reader', { code: 'databaseUnavailable' }]])
})

test('what is asked before a file was refused fails with why it was refused, in whatever order words come', async () => {
  const file = makeFile()
  await (await open(file)).close()
  const newer = new Database(file)
  newer.pragma('user_version = 999')
  newer.close()
  const codes = new Set<unknown>()
  // Side by side, because it is a race: of sixty threads about ten lost it.
  const askAtOnce = async (): Promise<void> => {
    const workerData = { of: 'data', file, nowMs: 0, way: 'read', backupsFolder: null }
    const link = startWorkerLink(new Worker(workerUrl, { workerData, execArgv: [] }), () => undefined)
    void link.open()
    const calls = [1, 2, 3].map(() => link.call('getSetting', ['a']))
    for (const outcome of await Promise.allSettled(calls)) {
      codes.add(outcome.status === 'rejected' && isAppError(outcome.reason) ? outcome.reason.code : outcome)
    }
    await link.close()
  }
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 6 }, askAtOnce))
  expect([...codes]).toEqual(['databaseTooNew'])
})
