// No key stays behind without its account where the app ended, locked or was refused in the middle, and that nothing else is
// taken for such a key. Real services, data file and vault.
import { describe, expect, test } from 'vitest'
import type { SecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import type { SecretName } from '../../../src-main/keychain/secret-store.ts'
import type { StoredAccount } from '../../../src-main/store/api/store-api.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { type App, lockedKeychain, noKeychain, password, useAccountsWorld } from './accounts-world.ts'

const world = useAccountsWorld()
const noted = () => world.store.getSetting('accountsWithoutRow')
const inKeychain = () => [...world.keychain.entries.keys()].filter((key) => !key.endsWith('|probe'))

async function openVaultPlaces(): Promise<SecretBackends> {
  const places = await world.openPlaces()
  await places.setPassword(password)
  return places
}

async function unlock(places: SecretBackends, app: App): Promise<void> {
  await places.unlock(password)
  app.accounts.unlock()
}

/** The places, which lock when a secret of this name has just been handed to the vault. */
function lockingAfter(places: SecretBackends, after: SecretName, lock: () => void): SecretBackends {
  const set: SecretBackends['set'] = async (account, name, secret) => {
    const writing = places.set(account, name, secret)
    if (name === after) setImmediate(lock)
    await writing
  }
  return new Proxy(places, {
    get: (target, key): unknown => (key === 'set' ? set : Reflect.get(target, key)),
  })
}

describe('a wallet that is being connected while the app locks', { timeout: 60_000 }, () => {
  test.each(['ethereumPrivateKey', 'refreshToken', 'row'] as const)(
    'leaves no account, and its key goes at the next unlocking: at its %s',
    async (at) => {
      const places = await openVaultPlaces()
      const lock = (): void => {
        places.lock()
        app.accounts.lock()
      }
      const putAccount = async (account: StoredAccount): Promise<void> => {
        await world.store.putAccount(account)
        lock()
      }
      const app: App = world.start(
        at === 'row'
          ? { secrets: places, store: { putAccount } }
          : { secrets: lockingAfter(places, at, lock) },
      )
      expect(await failureOf(app.accounts.connectWallet(world.input(world.privateKey(0))))).toMatchObject({
        code: 'cancelled',
      })
      expect(await world.ids()).toEqual([])
      // What this is about: the key is in the file, and nothing could take it out.
      expect(await world.inVault()).not.toEqual([])
      await unlock(places, app)
      await eventually(async () => expect(await world.inVault()).toEqual([]))
      await eventually(async () => expect(await noted()).toBe(''))
    },
  )

  test('loses its key also when the app was ended before it could be unlocked', async () => {
    const places = await openVaultPlaces()
    const first: App = world.start({
      secrets: lockingAfter(places, 'ethereumPrivateKey', () => {
        places.lock()
        first.accounts.lock()
      }),
    })
    await failureOf(first.accounts.connectWallet(world.input(world.privateKey(0))))
    first.stop()
    const later = await world.openPlaces()
    const app = world.start({ secrets: later })
    await app.accounts.sweep()
    // Locked as yet: nothing has gone, and that is no fault.
    expect(await world.inVault()).toHaveLength(1)
    expect(world.lines.filter((line) => line.includes('no more'))).toEqual([])
    await unlock(later, app)
    await eventually(async () => expect(await world.inVault()).toEqual([]))
  })
})

describe('what an end of the app in the middle leaves', { timeout: 60_000 }, () => {
  /** Connects, and ends the app for good when it is about to write the account's row. */
  async function endBeforeRow(): Promise<void> {
    const reached = Promise.withResolvers<undefined>()
    const app = world.start({
      store: {
        putAccount: () => {
          reached.resolve(undefined)
          return new Promise(() => undefined)
        },
      },
    })
    void failureOf(app.accounts.connectWallet(world.input(world.privateKey(0))))
    await reached.promise
    app.stop()
  }

  test('of connecting is removed at the next start', async () => {
    await endBeforeRow()
    expect(inKeychain()).toHaveLength(2)
    await world.start().accounts.sweep()
    expect([inKeychain(), await noted(), await world.ids()]).toEqual([[], '', []])
  })

  test('of connecting waits for a locked keychain, and is reported', async () => {
    await endBeforeRow()
    world.keychain.fault = lockedKeychain
    await world.start().accounts.sweep()
    expect(world.lines.filter((line) => line.includes('remove what is left'))).toHaveLength(1)
    world.keychain.fault = null
    expect(inKeychain()).toHaveLength(2)
    await world.start().accounts.sweep()
    expect([inKeychain(), await noted()]).toEqual([[], ''])
  })

  test('of connecting is an account with its key, where only the note was left to be cleared', async () => {
    const app = world.start()
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    expect(await noted()).toBe('')
    app.stop()
    await world.store.setSetting('accountsWithoutRow', id)
    await world.start().accounts.sweep()
    expect(world.entry(id, 'ethereumPrivateKey')).toBe(world.user(0).ethereumPrivateKey)
    expect([await noted(), await world.ids()]).toEqual(['', [id]])
  })

  test('does not hide the wallet that is just being connected', async () => {
    const app = world.start({
      store: {
        putAccount: (account) => {
          void app.accounts.sweep()
          return world.store.putAccount(account)
        },
      },
    })
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    await app.accounts.sweep()
    expect(world.entry(id, 'ethereumPrivateKey')).toBe(world.user(0).ethereumPrivateKey)
  })
})

describe('a removed account', { timeout: 60_000 }, () => {
  test('whose secrets stayed in a locked keychain loses them at the next start', async () => {
    const app = world.start()
    const { id, label } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    await app.reaches('signedIn')
    world.keychain.fault = lockedKeychain
    expect(await app.accounts.remove({ id, label, leaveSecrets: true })).toMatchObject({ secrets: 'left' })
    app.stop()
    world.keychain.fault = null
    expect([await noted(), world.entry(id, 'ethereumPrivateKey')]).toEqual([
      id,
      world.user(0).ethereumPrivateKey,
    ])
    await world.start().accounts.sweep()
    expect([inKeychain(), await noted()]).toEqual([[], ''])
  })

  test('goes whole though the app locks half way, and another one is in use after that', async () => {
    const places = await world.openPlaces()
    const first = world.start({ secrets: places })
    const bob = await first.accounts.connectWallet(world.input(world.privateKey(1), { label: 'Bob' }))
    const { id, label } = await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await places.setPassword(password)
    first.stop()
    const app: App = world.start({
      secrets: places,
      store: {
        setSetting: async (key, value) => {
          await world.store.setSetting(key, value)
          if (key !== 'activeAccount' || value !== '') return
          places.lock()
          app.accounts.lock()
        },
      },
    })
    await app.accounts.resume()
    expect(await app.accounts.remove({ id, label, leaveSecrets: false })).toMatchObject({ secrets: 'left' })
    expect([await world.ids(), (await app.state()).activeId]).toEqual([[bob.id], bob.id])
    expect(await noted()).toBe(id)
    await unlock(places, app)
    await eventually(async () => expect(await noted()).toBe(''))
    expect((await world.inVault()).filter((entry) => entry.startsWith(id))).toEqual([])
    expect(await world.inVault()).toContain(`${bob.id}/ethereumPrivateKey`)
  })
})

describe('a key whose account is not in the data file', { timeout: 60_000 }, () => {
  test('is there after the app password was removed and the app was started again', async () => {
    const places = await openVaultPlaces()
    const stranger = '11111111-1111-4111-8111-111111111111'
    await places.set(stranger, 'ethereumPrivateKey', 'the only copy')
    await places.removePassword(password)
    const later = await world.openPlaces()
    await world.start({ secrets: later }).accounts.sweep()
    expect(await later.get(stranger, 'ethereumPrivateKey')).toBe('the only copy')
  })

  test('is there after unlocking, in whichever place it was', async () => {
    const places = await openVaultPlaces()
    await places.set('elsewhere', 'ethereumPrivateKey', 'the only copy')
    await world.store.setSetting('accountsInKeychain', 'left')
    world.keychain.entries.set('Starkdesk|left/ethereumPrivateKey', 'another only copy')
    places.lock()
    const later = await world.openPlaces()
    const app = world.start({ secrets: later })
    await unlock(later, app)
    await app.accounts.sweep()
    expect(await later.get('elsewhere', 'ethereumPrivateKey')).toBe('the only copy')
    expect(await later.get('left', 'ethereumPrivateKey')).toBe('another only copy')
  })
})

test('an account whose row cannot be written leaves no key, also where there is no keychain', async () => {
  world.keychain.fault = noKeychain
  const app = world.start({
    store: { putAccount: () => Promise.reject(new AppError('databaseUnavailable', { reason: 'full' })) },
  })
  expect(await failureOf(app.accounts.connectWallet(world.input(world.privateKey(0))))).toMatchObject({
    code: 'databaseUnavailable',
  })
  expect([await noted(), await world.ids(), (await app.state()).activeId]).toEqual(['', [], null])
}, 60_000)
