// Proof of when updates are looked for, told, fetched and installed: never unasked, never in the middle of something.
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { UpdatesState } from '../../../src-preload/contract/app/updates.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { createFindRelease } from '../../../src-main/updates/find-release.ts'
import type { PackageUpdater } from '../../../src-main/updates/package-updater.ts'
import { createUpdates, type UpdateSupport } from '../../../src-main/updates/updates.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { makeEvents, makeLog, makeStore } from '../world.ts'
import { makeKey, makeRelease, type OwnKey, type ReleaseServer } from '../../fixtures/releases.ts'
import { localDownloads, serveReleases } from './updates-world.ts'

const HOUR_MS = 3_600_000
const firstMs = Date.parse('2026-11-22T08:00:00Z')

let server: ReleaseServer
let key: OwnKey
let store: Store
const release = (version: string, folder: 'stable' | 'beta' = 'stable') =>
  makeRelease(join(server.folder, folder), { version, keys: [key] })

beforeEach(async () => {
  server = await serveReleases()
  key = makeKey()
  store = await makeStore()
})

/** What installs, told by the test what becomes of it. */
class Hand implements PackageUpdater {
  readonly done: string[] = []
  fetching = Promise.withResolvers<null>()
  failure: AppError | null = null

  async download(
    found: Parameters<PackageUpdater['download']>[0],
    onBytes: (doneBytes: number) => void,
    signal: AbortSignal,
  ) {
    this.done.push(`fetch ${found.version}`)
    onBytes(100)
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('cancelled')))
    })
    await Promise.race([this.fetching.promise, aborted])
    onBytes(200)
  }

  install(found: Parameters<PackageUpdater['install']>[0]) {
    this.done.push(`install ${found.version}`)
    return this.failure === null ? Promise.resolve() : Promise.reject(this.failure)
  }
}

interface StartOptions {
  readonly support?: UpdateSupport
  readonly byHand?: boolean
  readonly wait?: 'transfer' | 'order' | 'session' | 'export' | null
  readonly current?: string
}

async function start({ support, byHand = false, wait = null, current = '1.0.0' }: StartOptions = {}) {
  const hand = new Hand()
  const told = makeEvents()
  const pages: string[] = []
  const log = makeLog()
  let nowMs = firstMs
  let look = (): void => undefined
  const own: UpdateSupport = {
    kind: 'on',
    find: createFindRelease({
      place: { kind: 'folders', url: server.url },
      keys: [key.entry],
      downloads: localDownloads(),
      current,
      wanted: byHand ? null : { metadataEnd: '-linux.yml', extension: 'AppImage', arch: 'x64' },
    }),
    updater: byHand ? null : hand,
    openPage: (address) => {
      pages.push(address)
      return Promise.resolve()
    },
  }
  const updates = await createUpdates({
    support: support ?? own,
    current,
    store,
    clock: { now: () => nowMs },
    emit: told.emit,
    log: log.log,
    whyWait: () => Promise.resolve(wait),
    every: (ms, work) => {
      expect(ms).toBe(HOUR_MS)
      look = work
      return () => (look = (): void => undefined)
    },
  })
  onTestFinished(() => updates.close())
  const status = () => updates.getState().step.status
  return {
    updates,
    hand,
    told,
    pages,
    log,
    status,
    until: (wanted: UpdatesState['step']['status']) => eventually(() => expect(status()).toBe(wanted)),
    /** An hour later. */
    pass: (hours: number) => {
      nowMs += hours * HOUR_MS
      look()
    },
  }
}

