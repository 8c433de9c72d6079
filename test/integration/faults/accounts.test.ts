// An answer for one account never lands in another, chosen while the answer was on its way: real services, a real data file, a
// real exchange whose answers are held back.
import { anyOrder, newestFirst } from '../../../src-main/store/api/order-filter.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src-main/async/clock.ts'
import { composeServices, type Services } from '../../../src-main/app/compose.ts'
import { ACTIVE_ACCOUNT } from '../../../src-main/accounts/account-activation.ts'
import type { Store, StoredAccount } from '../../../src-main/store/api/store-api.ts'
import type { EventName, EventPayload } from '../../../src-preload/contract/contract.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { account as anyAccount, makeLog, makeStore, openPlaces } from '../world.ts'
import type { Fault } from './fault.ts'
import { login, makeGate, nonce, profile, useFaultyExchange } from './faulty-exchange.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const world = useFaultyExchange()

interface Told {
  readonly name: EventName
  readonly payload: unknown
}

interface App {
  readonly services: Services
  readonly store: Store
  readonly keychain: CountingKeychain
  readonly told: Told[]
}

const accountOf = (id: 'alice' | 'bob'): StoredAccount => ({
  ...anyAccount,
  id,
  label: id,
  networkKind: 'practice',
  baseUrl: null,
  ethereumAddress: world.user(id === 'alice' ? 0 : 1).ethereumAddress,
})

