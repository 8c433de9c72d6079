// How the store's threads start and end, and what crosses between them and the main thread.. (What follows a crash:
// threads-crashed.test.ts.)
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import {
  findTransferables,
  isStoreRequest,
  isStoreResponse,
  packError,
  unpackError,
} from '../../../src-main/store/worker/worker-protocol.ts'
import { clock, makeFile, makeFolder, open, openWithAccount, sampleCandles, sampleOrder } from './support.ts'

const ended = (reason: string) => ({ code: 'internal', data: { what: 'store worker', reason } })

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
  const call = { kind: 'call', seq: 1, method: 'getSetting', args: ['a'] }
  expect(isStoreRequest(call, 'data')).toBe(true)
  expect(isStoreRequest({ kind: 'open' }, 'data')).toBe(true)
  expect(isStoreRequest({ kind: 'close' }, 'data')).toBe(true)
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
    // Of the journal.
    { ...call, method: 'listTransfers' },
    { ...call, method: 5 },
  ]) {
    expect(isStoreRequest(wrong, 'data')).toBe(false)
  }
  const error = { code: 'internal', data: {}, message: '' }
  expect(isStoreResponse({ kind: 'failed', seq: 1, error })).toBe(true)
  expect(isStoreResponse({ kind: 'failed', seq: 1, error: { ...error, code: 'made up' } })).toBe(false)
  expect(isStoreResponse({ kind: 'answered', value: 1 })).toBe(false)
  expect(isStoreResponse({ kind: 'other' })).toBe(false)
})