describe('an update', () => {
  it('is told, fetched and installed, each only when asked for', async () => {
    await release('1.2.0')
    const { updates, hand, told, until } = await start()
    expect(updates.getState()).toMatchObject({ current: '1.0.0', step: { status: 'idle' } })
    updates.check()
    await until('available')
    expect(told.last('updates:changed')).toMatchObject({
      checkedAtMs: firstMs,
      step: { release: { version: '1.2.0', isInPlace: true, notes: '### Added\n\n- What is new in 1.2.0.' } },
    })
    expect(hand.done).toEqual([])
    updates.download()
    await until('downloading')
    hand.fetching.resolve(null)
    await until('ready')
    expect(hand.done).toEqual(['fetch 1.2.0'])
    await updates.install()
    expect(hand.done).toEqual(['fetch 1.2.0', 'install 1.2.0'])
  })

  it('is not there: this is the newest version', async () => {
    await release('1.0.0')
    const { updates, until } = await start()
    updates.check()
    await until('upToDate')
  })

  it('that is refused says why, offers nothing, and can be looked for again', async () => {
    await makeRelease(join(server.folder, 'stable'), { version: '1.2.0', keys: [makeKey()] })
    const { updates, told, until } = await start()
    updates.check()
    await until('failed')
    expect(told.last('updates:changed')?.step).toEqual({
      status: 'failed',
      error: { code: 'updateRefused', data: { reason: 'unknownKey', file: 'SHA256SUMS.sig' }, ref: null },
      release: null,
    })
    expect(() => updates.download()).toThrow('notInState')
    await release('1.2.0')
    updates.check()
    await until('available')
  })

  it('cannot be fetched before it was found, nor installed before it was fetched', async () => {
    await release('1.2.0')
    const { updates, hand, until } = await start()
    expect(() => updates.download()).toThrow('notInState')
    updates.check()
    expect(() => updates.check()).toThrow('notInState')
    await until('available')
    expect((await failureOf(updates.install())).data).toEqual({ field: 'update', reason: 'notInState' })
    expect(hand.done).toEqual([])
  })

  it('whose download breaks off can be fetched again; one that was refused is looked for anew', async () => {
    await release('1.2.0')
    const { updates, hand, until } = await start()
    updates.check()
    await until('available')
    updates.download()
    hand.fetching.reject(new AppError('updateUnreachable', { reason: 'network', file: 'a' }))
    await until('failed')
    hand.fetching = Promise.withResolvers()
    updates.download()
    hand.fetching.reject(new AppError('updateRefused', { reason: 'digest', file: 'a' }))
    await until('failed')
    expect(updates.getState().step).toMatchObject({ release: null })
    expect(() => updates.download()).toThrow('notInState')
  })

  it('whose download is given up is still offered, and nothing is told of it later', async () => {
    await release('1.2.0')
    const { updates, hand, until, status } = await start()
    updates.check()
    await until('available')
    updates.download()
    updates.cancelDownload()
    expect(status()).toBe('available')
    hand.fetching.resolve(null)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(status()).toBe('available')
    hand.fetching = Promise.withResolvers()
    updates.download()
    hand.fetching.resolve(null)
    await until('ready')
  })

  it.each(['transfer', 'order', 'session', 'export'] as const)(
    'does not cut off a running %s',
    async (wait) => {
      await release('1.2.0')
      const { updates, hand, until, status } = await start({ wait })
      updates.check()
      await until('available')
      updates.download()
      hand.fetching.resolve(null)
      await until('ready')
      expect(await failureOf(updates.install())).toMatchObject({
        code: 'updateWaits',
        data: { reason: wait },
      })
      expect(status()).toBe('ready')
      expect(hand.done).toEqual(['fetch 1.2.0'])
    },
  )

  it('that cannot be put in place says so', async () => {
    await release('1.2.0')
    const { updates, hand, until } = await start()
    updates.check()
    await until('available')
    updates.download()
    hand.fetching.resolve(null)
    await until('ready')
    hand.failure = new AppError('updateFailed', { step: 'install', reason: 'ENOSPC' })
    await updates.install()
    await until('failed')
    expect(updates.getState().step).toMatchObject({ release: { version: '1.2.0' } })
  })

  it('is only told where a package manager installs, with the page to get it from', async () => {
    await release('1.2.0')
    const { updates, pages, until } = await start({ byHand: true })
    expect((await failureOf(updates.openPage())).code).toBe('validation')
    updates.check()
    await until('available')
    expect(updates.getState().step).toMatchObject({ release: { isInPlace: false, bytes: null } })
    expect(() => updates.download()).toThrow('notInState')
    await updates.openPage()
    expect(pages).toEqual([server.url])
  })
})