/** The app with Alice's account in use and Bob's beside it; both speak to the exchange through the proxy. */
async function start(): Promise<App> {
  const store = await makeStore()
  await store.putAccount(accountOf('alice'))
  await store.putAccount(accountOf('bob'))
  await store.setSetting(ACTIVE_ACCOUNT, 'alice')
  const keychain = new CountingKeychain()
  const told: Told[] = []
  const { log } = makeLog()
  const services = await composeServices({
    readsMarketHistory: false,
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, keychain),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: (name, payload) => told.push({ name, payload }),
    log,
    practice: { start: () => Promise.resolve(world.proxy.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: 7,
    random: () => 0,
    ...nobodyThere,
  })
  onTestFinished(() => services.close())
  return { services, store, keychain, told }
}

function payloads<Name extends EventName>(told: readonly Told[], name: Name): EventPayload<Name>[] {
  // Each payload was put in under its own name.
  return told.filter((one) => one.name === name).map((one) => one.payload as EventPayload<Name>)
}

async function idsOf(store: Store, accountId: string): Promise<number[]> {
  const { rows } = await store.listOrders(accountId, anyOrder, newestFirst, 0, 100)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}

async function idsAtExchange(user: 0 | 1): Promise<number[]> {
  const { orders } = await world.direct(user).client.listOrders({ limit: 100 })
  return orders.map(({ id }) => id).sort((one, other) => one - other)
}

/** Bob's account is in use, all of it is his, and it was not Alice's answer that made it so. */
async function expectBobsAlone({ services, store, told }: App): Promise<void> {
  const [alices, bobs] = await Promise.all([idsAtExchange(0), idsAtExchange(1)])
  expect(bobs).not.toEqual(alices)
  expect(await idsOf(store, 'bob')).toEqual(bobs)
  const state = await services.accounts.getState()
  expect(state).toMatchObject({ activeId: 'bob', session: 'signedIn' })
  const bob = state.accounts.find(({ id }) => id === 'bob')
  expect(bob?.profile?.starkKey).toBe(world.user(1).starkKey)
  const { rows: figures } = await world.direct(1).client.getPnl()
  expect((await services.portfolio.getPnl()).entries.map(({ currency }) => currency)).toEqual(
    figures.map(({ currency }) => currency),
  )
  // From when the page was told that his account is in use, it is told of nothing else.
  const isOfBob = ({ name, payload }: Told): boolean =>
    name === 'accounts:changed' && (payload as EventPayload<'accounts:changed'>).activeId === 'bob'
  const since = told.findIndex(isOfBob)
  expect(since).toBeGreaterThanOrEqual(0)
  const after = told.slice(since)
  for (const { ids } of payloads(after, 'orders:changed')) {
    for (const id of ids) expect(bobs).toContain(id)
  }
  for (const { activeId, session } of payloads(after, 'accounts:changed')) {
    expect(activeId).toBe('bob')
    expect(session).not.toBe('refused')
  }
}

interface Case {
  readonly name: string
  readonly path: RegExp
  /** What becomes of Alice's answer; told when Bob's account is all there. */
  readonly fault: (until: Promise<void>) => Fault
  /** What is sent with Alice's token, or to get one, in all. */
  readonly isHeld: (line: string) => boolean
  /** Whether Alice's account has her orders, profile and figures in the end. */
  readonly alice: { readonly orders: boolean; readonly profile: boolean; readonly pnl: boolean }
}

const holdAnswer = (until: Promise<void>): Fault => ({ kind: 'holdAnswer', until })
const holdRequest = (until: Promise<void>): Fault => ({ kind: 'holdRequest', until })

const cases: readonly Case[] = [
  {
    name: 'her orders',
    path: /\/orders\//,
    fault: holdAnswer,
    isHeld: (line) => line === 'GET /sapi/v1/orders/ #1',
    alice: { orders: false, profile: true, pnl: true },
  },
  {
    name: 'her orders, which the service reads only afterwards',
    path: /\/orders\//,
    fault: holdRequest,
    isHeld: (line) => line === 'GET /sapi/v1/orders/ #1',
    alice: { orders: false, profile: true, pnl: true },
  },
  {
    name: 'her profit and loss',
    path: /\/pnl\//,
    fault: holdAnswer,
    isHeld: (line) => line === 'GET /sapi/v1/user/pnl/ #1',
    alice: { orders: true, profile: true, pnl: false },
  },
  {
    name: 'her profile',
    path: /\/profile\//,
    fault: holdAnswer,
    isHeld: (line) => line === profile(1),
    alice: { orders: true, profile: false, pnl: true },
  },
]

/** The first request alone is Alice's; the proxy does not know whose token it is, but she signs in first. */
function holdAlices(path: RegExp, fault: Fault): void {
  world.proxy.play({ path, fault: ({ token }) => (token === 1 ? fault : null) })
}

describe('another account is chosen while the answer is on its way to', { timeout: 60_000 }, () => {
  test.each(cases)('$name', async ({ path, fault, isHeld, alice }) => {
    const { until, release } = makeGate()
    holdAlices(path, fault(until))
    const app = await start()
    await eventually(async () => {
      expect(world.proxy.sent().some(isHeld)).toBe(true)
      if (alice.profile)
        expect(
          (await app.services.accounts.getState()).accounts.find(({ id }) => id === 'alice')?.profile,
        ).not.toBeNull()
      if (alice.orders) expect(await app.store.countOrders('alice')).toBe(20)
      if (alice.pnl) expect(await app.store.getLatestPnl('alice')).not.toBeNull()
    })
    await app.services.accounts.activate({ id: 'bob' })
    // What had been sent by then arrives; her history is read all the while.
    await sleep(100)
    const switchedAt = world.proxy.requests.length
    await eventually(async () => {
      expect(await app.services.orders.getSyncState()).toMatchObject({ isComplete: true, cached: 20 })
      expect((await app.services.portfolio.getPnl()).entries).not.toEqual([])
      const { accounts } = await app.services.accounts.getState()
      expect(accounts.find(({ id }) => id === 'bob')?.profile).not.toBeNull()
    })
    release()
    await world.proxy.idle()
    await expectBobsAlone(app)
    expect(await app.store.countOrders('alice')).toBe(alice.orders ? 20 : 0)
    expect((await app.store.getLatestPnl('alice')) !== null).toBe(alice.pnl)
    const rows = await app.store.listAccounts()
    expect(rows.find(({ id }) => id === 'alice')?.profile?.starkKey).toBe(
      alice.profile ? world.user(0).starkKey : undefined,
    )
    const afterwards = world.proxy.sent().slice(switchedAt)
    expect(afterwards.filter((line) => line.endsWith('#1'))).toEqual([])
    expect(world.proxy.sent().filter((line) => line === login)).toHaveLength(2)
  })
})

describe('another account is chosen while the first one', { timeout: 60_000 }, () => {
  test('signs in: the token that comes is nobody’s, and is kept for nobody', async () => {
    const { until, release } = makeGate()
    world.proxy.play({ path: /login/, nth: 1, fault: { kind: 'holdAnswer', until } })
    const app = await start()
    await eventually(() => expect(world.done).toContain(`${login} 200`))
    await app.services.accounts.activate({ id: 'bob' })
    await eventually(async () =>
      expect(await app.services.orders.getSyncState()).toMatchObject({ isComplete: true, cached: 20 }),
    )
    release()
    await world.proxy.idle()
    await expectBobsAlone(app)
    const kept = [...app.keychain.entries.keys()].filter((key) => key.includes('refreshToken'))
    expect(kept.filter((key) => key.includes('bob'))).toHaveLength(1)
    expect(kept.filter((key) => key.includes('alice'))).toEqual([])
    // Her token has number 1 where the proxy saw it first, and nothing was ever sent with it.
    expect(world.proxy.sent().filter((line) => line.endsWith('#1'))).toEqual([])
    expect(world.proxy.sent().filter((line) => line === nonce)).toHaveLength(2)
  })

  test('is refused: her refusal does not sign him out, and no token of his is renewed for it', async () => {
    const { until, release } = makeGate()
    world.proxy.play({
      path: /\/orders\//,
      fault: ({ token }) => (token === 1 ? { kind: 'refuseToken' } : null),
      after: () => until,
    })
    const app = await start()
    await eventually(() => expect(world.proxy.sent()).toContain('GET /sapi/v1/orders/ #1'))
    await app.services.accounts.activate({ id: 'bob' })
    await eventually(async () =>
      expect(await app.services.orders.getSyncState()).toMatchObject({ isComplete: true, cached: 20 }),
    )
    release()
    await world.proxy.idle()
    await eventually(() => expectBobsAlone(app))
    expect(world.proxy.sent().filter((line) => line.includes('refresh'))).toEqual([])
    expect(world.proxy.sent().filter((line) => line === login)).toHaveLength(2)
  })

  test('is chosen again: to and fro ten times, each row is of its own account', async () => {
    const app = await start()
    for (let turn = 0; turn < 10; turn += 1) {
      await app.services.accounts.activate({ id: turn % 2 === 0 ? 'bob' : 'alice' })
    }
    await app.services.accounts.activate({ id: 'alice' })
    await eventually(async () => expect(await app.store.countOrders('alice')).toBe(20))
    await app.services.accounts.activate({ id: 'bob' })
    await eventually(async () => expect(await app.store.countOrders('bob')).toBe(20))
    await world.proxy.idle()
    expect(await idsOf(app.store, 'alice')).toEqual(await idsAtExchange(0))
    expect(await idsOf(app.store, 'bob')).toEqual(await idsAtExchange(1))
    expect(world.proxy.sent().filter((line) => line.endsWith('#0'))).toEqual([])
  })
})
