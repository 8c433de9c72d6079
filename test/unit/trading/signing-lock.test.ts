// The lock of signing: what the disk says is asked once, and what was found in this run is never forgotten for it.
import { describe, expect, it } from 'vitest'
import type { SigningDifference } from '../../../src-preload/contract/trading/signing-difference.ts'
import { createSigningLock, type SigningLock } from '../../../src-main/trading/session/signing-lock.ts'

const difference: SigningDifference = { kind: 'noOrder', market: 'ethusdc', orderId: 7, atMs: 1 }
const nothing = (): void => undefined
const locked = { code: 'validation', data: { field: 'trading', reason: 'signingLocked' } }

/** Settings in memory; `whileRead` runs between the question and its answer. */
function makeDisk(
  kept: Record<string, string> = {},
  whileRead: () => Promise<void> = () => Promise.resolve(),
) {
  const settings = new Map(Object.entries(kept))
  let reads = 0
  const lock = createSigningLock({
    async getSetting(key) {
      reads += 1
      const text = settings.get(key) ?? null
      await whileRead()
      return text
    },
    async setSetting(key, value) {
      await Promise.resolve()
      settings.set(key, value)
    },
  })
  return { lock, reads: () => reads }
}

describe('the lock of signing', () => {
  it('is asked from the disk once where there is none, and holds when it comes', async () => {
    const { lock, reads } = makeDisk()
    await lock.check('one')
    await lock.check('one')
    expect(reads()).toBe(1)
    await lock.lock('one', difference, nothing)
    await expect(lock.check('one')).rejects.toMatchObject(locked)
    expect(() => lock.checkStill('one')).toThrow(expect.objectContaining(locked))
    await lock.check('another')
  })

  it('holds where it comes while the disk is being read, and where it was there before', async () => {
    const disk = makeDisk({}, () => disk.lock.lock('one', difference, nothing))
    await expect(disk.lock.check('one')).rejects.toMatchObject(locked)
    await expect(disk.lock.check('one')).rejects.toMatchObject(locked)

    const { lock } = makeDisk({ 'account/one/signingLock': JSON.stringify(difference) })
    await expect(lock.check('one')).rejects.toMatchObject(locked)
    await expect(lock.check('one')).rejects.toMatchObject(locked)
    await lock.unlock('one')
    await lock.check('one')
  })

  it('has the first difference as its reason, which alone is told, after a restart too', async () => {
    const told: number[] = []
    const find = (lock: SigningLock, atMs: number): Promise<void> =>
      lock.lock('one', { ...difference, atMs }, () => told.push(atMs))
    const kept = { 'account/one/signingLock': JSON.stringify(difference) }
    const { lock } = makeDisk(kept)
    // The same order is looked at again after the start.
    await find(lock, 2)
    await find(lock, 3)
    expect(told).toEqual([])
    expect(await lock.find('one')).toEqual(difference)
    await lock.unlock('one')
    await find(lock, 4)
    expect(told).toEqual([4])
    expect(await lock.find('one')).toMatchObject({ atMs: 4 })
    const broken = makeDisk({ 'account/one/signingLock': '{' })
    await find(broken.lock, 5)
    expect(told).toEqual([4, 5])
  })
})
