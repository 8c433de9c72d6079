// An export is whole or not there, however it ends, and that it tells how far it is.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { writeChosenFile } from '../../../src-main/exports/chosen-file.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { runAndKill } from '../../fixtures/run-and-kill.ts'
import { soakRounds } from '../../fixtures/soak.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { makeFolder, open } from '../store/support.ts'
import { account, inUse } from '../world.ts'
import { openExports, ordersRequest, putOrders, readByPython } from './exports-world.ts'

const name = 'starkdesk-orders-2026-11-22.csv'
const idsAlone = ordersRequest({ columns: ['id'] })

/** Every word is told: each comes 250 ms after the one before. */
function tickingClock(): () => number {
  let nowMs = 0
  return () => (nowMs += 250)
}

test(
  'tens of thousands of orders are all there, once each, in their order, and told as they come',
  { timeout: soakRounds(240_000) },
  async ({ skip }) => {
    // `npm run soak -- export-rows` writes five times as many.
    const count = soakRounds(5_000)
    const { end, store, told, files, folder } = await openExports({ monotonicMs: tickingClock() })
    await putOrders(store, count)
    const request = ordersRequest({ columns: ['id', 'created', 'price', 'uuid'] })
    expect(await end(request)).toMatchObject({ status: 'done', file: name, rows: count })
    expect(files()).toEqual([name])
    const running = told.flatMap((status) => (status.status === 'running' ? [status] : []))
    expect(running.length).toBeGreaterThan(count / 1_000)
    expect(running[0]).toMatchObject({ rows: 0, of: null })
    expect(running.at(-1)?.of).toBe(count)
    expect(running.map(({ rows }) => rows)).toEqual(running.map(({ rows }) => rows).toSorted((a, b) => a - b))
    const cells = readByPython(join(folder, name))
    if (cells === null) return skip('no python3 on this computer')
    expect(cells).toHaveLength(count + 1)
    const ids = cells.slice(1).map(([id]) => Number(id))
    expect(ids.every((id, at) => id === count - at)).toBe(true)
  },
)

test('how far it is is told at most every 250 ms', async () => {
  let nowMs = 0
  const { end, store, told } = await openExports({ monotonicMs: () => (nowMs += 30) })
  await putOrders(store, 10_000)
  await end(idsAlone)
  const pieces = 10_000 / 250
  expect(told.filter(({ status }) => status === 'running').length).toBeLessThan(2 + (pieces * 30 * 3) / 250)
})

