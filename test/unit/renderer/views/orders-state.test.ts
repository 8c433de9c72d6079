// Owns: how the Orders view reads its rows: page by page, again when told, and never the answer to an old question.
// Must not: test markup.
import { describe, expect, it, vi } from 'vitest'
import type { Order } from '../../../../src-preload/contract/entities.ts'
import { noFilter } from '../../../../src-renderer/views/orders/order-filter.ts'
import { orders } from '../../../../src-renderer/views/orders/orders.svelte.ts'
import { type Answers, installFakeMain } from './fake-main.ts'
import { makeOrder } from './make-order.ts'

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
    'orders:get': ({ id }) => ({ order: makeSided(id), trades: [] }),
  }
  return { orders, answers }
}

const sync = { cached: 0, isComplete: true, asOfMs: 1 }

function readIds(): number[] {
  return orders.list.status === 'ready' ? orders.list.value.rows.map((row) => row.id) : []
}

describe('the rows of the Orders view', () => {
  it('are read only as far as they are in sight, and to the end when the end is in sight', async () => {
    const { answers } = makeAccount(2500)
    installFakeMain(answers)
    const stop = orders.start('alice')
    await vi.waitFor(() => expect(readIds()).toHaveLength(500))
    orders.need(2499)
    await vi.waitFor(() => expect(readIds()).toHaveLength(2500))
    expect(readIds()).toEqual(Array.from({ length: 2500 }, (_, index) => 2500 - index))
    stop()
  })

  it('show a new order on top and lose none, when orders arrive while the user is far down', async () => {
    const account = makeAccount(1200)
    const main = installFakeMain(account.answers)
    const stop = orders.start('carol')
    orders.need(1100)
    await vi.waitFor(() => expect(readIds()).toHaveLength(1200))
    account.orders.unshift(makeSided(1202), makeSided(1201))
    main.emit('orders:changed', { ids: [1201, 1202], sync })
    await vi.waitFor(() => expect(readIds()).toHaveLength(1202))
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
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    waiting[0]?.()
    await vi.waitFor(() => expect(readIds()).toEqual([10, 8, 6, 4, 2]))
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
    await vi.waitFor(() => expect(readIds()).toEqual([3, 2, 1]))
    isBroken = true
    main.emit('orders:changed', { ids: [1], sync })
    await vi.waitFor(() => expect(orders.refreshError?.code).toBe('internal'))
    expect(readIds()).toEqual([3, 2, 1])
    isBroken = false
    orders.retry()
    await vi.waitFor(() => expect(orders.refreshError).toBeNull())
    stop()
  })

  it('of one account are never shown for another', async () => {
    installFakeMain(makeAccount(3).answers)
    orders.start('frank')()
    await vi.waitFor(() => expect(readIds()).toEqual([3, 2, 1]))
    installFakeMain(makeAccount(0).answers)
    const stop = orders.start('bob')
    expect(orders.list.status).toBe('loading')
    await vi.waitFor(() => expect(orders.list.status).toBe('ready'))
    expect(readIds()).toEqual([])
    stop()
  })
})
