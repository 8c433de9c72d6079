// Pages of orders as the service would send them, of any length, cut from the history of a practice exchange.
import { CandleBook } from '../../src-main/practice/markets/candles.ts'
import { formatOffsetTime } from '../../src-main/practice/iso-time.ts'
import { OrderHistory } from '../../src-main/practice/orders/order-history.ts'
import type { ListedOrder } from '../../src-main/practice/orders/order-views.ts'
import { benchNowMs } from './store-answers.ts'

/** Rows in an answer, as the app asks for them. */
export const orderPageSize = 200

const patternOrders = 5_000
/** A million of them reach back for four years. */
const spacingMs = 125_000
const firstId = 40_000_000
const openOrders = 25

/** How far back a history of so many orders reaches, in milliseconds. */
export const spanOf = (count: number): number => count * spacingMs

/** Orders of a practice user: what they look like, and how long they were open. */
export interface OrderPattern {
  readonly open: readonly ListedOrder[]
  readonly closed: readonly ListedOrder[]
}

export async function makePattern(): Promise<OrderPattern> {
  const world = { book: new CandleBook(7), genesisMs: benchNowMs, historyCount: patternOrders }
  const query = { market: null, type: null, state: null, side: null }
  const all = { ...query, baseUnit: null, quoteUnit: null, startSecond: null, endSecond: null }
  const part = { skip: 0, most: patternOrders, orderBy: 'desc' } as const
  const { orders } = await new OrderHistory(world, 0).list(all, part, benchNowMs)
  const isOpen = ({ state }: ListedOrder): boolean => state === 'wait' || state === 'pending'
  return { open: orders.filter(isOpen), closed: orders.filter((order) => !isOpen(order)) }
}

/** The id of one of `count` orders; 0 is the newest. */
export const orderIdAt = (count: number, index: number): number => firstId + count - index

/** One of `count` orders; 0 is the newest. */
function orderAt(pattern: OrderPattern, count: number, index: number): ListedOrder {
  const found = index < openOrders ? pattern.open[index] : undefined
  const like = found ?? pattern.closed[index % pattern.closed.length]
  if (like === undefined) throw new Error('the practice exchange has no closed order')
  const createdMs = benchNowMs - 60_000 - index * spacingMs
  const openForMs = Date.parse(like.updated_at) - Date.parse(like.created_at)
  return {
    ...like,
    id: orderIdAt(count, index),
    uuid: `${(firstId + index).toString(16).padStart(8, '0')}${like.uuid.slice(8)}`,
    created_at: formatOffsetTime(createdMs),
    updated_at: formatOffsetTime(Math.min(createdMs + openForMs, benchNowMs)),
  }
}

/** The answers that hold the orders from `from` to before `end` of a history of `count`, newest first. */
export function makeOrderPages(pattern: OrderPattern, count: number, from: number, end: number): Buffer[] {
  const pages: Buffer[] = []
  for (let first = from; first < end; first += orderPageSize) {
    const length = Math.min(orderPageSize, end - first)
    const payload = Array.from({ length }, (_, index) => orderAt(pattern, count, first + index))
    const answer = { status: 'success', message: 'Orders Retrieved Successfully', payload }
    pages.push(Buffer.from(JSON.stringify(answer)))
  }
  return pages
}
