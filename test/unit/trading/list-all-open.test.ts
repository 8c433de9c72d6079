// The list of open orders misses none that moves on while it is read.
import { expect, it } from 'vitest'
import type { OrdersQuery } from '../../../src-main/exchange/endpoints/orders/orders.ts'
import { listAllOpen } from '../../../src-main/trading/cancel/cancel-passes.ts'
import { makeOrder } from '../renderer/features/make-order.ts'

it('has an order that goes on the book between the lists of its two states', async () => {
  let state: 'pending' | 'wait' = 'pending'
  const asked: OrdersQuery['state'][] = []
  const client = {
    listOrders: (query: OrdersQuery) => {
      asked.push(query.state)
      const isHere = query.state === state && query.page === 1
      // It goes on as soon as anything was listed.
      state = 'wait'
      return Promise.resolve({ orders: isHere ? [makeOrder(7, { state })] : [], refused: [], unread: null })
    },
  }
  const { orders } = await listAllOpen(client, new AbortController().signal)
  expect(orders.map(({ id }) => id)).toEqual([7])
  expect(new Set(asked)).toEqual(new Set(['pending', 'wait']))
})

it('has the pages behind one with nothing but orders that moved on from the other state', async () => {
  // The service serves one row a page.
  const book: Record<string, readonly number[]> = { pending: [7], wait: [7, 8] }
  const client = {
    listOrders: ({ state = 'wait', page = 1 }: OrdersQuery) => {
      const id = book[state]?.[page - 1]
      const orders = id === undefined ? [] : [makeOrder(id, { state: 'wait' })]
      return Promise.resolve({ orders, refused: [], unread: null })
    },
  }
  const { orders } = await listAllOpen(client, new AbortController().signal)
  expect(orders.map(({ id }) => id)).toEqual([7, 8])
})
