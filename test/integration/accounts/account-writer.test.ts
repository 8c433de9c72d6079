// Proof of what is kept when the key of an account that is here is entered again, and what is put back when that fails or is given up.
// Real services, a real data file.
import { describe, expect, test } from 'vitest'
import type { SecretBackends } from '../../../src-main/keychain/secret-backends.ts'
import type { StoredAccount } from '../../../src-main/store/api/store-api.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import {
  type App,
  lockedKeychain,
  noKeychain,
  password,
  profilePath,
  type StartOptions,
  useAccountsWorld,
} from './accounts-world.ts'

const world = useAccountsWorld()

function l2Wallet() {
  const { ethereumAddress, starkPrivateKey } = world.user(0)
  return world.input({ kind: 'starkKey', ethereumAddress, starkPrivateKey })
}

/** Connects by the L2 key alone, with a signature from elsewhere. */
async function connectL2(app: App) {
  const connecting = app.accounts.connectWallet(l2Wallet())
  await eventually(() => expect(app.told.last('accounts:changed')?.signatureRequest).toBeTruthy())
  const text = app.told.last('accounts:changed')?.signatureRequest?.text ?? ''
  app.accounts.giveSignature({ signature: signMessage(text, world.user(0).ethereumPrivateKey) })
  return connecting
}

/** What is kept of the account: its row, and its secrets by name. */
async function keptOf(id: string) {
  const entries = [...world.keychain.entries].filter(([key]) => key.includes(id))
  return { row: await world.stored(id), entries: new Map(entries) }
}

/** An account of a mere L2 key that is signed out, so that no session writes by itself. */
async function makeL2Account() {
  const app = world.start()
  const { id } = await connectL2(app)
  await app.reaches('signedIn')
  await app.accounts.signOut()
  app.stop()
  return { id, before: await keptOf(id) }
}

const enterWalletKey = (app: App, id: string) =>
  app.accounts.connectWallet(world.input(world.privateKey(0), { accountId: id }))

describe('entering the key of an account again', { timeout: 60_000 }, () => {
  test('given up before anything is written keeps nothing of it', async () => {
    const { id, before } = await makeL2Account()
    const profiles = world.server.countOf(profilePath)
    const app: App = world.start({
      store: {
        listAccounts: async () => {
          // The last look at the accounts is the one before the first write.
          if (world.server.countOf(profilePath) > profiles) app.accounts.cancelConnect()
          return world.store.listAccounts()
        },
      },
    })
    expect(await failureOf(enterWalletKey(app, id))).toMatchObject({ code: 'cancelled' })
    expect(await keptOf(id)).toEqual(before)
  })

  test('given up after that is done as a whole', async () => {
    const { id } = await makeL2Account()
    const app: App = world.start({
      store: {
        putAccount: (account) => {
          app.accounts.cancelConnect()
          return world.store.putAccount(account)
        },
      },
    })
    expect(await enterWalletKey(app, id)).toMatchObject({ id, keyKind: 'ethereum' })
    expect((await app.state()).activeId).toBe(id)
    expect(world.entry(id, 'ethereumPrivateKey')).toBe(world.user(0).ethereumPrivateKey)
    expect(world.entry(id, 'starkPrivateKey')).toBeUndefined()
  })

  const full = () => Promise.reject(new AppError('databaseUnavailable', { reason: 'full' }))
  test.each([
    [
      'row',
      {
        putAccount: (account: StoredAccount) =>
          account.keyKind === 'ethereum' ? full() : world.store.putAccount(account),
      },
    ],
    [
      'choice of the account in use',
      {
        setSetting: (key: string, value: string) =>
          key === 'activeAccount' ? full() : world.store.setSetting(key, value),
      },
    ],
  ] satisfies [string, StartOptions['store']][])(
    'puts back row, key and token when its %s cannot be written',
    async (_what, store) => {
      const { id, before } = await makeL2Account()
      const app = world.start({ store })
      expect(await failureOf(enterWalletKey(app, id))).toMatchObject({ code: 'databaseUnavailable' })
      expect(await keptOf(id)).toEqual(before)
      app.stop()
      expect((await world.store.getSetting('accountsWithoutRow')) ?? '').toBe('')
    },
  )

  test('ends with the new key in its account when the app locks right behind it', async () => {
    const { id } = await makeL2Account()
    const places = await world.openPlaces()
    await places.setPassword(password)
    const set: SecretBackends['set'] = async (account, name, secret) => {
      const writing = places.set(account, name, secret)
      if (name === 'ethereumPrivateKey') {
        setImmediate(() => {
          places.lock()
          app.accounts.lock()
        })
      }
      await writing
    }
    const secrets = new Proxy(places, {
      get: (target, key): unknown => (key === 'set' ? set : Reflect.get(target, key)),
    })
    const app: App = world.start({ secrets })
    await enterWalletKey(app, id)
    expect((await world.stored(id))?.keyKind).toBe('ethereum')
    expect(await world.inVault()).toContain(`${id}/ethereumPrivateKey`)
  })

  test('leaves alone the older key in a keychain that was out of reach, when its row cannot be written', async () => {
    const first = world.start()
    const { id } = await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.reaches('signedIn')
    first.stop()
    world.keychain.fault = lockedKeychain
    const app: App = world.start({
      store: {
        putAccount: () => {
          world.keychain.fault = null
          return full()
        },
      },
    })
    expect(await failureOf(enterWalletKey(app, id))).toMatchObject({ code: 'databaseUnavailable' })
    expect(world.entry(id, 'ethereumPrivateKey')).toBe(world.user(0).ethereumPrivateKey)
  })
})

describe('an account with its wallet’s key', { timeout: 60_000 }, () => {
  test.each([
    ['gone', noKeychain, 'keychainUnavailable'],
    ['locked', lockedKeychain, 'keychainLocked'],
  ])(
    'does not give it up for the L2 key while the keychain is %s, and nobody signs',
    async (_how, fault, code) => {
      const first = world.start()
      const { id } = await first.accounts.connectWallet(world.input(world.privateKey(0)))
      await first.reaches('signedIn')
      first.stop()
      world.keychain.fault = fault
      const app = world.start()
      expect(await failureOf(app.accounts.connectWallet(l2Wallet()))).toMatchObject({ code })
      expect((await app.state()).signatureRequest).toBeNull()
      app.stop()
      world.keychain.fault = null
      expect((await world.stored(id))?.keyKind).toBe('ethereum')
      expect(world.entry(id, 'starkPrivateKey')).toBeUndefined()
      const later = world.start()
      await later.accounts.resume()
      await later.reaches('signedIn')
    },
  )

  test('does not give it up either while the vault waits for what the keychain has', async () => {
    const first = world.start()
    const { id } = await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.reaches('signedIn')
    first.stop()
    world.keychain.fault = noKeychain
    const places = await world.openPlaces()
    await places.setPassword(password)
    const app = world.start({ secrets: places })
    expect(await failureOf(app.accounts.connectWallet(l2Wallet()))).toMatchObject({
      code: 'keychainUnavailable',
    })
    expect((await world.stored(id))?.keyKind).toBe('ethereum')
  })

  test('that never left memory goes on with the L2 key after a restart', async () => {
    world.keychain.fault = noKeychain
    const first = world.start()
    const { id } = await first.accounts.connectWallet(world.input(world.privateKey(0)))
    first.stop()
    const app = world.start()
    expect(await connectL2(app)).toMatchObject({ id, keyKind: 'stark' })
  })
})