describe('the daily look', () => {
  it('tells and does no more, once in 24 hours, over restarts too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = await start()
    first.updates.start()
    expect(server.asked).toEqual([])
    vi.advanceTimersByTime(20_000)
    vi.useRealTimers()
    await first.until('failed')
    await release('1.0.0')
    // What came to nothing is tried again in an hour.
    first.pass(1)
    await first.until('upToDate')
    const asked = server.asked.length
    first.pass(23)
    expect(first.status()).toBe('upToDate')
    expect(server.asked).toHaveLength(asked)
    first.updates.close()

    await release('1.2.0')
    const second = await start()
    second.updates.start()
    second.pass(23)
    expect(second.status()).toBe('idle')
    second.pass(2)
    await second.until('available')
    expect(second.hand.done).toEqual([])
    // What was told is not told anew.
    second.pass(48)
    expect(second.status()).toBe('available')
  })

  it('can be switched off, which the next start knows', async () => {
    await release('1.2.0')
    const first = await start()
    await first.updates.setOptions({ checksDaily: false })
    const second = await start()
    expect(second.updates.getState().checksDaily).toBe(false)
    second.updates.start()
    second.pass(48)
    expect(second.status()).toBe('idle')
    expect(server.asked).toEqual([])
    second.updates.check()
    await second.until('available')
  })

  it('does not go on after the end', async () => {
    await release('1.2.0')
    const one = await start()
    one.updates.start()
    one.updates.close()
    one.pass(48)
    expect(one.status()).toBe('idle')
  })
})

describe('the channel', () => {
  it('is that of finished versions until somebody chooses, and is kept', async () => {
    await release('1.2.0')
    await release('1.3.0-beta.1', 'beta')
    const first = await start()
    expect(first.updates.getState().channel).toBe('stable')
    first.updates.check()
    await first.until('available')
    await first.updates.setOptions({ channel: 'beta' })
    // What was found belongs to the other channel.
    expect(first.updates.getState()).toMatchObject({
      channel: 'beta',
      checkedAtMs: null,
      step: { status: 'idle' },
    })
    const second = await start()
    second.updates.check()
    await second.until('available')
    expect(second.updates.getState().step).toMatchObject({
      release: { version: '1.3.0-beta.1', channel: 'beta' },
    })
  })

  it('that is chosen anew while the time of a look is kept is not given the release of the other', async () => {
    await release('1.2.0')
    const keeping = Promise.withResolvers<undefined>()
    const begun = Promise.withResolvers<undefined>()
    const own = store
    let isFirst = true
    store = {
      ...own,
      setSetting: async (name, value) => {
        if (isFirst) {
          isFirst = false
          begun.resolve(undefined)
          await keeping.promise
        }
        await own.setSetting(name, value)
      },
    }
    const { updates, until, status } = await start()
    updates.check()
    await begun.promise
    await updates.setOptions({ channel: 'beta' })
    await release('1.3.0-beta.1', 'beta')
    updates.check()
    keeping.resolve(undefined)
    await new Promise((resolve) => setImmediate(resolve))
    expect(status()).toBe('checking')
    await until('available')
    expect(updates.getState().step).toMatchObject({ release: { version: '1.3.0-beta.1' } })
  })

  it('that is chosen anew ends what is under way for the other', async () => {
    await release('1.2.0')
    const { updates, hand, until, status } = await start()
    updates.check()
    await until('available')
    updates.download()
    await updates.setOptions({ channel: 'beta' })
    expect(status()).toBe('idle')
    hand.fetching.resolve(null)
    updates.check()
    await updates.setOptions({ channel: 'stable' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(status()).toBe('idle')
  })

  it('and the rest are as at first where what was kept is damaged', async () => {
    await store.setSetting('updates', '{"channel":"nightly","checksDaily":1,')
    expect((await start()).updates.getState()).toMatchObject({ channel: 'stable', checksDaily: true })
    await store.setSetting('updates', '{"channel":"nightly","checksDaily":false,"checkedAtMs":"x"}')
    expect((await start()).updates.getState()).toMatchObject({
      channel: 'stable',
      checksDaily: false,
      checkedAtMs: null,
    })
  })
})

describe('a build that cannot be updated', () => {
  it.each(['notPackaged', 'noKey', 'noPlace'] as const)('says so and asks nobody: %s', async (reason) => {
    const one = await start({ support: { kind: 'off', reason } })
    one.updates.start()
    one.pass(48)
    expect(one.updates.getState().step).toEqual({ status: 'off', reason })
    expect(() => one.updates.check()).toThrow('notInState')
    expect(() => one.updates.download()).toThrow('notInState')
    expect((await failureOf(one.updates.install())).code).toBe('validation')
    await one.updates.setOptions({ channel: 'beta' })
    expect(one.updates.getState()).toMatchObject({ channel: 'beta', step: { status: 'off', reason } })
  })
})
