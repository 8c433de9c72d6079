import { describe, expect, it } from 'vitest'
import type { OrderWithFills } from '../../../../src-main/exchange/endpoints/orders/orders.ts'
import { createFillHistory } from '../../../../src-main/orders/sync/fill-history.ts'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import { movableClock } from '../../../fixtures/test-client.ts'
import { openWithAccount, sampleOrder, sampleTrade } from '../../store/support.ts'

const { signal } = new AbortController()

/** Orders with one fill each in a real store, and a service that tells them alone. */
async function start(count: number) {
  const store = await openWithAccount()
  const clock = movableClock(0)
  const orders = new Map<number, Order>()
  const asked: number[] = []
  const faults = new Map<number, AppError>()
  let keptFromMs = 0
  let areOrdersKnown = true
  let fillsTold = Infinity
  let answering: () => void = () => undefined
  const add = async (id: number, changes: Partial<Order> = {}): Promise<void> => {
    const order = sampleOrder(id, { tradesCount: 1, state: 'done', stopPrice: '7', ...changes })
    orders.set(id, order)
    await store.putOrders('a', [order], null)
  }
  for (let id = 1; id <= count; id += 1) await add(id)
  const getOrder = (id: number): Promise<OrderWithFills> => {
    asked.push(id)
    answering()
    const fault = faults.get(id)
    const order = orders.get(id)
    if (fault !== undefined) return Promise.reject(fault)
    if (order === undefined) return Promise.reject(new AppError('rejectedByExchange', { status: 404 }))
    const count = Math.min(order.tradesCount, fillsTold)
    const trades = Array.from({ length: count }, (_, at) => sampleTrade(id + 1_000 * at))
    return Promise.resolve({ order: { ...order, stopPrice: null }, trades })
  }
  // A service without a list of own trades.
  const listOwnTrades = () => Promise.reject(new AppError('rejectedByExchange', { status: 404 }))
  const startAgain = () =>
    createFillHistory({
      accountId: 'a',
      source: { getOrder, listOwnTrades },
      store,
      clock,
      keptFromMs: () => Promise.resolve(keptFromMs),
      areOrdersKnown: () => Promise.resolve(areOrdersKnown),
      everyMs: 0,
    })
  const history = startAgain()
  const keepFrom = (ms: number): void => {
    keptFromMs = ms
  }
  const knowOrders = (are: boolean): void => {
    areOrdersKnown = are
  }
  const tellFills = (most: number): void => {
    fillsTold = most
  }
  const onAnswer = (listener: () => void): void => {
    answering = listener
  }
  const readAll = async () => {
    for (;;) {
      const result = await history.step(signal)
      if (result !== 'more') return result
    }
  }
  return {
    store,
    clock,
    asked,
    faults,
    orders,
    add,
    history,
    startAgain,
    keepFrom,
    knowOrders,
    tellFills,
    onAnswer,
    readAll,
  }
}

