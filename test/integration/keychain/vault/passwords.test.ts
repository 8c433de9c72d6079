// Proof of which passwords a vault takes, how one is changed, and what guessing one costs.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { currentScrypt, decodeVault } from '../../../../src-main/keychain/vault/vault-format.ts'
import { cheap } from './cheap-scrypt.ts'
import { faultOf, makeVaultFile, MovableClock, password, restart } from './support.ts'

describe('the password of a vault', () => {
  test('is the same from a keyboard that composes characters otherwise', async () => {
    const file = makeVaultFile()
    await restart(file).create('caf\u00e9 au lait 1')
    const vault = restart(file)
    await vault.unlock('cafe\u0301 au lait \uff11')
    expect(vault.isLocked).toBe(false)
  })

  test.each([
    ['seven', '1234567', 'tooShort'],
    ['seven characters of four bytes', '🗝'.repeat(7), 'tooShort'],
    ['eight that are seven when composed', `123456e\u0301`, 'tooShort'],
    ['1025 bytes', 'x'.repeat(1025), 'tooLong'],
    ['1025 bytes after normalising', '\ufdfa'.repeat(32), 'tooLong'],
    ['half a character', '12345678\ud83d', 'notText'],
  ])('refuses a new password of %s', async (_what, chosen, reason) => {
    const vault = restart(makeVaultFile())
    const refusal = { code: 'validation', data: { field: 'password', reason } }
    expect(await faultOf(vault.create(chosen))).toMatchObject(refusal)
    expect(await vault.exists()).toBe(false)
    await vault.create(password)
    expect(await faultOf(vault.changePassword(password, chosen))).toMatchObject(refusal)
    await vault.unlock(password)
  })

  test('may have 8 characters or 1024 bytes', async () => {
    for (const chosen of ['1234567é', 'x'.repeat(1024)]) {
      const file = makeVaultFile()
      await restart(file).create(chosen)
      await restart(file).unlock(chosen)
    }
  })

  test('can be changed, locked or unlocked, and the old one opens nothing more', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    await vault.store.set('a', 'apiKey', '1')
    const saltOf = () => decodeVault(readFileSync(file)).header.salt.toString('hex')
    const oldSalt = saltOf()
    await vault.changePassword(password, 'second password')
    expect(saltOf()).not.toBe(oldSalt)
    expect(vault.isLocked).toBe(false)
    await vault.store.set('a', 'organizationKey', '2')

    vault.lock()
    expect(await faultOf(vault.changePassword(password, 'not this one'))).toMatchObject({
      code: 'wrongPassword',
    })
    await vault.changePassword('second password', 'third password')
    expect(vault.isLocked).toBe(true)

    const later = restart(file)
    expect(await faultOf(later.unlock('second password'))).toMatchObject({ code: 'wrongPassword' })
    await later.unlock('third password')
    expect([await later.store.get('a', 'apiKey'), await later.store.get('a', 'organizationKey')]).toEqual([
      '1',
      '2',
    ])
  })

  test('can be asked again without opening anything', async () => {
    const file = makeVaultFile()
    await restart(file).create(password)
    const vault = restart(file)
    await vault.verify(password)
    expect(vault.isLocked).toBe(true)
    expect(await faultOf(vault.verify('another password'))).toMatchObject({ code: 'wrongPassword' })
  })

  test('costs what is recommended today, and is made as strong when next unlocked', async () => {
    const file = makeVaultFile()
    const clock = new MovableClock()
    const costOf = () => decodeVault(readFileSync(file)).header.scrypt
    const old = restart(file)
    await old.create(password)
    await old.store.set('a', 'apiKey', '1')
    expect(costOf()).toEqual(cheap)

    const today = openVault({ file, clock })
    expect(await faultOf(today.unlock('another password'))).toMatchObject({ code: 'wrongPassword' })
    expect(costOf()).toEqual(cheap)
    await today.unlock(password)
    expect(costOf()).toEqual({ log2N: 17, r: 8, p: 1 })
    await today.store.set('a', 'organizationKey', '2')
    today.lock()
    await today.unlock(password)
    expect([await today.store.get('a', 'apiKey'), await today.store.get('a', 'organizationKey')]).toEqual([
      '1',
      '2',
    ])

    // A vault that is stronger than an app would make it stays as strong, also under a new password.
    const weaker = restart(file)
    await weaker.changePassword(password, 'second password')
    await weaker.unlock('second password')
    expect(costOf()).toEqual(currentScrypt)
  })
})
