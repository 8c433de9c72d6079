// Proof of where secrets lie without and with an app password, and that changing it moves all of them or none.
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { all, Computer, keepAll, readAll } from './places-support.ts'
import { faultOf, password, restart } from './vault/support.ts'

const locked = 'Cannot create an item in a locked collection'
const missing = 'Cannot autolaunch D-Bus without X11 $DISPLAY'

/** A computer whose app has a password and secrets in the vault. */
async function makeProtected(): Promise<Computer> {
  const computer = new Computer()
  const places = await computer.start()
  await keepAll(places)
  await places.setPassword(password)
  return computer
}

describe('without an app password', () => {
  test('secrets lie in the keychain, and there is nothing to lock', async () => {
    const computer = new Computer()
    const places = await computer.start()
    expect([places.kind, computer.loads]).toEqual(['untouched', 0])
    await keepAll(places)
    places.lock()
    expect(await readAll(places)).toEqual(all)
    expect([places.kind, places.passwordState(), await places.retryAfterMs()]).toEqual([
      'keychain',
      'none',
      0,
    ])
    expect(computer.inKeychain()).toEqual(all)
    expect([...computer.notes]).toEqual(['a', 'b'])
  })

  test('what takes the password says that there is none', async () => {
    const places = await new Computer().start()
    for (const work of [
      places.unlock(password),
      places.verifyPassword(password),
      places.removePassword(password),
      places.changePassword(password, 'another password'),
      places.setVaultAside(),
    ]) {
      expect(await faultOf(work)).toMatchObject({ code: 'notFound' })
    }
    expect(places.passwordState()).toBe('none')
  })
})

