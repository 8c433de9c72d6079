// An end of the app between any two steps of a move costs no secret, and leaves none twice.
import { describe, expect, test } from 'vitest'
import type { SecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import { all, Computer, keepAll, readAll, type Through } from './places-support.ts'
import { password } from './vault/support.ts'

/** From step `cutAt` on nothing happens any more: the app is gone, before that step or right after it. */
class Cutter {
  step = -Infinity
  isCut = false
  private readonly cutting = Promise.withResolvers<'cut'>()
  readonly cut = this.cutting.promise
  private readonly cutAt: number
  private readonly hasEffect: boolean

  constructor(cutAt: number, hasEffect: boolean) {
    this.cutAt = cutAt
    this.hasEffect = hasEffect
  }

  readonly through: Through = async (work) => {
    this.step += 1
    if (this.step < this.cutAt) return work()
    if (this.step === this.cutAt && this.hasEffect) await work()
    this.isCut = true
    this.cutting.resolve('cut')
    return new Promise<never>(() => undefined)
  }
}

/** Every secret is found, lies in one place only, and the notes name just what lies in the keychain. */
async function expectOnce(computer: Computer, places: SecretBackends): Promise<void> {
  expect(await readAll(places)).toEqual(all)
  const [inKeychain, inVault] = [computer.inKeychain(), await computer.inVault()]
  expect(computer.hasVault ? [inVault, inKeychain] : [inKeychain, inVault]).toEqual([all, {}])
  expect([...computer.notes].sort()).toEqual(computer.hasVault ? [] : ['a', 'b'])
}

async function recover(computer: Computer): Promise<SecretBackends> {
  const places = await computer.start()
  if (places.passwordState() === 'locked') await places.unlock(password)
  return places
}

describe.each([false, true])('the app ends at any step, which has worked: %s', (hasEffect) => {
  test('of setting a password: all is in the vault after unlocking', async () => {
    let cuts = 0
    for (let cutAt = 1; ; cutAt += 1) {
      const computer = new Computer()
      const cutter = new Cutter(cutAt, hasEffect)
      const dying = await computer.start(cutter.through)
      await keepAll(dying)
      cutter.step = 0
      const end = await Promise.race([dying.setPassword(password), cutter.cut])
      const later = await recover(computer)
      cuts += 1
      expect(later.leftInKeychain()).toBe(false)
      await expectOnce(computer, later)
      if (end !== 'cut') break
    }
    expect(cuts).toBeGreaterThan(40)
  })

  test('of removing it: all is in the vault, or all in the keychain', async () => {
    const states = new Set<boolean>()
    let cuts = 0
    for (let cutAt = 1; ; cutAt += 1) {
      const computer = new Computer()
      const first = await computer.start()
      await keepAll(first)
      await first.setPassword(password)
      const cutter = new Cutter(cutAt, hasEffect)
      const dying = await computer.start(cutter.through)
      await dying.unlock(password)
      cutter.step = 0
      const end = await Promise.race([dying.removePassword(password), cutter.cut])
      states.add(computer.hasVault)
      await expectOnce(computer, await recover(computer))
      cuts += 1
      if (end !== 'cut') break
    }
    expect([cuts > 15, [...states].sort()]).toEqual([true, [false, true]])
  })

  test('of bringing in at unlocking what a crash left: the next unlocking ends it', async () => {
    let cuts = 0
    for (let cutAt = 1; ; cutAt += 1) {
      const computer = new Computer()
      const first = await computer.start()
      await keepAll(first)
      const copies = new Map(computer.keychain.entries)
      await first.setPassword(password)
      computer.keychain.entries = copies
      computer.notes.add('a').add('b')
      await first.set('a', 'refreshToken', 'token of a')
      const cutter = new Cutter(cutAt, hasEffect)
      const dying = await computer.start(cutter.through)
      cutter.step = 0
      const end = await Promise.race([dying.unlock(password), cutter.cut])
      await expectOnce(computer, await recover(computer))
      cuts += 1
      if (end !== 'cut') break
    }
    expect(cuts).toBeGreaterThan(20)
  })
})
