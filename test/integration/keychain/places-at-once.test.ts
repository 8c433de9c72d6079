// Calls which meet, and a lock in the middle of a move, end in one state or the other, never between.
import { expect, test } from 'vitest'
import { all, Computer, keepAll, readAll } from './places-support.ts'
import { faultOf, password } from './vault/support.ts'

async function makeProtected(): Promise<Computer> {
  const computer = new Computer()
  const places = await computer.start()
  await keepAll(places)
  await places.setPassword(password)
  return computer
}

test('locking while it is being unlocked wins, however early', async () => {
  const computer = await makeProtected()
  const places = await computer.start()
  const atOnce = faultOf(places.unlock(password))
  places.lock()
  expect(await atOnce).toMatchObject({ code: 'vaultLocked' })
  expect(places.passwordState()).toBe('locked')
  const behindAnother = [
    faultOf(places.unlock('not the password')),
    faultOf(places.unlock(password)),
  ] as const
  places.lock()
  expect((await Promise.all(behindAnother)).map(({ code }) => code)).toEqual(['vaultLocked', 'vaultLocked'])
  await places.unlock(password)
  expect(await readAll(places)).toEqual(all)
})

test('of two passwords set at once the first counts', async () => {
  const computer = new Computer()
  const places = await computer.start()
  await keepAll(places)
  const [first, second] = await Promise.allSettled([
    places.setPassword(password),
    places.setPassword('another password'),
  ])
  expect([first.status, second.status]).toEqual(['fulfilled', 'rejected'])
  expect(await computer.inVault()).toEqual(all)
})

test('locking while a password is being set lets the move end, and then locks', async () => {
  const computer = new Computer()
  const places = await computer.start()
  await keepAll(places)
  const setting = places.setPassword(password)
  places.lock()
  await setting
  expect([places.passwordState(), places.leftInKeychain()]).toEqual(['locked', false])
  expect([await computer.inVault(), computer.inKeychain()]).toEqual([all, {}])
})

test('locking at any step of setting a password leaves every secret in the vault, once', async () => {
  for (let lockAt = 1, steps = Infinity; lockAt <= steps; lockAt += 1) {
    const computer = new Computer()
    let step = -Infinity
    const places = await computer.start((work) => {
      step += 1
      if (step === lockAt) places.lock()
      return work()
    })
    await keepAll(places)
    step = 0
    await places.setPassword(password)
    steps = step
    expect([places.passwordState(), await computer.inVault(), computer.inKeychain()]).toEqual([
      'locked',
      all,
      {},
    ])
  }
})

test('locking at any step of removing a password leaves all of it removed or nothing', async () => {
  const ends = new Set<string>()
  for (let lockAt = 1, steps = Infinity; lockAt <= steps; lockAt += 1) {
    const computer = await makeProtected()
    let step = -Infinity
    const places = await computer.start((work) => {
      step += 1
      if (step === lockAt) places.lock()
      return work()
    })
    await places.unlock(password)
    step = 0
    await places.removePassword(password).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'vaultLocked' })
    })
    steps = Math.max(lockAt, step)
    ends.add(places.passwordState())
    if (places.passwordState() === 'none')
      expect([computer.inKeychain(), computer.hasVault]).toEqual([all, false])
    else expect([await computer.inVault(), computer.inKeychain(), computer.notes.size]).toEqual([all, {}, 0])
    if (step < lockAt) break
  }
  expect([...ends].sort()).toEqual(['locked', 'none'])
})

test('what is kept or looked for during a move waits for it and goes to the new place', async () => {
  const computer = new Computer()
  const places = await computer.start()
  await keepAll(places)
  // As a session does that renews its token just then.
  const done = await Promise.all([
    places.setPassword(password),
    places.set('a', 'refreshToken', 'renewed'),
    places.get('b', 'starkPrivateKey'),
    places.delete('b', 'starkPrivateKey'),
    places.removePassword(password),
    places.set('b', 'apiKey', 'later'),
    places.get('a', 'refreshToken'),
  ])
  expect([done[2], done[6]]).toEqual(['key of b', 'renewed'])
  expect(computer.inKeychain()).toEqual({
    'a/ethereumPrivateKey': 'key of a',
    'a/refreshToken': 'renewed',
    'b/apiKey': 'later',
  })
  expect(computer.hasVault).toBe(false)
})

test('what began before a move is done before it', async () => {
  const computer = new Computer()
  const prompt = Promise.withResolvers<undefined>()
  computer.keychain.beforeWrite = () => prompt.promise
  const places = await computer.start()
  const keeping = places.set('a', 'refreshToken', 'kept')
  const setting = places.setPassword(password)
  prompt.resolve(undefined)
  await Promise.all([keeping, setting])
  expect([await computer.inVault(), computer.inKeychain()]).toEqual([{ 'a/refreshToken': 'kept' }, {}])
})

test('setting the vault aside while it is being unlocked leaves no key behind', async () => {
  const computer = await makeProtected()
  const places = await computer.start()
  const unlocking = faultOf(places.unlock(password))
  await places.setVaultAside()
  expect(await unlocking).toMatchObject({ code: 'vaultLocked' })
  expect([places.passwordState(), places.kind]).toEqual(['none', 'untouched'])
})
