// Canceling the orders of a market: cancels go out before anything is read, and no failed call keeps the others from being canceled.
import { expect, it } from 'vitest'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { createCancelOrders } from '../../../src-main/trading/cancel/cancel-orders.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { sampleOrder } from '../../unit/trading/sample-orders.ts'
import { resting, startTrading } from './canceling-world.ts'

const market = 'ethusdc'

it('goes out in a pause that the exchange asked for at a read', async () => {
  const world = await startTrading()
  await world.placeElsewhere(market, '100')
  await world.placeElsewhere(market, '101')
  const slowDown = () =>
    new Response(JSON.stringify({ status: 'error', message: 'slow down', payload: {} }), {
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '60' },
    })
  world.setInstead((url) => (url.includes('bulkcancel') ? null : Promise.resolve(slowDown())))
  await expect(world.place({ ...resting, price: '103' })).rejects.toBeInstanceOf(AppError)
  const asked = world.trading.cancelMarket({ market, side: null })
  asked.catch(() => undefined)
  await eventually(async () => expect(await world.listOpen()).toEqual([]))
  world.setInstead(() => null)
  await world.services.close()
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
}, 60_000)

/** An exchange by what it answers to each call, and a minute that passes within a few rounds. */
function start(
  calls: { bulk?: () => void; single?: (id: number) => void; list: () => Order[] },
  stepMs = 5_000,
) {
  const sent: string[] = []
  let nowMs = 0
  const tell = <T>(call: string, answer: () => T): Promise<T> => {
    sent.push(call)
    return Promise.resolve().then(answer)
  }
  const session = {
    account: { id: 'a', label: 'A', networkKind: 'practice' },
    signal: new AbortController().signal,
    client: {
      cancelOrders: () => tell('bulk', calls.bulk ?? (() => undefined)),
      cancelOrder: (id: number) => tell(`cancel ${id}`, () => calls.single?.(id)),
      listOrders: ({ state }: { state: string }) =>
        tell('list', () => ({
          orders: calls.list().filter((order) => order.state === state),
          refused: [],
          unread: null,
        })),
    },
  }
  const orders = createCancelOrders({
    current: { require: () => session as never },
    confirmations: { confirmChange: () => Promise.resolve() },
    monotonicMs: () => (nowMs += stepMs),
    log: { info: () => undefined, fault: () => undefined },
    random: () => 0,
    listCachedOpen: () =>
      Promise.resolve([sampleOrder(7, { market }), sampleOrder(8, { market: 'btcusdc' })]),
    onAsked: () => undefined,
    onCanceled: () => undefined,
  })
  return { sent, cancel: () => orders.cancelMarket({ market, side: null }) }
}

const slowDown = (): never => {
  throw new AppError('rateLimited', { retryAfterMs: 60_000 })
}

it('names what the cache has as open where the exchange lists nothing in time', async () => {
  const { sent, cancel } = start({ list: slowDown }, 30_000)
  await expect(cancel()).rejects.toMatchObject({
    code: 'ordersLeft',
    data: { count: 1, orders: '7', isListed: false },
  })
  expect(sent[0]).toBe('bulk')
}, 60_000)

it('cancels one by one what the bulk cancel does not, and goes on where one of them fails', async () => {
  const open = new Set([7, 9])
  let refusals = 0
  const { sent, cancel } = start({
    bulk: slowDown,
    single(id) {
      if (id === 7 && (refusals += 1) < 2) slowDown()
      open.delete(id)
    },
    list: () => [...open].map((id) => sampleOrder(id, { market, state: 'wait' })),
  })
  await expect(cancel()).resolves.toEqual({})
  expect(sent).toContain('cancel 9')
  expect(open).toEqual(new Set())
}, 60_000)

it('ends soon where nothing gets through at all', async () => {
  const away = (): never => {
    throw new AppError('network', { reason: 'away' })
  }
  const { cancel } = start({ bulk: away, single: away, list: away })
  await expect(cancel()).rejects.toMatchObject({ code: 'network' })
}, 60_000)