describe('setting an app password', () => {
  test('moves every secret from the keychain into the vault', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await keepAll(places)
    await places.setPassword(password)
    expect([places.kind, places.passwordState(), places.leftInKeychain()]).toEqual([
      'vault',
      'unlocked',
      false,
    ])
    expect([await computer.inVault(), computer.inKeychain(), computer.notes.size]).toEqual([all, {}, 0])
    expect(await readAll(places)).toEqual(all)
    expect(computer.faults).toEqual([])
  })

  test('moves what an earlier session left in the keychain, though this one never looked for it', async () => {
    const computer = new Computer()
    await keepAll(await computer.start())
    const later = await computer.start()
    await later.setPassword(password)
    expect([await computer.inVault(), computer.inKeychain(), computer.notes.size]).toEqual([all, {}, 0])
  })

  test.each([missing, locked])('moves what only memory has while the system says %j', async (sentence) => {
    const computer = new Computer()
    computer.keychain.fault = sentence
    const places = await computer.start()
    await keepAll(places)
    expect(places.kind).toBe('memory')
    await places.setPassword(password)
    expect([await readAll(places), await computer.inVault()]).toEqual([all, all])
  })

  test('moves the key of a wallet that is just being connected too', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await places.set('new', 'ethereumPrivateKey', 'key of new')
    await places.setPassword(password)
    expect([computer.inKeychain(), computer.notes.size]).toEqual([{}, 0])
    expect(await places.get('new', 'ethereumPrivateKey')).toBe('key of new')
  })

  test('asks nothing of the keychain where nothing lies in it', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await places.setPassword(password)
    await keepAll(places)
    expect(await readAll(places)).toEqual(all)
    await places.delete('a', 'apiKey')
    await places.deleteAll('b')
    expect([computer.loads, computer.notes.size]).toEqual([0, 0])
  })

  test('leaves everything as it was when the keychain locks on the way', async () => {
    /** Tries with a keychain that locks after so many of its steps; returns how many there were. */
    async function trySetting(steps: number): Promise<number> {
      const computer = new Computer()
      let done = -Infinity
      const places = await computer.start((work, where) => {
        if (where === 'keychain') done += 1
        return where === 'keychain' && done > steps ? Promise.reject(new Error(locked)) : work()
      })
      await keepAll(places)
      done = 0
      if (steps === Infinity) {
        await places.setPassword(password)
        return done
      }
      expect(await faultOf(places.setPassword(password))).toMatchObject({ code: 'keychainLocked' })
      done = -Infinity
      expect([computer.hasVault, places.kind, places.passwordState()]).toEqual([false, 'keychain', 'none'])
      expect([computer.inKeychain(), [...computer.notes]]).toEqual([all, ['a', 'b']])
      expect(await readAll(places)).toEqual(all)
      expect(readdirSync(dirname(computer.file))).toEqual([])
      return done
    }
    // Each secret is compared once more and then deleted; the first deletion is where there is no way back.
    const stepsBeforeDeletion = (await trySetting(Infinity)) - 2 * Object.keys(all).length
    expect(stepsBeforeDeletion).toBeGreaterThan(10)
    for (let steps = 0; steps < stepsBeforeDeletion; steps += 1) await trySetting(steps)
  })

  test('clears nothing from the keychain before the file was read back from the disk', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await keepAll(places)
    const { keychain } = computer
    const getPassword = keychain.getPassword.bind(keychain)
    keychain.getPassword = (service, account) => {
      // The last that is looked for, when all is written.
      if (account === 'b/apiKey' && computer.hasVault)
        writeFileSync(computer.file, 'what a bad disk gives back')
      return getPassword(service, account)
    }
    expect(await faultOf(places.setPassword(password))).toMatchObject({ code: 'vaultDamaged' })
    expect([computer.hasVault, places.passwordState(), computer.inKeychain()]).toEqual([false, 'none', all])
  })

  test('of a kind that the vault refuses changes nothing', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await keepAll(places)
    expect(await faultOf(places.setPassword('short'))).toMatchObject({
      code: 'validation',
      data: { field: 'password', reason: 'tooShort' },
    })
    expect([computer.hasVault, computer.inKeychain()]).toEqual([false, all])
  })

  test('says what the keychain would not let go of, and brings that in at the next unlocking', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await keepAll(places)
    const { keychain } = computer
    const deletePassword = keychain.deletePassword.bind(keychain)
    keychain.deletePassword = (service, account) =>
      account === 'probe' ? deletePassword(service, account) : Promise.reject(new Error(locked))
    await places.setPassword(password)
    expect([places.passwordState(), places.leftInKeychain()]).toEqual(['unlocked', true])
    expect([await computer.inVault(), computer.inKeychain()]).toEqual([all, all])
    expect(computer.faults).toEqual(['clear what was moved into the vault'])
    // The vault is the place from now on: a renewed token is kept there, and its older copy must not come back.
    await places.set('a', 'refreshToken', 'newer token')

    const later = await computer.start()
    expect(later.leftInKeychain()).toBe(true)
    await later.unlock(password)
    expect([later.passwordState(), later.leftInKeychain()]).toEqual(['unlocked', true])
    keychain.deletePassword = deletePassword
    await later.unlock(password)
    expect([later.leftInKeychain(), computer.inKeychain(), computer.notes.size]).toEqual([false, {}, 0])
    expect(await computer.inVault()).toEqual({ ...all, 'a/refreshToken': 'newer token' })
  })

  test('where the keychain of old is gone keeps what memory has, and brings the rest in when it is back', async () => {
    const computer = new Computer()
    await keepAll(await computer.start())
    computer.keychain.fault = missing
    const places = await computer.start()
    expect(await places.get('a', 'ethereumPrivateKey')).toBeNull()
    await places.set('a', 'ethereumPrivateKey', 'entered again')
    await places.setPassword(password)
    expect([places.leftInKeychain(), await places.get('a', 'ethereumPrivateKey')]).toEqual([
      true,
      'entered again',
    ])
    expect(await places.get('b', 'starkPrivateKey')).toBeNull()
    computer.keychain.fault = locked
    expect(await faultOf(places.get('b', 'starkPrivateKey'))).toMatchObject({ code: 'keychainLocked' })
    computer.keychain.fault = null
    expect(await places.get('b', 'starkPrivateKey')).toBe('key of b')
    const later = await computer.start()
    await later.unlock(password)
    expect([computer.inKeychain(), computer.notes.size, later.leftInKeychain()]).toEqual([{}, 0, false])
    expect(await readAll(later)).toEqual({ ...all, 'a/ethereumPrivateKey': 'entered again' })
  })
})

