// Many accounts can be held, named, found again and switched between: real services, a real data file, a real practice exchange.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { channels } from '../../../src-preload/contract/contract.ts'
import { ethereumAddressOf } from '../../../src-main/signing/ethereum.ts'
import { accountSetting } from '../../../src-main/store/api/account-settings.ts'
import type { StoredAccount } from '../../../src-main/store/api/store-api.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { healthPath, loginPath, profilePath, useAccountsWorld } from './accounts-world.ts'

const world = useAccountsWorld()
const keyOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** Fifty accounts with a registered key, as earlier sessions left them. */
async function putFifty(): Promise<StoredAccount[]> {
  const accounts = Array.from({ length: 50 }, (_, at): StoredAccount => ({
    id: randomUUID(),
    label: `Wallet ${String(at)}`,
    networkKind: 'custom',
    baseUrl: world.server.baseUrl,
    ethereumAddress: ethereumAddressOf(keyOf(at + 1)),
    keyKind: 'ethereum',
    createdAtMs: at,
    profile: { name: '', customerId: null, username: '', starkKey: `0x${(at + 1).toString(16)}` },
  }))
  for (const [at, account] of accounts.entries()) {
    await world.store.putAccount(account)
    const note = { status: 'mismatch', profilePublicKey: `0x${(at + 1).toString(16)}` }
    await world.store.setSetting(accountSetting(account.id, 'l2Key'), JSON.stringify(note))
  }
  return accounts
}

describe('fifty accounts', { timeout: 60_000 }, () => {
  test('are told of in two questions to the data file, each with its own notes', async () => {
    const accounts = await putFifty()
    let questions = 0
    const counting = Object.fromEntries(
      Object.entries(world.store).map(([name, method]) => [
        name,
        (...args: unknown[]) => {
          questions += 1
          return (method as (...given: unknown[]) => unknown)(...args)
        },
      ]),
    )
    const app = world.start({ store: counting })
    const state = await app.state()
    expect(questions).toBe(2)
    expect(channels['accounts:getState'].output.safeParse(state).success).toBe(true)
    expect(state.accounts.map(({ id }) => id)).toEqual(accounts.map(({ id }) => id))
    expect(state.accounts.map(({ l2Key }) => l2Key)).toEqual(
      accounts.map(({ profile }) => ({ status: 'mismatch', profilePublicKey: profile?.starkKey })),
    )
  })

  test('are switched between without waiting for the service', async () => {
    const accounts = await putFifty()
    world.server.play(() => ({ headersDelayMs: Infinity }))
    const app = world.start()
    await app.accounts.resume()
    for (const { id } of accounts) await app.accounts.activate({ id })
    expect(app.session().account.id).toBe(accounts.at(-1)?.id)
    app.stop()
    const again = world.start()
    await again.accounts.resume()
    expect((await again.state()).activeId).toBe(accounts.at(-1)?.id)
  })

  test('are switched between while a wallet is being connected', async () => {
    const [first, second] = await putFifty()
    world.server.play(() => ({ headersDelayMs: Infinity }))
    const app = world.start()
    const connecting = failureOf(app.accounts.connectWallet(world.input(world.privateKey(0))))
    await eventually(() => expect(world.server.requests.length).toBeGreaterThan(0))
    await app.accounts.activate({ id: first?.id ?? '' })
    await app.accounts.activate({ id: second?.id ?? '' })
    app.accounts.cancelConnect()
    expect(await connecting).toMatchObject({ code: 'cancelled' })
    expect((await app.state()).activeId).toBe(second?.id)
  })
})

describe('a wallet that is here already', { timeout: 60_000 }, () => {
  test('is found again on its network, under its new name, and is another account on another', async () => {
    const app = world.start()
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    const again = await app.accounts.connectWallet(world.input(world.privateKey(0), { label: 'Again' }))
    expect(again).toMatchObject({ id, label: 'Again' })
    await Promise.all([
      app.accounts.connectWallet(world.input(world.privateKey(1))),
      app.accounts.connectWallet(world.input(world.privateKey(1))),
    ])
    expect(await world.ids()).toHaveLength(2)
    await app.accounts.connectPractice({ user: 0 })
    await app.accounts.connectPractice({ user: 0 })
    expect(await world.ids()).toHaveLength(3)
  })

  test('is not brought back by entering its key when it was removed meanwhile', async () => {
    const app = world.start()
    const { id, label } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    await app.reaches('signedIn')
    const { promise, resolve } = Promise.withResolvers<undefined>()
    world.held.set(
      healthPath,
      promise.then(() => undefined),
    )
    const asked = world.server.countOf(healthPath)
    const connecting = failureOf(
      app.accounts.connectWallet(world.input(world.privateKey(0), { accountId: id })),
    )
    await eventually(() => expect(world.server.countOf(healthPath)).toBeGreaterThan(asked))
    await app.accounts.remove({ id, label, leaveSecrets: false })
    resolve(undefined)
    expect(await connecting).toMatchObject({ code: 'notFound' })
    expect(await world.ids()).toEqual([])
    expect(world.keychain.entries.size).toBe(0)
  })

  test('keeps the name that it was given while it was being connected', async () => {
    const app = world.start()
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    await app.reaches('signedIn')
    const { promise, resolve } = Promise.withResolvers<undefined>()
    world.held.set(
      healthPath,
      promise.then(() => undefined),
    )
    const asked = world.server.countOf(healthPath)
    const connecting = app.accounts.connectWallet(world.input(world.privateKey(0), { accountId: id }))
    await eventually(() => expect(world.server.countOf(healthPath)).toBeGreaterThan(asked))
    await app.accounts.rename({ id, label: 'Renamed' })
    resolve(undefined)
    expect(await connecting).toMatchObject({ id, label: 'Renamed' })
    expect((await world.stored(id))?.label).toBe('Renamed')
  })
})

