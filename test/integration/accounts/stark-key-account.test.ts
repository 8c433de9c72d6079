// A person with only the L2 key and a wallet elsewhere gets in, and stays in over a restart: real services, a real data file, a
// real practice exchange.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { signMessage } from '../../../src-main/signing/ethereum.ts'
import { channels } from '../../../src-preload/contract/contract.ts'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { WalletInput } from '../../../src-preload/contract/accounts/wallet-input.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf, walletKey } from '../../fixtures/test-client.ts'
import {
  type App,
  loginPath,
  lockedKeychain,
  noncePath,
  profilePath,
  refreshPath,
  useAccountsWorld,
} from './accounts-world.ts'

const world = useAccountsWorld()

function l2Wallet(index: 0 | 1 = 0, changes: Partial<WalletInput> = {}): WalletInput {
  const { ethereumAddress, starkPrivateKey } = world.user(index)
  return { kind: 'starkKey', ethereumAddress, starkPrivateKey, ...changes } as WalletInput
}

/** The text that waits to be signed. */
async function textOf(app: App): Promise<string> {
  let text: string | undefined
  await eventually(() => {
    text = app.told.last('accounts:changed')?.signatureRequest?.text
    expect(text).toBeDefined()
  })
  return text ?? ''
}

/** Signs what waits, as the wallet elsewhere would. */
async function signElsewhere(app: App, index: 0 | 1 = 0): Promise<void> {
  const signature = signMessage(await textOf(app), world.user(index).ethereumPrivateKey)
  app.accounts.giveSignature({ signature })
}

async function connect(app: App, accountId: string | null = null): Promise<Account> {
  const connecting = app.accounts.connectWallet(world.input(l2Wallet(), { accountId }))
  await signElsewhere(app)
  return connecting
}

describe('an account by its L2 key alone', { timeout: 60_000 }, () => {
  test('is connected with a signature from elsewhere, and asks for none again', async () => {
    const app = world.start()
    const account = await connect(app)
    expect(channels['accounts:connectWallet'].output.safeParse(account).success).toBe(true)
    expect(account).toMatchObject({ keyKind: 'stark', ethereumAddress: world.user(0).ethereumAddress })
    await app.reaches('signedIn')
    await eventually(async () =>
      expect((await app.state()).accounts[0]?.l2Key).toEqual({
        status: 'matched',
        publicKey: world.user(0).starkKey,
        text: null,
      }),
    )
    expect(world.server.countOf(noncePath)).toBe(1)
    expect((await app.state()).signatureRequest).toBeNull()
    expect(world.entry(account.id, 'starkPrivateKey')).toBe(world.user(0).starkPrivateKey)
    expect(world.entry(account.id, 'ethereumPrivateKey')).toBeUndefined()
  })

  test('shows the page whose signature of which text it waits for, in a state that the contract allows', async () => {
    const app = world.start()
    const connecting = failureOf(app.accounts.connectWallet(world.input(l2Wallet())))
    const text = await textOf(app)
    const state = await app.state()
    expect(state.signatureRequest).toEqual({ ethereumAddress: world.user(0).ethereumAddress, text })
    expect(text).toContain('Login-code')
    expect(channels['accounts:getState'].output.safeParse(state).success).toBe(true)
    app.accounts.cancelConnect()
    expect(await connecting).toMatchObject({ code: 'cancelled' })
    expect((await app.state()).signatureRequest).toBeNull()
    expect(await world.ids()).toEqual([])
    expect(world.keychain.touched).toBe(0)
  })

  test('is signed in after a restart by its refresh token, without a signature', async () => {
    const first = world.start()
    const { id } = await connect(first)
    await first.reaches('signedIn')
    first.stop()
    const app = world.start()
    await app.accounts.resume()
    await app.reaches('signedIn')
    expect(world.server.countOf(loginPath)).toBe(1)
    await eventually(async () => {
      expect((await app.state()).accounts[0]).toMatchObject({
        id,
        keyKind: 'stark',
        l2Key: { status: 'matched' },
      })
    })
  })

  test('needs its key when the refresh token is gone, and no text appears by itself', async () => {
    const first = world.start()
    const { id } = await connect(first)
    // A token that is still being written would be there again.
    await first.reaches('signedIn')
    first.stop()
    world.keychain.entries.delete(`Starkdesk|${id}/refreshToken`)
    const nonces = world.server.countOf(noncePath)
    const app = world.start()
    await app.accounts.resume()
    await app.reaches('needsKey')
    expect((await app.state()).signatureRequest).toBeNull()
    expect(world.server.countOf(noncePath)).toBe(nonces)

    const signingIn = app.accounts.signIn()
    await signElsewhere(app)
    await signingIn
    await app.reaches('signedIn')
  })

  test('tells of a locked keychain, and not that it needs its key', async () => {
    const first = world.start()
    await connect(first)
    first.stop()
    world.keychain.fault = lockedKeychain
    const app = world.start()
    await app.accounts.resume()
    await app.reaches('keychainLocked')
    expect(await failureOf(app.accounts.signIn())).toMatchObject({ code: 'keychainLocked' })
    expect((await app.state()).signatureRequest).toBeNull()
  })

  test('leaves its L2 key nowhere but in the keychain', async () => {
    const app = world.start()
    await connect(app)
    await app.reaches('signedIn')
    const state = JSON.stringify(await app.state())
    const files = readdirSync(world.folder).map((name) => readFileSync(join(world.folder, name), 'latin1'))
    const key = world.user(0).starkPrivateKey.slice(2)
    expect([...world.keychain.entries.values()].join()).toContain(key)
    expect([state, ...files, ...world.lines].join('\n').toLowerCase()).not.toContain(key)
  })

  test('gives up the signature when another account is taken up, and when it is removed', async () => {
    const app = world.start()
    const bob = await app.accounts.connectPractice({ user: 1 })
    const alice = await connect(app)
    for (const leave of [
      () => app.accounts.activate({ id: bob.id }),
      () => app.accounts.remove({ id: alice.id, label: alice.label, leaveSecrets: false }),
    ]) {
      await app.accounts.activate({ id: alice.id })
      const signingIn = failureOf(app.accounts.signIn())
      await textOf(app)
      await leave()
      expect(await signingIn).toMatchObject({ code: 'cancelled' })
      expect(await app.state()).toMatchObject({ signatureRequest: null, activeId: bob.id })
    }
  })
})

