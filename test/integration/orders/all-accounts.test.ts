// Orders of all accounts on one network: what is of which account, exact sums, and that the exchange is asked for none but the one
// in use.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOrders } from '../../../src-main/orders/orders.ts'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { anyFill } from '../../../src-main/store/api/order-filter.ts'
import { failureOf, movableClock } from '../../fixtures/test-client.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { Fraction, nothing } from '../../unit/portfolio/results/fractions.ts'
import { anyOrder, newestFirst, sampleOrder, sampleTrade } from '../store/support.ts'
import { account, inUse, makeSession, makeStore } from '../world.ts'

let server: ScriptedServer
let store: Store
let session: AccountSession

/** On the same network: b. Elsewhere: c. */
const other = { ...account, id: 'b', label: 'Other' }
const elsewhere = { ...account, id: 'c', label: 'Elsewhere', baseUrl: 'https://other.example' }
const page = { filter: anyOrder, sort: newestFirst, offset: 0, limit: 100 }

const fillsOf = { a: ['1.1', '2.23', '0.000000000000000001'], b: ['7.7', '0.3'], c: ['1000'] }

const sum = (texts: readonly string[]): string =>
  texts.reduce((total, text) => total.plus(Fraction.of(text)), nothing).text()

beforeEach(async () => {
  server = await startScriptedServer()
  store = await makeStore()
  session = makeSession(server.baseUrl, movableClock())
  await store.putAccount(elsewhere)
  await store.putAccount(other)
  let id = 0
  for (const [accountId, totals] of Object.entries(fillsOf)) {
    for (const total of totals) {
      id += 1
      const order = sampleOrder(id, { state: 'done', tradesCount: 1, executedVolume: '0.0375' })
      await store.putOrderTrades(accountId, order, [
        sampleTrade(id, { orderId: id, total, feeAmount: total }),
      ])
    }
  }
  await store.putOrders('b', [sampleOrder(20, { tradesCount: 0 }), sampleOrder(21, { tradesCount: 1 })], null)
})
afterEach(() => server.stop())

const open = () => createOrders({ store, current: inUse(session) })

it('lists rows of every account on the network with its ID, and of no other network', async () => {
  const orders = open()
  const { rows } = await orders.list({ ...page, accounts: 'all' })
  expect(rows.map(({ id, accountId }) => [id, accountId])).toEqual([
    [21, 'b'],
    [20, 'b'],
    [5, 'b'],
    [4, 'b'],
    [3, 'a'],
    [2, 'a'],
    [1, 'a'],
  ])
  expect(rows.find(({ id }) => id === 4)).toMatchObject({ executedValue: '7.7', isExecutedValueExact: true })
  const fills = await orders.listFills({ ...page, accounts: 'all', filter: anyFill, isDescending: true })
  expect(fills.rows.map(({ accountId }) => accountId)).toEqual(['b', 'b', 'a', 'a', 'a'])
  expect(fills.ordersWanting).toBe(1)
  // Alone, a row has no account: it is of the one in use.
  expect((await orders.list(page)).rows.map(({ id, accountId }) => [id, accountId])).toEqual([
    [3, undefined],
    [2, undefined],
    [1, undefined],
  ])
})

it('sums each account exactly, and the sum is that of the raw rows', async () => {
  const orders = open()
  const raw = [...fillsOf.a, ...fillsOf.b]
  const totals = await orders.getFillTotals({ accounts: 'all', filter: anyFill })
  expect(totals).toMatchObject({ fills: 5, fees: [{ currency: 'eth', amount: sum(raw) }] })
  expect(totals.markets).toMatchObject([{ boughtValue: sum(raw), boughtAmount: '0.1875' }])
  const ofOrders = await orders.getTotals({ accounts: 'all', filter: anyOrder })
  expect(ofOrders.orders).toBe(7)
  expect(ofOrders.markets).toMatchObject([{ executedValue: sum(raw), inexactValues: 0 }])
  expect((await orders.getFillTotals({ filter: anyFill })).markets).toMatchObject([
    { boughtValue: sum(fillsOf.a) },
  ])
})

it('shows an order of another account from the cache, and asks the exchange for nothing', async () => {
  const orders = open()
  expect(await orders.get({ id: 4, accountId: 'b' })).toMatchObject({
    order: { id: 4, accountId: 'b', executedValue: '7.7' },
    trades: { status: 'ready', rows: [{ id: 4 }] },
  })
  expect(await orders.get({ id: 21, accountId: 'b' })).toMatchObject({
    order: { id: 21, accountId: 'b' },
    trades: { status: 'unavailable', earlier: null },
  })
  expect(await failureOf(orders.get({ id: 6, accountId: 'c' }))).toMatchObject({ code: 'notFound' })
  expect(await failureOf(orders.get({ id: 4, accountId: 'nobody' }))).toMatchObject({ code: 'notFound' })
  expect(await failureOf(orders.get({ id: 4 }))).toMatchObject({ code: 'notFound' })
  expect(server.requests).toHaveLength(0)
})

it('counts what is cached of each account, the one in use first', async () => {
  expect(await open().listAccounts()).toEqual({
    accounts: [
      { accountId: 'a', orders: 3, open: 0, asOfMs: null },
      { accountId: 'b', orders: 4, open: 2, asOfMs: null },
    ],
  })
})
