// Proof of what is said and done when a change of the vault was made and the disk does not confirm its folder.
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { KeychainLedger } from '../../../../src-main/keychain/keychain-ledger.ts'
import { openSecretStore } from '../../../../src-main/keychain/open-secret-store.ts'
import { createOsKeychain } from '../../../../src-main/keychain/os-keychain.ts'
import { moveIntoVault } from '../../../../src-main/keychain/vault-moves.ts'
import { openVault } from '../../../../src-main/keychain/vault/password-vault.ts'
import { CountingKeychain } from '../../../fixtures/counting-keychain.ts'
import { cheap } from './cheap-scrypt.ts'
import { faultOf, makeVaultFile, MovableClock, password, restart } from './support.ts'

const next = 'another password'

/** A disk that takes every change and, while it is faulty, cannot say that it has. */
class Disk {
  readonly file = makeVaultFile()
  readonly clock = new MovableClock()
  readonly faults: string[] = []
  isFaulty = false

  open() {
    return openVault({
      file: this.file,
      clock: this.clock,
      scrypt: cheap,
      onFault: (what) => this.faults.push(what),
      syncFolder: () =>
        this.isFaulty ? Promise.reject(Object.assign(new Error('i/o'), { code: 'EIO' })) : Promise.resolve(),
    })
  }

  names = (): string[] => readdirSync(dirname(this.file))
}

const unsure = 'make a change of the vault durable'

describe('a change that the disk took and did not confirm', () => {
  test('of the password counts as made: the new one is right, now and after a restart', async () => {
    const disk = new Disk()
    const vault = disk.open()
    await vault.create(password)
    await vault.store.set('a', 'refreshToken', 'token')
    disk.isFaulty = true
    await vault.changePassword(password, next)
    expect(disk.faults).toContain(unsure)
    for (const one of [vault, restart(disk.file, disk.clock)]) {
      expect(await faultOf(one.verify(password))).toMatchObject({ code: 'wrongPassword' })
      await one.unlock(next)
      expect(await one.store.get('a', 'refreshToken')).toBe('token')
    }
  })

  test('of a secret is in memory as it is in the file', async () => {
    const disk = new Disk()
    const vault = disk.open()
    await vault.create(password)
    disk.isFaulty = true
    await vault.store.set('a', 'refreshToken', 'token')
    const later = restart(disk.file, disk.clock)
    await later.unlock(password)
    for (const one of [vault, later]) expect(await one.store.get('a', 'refreshToken')).toBe('token')
    expect(await faultOf(vault.assertDurable())).toMatchObject({
      code: 'databaseUnavailable',
      data: { file: disk.file, reason: 'EIO' },
    })
    disk.isFaulty = false
    await vault.store.set('b', 'refreshToken', 'token')
    await vault.assertDurable()
  })

  test('of its name, and its removal, are what they are', async () => {
    const disk = new Disk()
    const vault = disk.open()
    await vault.create(password)
    disk.isFaulty = true
    const aside = await vault.setAside()
    expect(disk.names()).toEqual([aside])
    await vault.create(next)
    await vault.destroy()
    expect([disk.names(), vault.isLocked]).toEqual([[aside], true])
    expect(disk.faults.filter((what) => what === unsure)).toHaveLength(3)
  })

  test('of the count of wrong passwords goes on counting', async () => {
    const disk = new Disk()
    const vault = disk.open()
    await vault.create(password)
    disk.isFaulty = true
    await faultOf(vault.verify('not the password'))
    expect(disk.faults).toContain('make the count of wrong passwords durable')
    expect(disk.names().sort()).toEqual(['vault', 'vault.attempts'])
  })
})

test('setting a password that the disk does not confirm leaves no vault, every secret where it was, and can be done again', async () => {
  const disk = new Disk()
  const keys = new CountingKeychain()
  const notes = new Set<string>()
  const ledger: KeychainLedger = {
    mayHold: (account) => Promise.resolve(notes.has(account)),
    list: () => Promise.resolve([...notes]),
    noteStored: (account) => Promise.resolve(void notes.add(account)),
    noteRemoved: (account) => Promise.resolve(void notes.delete(account)),
  }
  const keychain = createOsKeychain({ load: () => Promise.resolve(keys), limitMs: 5_000 })
  const store = openSecretStore({ ledger, keychain })
  await store.set('a', 'ethereumPrivateKey', 'key of a')
  const before = [...keys.entries]
  const vault = disk.open()
  const onFault = (what: string): void => void disk.faults.push(what)
  const options = { ledger, keychain, vault, onFault, knownAccounts: () => Promise.resolve(new Set(['a'])) }
  let moves = 0
  const move = () => moveIntoVault(store, password, options, () => (moves += 1))

  disk.isFaulty = true
  expect(await faultOf(move())).toMatchObject({ code: 'databaseUnavailable', data: { reason: 'EIO' } })
  expect([moves, disk.names(), vault.isLocked]).toEqual([0, [], true])
  expect([[...keys.entries], [...notes]]).toEqual([before, ['a']])

  disk.isFaulty = false
  await move()
  expect([moves, keys.entries.size, await vault.store.get('a', 'ethereumPrivateKey')]).toEqual([
    1,
    0,
    'key of a',
  ])
})