describe('the signature from elsewhere', { timeout: 60_000 }, () => {
  test('is refused unless it is one of this wallet, and the request still waits', async () => {
    const app = world.start()
    const connecting = app.accounts.connectWallet(world.input(l2Wallet()))
    const text = await textOf(app)
    const right = signMessage(text, world.user(0).ethereumPrivateKey)
    for (const [signature, reason] of [
      ['hello', 'notHex'],
      [right.slice(0, -2), 'wrongLength'],
      [signMessage(text, world.user(1).ethereumPrivateKey), 'otherWallet'],
      [signMessage(`${text} `, world.user(0).ethereumPrivateKey), 'otherWallet'],
    ] as const) {
      expect(() => app.accounts.giveSignature({ signature })).toThrow(
        expect.objectContaining({ code: 'validation', data: { field: 'signature', reason } }),
      )
    }
    expect((await app.state()).signatureRequest?.text).toBe(text)
    expect(world.server.countOf(loginPath)).toBe(0)
    // As some wallets write it: v as 0 or 1.
    const v = right.endsWith('1b') ? '00' : '01'
    app.accounts.giveSignature({ signature: `${right.slice(0, -2)}${v}` })
    expect((await connecting).keyKind).toBe('stark')
  })

  test('has no place to go while nothing waits for it', () => {
    const app = world.start()
    expect(() => app.accounts.giveSignature({ signature: '0x' })).toThrow(
      expect.objectContaining({ code: 'notFound' }),
    )
  })
})

