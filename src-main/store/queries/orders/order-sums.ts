// Exact sums over a stretch of an account's orders.
import type Sqlite from 'better-sqlite3'
import { parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import {
  executedValueOf,
  type FillSum,
  sumOfFills,
  type ValuedOrder,
} from '../../../../src-preload/domain/orders/executed-value.ts'
import { createDecimalSum } from '../../worker/exact-sums.ts'
import {
  type FeeSums,
  noFees,
  type OrderPageMethods,
  type OrderSideSums,
  type OrderSumStep,
} from '../../api/order-pages.ts'
import { inReadTransaction } from '../../worker/pragmas.ts'
import type { AccountKeys } from '../accounts.ts'
import { createFillFees } from './fill-fees.ts'
import type { OrderFacets } from './order-facets.ts'
import {
  allOf,
  type Conditions,
  createStatements,
  limitedColumns,
  mostId,
  ofFacets,
  readSearchWord,
  within,
  wordOfRow,
} from './order-conditions.ts'
import { splitSearch } from './search-words.ts'

/** Orders that one piece looks at. */
const pieceRows = 1_000

type OrderTuple = [
  id: number,
  facetId: number,
  updatedAtMs: number,
  tradesCount: number,
  originVolume: string,
  executedVolume: string,
  averagePrice: string,
]
const fields = 'id, facet_id, updated_at_ms, trades_count, origin_volume, executed_volume, average_price'

/** Where a stretch of so many rows begins. */
export const stretchSql =
  'SELECT id FROM orders WHERE account_key = ? AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ?'
/** What fits of a stretch of ids: from the first on, before the second. */
export const betweenSql = ({ sql }: Conditions) => `
  SELECT ${fields} FROM orders NOT INDEXED WHERE account_key = ? AND id >= ? AND id < ? AND ${sql} ORDER BY id DESC`
export const fetchesBetweenSql = `
  SELECT order_id AS id, order_updated_at_ms AS updatedAtMs FROM order_trade_fetches
  WHERE account_key = ? AND order_id >= ? AND order_id < ?`
export const fillsBetweenSql = `
  SELECT order_id AS id, price, amount, total, fee_currency AS feeCurrency, fee_amount AS feeAmount FROM order_trades
  WHERE account_key = ? AND order_id >= ? AND order_id < ?`
export const fillsOfOrderSql = `
  SELECT price, amount, total FROM order_trades WHERE account_key = ? AND order_id = ?`

interface FillText {
  readonly price: string
  readonly amount: string
  readonly total: string | null
}

interface FillRow extends FillText {
  readonly id: number
  readonly feeCurrency: string | null
  readonly feeAmount: string | null
}

interface FilledOrder extends ValuedOrder {
  readonly market: string
  readonly updatedAtMs: number
  readonly sums: ReturnType<typeof createSideSums>
}

const hasDigits = (text: string): boolean => /[1-9]/.test(text)

function createSideSums() {
  return { executedVolume: createDecimalSum(), executedValue: createDecimalSum(), inexactValues: 0 }
}

function createMarketSums() {
  return { orders: 0, originVolume: createDecimalSum(), buy: createSideSums(), sell: createSideSums() }
}

const readSide = (sums: ReturnType<typeof createSideSums>): OrderSideSums => ({
  executedVolume: sums.executedVolume.read(),
  executedValue: sums.executedValue.read(),
  inexactValues: sums.inexactValues,
})

/** Adds what each order came to. */
function sumValues(orders: ReadonlyMap<number, FilledOrder>, fillsOf: ReadonlyMap<number, FillRow[]>): void {
  for (const [id, order] of orders) {
    if (!hasDigits(order.executedVolume)) continue
    order.sums.executedVolume.add(parseExact(order.executedVolume))
    const value = executedValueOf(order, sumOfFills(fillsOf.get(id) ?? []))
    if (value !== null) order.sums.executedValue.add(value.value)
    if (value?.isExact !== true) order.sums.inexactValues += 1
  }
}

export function prepareOrderSums(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
): Pick<OrderPageMethods, 'sumOrders' | 'sumOrderFills'> {
  const statementOf = createStatements(db)
  const stretch = db.prepare<[number, number, number], { id: number }>(stretchSql)
  const fetchesBetween = db.prepare<[number, number, number], { id: number; updatedAtMs: number }>(
    fetchesBetweenSql,
  )
  const fillsBetween = db.prepare<[number, number, number], FillRow>(fillsBetweenSql)
  const fillsOfOrder = db.prepare<[number, number], FillText>(fillsOfOrderSql)

  /** The fills of these orders that are here, by order. */
  function readFills(
    accountKey: number,
    orders: ReadonlyMap<number, FilledOrder>,
    fromId: number,
    belowId: number,
  ): Map<number, FillRow[]> {
    const found = new Map<number, FillRow[]>()
    if (orders.size === 0) return found
    for (const fill of fillsBetween.iterate(accountKey, fromId, belowId)) {
      if (!orders.has(fill.id)) continue
      const fills = found.get(fill.id)
      if (fills === undefined) found.set(fill.id, [fill])
      else fills.push(fill)
    }
    return found
  }

  /** Fees of orders whose fills are all here and tell them; answers of how many that is not so. */
  function sumFees(
    accountKey: number,
    orders: ReadonlyMap<number, FilledOrder>,
    fillsOf: ReadonlyMap<number, FillRow[]>,
    fromId: number,
    belowId: number,
  ): FeeSums & Pick<OrderSumStep, 'ordersWithoutFees'> {
    const sums = createFillFees()
    if (orders.size === 0) return { ...noFees, ordersWithoutFees: 0 }
    let known = 0
    for (const { id, updatedAtMs } of fetchesBetween.all(accountKey, fromId, belowId)) {
      const order = orders.get(id)
      const fills = fillsOf.get(id)
      if (order === undefined || fills === undefined || updatedAtMs < order.updatedAtMs) continue
      if (fills.some(({ feeCurrency, feeAmount }) => feeCurrency === null || feeAmount === null)) continue
      known += 1
      for (const fill of fills) sums.add(order.market, fill)
    }
    return { ...sums.read(), ordersWithoutFees: orders.size - known }
  }

  function sumPiece(
    accountKey: number,
    filter: Parameters<OrderPageMethods['sumOrders']>[1],
    belowId: number,
  ): OrderSumStep {
    const fitting = facets.list(accountKey, filter)
    if (fitting.length === 0) return { markets: [], ...noFees, ordersWithoutFees: 0, nextId: null }
    const conditions = allOf([
      ofFacets(fitting),
      ...limitedColumns.flatMap((column) => within(filter, column)),
      ...splitSearch(filter.text).map((word) => wordOfRow(readSearchWord(word, fitting))),
    ])
    const fromId = stretch.get(accountKey, belowId, pieceRows - 1)?.id ?? 0
    // Raw rows are arrays in the order of the columns, which no type of the binding says.
    const rows = statementOf(betweenSql(conditions))
      .raw()
      .all(accountKey, fromId, belowId, ...conditions.values) as unknown as OrderTuple[]
    const facetOf = new Map(fitting.map((facet) => [facet.id, facet]))
    const sums = new Map<string, ReturnType<typeof createMarketSums>>()
    const orders = new Map<number, FilledOrder>()
    for (const [id, facetId, updatedAtMs, tradesCount, originVolume, executedVolume, averagePrice] of rows) {
      const facet = facetOf.get(facetId)
      if (facet === undefined) continue
      const sum = sums.get(facet.market) ?? createMarketSums()
      sums.set(facet.market, sum)
      sum.orders += 1
      sum.originVolume.add(parseExact(originVolume))
      if (tradesCount === 0 && !hasDigits(executedVolume)) continue
      const { market, side } = facet
      orders.set(id, { market, updatedAtMs, tradesCount, executedVolume, averagePrice, sums: sum[side] })
    }
    const fillsOf = readFills(accountKey, orders, fromId, belowId)
    sumValues(orders, fillsOf)
    return {
      markets: [...sums].map(([market, sum]) => ({
        market,
        orders: sum.orders,
        originVolume: sum.originVolume.read(),
        buy: readSide(sum.buy),
        sell: readSide(sum.sell),
      })),
      ...sumFees(accountKey, orders, fillsOf, fromId, belowId),
      nextId: fromId === 0 ? null : fromId,
    }
  }

  return {
    sumOrders(accountId, filter, belowId) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { markets: [], ...noFees, ordersWithoutFees: 0, nextId: null }
      return inReadTransaction(db, () => sumPiece(accountKey, filter, belowId ?? mostId))
    },

    sumOrderFills(accountId, orderIds) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return []
      return inReadTransaction(db, () =>
        orderIds.flatMap((orderId) => {
          const sum: FillSum | null = sumOfFills(fillsOfOrder.all(accountKey, orderId))
          return sum === null ? [] : [{ orderId, ...sum }]
        }),
      )
    },
  }
}
