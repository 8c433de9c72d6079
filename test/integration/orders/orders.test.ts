import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOrders } from '../../../src-main/orders/orders.ts'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { orderDetail } from '../../../src-preload/contract/orders/entities.ts'
import { ordersChannels } from '../../../src-preload/contract/orders/orders.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { anyFill } from '../../../src-main/store/api/order-filter.ts'
import { anyOrder, newestFirst, sampleOrder, sampleTrade } from '../store/support.ts'
import { account, inUse, makeSession, makeStore } from '../world.ts'

let server: ScriptedServer
let store: Store
let session: AccountSession

beforeEach(async () => {
  server = await startScriptedServer()
  store = await makeStore()
  session = makeSession(server.baseUrl, movableClock())
})
afterEach(() => server.stop())

async function get(id: number) {
  const orders = createOrders({ store, current: inUse(session) })
  return orderDetail.parse(await orders.get({ id }))
}

describe('the fills of an order', () => {
  it('are there without asking where it has none, and where they are here', async () => {
    await store.putOrders(account.id, [sampleOrder(1)], null)
    expect((await get(1)).trades).toEqual({ status: 'ready', rows: [] })
    const filled = sampleOrder(2, { tradesCount: 1, state: 'done' })
    await store.putOrderTrades(account.id, filled, [sampleTrade(5)])
    expect((await get(2)).trades).toEqual({ status: 'ready', rows: [sampleTrade(5)] })
    expect(server.requests).toHaveLength(0)
  })

  it('are unavailable while out of reach, for a reason, with those of before', async () => {
    const before = sampleOrder(2, { tradesCount: 1 })
    await store.putOrderTrades(account.id, before, [sampleTrade(5)])
    const after = { ...before, tradesCount: 2, updatedAtMs: before.updatedAtMs + 1 }
    await store.putOrders(account.id, [after, sampleOrder(3, { tradesCount: 1 })], null)
    session.connection.recordFailure(new AppError('network', { reason: 'refused' }))
    expect((await get(2)).trades).toEqual({
      status: 'unavailable',
      earlier: [sampleTrade(5)],
      reason: { code: 'offline', data: {}, ref: null },
    })
    expect((await get(3)).trades).toMatchObject({ status: 'unavailable', earlier: null })
    expect(server.requests).toHaveLength(0)
  })

  it('are unavailable with what the service said, and the order is shown all the same', async () => {
    await store.putOrders(account.id, [sampleOrder(3, { tradesCount: 1 })], null)
    server.play(() => ({ status: 500, json: { status: 'error', message: 'later', payload: {} } }))
    const detail = await get(3)
    expect(detail.order.id).toBe(3)
    expect(detail.trades).toMatchObject({
      status: 'unavailable',
      earlier: null,
      reason: { code: 'rejectedByExchange' },
    })
  })
})

describe('what an order came to', () => {
  const order = sampleOrder(2, { averagePrice: '1284.24315758', executedVolume: '0.3376', tradesCount: 1 })
  const value = { executedValue: '433.56049', isExecutedValueExact: true }
  const guess = { executedValue: '433.560489999008', isExecutedValueExact: false }
  const list = async () => {
    const orders = createOrders({ store, current: inUse(session) })
    const page = await orders.list({ filter: anyOrder, sort: newestFirst, offset: 0, limit: 10 })
    return ordersChannels['orders:list'].output.parse(page).rows
  }

  it('is the sum of its fills, exactly, in the list and in its detail, once they are here', async () => {
    await store.putOrders(account.id, [order, sampleOrder(1)], null)
    session.connection.recordFailure(new AppError('network', { reason: 'refused' }))
    expect(await list()).toMatchObject([guess, { executedValue: '0', isExecutedValueExact: true }])
    expect((await get(2)).order).toMatchObject(guess)
    await store.putOrderTrades(account.id, order, [sampleTrade(5, { amount: '0.3376', total: '433.56049' })])
    expect(await list()).toMatchObject([value, {}])
    expect((await get(2)).order).toMatchObject(value)
  })
})

describe('lists and totals', () => {
  const many = Array.from({ length: 6_000 }, (_, id) => sampleOrder(id, { price: String(id) }))
  const inBoth = { ...anyOrder, text: '00000000' }

  it('end a sum that is asked for anew, and answer the newest ask', async () => {
    await store.putOrders(account.id, many, null)
    const orders = createOrders({ store, current: inUse(session) })
    const first = orders.getTotals({ filter: anyOrder })
    const fills = orders.getFillTotals({ filter: anyFill })
    const second = orders.getTotals({ filter: { ...anyOrder, leastPrice: '5000' } })
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    expect((await second).orders).toBe(1_000)
    // Fills are summed beside.
    expect((await fills).fills).toBe(0)
  })

  it('end a sum once the list is looked at by another filter, and no sooner', async () => {
    await store.putOrders(account.id, many, null)
    const orders = createOrders({ store, current: inUse(session) })
    const look = (filter: typeof anyOrder) =>
      orders.list({ filter, sort: newestFirst, offset: 0, limit: 100 })
    const left = orders.getTotals({ filter: anyOrder })
    const ended = expect(left).rejects.toMatchObject({ code: 'cancelled' })
    await look({ ...anyOrder, leastPrice: '5000' })
    await ended
    const kept = orders.getTotals({ filter: anyOrder })
    await look(anyOrder)
    expect((await kept).orders).toBe(6_000)
  })

  it('give rows at once, and count on until the next ask', async () => {
    await store.putOrders(account.id, many, null)
    const orders = createOrders({ store, current: inUse(session) })
    const ask = () => orders.list({ filter: inBoth, sort: newestFirst, offset: 0, limit: 100 })
    let page = await ask()
    expect(page.rows).toHaveLength(100)
    while (page.total === null) page = await ask()
    expect(page.total).toBe(6_000)
    const deep = await orders.list({ filter: inBoth, sort: newestFirst, offset: 5_950, limit: 100 })
    expect(deep.rows.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => 49 - at))
  })

  it('name the markets and the reasons that occur', async () => {
    const orders = createOrders({ store, current: inUse(session) })
    expect(await orders.listFacets({})).toEqual({ markets: [], cancelReasons: [] })
    await store.putOrders(
      account.id,
      [sampleOrder(1, { state: 'cancel', cancelReason: 'B' }), sampleOrder(2)],
      null,
    )
    expect(await orders.listFacets({})).toEqual({ markets: ['ethusdc'], cancelReasons: ['B'] })
  })
})
