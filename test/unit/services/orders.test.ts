import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOrders } from '../../../src-main/services/orders.ts'
import type { Link } from '../../../src-main/services/link.ts'
import type { Store } from '../../../src-main/store/store-api.ts'
import { orderDetail } from '../../../src-preload/contract/entities.ts'
import { AppError } from '../../../src-preload/shared/errors.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { sampleOrder, sampleTrade } from '../store/support.ts'
import { account, makeLink, makeStore } from './world.ts'

let server: ScriptedServer
let store: Store
let link: Link

beforeEach(async () => {
  server = await startScriptedServer()
  store = await makeStore()
  link = makeLink(server.baseUrl, movableClock())
})
afterEach(() => server.stop())

async function get(id: number) {
  const orders = createOrders({ store, getLink: () => link, getFault: () => null })
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
    link.connection.recordFailure(new AppError('network', { reason: 'refused' }))
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
