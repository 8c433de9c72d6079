// Owns: how the Orders view reads its rows: page by page, again when told, and never the answer to an old question.
// Must not: test markup.
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../../src-preload/contract/entities.ts'
import { noFilter } from '../../../../src-renderer/views/orders/order-filter.ts'
import { orders } from '../../../../src-renderer/views/orders/orders.svelte.ts'
import { type Answers, installFakeMain } from './fake-main.ts'
import { makeOrder } from './make-order.ts'
import { eventually } from '../../../fixtures/eventually.ts'

/** A buy with an even number, a sell with an odd one. */
function makeSided(id: number): Order {
  return makeOrder(id, { side: id % 2 === 0 ? 'buy' : 'sell' })
}

/** An account of orders with ids `count` down to 1, as main pages them. */
function makeAccount(count: number): { orders: Order[]; answers: Answers } {
  const orders = Array.from({ length: count }, (_, index) => makeSided(count - index))
  const answers: Answers = {
    'orders:list': ({ filter, cursor, limit }) => {
      const fit = orders.filter((one) => filter.sides.length === 0 || filter.sides.includes(one.side))
      const from = cursor === null ? 0 : fit.findIndex((one) => one.id < cursor.id)
      const rows = from < 0 ? [] : fit.slice(from, from + limit)
      const last = rows.at(-1)
      const isEnd = from < 0 || from + limit >= fit.length
      const next = isEnd || last === undefined ? null : { createdAtMs: last.createdAtMs, id: last.id }
      return { rows, next, total: fit.length }
    },
    'orders:listMarkets': () => ({ markets: ['ethusdc'] }),
    'orders:get': ({ id }) => ({ order: makeSided(id), trades: { status: 'ready', rows: [] } }),
  }
  return { orders, answers }
}

const sync = { cached: 0, isComplete: true, asOfMs: 1, refusedRows: 0, lastError: null }

function readIds(): number[] {
  return orders.list.status === 'ready' ? orders.list.value.pages.flat().map((row) => row.id) : []
}

