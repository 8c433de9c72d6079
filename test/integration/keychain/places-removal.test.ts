// Secrets of removed accounts go from both places, and that those whose account is not here do not.
import { describe, expect, test } from 'vitest'
import { all, Computer, keepAll } from './places-support.ts'
import { faultOf, password } from './vault/support.ts'

const locked = 'Cannot create an item in a locked collection'

/** A vault whose secrets the keychain still has copies of: it would not let go of them. */
async function makeWithCopies(): Promise<Computer> {
  const computer = new Computer()
  const places = await computer.start()
  await keepAll(places)
  const copies = new Map(computer.keychain.entries)
  await places.setPassword(password)
  computer.keychain.entries = copies
  computer.notes.add('a').add('b')
  return computer
}

/** Opens the vault while the keychain refuses, so that its copies stay. */
async function unlockBeside(computer: Computer) {
  const places = await computer.start()
  computer.keychain.fault = locked
  await places.unlock(password)
  expect(places.leftInKeychain()).toBe(true)
  return places
}

describe('removing an account', () => {
  test('takes its secrets from the vault and from the keychain that still has copies', async () => {
    const computer = await makeWithCopies()
    const places = await unlockBeside(computer)
    computer.keychain.fault = null
    await places.deleteAll('a')
    expect(computer.inKeychain()).toEqual({ 'b/starkPrivateKey': 'key of b' })
    expect(await computer.inVault()).toEqual({ 'b/starkPrivateKey': 'key of b' })
    expect([...computer.notes]).toEqual(['b'])
  })

  test('fails while the keychain with copies is locked, and nothing has gone', async () => {
    const computer = await makeWithCopies()
    const places = await unlockBeside(computer)
    expect(await faultOf(places.deleteAll('a'))).toMatchObject({
      code: 'keychainLocked',
      data: { isHeld: true },
    })
    expect([await computer.inVault(), computer.inKeychain(), [...computer.notes]]).toEqual([
      all,
      all,
      ['a', 'b'],
    ])
  })

  test('deletes one secret from both places, and says so where it cannot', async () => {
    const computer = await makeWithCopies()
    const places = await unlockBeside(computer)
    expect(await faultOf(places.delete('a', 'refreshToken'))).toMatchObject({ data: { isHeld: true } })
    computer.keychain.fault = null
    await places.delete('a', 'refreshToken')
    expect(computer.inKeychain()).not.toHaveProperty('a/refreshToken')
    expect(await computer.inVault()).not.toHaveProperty('a/refreshToken')
  })
})

describe('secrets whose account is not here', () => {
  test('are brought into the vault at unlocking like all others, and not removed', async () => {
    const computer = await makeWithCopies()
    computer.accounts = ['b']
    await (await computer.start()).unlock(password)
    expect([await computer.inVault(), computer.inKeychain(), computer.notes.size]).toEqual([all, {}, 0])
  })

  test('outlast the password and each start after it, and the log has how many accounts they are of', async () => {
    const computer = await makeWithCopies()
    const places = await computer.start()
    await places.unlock(password)
    // Another data file: nothing that it knows of has to do with this vault.
    computer.accounts = []
    computer.notes.clear()
    await places.removePassword(password)
    expect([computer.inKeychain(), computer.hasVault]).toEqual([all, false])
    expect(computer.faults).toEqual(['find the accounts of secrets that were moved to the keychain'])
    const later = await computer.start()
    expect(await later.get('a', 'ethereumPrivateKey')).toBe('key of a')
    await later.setPassword(password)
    expect([await computer.inVault(), computer.inKeychain()]).toEqual([all, {}])
    // The data file of before is back.
    computer.accounts = ['a', 'b']
    computer.faults.length = 0
    await later.removePassword(password)
    expect([computer.inKeychain(), computer.faults]).toEqual([all, []])
  })
})
