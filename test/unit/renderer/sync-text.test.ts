// What is said of the reading of history: status, shares, what holds it up, the status bar.
import { describe, expect, it } from 'vitest'
import type { SyncState } from '../../../src-preload/contract/app/sync.ts'
import {
  describeOrdersShort,
  describeStatus,
  describeSync,
  describeSyncShort,
  formatShare,
  shareOf,
} from '../../../src-renderer/text/sync-text.ts'
import { makeStream, makeSyncState, syncedState } from './features/data/make-data.ts'

const holds = [
  'offline',
  'signedOut',
  'rateLimited',
  'diskFull',
  'diskLow',
  'quotaReached',
  'storeFailed',
] as const

describe('a stream', () => {
  it('that is complete is so whatever else is going on', () => {
    for (const hold of [null, ...holds]) {
      const state = makeSyncState({ isPaused: true, hold })
      expect(describeStatus(makeStream('orders'), state)).toBe('Complete')
    }
  })

  it('does not claim to be reading while reading is paused or held up', () => {
    const running = makeStream('fills', { status: 'running' })
    expect(describeStatus(running, makeSyncState())).toBe('Syncing')
    expect(describeStatus(running, makeSyncState({ isPaused: true }))).toBe('Paused')
    expect(describeStatus(running, makeSyncState({ hold: 'offline' }))).toBe('On hold')
  })

  it('is at 100% only when it is complete', () => {
    const nearly = shareOf(makeStream('fills', { status: 'running', done: 119_999, total: 120_000 }))
    expect(formatShare(nearly ?? 0)).toMatch(/^99\s?%$/)
    expect(formatShare(1 / 120_000)).toMatch(/^1\s?%$/)
    expect([0, 45_200 / 120_000, 1].map((share) => formatShare(share).replace(/\s/, ''))).toEqual([
      '0%',
      '38%',
      '100%',
    ])
    expect(shareOf(makeStream('orders', { done: 0, total: null }))).toBe(1)
    expect(shareOf(makeStream('fills', { status: 'running', done: 5, total: null }))).toBeNull()
    expect(shareOf(makeStream('fills', { status: 'running', done: 0, total: 0 }))).toBe(0)
    expect(shareOf(makeStream('fills', { status: 'running', done: 9, total: 8 }))).toBe(1)
  })
})

describe('the reading as a whole', () => {
  it('says for everything that holds it up what goes on by itself', () => {
    for (const hold of holds) {
      expect(describeSync(makeSyncState({ hold })).text).toMatch(/resume/)
    }
  })

  it('says of a full disk that nothing was lost, and what to do, also while it is paused', () => {
    for (const isPaused of [false, true]) {
      const { text, needsAttention } = describeSync(makeSyncState({ hold: 'diskFull', isPaused }))
      expect(text).toMatch(/^The disk is full\. Nothing was lost\. Free disk space/)
      expect(needsAttention).toBe(true)
    }
  })

  it('is paused rather than offline where the user has paused it', () => {
    expect(describeSync(makeSyncState({ isPaused: true, hold: 'offline' })).text).toMatch(/^Paused/)
  })

  it('is done when every stream is, and not when there is none', () => {
    expect(describeSync(syncedState).text).toMatch(/is complete\.$/)
    expect(describeSync(makeSyncState({ streams: [] })).text).not.toMatch(/is complete\.$/)
  })
})

describe('the status bar', () => {
  const short = (state: SyncState, isReading = true, areOrdersRead = true): string =>
    describeSyncShort(state, isReading, areOrdersRead).text

  it('says how many orders are here while they are being read, and as of when afterwards', () => {
    const orders = { cached: 45_200, open: 0, isComplete: false, asOfMs: 0, refusedRows: 0, lastError: null }
    expect(describeOrdersShort(orders, 0)).toMatch(/^Syncing orders: 45.200 orders so far$/)
    expect(describeOrdersShort({ ...orders, isComplete: true }, 0)).toMatch(/^Synced 45.200 orders · as of/)
    expect(describeOrdersShort({ ...orders, cached: 0, asOfMs: null }, 0)).toBe('')
  })

  it('gives a share only where every end is known', () => {
    const { streams } = makeSyncState()
    expect(short(makeSyncState())).toBe('History sync')
    const known = streams.map((stream) => ({ ...stream, total: stream.total ?? 24_000 }))
    expect(short(makeSyncState({ streams: known }))).toMatch(/^Syncing history 59\s?%$/)
  })

  it('does not say it twice while orders are being read, and nothing when all is here', () => {
    expect(short(makeSyncState(), true, false)).toBe('')
    expect(short(makeSyncState(), false)).toBe('')
    expect(short(syncedState)).toBe('')
  })

  it('says that reading is paused, and that the disk is full before that', () => {
    expect(short(makeSyncState({ isPaused: true }), false)).toBe('Sync paused')
    expect(short(makeSyncState({ isPaused: true, hold: 'diskFull' }), false)).toMatch(/^Disk full/)
    expect(short(makeSyncState({ hold: 'offline' }), false)).toBe('')
  })
})
