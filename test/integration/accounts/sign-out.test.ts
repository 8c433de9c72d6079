// Proof of when an account signs in by itself and when it waits for the user: signed out, not at start, locked. Real services, a real
// data file, a real vault, a real practice exchange.
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openVault, type PasswordVault } from '../../../src-main/keychain/vault/password-vault.ts'
import { systemClock } from '../../../src-main/async/clock.ts'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import {
  type App,
  loginPath,
  lockedKeychain,
  noncePath,
  refreshPath,
  useAccountsWorld,
} from './accounts-world.ts'

const world = useAccountsWorld()
const signInNeeded = { code: 'unauthenticated', data: { reason: 'signInNeeded' } }

/** What an app of before still sends as it ends, as the reading of its profile, is no sign-in. */
const countSignIns = (): number =>
  world.server.countOf(noncePath) + world.server.countOf(loginPath) + world.server.countOf(refreshPath)

const readProfile = (app: App) => app.session().client.getProfile({ retries: 0 })

describe('signing out', { timeout: 60_000 }, () => {
  test('forgets both tokens and stays, over a restart, until the user signs in', async () => {
    const first = world.start()
    const { id } = await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.reaches('signedIn')
    await first.accounts.signOut()
    await first.reaches('needsSignIn')
    expect(world.entry(id, 'refreshToken')).toBeUndefined()
    expect(world.entry(id, 'ethereumPrivateKey')).toBeDefined()
    expect(await failureOf(readProfile(first))).toMatchObject(signInNeeded)
    first.stop()

    const before = countSignIns()
    const second = world.start()
    await second.accounts.resume()
    expect((await second.state()).session).toBe('needsSignIn')
    expect(await failureOf(readProfile(second))).toMatchObject(signInNeeded)
    expect(countSignIns()).toBe(before)
    await second.accounts.signIn()
    await second.reaches('signedIn')
    second.stop()

    const third = world.start()
    await third.accounts.resume()
    await third.reaches('signedIn')
  })

  test('stays also where the keychain does not let go of the token', async () => {
    const first = world.start()
    await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.reaches('signedIn')
    world.keychain.fault = lockedKeychain
    expect(await failureOf(first.accounts.signOut())).toMatchObject({ code: 'keychainLocked' })
    first.stop()
    world.keychain.fault = null
    const before = countSignIns()
    const app = world.start()
    await app.accounts.resume()
    expect(await failureOf(readProfile(app))).toMatchObject(signInNeeded)
    expect(countSignIns()).toBe(before)
  })

  test('is of one account, and connecting it again signs it in', async () => {
    const app = world.start()
    const alice = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    const bob = await app.accounts.connectWallet(world.input(world.privateKey(1)))
    await app.reaches('signedIn')
    await app.accounts.signOut()
    await app.accounts.activate({ id: alice.id })
    await app.reaches('signedIn')
    await app.accounts.activate({ id: bob.id })
    await app.reaches('needsSignIn')
    await app.accounts.connectWallet(world.input(world.privateKey(1), { accountId: bob.id }))
    await app.reaches('signedIn')
  })

  /** An account that was signed out in an earlier session. */
  async function makeSignedOut(): Promise<string> {
    const app = world.start()
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    await app.reaches('signedIn')
    await app.accounts.signOut()
    app.stop()
    return id
  }

  async function expectSignedOutAtNextStart(): Promise<void> {
    // What the session before had under way may still arrive; nothing of that signs in.
    const before = countSignIns()
    const app = world.start()
    await app.accounts.resume()
    expect((await app.state()).session).toBe('needsSignIn')
    expect(await failureOf(readProfile(app))).toMatchObject(signInNeeded)
    expect(countSignIns()).toBe(before)
  }

  test.each(['getSetting', 'setSetting'] as const)(
    'just when signing in is written down is the last word, also at the next start: %s',
    async (at) => {
      await makeSignedOut()
      const signingOut: Promise<unknown>[] = []
      let isSigningIn = false
      /** Signs out once, and lets the store do what that asks of it. */
      const signOut = async (call: string, key: string): Promise<void> => {
        if (!isSigningIn || call !== at || !key.endsWith('/signedOut') || signingOut.length > 0) return
        signingOut.push(app.accounts.signOut())
        for (let turn = 0; turn < 10; turn += 1) await world.store.getSetting('nothing')
      }
      const app: App = world.start({
        store: {
          getSetting: async (key) => {
            const value = await world.store.getSetting(key)
            await signOut('getSetting', key)
            return value
          },
          setSetting: async (key, value) => {
            await signOut('setSetting', key)
            await world.store.setSetting(key, value)
          },
        },
      })
      await app.accounts.resume()
      isSigningIn = true
      await app.accounts.signIn()
      expect(await Promise.all(signingOut)).toEqual([{}])
      expect((await app.state()).session).toBe('needsSignIn')
      app.stop()
      await expectSignedOutAtNextStart()
    },
  )

  test('while signing in waits to be written down is the last word, also at the next start', async () => {
    const id = await makeSignedOut()
    const held = Promise.withResolvers<undefined>()
    const app = world.start({
      store: {
        putAccount: async (account) => {
          if (account.label === 'Renamed') await held.promise
          await world.store.putAccount(account)
        },
      },
    })
    await app.accounts.resume()
    const renaming = app.accounts.rename({ id, label: 'Renamed' })
    const signingIn = app.accounts.signIn()
    const signingOut = app.accounts.signOut()
    await app.reaches('signedIn')
    held.resolve(undefined)
    await Promise.all([renaming, signingIn, signingOut])
    expect((await app.state()).session).toBe('needsSignIn')
    app.stop()
    await expectSignedOutAtNextStart()
  })

  test('is given up where the account may not be left once it was written down', async () => {
    const first = world.start()
    await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.reaches('signedIn')
    const pressed = new Error('everything is being canceled')
    let checks = 0
    const checkLeaving = (): void => {
      checks += 1
      if (checks > 1) throw pressed
    }
    await expect(first.accounts.signOut(checkLeaving)).rejects.toBe(pressed)
    expect((await first.state()).session).toBe('signedIn')
    first.stop()
    const app = world.start()
    await app.accounts.resume()
    await app.reaches('signedIn')
  })

  test('needs an account', async () => {
    const app = world.start()
    expect(await failureOf(app.accounts.signOut())).toMatchObject({ code: 'notFound' })
  })
})

