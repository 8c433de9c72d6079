// Proof of what is left of an account after it was removed, with a keychain that can be out of reach. Real services, a real data file.
import { describe, expect, test } from 'vitest'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import { channels } from '../../../src-preload/contract/contract.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { sampleOrder, samplePnl, sampleTrade } from '../store/support.ts'
import { type App, lockedKeychain, noKeychain, useAccountsWorld } from './accounts-world.ts'

const world = useAccountsWorld()

async function connect(app: App, index: 0 | 1 = 0): Promise<Account> {
  const label = `Wallet ${String(index)}`
  const account = await app.accounts.connectWallet(world.input(world.privateKey(index), { label }))
  await app.reaches('signedIn')
  // Signing in goes on after that: it keeps a token and a profile.
  await eventually(() => expect(world.entry(account.id, 'refreshToken')).toBeDefined())
  return account
}

const noRows = { orders: 0, orderTrades: 0, pnlSnapshots: 0 }
const ledger = () => world.store.getSetting('accountsInKeychain')

describe('removing an account', { timeout: 60_000 }, () => {
  test('tells how many rows of it went', async () => {
    const app = world.start()
    const { id, label } = await connect(app)
    await world.store.putOrders(id, [sampleOrder(1), sampleOrder(2), sampleOrder(3)], null)
    await world.store.putOrderTrades(id, sampleOrder(1), [sampleTrade(1), sampleTrade(2)])
    await world.store.putPnlSnapshot(id, [samplePnl('eth')], 1)
    const removed = await app.accounts.remove({ id, label, leaveSecrets: false })
    expect(removed).toEqual({ secrets: 'removed', orders: 3, orderTrades: 2, pnlSnapshots: 1 })
    expect(channels['accounts:remove'].output.safeParse(removed).success).toBe(true)
    expect(await app.state()).toMatchObject({ accounts: [], activeId: null, session: 'signedOut' })
    expect(world.keychain.entries.size).toBe(0)
  })

  test('takes its name as it was typed, but no other', async () => {
    const app = world.start()
    const { id, label } = await connect(app)
    for (const typed of ['', 'wallet 0', `${label}!`, label.slice(0, -1)]) {
      expect(await failureOf(app.accounts.remove({ id, label: typed, leaveSecrets: true }))).toMatchObject({
        code: 'validation',
        data: { field: 'label', reason: 'otherAccount' },
      })
    }
    expect(await world.ids()).toEqual([id])
    expect(world.entry(id, 'ethereumPrivateKey')).toBeDefined()
    expect(app.session().signal.aborted).toBe(false)
    await app.accounts.remove({ id, label: ` ${label}\n`, leaveSecrets: false })
    expect(await world.ids()).toEqual([])
    expect(await failureOf(app.accounts.remove({ id, label, leaveSecrets: false }))).toMatchObject({
      code: 'notFound',
    })
  })

  test.each([
    ['locked', lockedKeychain, 'keychainLocked'],
    ['gone', noKeychain, 'keychainUnavailable'],
  ])('whose keychain is %s leaves its secrets only where the user wants that', async (_how, fault, code) => {
    const first = world.start()
    const alice = await connect(first, 0)
    const bob = await connect(first, 1)
    first.stop()
    world.keychain.fault = fault
    const app = world.start()
    await app.accounts.resume()
    const input = { id: bob.id, label: bob.label }
    expect(await failureOf(app.accounts.remove({ ...input, leaveSecrets: false }))).toMatchObject({ code })
    expect(await app.state()).toMatchObject({ activeId: bob.id })
    expect(app.session().signal.aborted).toBe(false)

    expect(await app.accounts.remove({ ...input, leaveSecrets: true })).toEqual({
      secrets: 'left',
      ...noRows,
    })
    expect(await world.ids()).toEqual([alice.id])
    expect((await app.state()).activeId).toBe(alice.id)
    // What finds them later.
    expect((await ledger())?.split(' ')).toContain(bob.id)
    expect(world.entry(bob.id, 'ethereumPrivateKey')).toBeDefined()
  })

  test('removes its secrets also where they may be left, when the keychain is there', async () => {
    const app = world.start()
    const { id, label } = await connect(app)
    expect(await app.accounts.remove({ id, label, leaveSecrets: true })).toMatchObject({ secrets: 'removed' })
    expect(world.keychain.entries.size).toBe(0)
    expect(await ledger()).toBe('')
  })

  test('does not count as left what was never there', async () => {
    world.keychain.fault = noKeychain
    const app = world.start()
    const { id, label } = await app.accounts.connectPractice({ user: 0 })
    expect(await app.accounts.remove({ id, label, leaveSecrets: true })).toMatchObject({ secrets: 'removed' })
  })

  test('brings nothing of it back when its profile comes late', async () => {
    const app = world.start()
    const { id, label } = await connect(app)
    const reading = app.session()
    app.accounts.syncProfile(reading)
    await app.accounts.remove({ id, label, leaveSecrets: false })
    await eventually(() => expect(reading.signal.aborted).toBe(true))
    expect(await world.ids()).toEqual([])
    expect(await world.store.listSettings('account/')).toEqual([])
  })
})
