// Which open stop orders have triggered: by the whole book of their market alone, asked for no more often than it has to be.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStopPlaces } from '../../../src-main/orders/stop-places.ts'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { sampleOrder } from '../store/support.ts'
import { account, makeSession, makeStore } from '../world.ts'

let server: ScriptedServer
let store: Store
let session: AccountSession
let nowMs = 0
let places: ReturnType<typeof createStopPlaces>

beforeEach(async () => {
  server = await startScriptedServer()
  store = await makeStore()
  session = makeSession(server.baseUrl, movableClock())
  nowMs = 0
  places = createStopPlaces(store, () => nowMs)
})
afterEach(() => server.stop())

const stop = (id: number, more: Partial<Order> = {}): Order =>
  sampleOrder(id, {
    ...{ type: 'stop_limit', state: 'wait', market: 'ethusdc', side: 'buy' },
    ...{ stopPrice: '90', price: '91', executedVolume: '0' },
    ...more,
  })
const put = (...orders: Order[]) => store.putOrders(account.id, orders, null)
const listed = (side: 'buy' | 'sell', ids: readonly number[]) =>
  ids.map((id) => ({ id, side, price: '91', remaining_volume: '1', market: 'ethusdc' }))
const playBook = (bids: readonly unknown[], asks: readonly unknown[] = []) =>
  server.play(() => ({ json: { status: 'success', message: '', payload: { asks, bids } } }))
const find = async () => Object.fromEntries((await places.find(session)).map(({ id, place }) => [id, place]))

it('a stop that the whole book lists is in it, and one that it does not list waits for its trigger', async () => {
  await put(
    ...[stop(1), stop(2), stop(3, { side: 'sell' }), stop(4, { state: 'pending' })],
    ...[stop(5, { type: 'limit' }), stop(6, { state: 'done' })],
  )
  // An id on the other side is another one.
  playBook(listed('buy', [1, 3, 900]))
  expect(await find()).toEqual({ 1: 'inBook', 2: 'untriggered', 3: 'untriggered' })
  expect(server.requests.map(({ path, query }) => [path, query])).toEqual([
    ['/sapi/v1/market/orderbook/', { market: 'ethusdc', asks_limit: '200', bids_limit: '200' }],
  ])
})

it('a side without such an order is asked for a single row, and says nothing', async () => {
  await put(stop(1, { side: 'sell' }), stop(2, { market: 'btcusdc' }))
  playBook(listed('buy', [700]), listed('sell', [1]))
  expect(await find()).toEqual({ 1: 'inBook' })
  const asked = server.requests.map(({ query }) => query)
  expect(asked).toContainEqual({ market: 'ethusdc', asks_limit: '200', bids_limit: '1' })
  expect(asked).toContainEqual({ market: 'btcusdc', asks_limit: '1', bids_limit: '200' })
  // One that comes on the other side later is looked for on that side.
  await put(stop(3))
  playBook(listed('buy', [3]), listed('sell', [1]))
  expect(await find()).toMatchObject({ 1: 'inBook', 3: 'inBook' })
  expect(server.requests.at(-1)?.query).not.toMatchObject({ bids_limit: '1' })
})

it('nothing is said by a side that was cut off, a book with a row that cannot be read, or none', async () => {
  await put(stop(1), stop(2, { side: 'sell' }))
  playBook(
    listed(
      'buy',
      Array.from({ length: 200 }, (_, at) => 1_000 + at),
    ),
  )
  expect(await find()).toEqual({ 2: 'untriggered' })
  nowMs = 11_000
  playBook([{ id: 'x' }])
  expect(await find()).toEqual({})
  nowMs = 22_000
  server.play(() => ({ status: 500, json: { status: 'error', message: 'later', payload: {} } }))
  expect(await find()).toEqual({})
})

it('one that has filled in part has triggered, and none of them means no question', async () => {
  await put(stop(1, { executedVolume: '0.1' }))
  expect(await find()).toEqual({ 1: 'inBook' })
  expect(server.requests).toEqual([])
})

it('a book is read again after ten seconds, and at once for a stop that it was not read for', async () => {
  await put(stop(1))
  playBook(listed('buy', [1]))
  expect(await find()).toEqual({ 1: 'inBook' })
  nowMs = 10_000
  expect(await find()).toEqual({ 1: 'inBook' })
  expect(server.requests).toHaveLength(1)
  nowMs = 10_001
  expect(await find()).toEqual({ 1: 'inBook' })
  expect(server.requests).toHaveLength(2)
  // It was not open when that book was read.
  await put(stop(2))
  playBook(listed('buy', [1, 2]))
  expect(await find()).toEqual({ 1: 'inBook', 2: 'inBook' })
  expect(server.requests).toHaveLength(3)
})

it('out of reach nothing is asked', async () => {
  await put(stop(1))
  session.connection.recordFailure(new AppError('network', { reason: 'refused' }))
  expect(await find()).toEqual({})
  expect(server.requests).toEqual([])
})