describe('not signing in at start', { timeout: 60_000 }, () => {
  const signInAtStart = (): boolean => false

  test('goes on by the refresh token of last time, without a signature', async () => {
    const first = world.start({ signInAtStart })
    await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.reaches('signedIn')
    first.stop()
    const logins = world.server.countOf(loginPath)
    const app = world.start({ signInAtStart })
    await app.accounts.resume()
    await app.reaches('signedIn')
    expect(world.server.countOf(loginPath)).toBe(logins)
  })

  test('signs nothing where that does not do, until the user signs in; from then on it may', async () => {
    const first = world.start()
    const { id } = await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.reaches('signedIn')
    first.stop()
    world.keychain.entries.set(`Starkdesk|${id}/refreshToken`, 'not a token')
    const nonces = world.server.countOf(noncePath)
    const app = world.start({ signInAtStart })
    await app.accounts.resume()
    await app.reaches('needsSignIn')
    expect(world.server.countOf(noncePath)).toBe(nonces)

    await app.accounts.signIn()
    await app.reaches('signedIn')
    // Another link to the same account, and again no token that counts.
    world.keychain.entries.set(`Starkdesk|${id}/refreshToken`, 'not a token')
    const other = await app.accounts.connectPractice({ user: 1 })
    expect(other.id).not.toBe(id)
    world.keychain.entries.set(`Starkdesk|${id}/refreshToken`, 'not a token')
    await app.accounts.activate({ id })
    await app.reaches('signedIn')
    expect(await readProfile(app)).toMatchObject({ username: world.user(0).username })
  })

  test('does not keep a wallet that the user has just connected from renewing by signature', async () => {
    const app = world.start({ signInAtStart })
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    await app.reaches('signedIn')
    const bob = await app.accounts.connectWallet(world.input(world.privateKey(1)))
    await app.reaches('signedIn')
    world.keychain.entries.delete(`Starkdesk|${id}/refreshToken`)
    await app.accounts.activate({ id })
    await app.reaches('signedIn')
    expect(bob.id).not.toBe(id)
  })
})

