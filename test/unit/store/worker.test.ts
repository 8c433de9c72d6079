// Owns: proving how the store behaves when its thread ends, and what crosses between the threads.
// Must not: replace the real worker, except by one that also crashes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src-preload/shared/errors.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import {
  findTransferables,
  isStoreRequest,
  isStoreResponse,
  packError,
  unpackError,
} from '../../../src-main/store/worker-protocol.ts'
import type { MethodTable } from '../../../src-main/store/worker-protocol.ts'
import { openDatabase } from '../../../src-main/store/database.ts'
import { migrations } from '../../../src-main/store/migrations/all.ts'
import { prepareStoreMethods } from '../../../src-main/store/store-methods.ts'
import { clock, makeFile, makeFolder, open, openWithAccount, sampleCandles, sampleOrder } from './support.ts'

const crashingWorker = new URL('crashing-worker.ts', import.meta.url)
const ended = (reason: string) => ({ code: 'internal', data: { what: 'store worker', reason } })

test('when the thread dies, the calls under way and all later ones fail by name, and nothing hangs', async () => {
  const store = await openStore({ file: makeFile(), clock, workerUrl: crashingWorker })
  await store.setSetting('a', '1')
  const results = await Promise.allSettled([
    store.getSetting('exit'),
    store.getSetting('a'),
    store.listAccounts(),
  ])
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: ended('exited with 7') })
  }
  await expect(store.getSetting('a')).rejects.toMatchObject(ended('exited with 7'))
  await store.close()
})

test('an error that nobody caught in the thread is the cause of the failure', async () => {
  const store = await openStore({ file: makeFile(), clock, workerUrl: crashingWorker })
  await expect(store.getSetting('throw')).rejects.toMatchObject({
    ...ended('crashed'),
    cause: { message: 'thrown in the worker' },
  })
  await store.close()
})

test('a request that the store has no method for ends the thread instead of running anything', async () => {
  const store = await openStore({ file: makeFile(), clock, workerUrl: crashingWorker })
  await expect(store.getSetting('nonsense')).rejects.toMatchObject(ended('crashed'))
})

test('what a crash left committed is there for the next store', async () => {
  const file = makeFile()
  const first = await openStore({ file, clock, workerUrl: crashingWorker })
  await first.setSetting('a', '1')
  await expect(first.getSetting('exit')).rejects.toMatchObject(ended('exited with 7'))
  const second = await open(file)
  expect(await second.getSetting('a')).toBe('1')
})

test('a worker script that is missing or broken fails the opening by name', async () => {
  const folder = makeFolder()
  const missing = pathToFileURL(join(folder, 'missing.js'))
  await expect(openStore({ file: makeFile(), clock, workerUrl: missing })).rejects.toMatchObject({
    code: 'internal',
    data: { what: 'store worker' },
  })
  const broken = join(folder, 'broken.mjs')
  writeFileSync(broken, 'this is no script')
  await expect(
    openStore({ file: makeFile(), clock, workerUrl: pathToFileURL(broken) }),
  ).rejects.toMatchObject(ended('crashed'))
  const silent = join(folder, 'silent.mjs')
  writeFileSync(silent, '')
  await expect(
    openStore({ file: makeFile(), clock, workerUrl: pathToFileURL(silent) }),
  ).rejects.toMatchObject(ended('exited with 0'))
})

test('closing finishes what was asked before, refuses what is asked after, and can be asked twice', async () => {
  const file = makeFile()
  const store = await open(file)
  const writes = Array.from({ length: 50 }, (_, at) => store.setSetting(`key ${at}`, String(at)))
  const closed = store.close()
  await expect(store.getSetting('key 1')).rejects.toMatchObject(ended('closed'))
  await Promise.all(writes)
  await Promise.all([closed, store.close()])
  await expect(store.getSetting('key 1')).rejects.toMatchObject(ended('closed'))
  const again = await open(file)
  expect(await again.getSetting('key 49')).toBe('49')
})

test('arguments that cannot be sent fail their own call and no other', async () => {
  const store = await openWithAccount()
  const unsendable = sampleOrder(1)
  Object.defineProperty(unsendable, 'price', { value: () => '1', enumerable: true })
  await expect(store.putOrders('a', [unsendable], null)).rejects.toMatchObject({ code: 'internal' })
  expect(await store.putOrders('a', [sampleOrder(1)], null)).toEqual({ changedIds: [1] })
})

test('columns in an answer are moved, not copied', () => {
  const candles = sampleCandles([1, 2, 3])
  const buffers = findTransferables({ candles, reachesStart: true, asOfMs: null })
  expect(buffers).toHaveLength(6)
  expect(new Set(buffers)).toEqual(new Set(Object.values(candles).map((column) => column.buffer)))
  structuredClone({ candles }, { transfer: buffers })
  expect(candles.timesMs).toHaveLength(0)
  expect(findTransferables(null)).toEqual([])
  expect(findTransferables([sampleOrder(1)])).toEqual([])
})

test('an error crosses with its code, its facts and what SQLite said', () => {
  const original = new AppError('databaseCorrupt', { file: 'f', reason: 'r' }, new Error('disk image'))
  const crossed = unpackError(structuredClone(packError(original)))
  expect(crossed).toBeInstanceOf(AppError)
  expect(crossed).toMatchObject({ code: original.code, data: original.data, message: original.message })
  expect(crossed.cause).toMatchObject({ message: `${original.message}: disk image` })
})

test('only whole messages with a method of the store are requests', () => {
  const db = openDatabase(makeFile(), migrations, 0)
  onTestFinished(() => {
    db.close()
  })
  const methods: MethodTable = prepareStoreMethods(db)
  const call = { kind: 'call', seq: 1, method: 'getSetting', args: ['a'] }
  expect(isStoreRequest(call, methods)).toBe(true)
  expect(isStoreRequest({ kind: 'close' }, methods)).toBe(true)
  for (const wrong of [
    null,
    'call',
    [],
    {},
    { ...call, kind: 'run' },
    { ...call, seq: '1' },
    { ...call, args: 'a' },
    { ...call, method: 'toString' },
    { ...call, method: '__proto__' },
    { ...call, method: 'exec' },
    { ...call, method: 5 },
  ]) {
    expect(isStoreRequest(wrong, methods)).toBe(false)
  }
  const error = { code: 'internal', data: {}, message: '' }
  expect(isStoreResponse({ kind: 'failed', seq: 1, error })).toBe(true)
  expect(isStoreResponse({ kind: 'failed', seq: 1, error: { ...error, code: 'made up' } })).toBe(false)
  expect(isStoreResponse({ kind: 'answered', value: 1 })).toBe(false)
  expect(isStoreResponse({ kind: 'other' })).toBe(false)
})
