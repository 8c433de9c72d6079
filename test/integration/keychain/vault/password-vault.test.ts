// Proof of what a person can do with a password vault: make, lock, unlock, use, remove.
import { readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultOf, makeVaultFile, password, restart } from './support.ts'

describe('a password vault', () => {
  test('keeps secrets of any characters over a restart, by account and name', async () => {
    const file = makeVaultFile()
    const odd = 'ключ “quoted”\n\t{"a":1} \\ 🗝'
    const first = restart(file)
    await first.create(password)
    await first.store.set('a', 'apiKey', odd)
    await first.store.set('a', 'refreshToken', '')
    await first.store.set('b', 'apiKey', 'other')
    const second = restart(file)
    await second.unlock(password)
    expect([
      await second.store.get('a', 'apiKey'),
      await second.store.get('a', 'refreshToken'),
      await second.store.get('b', 'apiKey'),
      await second.store.get('b', 'refreshToken'),
    ]).toEqual([odd, '', 'other', null])
  })

  test('deletes one secret, or all of one account, for good', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    await Promise.all([
      vault.store.set('a', 'apiKey', '1'),
      vault.store.set('a', 'ethereumPrivateKey', '2'),
      vault.store.set('a', 'organizationKey', '3'),
      vault.store.set('a/b', 'apiKey', '4'),
    ])
    await vault.store.delete('a', 'apiKey')
    await vault.store.delete('a', 'apiKey')
    await vault.store.deleteAll('a')
    const later = restart(file)
    await later.unlock(password)
    expect([
      await later.store.get('a', 'apiKey'),
      await later.store.get('a', 'ethereumPrivateKey'),
      await later.store.get('a', 'organizationKey'),
      await later.store.get('a/b', 'apiKey'),
    ]).toEqual([null, null, null, '4'])
  })

  test('refuses every use while locked, and before it is made', async () => {
    const vault = restart(makeVaultFile())
    expect({ isLocked: vault.isLocked, exists: await vault.exists() }).toEqual({
      isLocked: true,
      exists: false,
    })
    const useAll = () =>
      Promise.all([
        faultOf(vault.store.get('a', 'apiKey')),
        faultOf(vault.store.set('a', 'apiKey', '1')),
        faultOf(vault.store.delete('a', 'apiKey')),
        faultOf(vault.store.deleteAll('a')),
      ])
    for (const { code } of await useAll()) expect(code).toBe('vaultLocked')
    expect(await faultOf(vault.unlock(password))).toMatchObject({ code: 'notFound', data: { what: 'vault' } })

    await vault.create(password)
    await vault.store.set('a', 'apiKey', '1')
    vault.lock()
    expect({ isLocked: vault.isLocked, exists: await vault.exists() }).toEqual({
      isLocked: true,
      exists: true,
    })
    for (const { code } of await useAll()) expect(code).toBe('vaultLocked')
    await vault.unlock(password)
    expect(await vault.store.get('a', 'apiKey')).toBe('1')
  })

  test('opens with no other password, and says that it was the password', async () => {
    const file = makeVaultFile()
    await restart(file).create(password)
    for (const wrong of ['', 'x', `${password} `, password.toUpperCase(), 'p'.repeat(1024)]) {
      const vault = restart(file)
      expect(await faultOf(vault.unlock(wrong))).toMatchObject({ code: 'wrongPassword' })
      expect(vault.isLocked).toBe(true)
      await restart(file).unlock(password)
    }
  })

  test('never replaces a vault that is there', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    const made = await Promise.allSettled([vault.create(password), vault.create('another password')])
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await faultOf(restart(file).create(password))).toMatchObject({ data: { reason: 'exists' } })
    await restart(file).unlock(password)
  })

  test('stays locked when it is locked while it is being unlocked or made', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    const making = vault.create(password)
    vault.lock()
    await making
    expect(vault.isLocked).toBe(true)
    const unlocking = faultOf(vault.unlock(password))
    vault.lock()
    expect(await unlocking).toMatchObject({ code: 'vaultLocked' })
    expect(vault.isLocked).toBe(true)
    await vault.unlock(password)
  })

  test('completes a write that was on its way when it was locked', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    const writing = vault.store.set('a', 'apiKey', 'kept')
    // Long enough for the write to have begun; if it has not, it is refused as a whole.
    await new Promise((resolve) => setImmediate(resolve))
    vault.lock()
    await writing
    await vault.unlock(password)
    expect(await vault.store.get('a', 'apiKey')).toBe('kept')
  })

  test('does writes in turn: of a hundred at once none is lost', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    const accounts = Array.from({ length: 100 }, (_, index) => `account-${index}`)
    await Promise.all(accounts.map((account) => vault.store.set(account, 'apiKey', account)))
    const later = restart(file)
    await later.unlock(password)
    for (const account of accounts) expect(await later.store.get(account, 'apiKey')).toBe(account)
  })

  test('is readable by its owner only, and leaves no other file once it is open', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    await vault.store.set('a', 'apiKey', '1')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    await faultOf(vault.unlock('another password'))
    if (process.platform !== 'win32') expect(statSync(`${file}.attempts`).mode & 0o777).toBe(0o600)
    await vault.unlock(password)
    expect(readdirSync(dirname(file))).toEqual(['vault'])
  })

  test('can be destroyed with its count, and made anew with another password', async () => {
    const file = makeVaultFile()
    const vault = restart(file)
    await vault.create(password)
    await faultOf(vault.unlock('another password'))
    await vault.destroy()
    expect({ isLocked: vault.isLocked, files: readdirSync(dirname(file)) }).toEqual({
      isLocked: true,
      files: [],
    })
    await vault.create('another password')
    expect(await vault.store.get('a', 'apiKey')).toBeNull()
  })

  test('refuses secrets that it could not give back as they were', async () => {
    const vault = restart(makeVaultFile())
    await vault.create(password)
    expect(await faultOf(vault.store.set('a', 'apiKey', '\ud83d'))).toMatchObject({
      data: { reason: 'notText' },
    })
    expect(await faultOf(vault.store.set('a', 'apiKey', 'x'.repeat(65_537)))).toMatchObject({
      data: { reason: 'tooLong' },
    })
    expect(await vault.store.get('a', 'apiKey')).toBeNull()
  })
})
