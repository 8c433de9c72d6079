// Wrong passwords make the next try wait, also after a restart.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { cheap } from './cheap-scrypt.ts'
import { faultOf, makeVaultFile, MovableClock, password, restart } from './support.ts'

const wrong = 'not the password'

async function failTimes(file: string, clock: MovableClock, times: number): Promise<number[]> {
  const waits: number[] = []
  for (let time = 0; time < times; time += 1) {
    // Each in an app that was started afresh.
    const { code, data } = await faultOf(restart(file, clock).unlock(wrong))
    expect(code).toBe('wrongPassword')
    waits.push(Number(data['retryAfterMs']))
    clock.nowMs += Number(data['retryAfterMs'])
  }
  return waits
}

/** The count on the disk; 0 while there is none. */
function countOf(file: string): number {
  if (!existsSync(`${file}.attempts`)) return 0
  return z.object({ failures: z.int() }).parse(JSON.parse(readFileSync(`${file}.attempts`, 'utf8'))).failures
}

describe('after wrong passwords', () => {
  test('the wait grows from nothing to five minutes, over restarts', async () => {
    const file = makeVaultFile()
    const clock = new MovableClock()
    await restart(file, clock).create(password)
    const seconds = (await failTimes(file, clock, 14)).map((ms) => ms / 1000)
    expect(seconds).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  test('even the right one has to wait, is not tried, and does not lengthen the wait', async () => {
    const file = makeVaultFile()
    const clock = new MovableClock()
    await restart(file, clock).create(password)
    await failTimes(file, clock, 5)
    expect(await faultOf(restart(file, clock).unlock(wrong))).toMatchObject({ data: { retryAfterMs: 4000 } })
    clock.nowMs += 1500
    const vault = restart(file, clock)
    for (const typed of [password, wrong, password]) {
      expect(await faultOf(vault.unlock(typed))).toMatchObject({
        code: 'passwordDelayed',
        data: { retryAfterMs: 2500 },
      })
    }
    expect(await vault.retryAfterMs()).toBe(2500)
    clock.nowMs += 2500
    expect(await vault.retryAfterMs()).toBe(0)
    await vault.unlock(password)
  })

  test('the right one ends the count', async () => {
    const file = makeVaultFile()
    const clock = new MovableClock()
    await restart(file, clock).create(password)
    await failTimes(file, clock, 6)
    await restart(file, clock).unlock(password)
    expect(await failTimes(file, clock, 4)).toEqual([0, 0, 0, 1000])
  })

  test('asking again and changing the password count as well', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    await faultOf(vault.verify(wrong))
    await faultOf(vault.changePassword(wrong, 'another password'))
    await faultOf(vault.unlock(wrong))
    expect(await faultOf(vault.verify(wrong))).toMatchObject({ data: { retryAfterMs: 1000 } })
    expect(await faultOf(vault.changePassword(password, 'another password'))).toMatchObject({
      code: 'passwordDelayed',
    })
  })

  test('a try counts before it is made, so that ending the app in the middle gains nothing', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    const countAfter: number[] = []
    const trying = faultOf(vault.unlock(wrong)).then(() => countAfter.push(countOf(file)))
    while (countOf(file) === 0 && countAfter.length === 0)
      await new Promise((resolve) => setImmediate(resolve))
    // Seen while the try was still on its way.
    expect({ count: countOf(file), countAfter }).toEqual({ count: 1, countAfter: [] })
    await trying
  })

  test.each([
    ['emptied', ''],
    ['garbled', '{"format":"starkdesk vault att'],
    ['edited', '{"format":"starkdesk vault attempts","version":1,"failures":-5,"lastMs":0}'],
    ['replaced by something huge', 'x'.repeat(10_000)],
  ])('a count that was %s means the longest wait, once', async (_what, content) => {
    const file = makeVaultFile()
    const clock = new MovableClock()
    await restart(file, clock).create(password)
    writeFileSync(`${file}.attempts`, content)
    expect(await faultOf(restart(file, clock).unlock(password))).toMatchObject({
      code: 'passwordDelayed',
      data: { retryAfterMs: 300_000 },
    })
    clock.nowMs += 299_999
    expect(await restart(file, clock).retryAfterMs()).toBe(1)
    clock.nowMs += 1
    await restart(file, clock).unlock(password)
    expect(await failTimes(file, clock, 1)).toEqual([0])
  })

  test('a clock that was set back does not keep the owner out for longer', async () => {
    const file = makeVaultFile()
    const clock = new MovableClock()
    await restart(file, clock).create(password)
    clock.nowMs += 10 * 365 * 86_400_000
    await failTimes(file, clock, 5)
    const vault = restart(file, clock)
    await faultOf(vault.unlock(wrong))
    clock.nowMs -= 10 * 365 * 86_400_000
    expect(await vault.retryAfterMs()).toBe(4000)
    expect(await restart(file, clock).retryAfterMs()).toBe(4000)
    clock.nowMs += 4000
    await restart(file, clock).unlock(password)
  })

  test('a count that cannot be written goes on in memory, is reported, and keeps nobody out', async () => {
    const file = makeVaultFile()
    const clock = new MovableClock()
    await restart(file, clock).create(password)
    // A folder in its place can be neither read as a file nor replaced by one.
    mkdirSync(`${file}.attempts`)
    const faults: string[] = []
    const vault = openVault({ file, clock, scrypt: cheap, onFault: (what) => faults.push(what) })
    expect(await faultOf(vault.unlock(password))).toMatchObject({ code: 'passwordDelayed' })
    clock.nowMs += 300_000
    expect(await faultOf(vault.unlock(wrong))).toMatchObject({ data: { retryAfterMs: 300_000 } })
    expect(await faultOf(vault.unlock(password))).toMatchObject({ code: 'passwordDelayed' })
    clock.nowMs += 300_000
    await vault.unlock(password)
    expect(faults).toContain('keep the count of wrong passwords')
    rmSync(`${file}.attempts`, { recursive: true })
  })

  test('a damaged vault costs no attempt', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    const whole = readFileSync(file)
    writeFileSync(file, whole.subarray(0, 50))
    for (let time = 0; time < 6; time += 1) {
      expect(await faultOf(vault.unlock(password))).toMatchObject({ code: 'vaultDamaged' })
    }
    writeFileSync(file, whole)
    await vault.unlock(password)
  })
})
