// Owns: proof that secrets of removed accounts go from both places, also where that has to wait for the keychain.
// Must not: remove anything of an account that is here, or that is just being added.
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

  test.each(['sweep', 'unlock'] as const)(
    'all the same leaves nothing in either place after the next %s with the keychain',
    async (way) => {
      const computer = await makeWithCopies()
      const places = await unlockBeside(computer)
      await faultOf(places.deleteAll('a'))
      computer.accounts = ['b']
      computer.keychain.fault = null
      if (way === 'sweep') await places.sweep(['b'])
      else await (await computer.start()).unlock(password)
      expect(await computer.inVault()).toEqual({ 'b/starkPrivateKey': 'key of b' })
      expect(computer.inKeychain()).not.toHaveProperty('a/ethereumPrivateKey')
      expect(computer.notes.has('a')).toBe(false)
    },
  )

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

describe('sweeping', () => {
  test('does not touch the keychain when nothing is left of accounts that are no more', async () => {
    const computer = new Computer()
    await keepAll(await computer.start())
    computer.loads = 0
    const places = await computer.start()
    await places.sweep(['a', 'b', 'c'])
    expect([computer.loads, places.kind]).toEqual([0, 'untouched'])
  })

  test('removes the key of an account that a crash kept from being added', async () => {
    const computer = new Computer()
    await keepAll(await computer.start())
    const places = await computer.start()
    await places.sweep(['b'])
    expect([computer.inKeychain(), [...computer.notes]]).toEqual([{ 'b/starkPrivateKey': 'key of b' }, ['b']])
  })

  test('leaves alone the wallet that is just being connected', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await keepAll(places)
    await places.sweep([])
    expect(computer.inKeychain()).toEqual(all)
    // Given up again: then nothing protects what could not be removed.
    computer.keychain.fault = locked
    await faultOf(places.deleteAll('a'))
    computer.keychain.fault = null
    await places.sweep([])
    expect(computer.inKeychain()).toEqual({ 'b/starkPrivateKey': 'key of b' })
  })

  test('keeps its note of what a locked keychain still has, and fails nobody', async () => {
    const computer = new Computer()
    await keepAll(await computer.start())
    computer.keychain.fault = locked
    const places = await computer.start()
    await places.sweep([])
    expect([[...computer.notes], computer.faults.length]).toEqual([['a', 'b'], 1])
    computer.keychain.fault = null
    await places.sweep([])
    expect([computer.inKeychain(), computer.notes.size]).toEqual([{}, 0])
  })

  test('waits for the password while the vault is locked', async () => {
    const computer = await makeWithCopies()
    const places = await computer.start()
    await places.sweep([])
    expect([computer.inKeychain(), await computer.inVault()]).toEqual([all, all])
  })
})