describe('a name', { timeout: 60_000 }, () => {
  test('is changed at once and told, and a profile that comes later does not bring the old one back', async () => {
    const app = world.start()
    const { id } = await app.accounts.connectWallet(world.input(world.privateKey(0)))
    await app.reaches('signedIn')
    await app.accounts.rename({ id, label: 'Renamed' })
    expect(app.told.last('accounts:changed')?.accounts[0]?.label).toBe('Renamed')
    const before = world.server.countOf(profilePath)
    await app.accounts.signIn()
    await eventually(() => expect(world.server.countOf(profilePath)).toBeGreaterThan(before))
    // The profile is kept in its turn: what comes after it in the queue finds it there.
    await app.accounts.activate({ id })
    await eventually(async () => expect((await world.stored(id))?.profile?.username).toBe('alice'))
    expect((await world.stored(id))?.label).toBe('Renamed')
  })

  test('is given to no account that is not here', async () => {
    const app = world.start()
    expect(await failureOf(app.accounts.rename({ id: randomUUID(), label: 'x' }))).toMatchObject({
      code: 'notFound',
    })
    expect(await world.ids()).toEqual([])
  })
})

describe('a wallet that was just made', { timeout: 60_000 }, () => {
  const made = (changes: object = {}) => ({
    label: 'New',
    network: 'custom' as const,
    baseUrl: world.server.baseUrl,
    ethereumPrivateKey: keyOf(77),
    ...changes,
  })

  test('is kept and taken up although the service does not know it yet', async () => {
    const app = world.start()
    const account = await app.accounts.keepNewWallet(made())
    expect(account).toMatchObject({ label: 'New', keyKind: 'ethereum', profile: null })
    expect(account.ethereumAddress).toBe(ethereumAddressOf(keyOf(77)))
    expect(world.entry(account.id, 'ethereumPrivateKey')).toBe(keyOf(77))
    expect((await app.state()).activeId).toBe(account.id)
    await app.reaches('refused')
    expect(world.server.countOf(loginPath)).toBe(1)
  })

  test('is kept without a service in reach', async () => {
    world.server.play(() => ({ cutAfter: -1 }))
    const app = world.start()
    const { id } = await app.accounts.keepNewWallet(made())
    expect(await world.ids()).toEqual([id])
  })

  test('leaves nothing behind when its key could not be kept', async () => {
    const app = world.start({
      store: { putAccount: () => Promise.reject(new AppError('databaseUnavailable')) },
    })
    expect(await failureOf(app.accounts.keepNewWallet(made()))).toMatchObject({ code: 'databaseUnavailable' })
    expect(world.keychain.entries.size).toBe(0)
    expect(await failureOf(app.accounts.keepNewWallet(made({ baseUrl: 'ftp://x' })))).toMatchObject({
      code: 'validation',
      data: { field: 'baseUrl' },
    })
  })
})

describe('all accounts together', { timeout: 60_000 }, () => {
  test('are shown by choice, over a restart, until another account or network is in use', async () => {
    const first = world.start()
    const alice = await first.accounts.connectWallet(world.input(world.privateKey(0)))
    await first.accounts.showAll({ isAll: true })
    // One account is no "all".
    expect((await first.state()).isAllShown).toBe(false)
    const bob = await first.accounts.connectWallet(world.input(world.privateKey(1)))
    expect((await first.state()).isAllShown).toBe(false)
    await first.accounts.showAll({ isAll: true })
    expect(first.told.last('accounts:changed')).toMatchObject({ activeId: bob.id, isAllShown: true })
    await first.accounts.rename({ id: bob.id, label: 'Bob' })
    first.stop()

    const app = world.start()
    await app.accounts.resume()
    expect(await app.state()).toMatchObject({ activeId: bob.id, isAllShown: true })
    await app.accounts.activate({ id: alice.id })
    expect((await app.state()).isAllShown).toBe(false)
    await app.accounts.activate({ id: bob.id })
    expect((await app.state()).isAllShown).toBe(false)

    await app.accounts.showAll({ isAll: true })
    await app.accounts.connectPractice({ user: 0 })
    expect((await app.state()).isAllShown).toBe(false)
    await app.accounts.activate({ id: bob.id })
    await app.accounts.showAll({ isAll: true })
    await app.accounts.showAll({ isAll: false })
    expect((await app.state()).isAllShown).toBe(false)
    await app.accounts.showAll({ isAll: true })
    await app.accounts.remove({ id: alice.id, label: alice.label, leaveSecrets: false })
    expect(await app.state()).toMatchObject({ activeId: bob.id, isAllShown: false })
  })
})