describe('the history of fills', () => {
  it('asks for each order once, newest first, and says how far it is', async () => {
    const { history, asked, readAll, store } = await start(5)
    expect(await history.progress()).toMatchObject({ done: 0, total: 5, isComplete: false })
    expect(await readAll()).toBe('complete')
    expect(asked).toEqual([5, 4, 3, 2, 1])
    expect(await history.progress()).toMatchObject({ done: 5, total: 5, isComplete: true })
    expect(await store.getOrderTrades('a', 3)).toMatchObject({ trades: [{ id: 3 }] })
    // What only lists tell stays.
    expect(await store.getOrder('a', 3)).toMatchObject({ stopPrice: '7' })
  })

  it('says how far back fills are here, whichever order was read last and whoever read them', async () => {
    const { history, add, readAll, startAgain } = await start(5)
    expect(await history.progress()).toMatchObject({ backToMs: null })
    await history.step(signal)
    expect(await history.progress()).toMatchObject({ backToMs: sampleOrder(5).createdAtMs })
    await readAll()
    const oldestMs = sampleOrder(1).createdAtMs
    expect(await history.progress()).toMatchObject({ backToMs: oldestMs })
    await add(9)
    history.freshen()
    expect(await history.progress()).toMatchObject({ backToMs: oldestMs })
    await readAll()
    expect(await history.progress()).toMatchObject({ done: 6, backToMs: oldestMs })
    expect(await startAgain().progress()).toMatchObject({ done: 6, backToMs: oldestMs })
  })

  it('counts no order whose fills were dropped', async () => {
    const { history, store, keepFrom, readAll } = await start(5)
    await readAll()
    const keptMs = sampleOrder(4).createdAtMs
    keepFrom(keptMs)
    await store.dropBefore('fills', keptMs, 100)
    expect(await history.progress()).toMatchObject({ done: 2, total: null, backToMs: keptMs })
  })

  it('takes an order that was just filled before the old ones', async () => {
    const { history, asked, add, readAll } = await start(4)
    await history.step(signal)
    await add(9)
    history.freshen()
    await readAll()
    expect(asked).toEqual([4, 9, 3, 2, 1])
  })

  it('goes on where one order cannot be read, says why, and asks for it again after a rest', async () => {
    const { clock, asked, faults, readAll, history } = await start(3)
    faults.set(2, new AppError('rejectedByExchange', { status: 404 }))
    await expect(readAll()).rejects.toMatchObject({ code: 'rejectedByExchange' })
    expect(asked).toEqual([3, 2, 1])
    await expect(readAll()).rejects.toMatchObject({ code: 'rejectedByExchange' })
    expect(asked).toEqual([3, 2, 1])
    expect(await history.progress()).toMatchObject({ done: 2, total: 3, isComplete: false })
    faults.clear()
    clock.moveTo(60_000)
    expect(await readAll()).toBe('complete')
    expect(asked).toEqual([3, 2, 1, 2])
  })

  it('does not ask again and again for an order whose own answer is older than the list', async () => {
    const { orders, asked, readAll } = await start(1)
    const order = orders.get(1)
    if (order !== undefined) orders.set(1, { ...order, updatedAtMs: order.updatedAtMs - 1 })
    expect(await readAll()).toBe('later')
    expect(await readAll()).toBe('later')
    expect(asked).toEqual([1])
  })

  it('leaves the order where it is when the line breaks', async () => {
    const { asked, faults, readAll } = await start(3)
    faults.set(2, new AppError('network', { endpoint: 'orders.get' }))
    await expect(readAll()).rejects.toMatchObject({ code: 'network' })
    faults.clear()
    expect(await readAll()).toBe('complete')
    expect(asked).toEqual([3, 2, 2, 1])
  })

  it('does not ask for fills that are not kept', async () => {
    const { asked, keepFrom, readAll, history } = await start(5)
    keepFrom(sampleOrder(4).createdAtMs)
    expect(await readAll()).toBe('complete')
    expect(asked).toEqual([5, 4])
    expect(await history.progress()).toMatchObject({ done: 2, total: null, isComplete: true })
  })

  it('is not complete where the answer holds fewer fills than the order counts, and asks again', async () => {
    const { history, store, clock, add, tellFills, readAll } = await start(0)
    await add(1, { tradesCount: 2 })
    tellFills(1)
    expect(await readAll()).toBe('later')
    expect(await history.progress()).toMatchObject({ done: 0, isComplete: false })
    tellFills(Infinity)
    clock.moveTo(60_000)
    expect(await readAll()).toBe('complete')
    expect((await store.getOrderTrades('a', 1))?.trades).toHaveLength(2)
    // An older answer of the same second, which was on its way for longer.
    const order = sampleOrder(1, { tradesCount: 1, state: 'done' })
    await store.putOrderTrades('a', order, [sampleTrade(1)])
    expect((await store.getOrderTrades('a', 1))?.trades).toHaveLength(2)
    expect(await store.getOrder('a', 1)).toMatchObject({ tradesCount: 2 })
  })

  it('is not complete before all orders are known, nor once another order has fills', async () => {
    const { history, add, knowOrders, keepFrom, readAll } = await start(1)
    knowOrders(false)
    expect(await readAll()).toBe('later')
    expect(await history.progress()).toMatchObject({ done: 1, total: null, isComplete: false })
    knowOrders(true)
    expect(await readAll()).toBe('complete')
    keepFrom(1)
    await add(2)
    history.freshen()
    expect(await history.progress()).toMatchObject({ done: 1, isComplete: false })
  })

  it('forgets the failure of an order whose fills somebody else has read', async () => {
    const { store, faults, orders, keepFrom, readAll } = await start(3)
    keepFrom(sampleOrder(2).createdAtMs)
    faults.set(3, new AppError('rejectedByExchange', { status: 404 }))
    await expect(readAll()).rejects.toMatchObject({ code: 'rejectedByExchange' })
    await store.putOrderTrades('a', orders.get(3) ?? sampleOrder(3), [sampleTrade(3)])
    expect(await readAll()).toBe('complete')
  })

  it('lets nothing land once it was ended, though the answer had come', async () => {
    const { history, store, onAnswer } = await start(1)
    const stopper = new AbortController()
    onAnswer(() => stopper.abort())
    await expect(history.step(stopper.signal)).rejects.toThrow()
    expect(await store.getOrderTrades('a', 1)).toBeNull()
  })
})