describe('the rows of the Orders view', () => {
  it('are read only as far as they are in sight, and to the end when the end is in sight', async () => {
    const { answers } = makeAccount(2500)
    installFakeMain(answers)
    const stop = orders.start('alice')
    await eventually(() => expect(readIds()).toHaveLength(500))
    orders.need(2499)
    await eventually(() => expect(readIds()).toHaveLength(2500))
    expect(readIds()).toEqual(Array.from({ length: 2500 }, (_, index) => 2500 - index))
    stop()
  })

  it('show a new order on top and lose none, when orders arrive while the user is far down', async () => {
    const account = makeAccount(1200)
    const main = installFakeMain(account.answers)
    const stop = orders.start('carol')
    orders.need(1100)
    await eventually(() => expect(readIds()).toHaveLength(1200))
    account.orders.unshift(makeSided(1202), makeSided(1201))
    main.emit('orders:changed', { ids: [1201, 1202], sync })
    await eventually(() => expect(readIds()).toHaveLength(1202))
    expect(readIds()[0]).toBe(1202)
    expect(new Set(readIds()).size).toBe(1202)
    expect([...orders.changedAt.keys()]).toEqual([1201, 1202])
    stop()
  })

  it('answer the filter of now, however late the answer to the one before comes', async () => {
    const { answers } = makeAccount(10)
    const list = answers['orders:list']
    if (!list) throw new Error('no list')
    const waiting: (() => void)[] = []
    installFakeMain({
      ...answers,
      'orders:list': async (input) => {
        if (input.filter.sides.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
        return list(input)
      },
    })
    const stop = orders.start('dave')
    orders.setFilter({ ...noFilter, sides: ['buy'] })
    await eventually(() => expect(waiting).toHaveLength(1))
    waiting[0]?.()
    await eventually(() => expect(readIds()).toEqual([10, 8, 6, 4, 2]))
    stop()
  })

  it('stay on screen when a later reading fails, with the failure beside them', async () => {
    const { answers } = makeAccount(3)
    const list = answers['orders:list']
    if (!list) throw new Error('no list')
    let isBroken = false
    const main = installFakeMain({
      ...answers,
      'orders:list': (input) => {
        if (isBroken) throw new Error('disk is gone')
        return list(input)
      },
    })
    const stop = orders.start('erin')
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    isBroken = true
    main.emit('orders:changed', { ids: [1], sync })
    await eventually(() => expect(orders.refreshError?.code).toBe('internal'))
    expect(readIds()).toEqual([3, 2, 1])
    isBroken = false
    orders.retry()
    await eventually(() => expect(orders.refreshError).toBeNull())
    stop()
  })

  it('of one account are never shown for another', async () => {
    installFakeMain(makeAccount(3).answers)
    orders.start('frank')()
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    installFakeMain(makeAccount(0).answers)
    const stop = orders.start('bob')
    expect(orders.list.status).toBe('loading')
    await eventually(() => expect(orders.list.status).toBe('ready'))
    expect(readIds()).toEqual([])
    stop()
  })
})

describe('an order that is asked for from elsewhere', () => {
  it('opens by its id, whether or not the table has read it', async () => {
    installFakeMain(makeAccount(600).answers)
    const stop = orders.start('olivia')
    orders.open(7)
    expect(orders.detail.status).toBe('loading')
    await eventually(() =>
      expect(orders.detail).toMatchObject({ status: 'ready', value: { order: { id: 7 } } }),
    )
    orders.open(7)
    // It is open already: nothing of it goes for a moment.
    expect(orders.detail.status).toBe('ready')
    orders.deselect()
    stop()
  })
})

/** Long enough for a change to be read, were it read. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 450))

function count(calls: readonly string[], name: string): number {
  return calls.filter((one) => one === name).length
}

describe('news of orders', () => {
  it('that only the state of the reading moved reads nothing again', async () => {
    const main = installFakeMain(makeAccount(3).answers)
    const stop = orders.start('grace')
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    orders.select(makeSided(2))
    await eventually(() => expect(orders.isReadingDetail).toBe(false))
    await settle()
    const before = main.calls.length
    main.emit('orders:changed', { ids: [], sync })
    await settle()
    expect(main.calls.slice(before)).toEqual([])
    stop()
  })

  it(
    'reads only the stretch it falls into, when the whole of 100,000 orders is loaded',
    { timeout: 60_000 },
    async () => {
      const account = makeAccount(100_000)
      const main = installFakeMain(account.answers)
      const stop = orders.start('heidi')
      orders.need(99_999)
      await eventually(() => expect(orders.list).toMatchObject({ value: { length: 100_000 } }))
      expect(count(main.calls, 'orders:list')).toBe(200)
      const at = account.orders.findIndex((one) => one.id === 40_000)
      account.orders[at] = { ...makeSided(40_000), state: 'done' }
      account.orders.unshift(makeSided(100_001))
      await settle()
      main.emit('orders:changed', { ids: [40_000, 100_001], sync })
      await eventually(() => expect(orders.list).toMatchObject({ value: { length: 100_001 } }))
      expect(count(main.calls, 'orders:list')).toBe(202)
      expect(readIds()).toEqual(account.orders.map((one) => one.id))
      const rows = orders.list.status === 'ready' ? orders.list.value : null
      expect(rows?.at(60_001)).toMatchObject({ id: 40_000, state: 'done' })
      stop()
    },
  )

  it('brings in an order that fits the filter only now, and takes out one that no longer does', async () => {
    const account = makeAccount(900)
    const main = installFakeMain(account.answers)
    const stop = orders.start('ivan')
    orders.setFilter({ ...noFilter, sides: ['buy'] })
    await eventually(() => expect(readIds()).toHaveLength(450))
    await settle()
    const change = (id: number, side: Order['side']): void => {
      account.orders[900 - id] = makeOrder(id, { side })
    }
    change(501, 'buy')
    change(100, 'sell')
    main.emit('orders:changed', { ids: [501, 100], sync })
    await eventually(() => expect(readIds()).toContain(501))
    expect(readIds()).toEqual(account.orders.filter((one) => one.side === 'buy').map((one) => one.id))
    stop()
  })

  it('from far back in the history changes the total, and reads no row that nobody looks at', async () => {
    const account = makeAccount(600)
    const main = installFakeMain(account.answers)
    const stop = orders.start('judy')
    await eventually(() => expect(readIds()).toHaveLength(500))
    await settle()
    const old = Array.from({ length: 200 }, (_, index) => makeSided(-index))
    account.orders.push(...old)
    main.emit('orders:changed', { ids: old.map((one) => one.id), sync })
    await eventually(() => expect(orders.list).toMatchObject({ value: { total: 800 } }))
    expect(readIds()).toHaveLength(500)
    orders.need(799)
    await eventually(() => expect(readIds()).toHaveLength(800))
    stop()
  })

  it('reads all in sight again after a failure, so that no change is missed', async () => {
    const account = makeAccount(3)
    const list = account.answers['orders:list']
    if (!list) throw new Error('no list')
    let isBroken = false
    const main = installFakeMain({
      ...account.answers,
      'orders:list': (input) => {
        if (isBroken) throw new Error('disk is gone')
        return list(input)
      },
    })
    const stop = orders.start('ken')
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    isBroken = true
    account.orders[2] = makeOrder(1, { state: 'done' })
    main.emit('orders:changed', { ids: [1], sync })
    await eventually(() => expect(orders.refreshError?.code).toBe('internal'))
    isBroken = false
    account.orders.unshift(makeSided(4))
    main.emit('orders:changed', { ids: [4], sync })
    await eventually(() => expect(readIds()).toEqual([4, 3, 2, 1]))
    expect(orders.list).toMatchObject({ refreshError: null })
    const rows = orders.list.status === 'ready' ? orders.list.value : null
    expect(rows?.at(3)?.state).toBe('done')
    stop()
  })

  it('asks for the open order again only when it is about that order', async () => {
    const main = installFakeMain(makeAccount(3).answers)
    const stop = orders.start('liam')
    await eventually(() => expect(readIds()).toEqual([3, 2, 1]))
    orders.select(makeSided(2))
    await eventually(() => expect(orders.isReadingDetail).toBe(false))
    main.emit('orders:changed', { ids: [1, 3], sync })
    await settle()
    expect(count(main.calls, 'orders:get')).toBe(1)
    main.emit('orders:changed', { ids: [2], sync })
    await eventually(() => expect(count(main.calls, 'orders:get')).toBe(2))
    orders.deselect()
    stop()
  })
})
