// What of updates may cross the border, field by field.
import { describe, expect, it } from 'vitest'
import { channels, events } from '../../../src-preload/contract/contract.ts'
import { type Release, updatesOffReasons } from '../../../src-preload/contract/app/updates.ts'

const strangers: readonly unknown[] = [undefined, NaN, {}, Symbol.iterator, -1, 1e300, 'x']
const release: Release = {
  version: '1.2.0',
  channel: 'beta',
  dateMs: 1,
  notes: '',
  bytes: 1,
  isInPlace: true,
}
const state = { current: '1.0.0', channel: 'stable', checksDaily: true, checkedAtMs: null }
const error = { code: 'updateRefused', data: { reason: 'older' }, ref: null }

const fits = (step: unknown): boolean => events['updates:changed'].safeParse({ ...state, step }).success

describe('what is told of updates', () => {
  it.each([
    { status: 'off', reason: 'noKey' },
    { status: 'idle' },
    { status: 'checking' },
    { status: 'upToDate' },
    { status: 'available', release },
    { status: 'downloading', release, doneBytes: 0 },
    { status: 'ready', release },
    { status: 'installing', release },
    { status: 'failed', error, release: null },
    { status: 'failed', error, release },
  ])('is whole: $status', (step) => {
    expect(fits(step)).toBe(true)
    expect(fits({ ...step, extra: 1 })).toBe(false)
    for (const key of Object.keys(step)) {
      for (const stranger of strangers)
        expect([key, fits({ ...step, [key]: stranger })]).toEqual([key, false])
    }
    const { output } = channels['updates:getState']
    expect(output.safeParse({ ...state, step }).success).toBe(true)
    for (const key of Object.keys(state)) {
      expect(output.safeParse({ ...state, step, [key]: {} }).success).toBe(false)
    }
  })

  it('has a reason for every build that has none', () => {
    for (const reason of updatesOffReasons) expect(fits({ status: 'off', reason })).toBe(true)
  })

  it('has no room for an address, a file or a key', () => {
    for (const key of ['url', 'folder', 'page', 'file', 'sha256', 'signature', 'key']) {
      expect(fits({ status: 'available', release: { ...release, [key]: 'x' } })).toBe(false)
    }
    expect(fits({ status: 'available', release: { ...release, notes: 'x'.repeat(20_001) } })).toBe(false)
  })
})

describe('what may be asked about updates', () => {
  it('is a channel and a daily look, or either of them', () => {
    const { input } = channels['updates:setOptions']
    for (const good of [
      {},
      { channel: 'beta' },
      { checksDaily: false },
      { channel: 'stable', checksDaily: true },
    ])
      expect(input.safeParse(good).success).toBe(true)
    for (const bad of [{ channel: 'nightly' }, { channel: null }, { checksDaily: 1 }, { url: 'https://x' }])
      expect(input.safeParse(bad).success).toBe(false)
  })

  it('is not installing while locked', () => {
    expect(channels['updates:install'].access).toBe('unlocked')
    expect(channels['updates:setOptions'].access).toBe('unlocked')
    expect(channels['updates:getState'].access).toBe('always')
  })
})