describe('with an app password', () => {
  test('the app starts locked, opens with the password, and never touches the keychain', async () => {
    const computer = await makeProtected()
    computer.loads = 0
    const places = await computer.start()
    expect([places.kind, places.passwordState(), places.fault()]).toEqual(['vault', 'locked', null])
    for (const work of [
      () => places.get('a', 'ethereumPrivateKey'),
      () => places.set('a', 'apiKey', '1'),
      () => places.delete('a', 'apiKey'),
      () => places.deleteAll('a'),
    ]) {
      expect(await faultOf(work())).toMatchObject({ code: 'vaultLocked' })
    }
    await places.unlock(password)
    expect(await readAll(places)).toEqual(all)
    await places.set('a', 'apiKey', '1')
    expect(await places.get('a', 'organizationKey')).toBeNull()
    places.lock()
    expect(await faultOf(places.get('a', 'apiKey'))).toMatchObject({ code: 'vaultLocked' })
    expect(places.passwordState()).toBe('locked')
    expect([computer.loads, computer.notes.size]).toEqual([0, 0])
  })

  test('a wrong one opens nothing, and more of them make the next wait longer, also after a restart', async () => {
    const computer = await makeProtected()
    const places = await computer.start()
    const waits: number[] = []
    for (let time = 0; time < 6; time += 1) {
      expect(await faultOf(places.unlock('not the password'))).toMatchObject({ code: 'wrongPassword' })
      waits.push(await places.retryAfterMs())
      computer.clock.nowMs += waits.at(-1) ?? 0
    }
    expect(waits).toEqual([0, 0, 0, 1000, 2000, 4000])
    expect(await faultOf(places.verifyPassword('not the password'))).toMatchObject({ code: 'wrongPassword' })
    const later = await computer.start()
    expect(await later.retryAfterMs()).toBe(8000)
    expect(await faultOf(later.unlock(password))).toMatchObject({ code: 'passwordDelayed' })
    computer.clock.nowMs += 8000
    await later.unlock(password)
    expect(later.passwordState()).toBe('unlocked')
  })

  test('it can be changed, and asked for before something that it guards', async () => {
    const computer = await makeProtected()
    const places = await computer.start()
    await places.unlock(password)
    await places.verifyPassword(password)
    await places.changePassword(password, 'another password')
    expect(await readAll(places)).toEqual(all)
    const later = await computer.start()
    expect(await faultOf(later.unlock(password))).toMatchObject({ code: 'wrongPassword' })
    await later.unlock('another password')
    expect(await readAll(later)).toEqual(all)
  })

  test('a vault file that was taken away means that there is none any more', async () => {
    const computer = await makeProtected()
    const places = await computer.start()
    await restart(computer.file).destroy()
    expect(await faultOf(places.unlock(password))).toMatchObject({ code: 'notFound' })
    expect(places.passwordState()).toBe('none')
    await places.set('a', 'apiKey', '1')
    expect(places.kind).toBe('keychain')
  })
})

describe('removing the app password', () => {
  test('moves every secret to the keychain, and there is no vault any more', async () => {
    const computer = await makeProtected()
    const places = await computer.start()
    await places.unlock(password)
    await places.removePassword(password)
    expect([places.kind, places.passwordState()]).toEqual(['keychain', 'none'])
    expect([computer.hasVault, computer.inKeychain(), [...computer.notes].sort()]).toEqual([
      false,
      all,
      ['a', 'b'],
    ])
    expect(await readAll(places)).toEqual(all)
    expect(readdirSync(dirname(computer.file))).toEqual([])
    expect(await readAll(await computer.start())).toEqual(all)
  })

  test.each([
    [missing, 'keychainUnavailable', 'noService'],
    [locked, 'keychainLocked', 'locked'],
  ])('changes nothing while the system says %j: never to memory', async (sentence, code, reason) => {
    const computer = await makeProtected()
    const places = await computer.start()
    await places.unlock(password)
    computer.keychain.fault = sentence
    expect(await faultOf(places.removePassword(password))).toMatchObject({ code, data: { reason } })
    expect([places.kind, places.passwordState(), places.leftInKeychain()]).toEqual([
      'vault',
      'unlocked',
      false,
    ])
    expect([await readAll(places), await computer.inVault(), computer.notes.size]).toEqual([all, all, 0])
  })

  test('of an empty vault needs a keychain too: what comes next must not end in memory', async () => {
    const computer = new Computer()
    const places = await computer.start()
    await places.setPassword(password)
    computer.keychain.fault = missing
    expect(await faultOf(places.removePassword(password))).toMatchObject({ code: 'keychainUnavailable' })
    expect([places.kind, computer.hasVault]).toEqual(['vault', true])
  })

  test('takes back its copies when the keychain gives back something else', async () => {
    const computer = await makeProtected()
    const places = await computer.start()
    await places.unlock(password)
    const { keychain } = computer
    const setPassword = keychain.setPassword.bind(keychain)
    keychain.setPassword = (service, account, secret) =>
      setPassword(service, account, account.startsWith('b/') ? `${secret}?` : secret)
    expect(await faultOf(places.removePassword(password))).toMatchObject({ data: { reason: 'mismatch' } })
    expect([computer.inKeychain(), computer.notes.size, await computer.inVault()]).toEqual([{}, 0, all])
    expect(await readAll(places)).toEqual(all)
  })

  test('needs the right password, and the vault to be open', async () => {
    const computer = await makeProtected()
    const places = await computer.start()
    expect(await faultOf(places.removePassword(password))).toMatchObject({ code: 'vaultLocked' })
    await places.unlock(password)
    expect(await faultOf(places.removePassword('not the password'))).toMatchObject({ code: 'wrongPassword' })
    expect([places.passwordState(), computer.inKeychain()]).toEqual(['unlocked', {}])
  })

  test('moves what nobody has an account for yet as well', async () => {
    const computer = await makeProtected()
    const places = await computer.start()
    await places.unlock(password)
    await places.set('new', 'ethereumPrivateKey', 'key of new')
    await places.removePassword(password)
    expect(await places.get('new', 'ethereumPrivateKey')).toBe('key of new')
    expect(computer.notes.has('new')).toBe(true)
  })
})
