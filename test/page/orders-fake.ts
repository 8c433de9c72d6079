// Owns: an account of very many orders and a few fills, as main lists them, for tests of the whole page. Must not: assert.
import type { ListedOrder, Order } from '../../src-preload/contract/entities.ts'
import type {
  Fill,
  OrderFilter,
  OrderSort,
  SavedView,
  TableChoices,
} from '../../src-preload/contract/orders.ts'
import type { Answers } from '../unit/renderer/views/fake-main.ts'
import { makeOrder } from '../unit/renderer/views/make-order.ts'

/** Created within 2020, a minute apart, the newest first. */
const newestMs = Date.UTC(2020, 6, 1, 12)

export function orderOf(id: number, count: number): ListedOrder {
  const isDone = id % 3 === 0
  return makeOrder(id, {
    side: id % 2 === 0 ? 'buy' : 'sell',
    type: 'limit',
    state: isDone ? 'done' : 'cancel',
    price: `${2_000 + (id % 500)}.5`,
    averagePrice: isDone ? `${2_000 + (id % 500)}.25` : '0.0',
    originVolume: '731.4285',
    executedVolume: isDone ? '731.4285' : '0.0',
    remainingVolume: isDone ? '0.0' : '731.4285',
    createdAtMs: newestMs - (count - id) * 60_000,
    updatedAtMs: newestMs,
    tradesCount: isDone ? 1 : 0,
    cancelReason: isDone ? null : 'Order cancelled by user',
    executedValue: isDone ? '1469622.714' : '0',
    isExecutedValueExact: true,
  })
}

export const fill: Fill = {
  id: 501,
  orderId: 9,
  market: 'ethusdc',
  side: 'sell',
  takerType: 'sell',
  price: '2009.25',
  amount: '731.4285',
  total: null,
  feeCurrency: 'usdc',
  feeRate: '0.001',
  feeAmount: '1469.62',
  createdAtMs: newestMs,
}

export interface FakeAccount {
  readonly answers: Answers
  /** How many orders there are; more come in on top. */
  count: number
  version: number
  views: readonly SavedView[]
  tables: TableChoices[]
}

function fits({ sides, states, text }: OrderFilter, order: Order): boolean {
  return (
    (sides.length === 0 || sides.includes(order.side)) &&
    (states.length === 0 || states.includes(order.state)) &&
    (text === '' || String(order.id) === text)
  )
}

/** Rows of any place: only lists without a filter may be long. */
function listOrders(count: number, filter: OrderFilter, sort: OrderSort, offset: number, limit: number) {
  const isFiltered = filter.sides.length + filter.states.length > 0 || filter.text !== ''
  const idAt = (at: number): number => (sort.isDescending ? count - at : at + 1)
  if (!isFiltered) {
    const length = Math.max(0, Math.min(limit, count - offset))
    return { rows: Array.from({ length }, (_, at) => orderOf(idAt(offset + at), count)), total: count }
  }
  const all = Array.from({ length: Math.min(count, 2_000) }, (_, at) => orderOf(idAt(at), count))
  const fit = all.filter((order) => fits(filter, order))
  return { rows: fit.slice(offset, offset + limit), total: fit.length }
}

export function makeFakeAccount(
  count: number,
  kept: TableChoices = { columns: [], sort: null },
): FakeAccount {
  const account: FakeAccount = {
    count,
    version: 1,
    views: [],
    tables: [],
    answers: {
      'orders:list': ({ filter, sort, offset, limit }) => ({
        ...listOrders(account.count, filter, sort, offset, limit),
        version: account.version,
      }),
      'orders:get': ({ id }) => ({
        order: orderOf(id, account.count),
        trades: { status: 'ready', rows: id % 3 === 0 ? [fill] : [] },
      }),
      'orders:listFacets': () => ({
        markets: ['ethusdc', 'btcusdc'],
        cancelReasons: ['Order cancelled by user'],
      }),
      'orders:getTotals': () => ({
        orders: account.count,
        markets: [
          {
            market: 'ethusdc',
            orders: account.count,
            originVolume: '7314.285',
            executedVolume: '2194.2855',
            executedValue: '4408868.14',
            inexactValues: 1,
            bought: {
              amount: '1462.857',
              value: '2939245.426',
              inexactValues: 0,
              averagePrice: '2009.250000000000000001',
            },
            sold: { amount: '731.4285', value: '1469622.714', inexactValues: 1, averagePrice: '2010.5' },
          },
        ],
        fees: [{ currency: 'usdc', amount: '1469.62' }],
        ordersWithoutFees: 12,
      }),
      'orders:listFills': ({ offset }) => ({
        rows: offset === 0 ? [fill] : [],
        total: 1,
        version: 1,
        ordersWanting: 7,
      }),
      'orders:getFillTotals': () => ({
        fills: 1,
        markets: [
          {
            market: 'ethusdc',
            fills: 1,
            boughtAmount: '0',
            boughtValue: '0',
            soldAmount: '731.4285',
            soldValue: '1469622.714',
            averageBought: null,
            averageSold: '2009.25',
          },
        ],
        fees: [{ currency: 'usdc', amount: '1469.62' }],
      }),
      'orders:getTable': ({ table }) => (table === 'orders' ? kept : { columns: [], sort: null }),
      'orders:setTable': ({ choices }) => {
        account.tables.push(choices)
        return {}
      },
      'orders:listViews': () => ({ views: [...account.views] }),
      'orders:setViews': ({ views }) => {
        account.views = views
        return {}
      },
    },
  }
  return account
}