describe('the lock of the app', { timeout: 120_000 }, () => {
  const vaults: PasswordVault[] = []
  // A token that came last may still be written, into the folder that goes.
  afterEach(async () => {
    for (const vault of vaults.splice(0)) await vault.store.deleteAll('nobody').catch(() => undefined)
  })

  async function makeVault(password = 'correct horse') {
    const vault = openVault({
      file: join(world.folder, 'vault'),
      clock: systemClock,
      scrypt: { log2N: 10, r: 8, p: 1 },
    })
    await vault.create(password)
    vaults.push(vault)
    return vault
  }

  function lock(app: App, vault: Awaited<ReturnType<typeof makeVault>>): void {
    vault.lock()
    app.accounts.lock()
  }

  test('takes the token out of use, for practice too, and unlocking goes on without a signature', async () => {
    const vault = await makeVault()
    const app = world.start({ secrets: vault.store })
    await app.accounts.connectPractice({ user: 0 })
    await app.reaches('signedIn')
    await eventually(async () => expect((await app.state()).accounts[0]?.l2Key.status).toBe('matched'))
    const logins = world.server.countOf(loginPath)
    lock(app, vault)
    await app.reaches('appLocked')
    for (let call = 0; call < 3; call += 1) {
      expect(await failureOf(readProfile(app))).toMatchObject({ code: 'vaultLocked' })
    }
    expect(await failureOf(app.accounts.signOut())).toMatchObject({ code: 'vaultLocked' })
    expect(world.server.countOf(loginPath)).toBe(logins)
    await vault.unlock('correct horse')
    app.accounts.unlock()
    await app.reaches('signedIn')
    expect(world.server.countOf(loginPath)).toBe(logins)
    expect(world.server.countOf(refreshPath)).toBeGreaterThan(0)
  })

  test('that is on at start makes no practice key either, and asking to sign in says why', async () => {
    const vault = await makeVault()
    const first = world.start({ secrets: vault.store })
    await first.accounts.connectPractice({ user: 0 })
    await first.reaches('signedIn')
    first.stop()
    vault.lock()
    const before = world.server.countOf(noncePath)
    const app = world.start({ secrets: vault.store })
    await app.accounts.resume()
    await app.reaches('appLocked')
    expect(await failureOf(app.accounts.signIn())).toMatchObject({ code: 'vaultLocked' })
    expect((await app.state()).session).toBe('appLocked')
    expect(world.server.countOf(noncePath)).toBe(before)
    await vault.unlock('correct horse')
    app.accounts.unlock()
    await app.reaches('signedIn')
  })

  test('gives up a wallet that is being connected and the signature that is waited for', async () => {
    const vault = await makeVault()
    const app = world.start({ secrets: vault.store })
    const { ethereumAddress, starkPrivateKey, ethereumPrivateKey } = world.user(0)
    const connecting = failureOf(
      app.accounts.connectWallet(world.input({ kind: 'starkKey', ethereumAddress, starkPrivateKey })),
    )
    await eventually(() => expect(app.told.last('accounts:changed')?.signatureRequest?.text).toBeDefined())
    const text = app.told.last('accounts:changed')?.signatureRequest?.text ?? ''
    lock(app, vault)
    expect(await connecting).toMatchObject({ code: 'cancelled' })
    expect(() => app.accounts.giveSignature({ signature: signMessage(text, ethereumPrivateKey) })).toThrow(
      expect.objectContaining({ code: 'notFound' }),
    )
    expect(await world.ids()).toEqual([])
  })
})