describe('an L2 key that is not right', { timeout: 60_000 }, () => {
  test.each([
    [{ ethereumAddress: '' }, 'ethereumAddress', 'empty'],
    [{ ethereumAddress: '0x12' }, 'ethereumAddress', 'notAddress'],
    [{ starkPrivateKey: '' }, 'starkPrivateKey', 'empty'],
    [{ starkPrivateKey: walletKey }, 'starkPrivateKey', null],
  ])('in its form is refused before anything is sent: %j', async (changes, field, reason) => {
    const app = world.start()
    // The last is a number that could be a key of either kind: the service's profile tells.
    if (reason === null) {
      const connecting = failureOf(app.accounts.connectWallet(world.input(l2Wallet(0, changes))))
      await signElsewhere(app)
      expect(await connecting).toMatchObject({ code: 'keyMismatch' })
    } else {
      expect(await failureOf(app.accounts.connectWallet(world.input(l2Wallet(0, changes))))).toMatchObject({
        code: 'validation',
        data: { field, reason },
      })
      expect(world.server.requests).toHaveLength(0)
    }
    expect(await world.ids()).toEqual([])
  })

  test('in the checksum of its address is refused', async () => {
    const { ethereumAddress } = world.user(0)
    const at = ethereumAddress.search(/[a-f]/)
    const letter = ethereumAddress.charAt(at)
    const wrong = `${ethereumAddress.slice(0, at)}${letter.toUpperCase()}${ethereumAddress.slice(at + 1)}`
    const app = world.start()
    const input = world.input(l2Wallet(0, { ethereumAddress: wrong }))
    expect(await failureOf(app.accounts.connectWallet(input))).toMatchObject({
      code: 'validation',
      data: { field: 'ethereumAddress', reason: 'wrongChecksum' },
    })
  })

  test('because it is another account’s is told with both public keys, and nothing is kept', async () => {
    const app = world.start()
    const other = l2Wallet(0, { starkPrivateKey: world.user(1).starkPrivateKey })
    const connecting = failureOf(app.accounts.connectWallet(world.input(other)))
    await signElsewhere(app)
    expect(await connecting).toMatchObject({
      code: 'keyMismatch',
      data: { publicKey: world.user(1).starkKey, profilePublicKey: world.user(0).starkKey },
    })
    expect(await world.ids()).toEqual([])
    expect(world.keychain.entries.size).toBe(0)
    expect((await app.state()).activeId).toBeNull()
  })

  test('is entered again for its account, and not for that of another wallet', async () => {
    const app = world.start()
    const { id } = await connect(app)
    const before = world.server.requests.length
    const other = world.input(l2Wallet(1), { accountId: id })
    expect(await failureOf(app.accounts.connectWallet(other))).toMatchObject({
      code: 'validation',
      data: { field: 'ethereumAddress', reason: 'otherWallet' },
    })
    expect(world.server.requests.slice(before).filter(({ path }) => path === noncePath)).toEqual([])
    expect(await connect(app, id)).toMatchObject({ id, label: 'Mine' })
    expect(await world.ids()).toEqual([id])
  })
})

describe('one wallet by both of its keys', { timeout: 60_000 }, () => {
  test('is one account, and the wallet’s own key takes the place of the L2 key', async () => {
    const app = world.start()
    const { id } = await connect(app)
    await app.reaches('signedIn')
    expect(await app.accounts.connectWallet(world.input(world.privateKey(0)))).toMatchObject({
      id,
      keyKind: 'ethereum',
    })
    await eventually(async () =>
      expect((await app.state()).accounts[0]?.l2Key).toMatchObject({
        text: { era: 'tanx', network: 'mainnet' },
      }),
    )
    expect(world.entry(id, 'starkPrivateKey')).toBeUndefined()
    expect(await world.ids()).toEqual([id])
  })

  test('does not lose the wallet’s key to the L2 key', async () => {
    const app = world.start()
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    expect(await connect(app)).toMatchObject({ id, keyKind: 'ethereum' })
    expect(world.entry(id, 'ethereumPrivateKey')).toBe(world.user(0).ethereumPrivateKey)
    expect(world.entry(id, 'starkPrivateKey')).toBeUndefined()
  })

  test('goes on with the L2 key where the wallet’s key is lost', async () => {
    const app = world.start()
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    world.keychain.entries.delete(`Starkdesk|${id}/ethereumPrivateKey`)
    expect(await connect(app, id)).toMatchObject({ id, keyKind: 'stark' })
    expect(world.entry(id, 'starkPrivateKey')).toBe(world.user(0).starkPrivateKey)
  })
})

test('the profile is asked for before anything of an L2 key is kept', { timeout: 60_000 }, async () => {
  world.bent.set(profilePath, { status: 400, json: { status: 'error', message: 'no', payload: '' } })
  const app = world.start()
  const connecting = failureOf(app.accounts.connectWallet(world.input(l2Wallet())))
  await signElsewhere(app)
  expect(await connecting).toMatchObject({ code: 'rejectedByExchange' })
  expect(world.keychain.entries.size).toBe(0)
  expect(world.server.countOf(refreshPath)).toBe(0)
})