describe('an export that does not end well', () => {
  /** A store whose reading stops after so many pieces, until it is let go. */
  async function openHeld(pieces: number, more: Parameters<typeof openExports>[0] = {}) {
    const held = Promise.withResolvers<null>()
    const reached = Promise.withResolvers<null>()
    const { store } = await openExports()
    await putOrders(store, 3_000)
    let read = 0
    const holding: Store = {
      ...store,
      readOrders: async (...args) => {
        read += 1
        if (read > pieces) {
          reached.resolve(null)
          await held.promise
        }
        return store.readOrders(...args)
      },
    }
    const world = await openExports({ store: holding, ...more })
    writeFileSync(join(world.folder, name), 'before')
    return { ...world, reached: reached.promise, go: () => held.resolve(null) }
  }

  it('is not there when it is cancelled in the middle, and the file before is as it was', async () => {
    const { exports, reached, until, files, read } = await openHeld(2)
    const { id } = await exports.start(idsAlone)
    await reached
    expect(files()).toHaveLength(2)
    await exports.cancel({ id: id ?? '' })
    // Answered only once it is so.
    expect(files()).toEqual([name])
    expect(read(name)).toBe('before')
    expect(await until(({ status }) => status !== 'running')).toEqual({ status: 'cancelled', id })
  })

  it('is one at a time, and the next may come once it has ended', async () => {
    const { exports, reached, go, until, read } = await openHeld(1)
    const { id } = await exports.start(idsAlone)
    await reached
    expect(await failureOf(exports.start(idsAlone))).toMatchObject({
      code: 'validation',
      data: { field: 'export' },
    })
    go()
    await until(({ status }) => status === 'done')
    expect(read(name)).toContain('3000')
    await exports.cancel({ id: id ?? '' })
    expect(read(name)).toContain('3000')
    expect((await exports.start(idsAlone)).id).not.toBeNull()
    await exports.close()
  })

  it('is refused while somebody is asked for a place', async () => {
    const { exports } = await openExports({ chooseFile: () => new Promise(() => undefined) })
    void exports.start(idsAlone)
    expect(await failureOf(exports.start(idsAlone))).toMatchObject({ data: { field: 'export' } })
  })

  it('writes nothing where no place is chosen, and the next may be asked for', async () => {
    const { exports, told, files } = await openExports({ chooseFile: () => Promise.resolve(null) })
    expect(await exports.start(idsAlone)).toEqual({ id: null })
    expect(await exports.start(idsAlone)).toEqual({ id: null })
    expect(told).toEqual([])
    expect(files()).toEqual([])
  })

  it('is not there when the account is left or its data are cleared meanwhile, and says so', async () => {
    const { exports, reached, leave, until, files, read } = await openHeld(2)
    await exports.start(idsAlone)
    await reached
    leave()
    expect(await until(({ status }) => status !== 'running')).toMatchObject({
      status: 'failed',
      error: { code: 'cancelled', data: { reason: 'accountLeft' } },
    })
    expect(files()).toEqual([name])
    expect(read(name)).toBe('before')
  })

  it('is not begun when the account was left while a place was chosen', async () => {
    const world = await openExports()
    await putOrders(world.store, 3)
    const leaving = new AbortController()
    const { end, folder, files } = await openExports({
      store: world.store,
      current: { require: () => ({ account }), cacheSignal: () => leaving.signal },
      chooseFile: (proposed) => {
        leaving.abort()
        return Promise.resolve(join(folder, proposed))
      },
    })
    expect(await end(idsAlone)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
    expect(files()).toEqual([])
  })

  it('is not there when the app closes', async () => {
    const { exports, reached, files, read } = await openHeld(2)
    await exports.start(idsAlone)
    await reached
    await exports.close()
    expect(files()).toEqual([name])
    expect(read(name)).toBe('before')
  })

  it('is not there when the data fail in the middle', async () => {
    const { store } = await openExports()
    await putOrders(store, 3_000)
    let read = 0
    const fault = new AppError('databaseUnavailable', { file: 'starkdesk.sqlite', reason: 'crashed' })
    const { end, files } = await openExports({
      store: {
        ...store,
        readOrders: (...args) => {
          read += 1
          return read < 3 ? store.readOrders(...args) : Promise.reject(fault)
        },
      },
    })
    expect(await end(idsAlone)).toMatchObject({
      status: 'failed',
      error: { code: 'databaseUnavailable', data: { file: 'starkdesk.sqlite' } },
    })
    expect(files()).toEqual([])
  })

  it('is not there when it is cancelled while its last bytes go to the disk', async () => {
    const file = join(makeFolder(), name)
    writeFileSync(file, 'before')
    const abort = new AbortController()
    // oxlint-disable-next-line typescript/require-await
    async function* bytes(): AsyncGenerator<Buffer> {
      yield Buffer.from('whole')
      abort.abort(new AppError('cancelled', { reason: 'user' }))
    }
    const writing = writeChosenFile(file, bytes(), { onUnsynced: () => undefined }, abort.signal)
    expect(await failureOf(writing)).toMatchObject({ code: 'cancelled' })
    expect(readFileSync(file, 'utf8')).toBe('before')
    expect(readdirSync(join(file, '..'))).toEqual([name])
  })

  it('needs an account', async () => {
    const { exports, offered } = await openExports({ current: inUse(null) })
    expect(await failureOf(exports.start(idsAlone))).toMatchObject({ code: 'notFound' })
    expect(offered).toEqual([])
  })
})

/** A file system of this many bytes, or null where this user may not mount one. */
function mountSmall(bytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  onTestFinished(() => {
    execFileSync('umount', [folder])
  })
  return folder
}

test('a full disk is told as such, with nothing of the export on it', async ({ skip }) => {
  const full = mountSmall(64 * 1024)
  if (full === null) return skip('mounting takes root')
  const { end, store } = await openExports({ chooseFile: (one) => Promise.resolve(join(full, one)) })
  await putOrders(store, 5_000)
  expect(await end(ordersRequest())).toMatchObject({
    status: 'failed',
    error: { code: 'fileUnavailable', data: { reason: 'ENOSPC' } },
  })
  expect(readdirSync(full)).toEqual([])
})

test('a folder that is not there or may not be written to is told as such', async () => {
  const { end, folder } = await openExports({
    chooseFile: (one) => Promise.resolve(join(folder, 'file', one)),
  })
  writeFileSync(join(folder, 'file'), 'no folder')
  expect(await end(idsAlone)).toMatchObject({ status: 'failed', error: { code: 'fileUnavailable' } })
})

test('what a killed app left of an export is gone after the next start, and the file before is as it was', async () => {
  const folder = makeFolder()
  const data = join(folder, 'data', 'starkdesk.sqlite')
  const target = join(folder, 'out.csv')
  writeFileSync(target, 'before')
  await runAndKill(new URL('./export-until-killed.ts', import.meta.url), [data, target], 4)
  expect(readdirSync(folder).filter((one) => one.endsWith('.new'))).toHaveLength(1)
  const store = await open(data)
  expect(await store.countOrders(account.id)).toBeGreaterThan(0)
  await openExports({ store })
  await eventually(() => {
    expect(readdirSync(folder).sort()).toEqual(['data', 'out.csv'])
  })
  expect(readFileSync(target, 'utf8')).toBe('before')
  await eventually(async () => {
    expect(await store.getSetting('exports.unfinished')).toBe('[]')
  })
})
