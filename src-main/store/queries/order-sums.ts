// Owns: exact sums over a stretch of an account's orders. Must not: sum in SQL, or take more than a few milliseconds at once.
import type Sqlite from 'better-sqlite3'
import { parseExact } from '../../../src-preload/shared/exact.ts'
import { executedValueOf } from '../../../src-preload/shared/executed-value.ts'
import { createDecimalSum, createFeeSums } from '../exact-sums.ts'
import type { OrderPageMethods, OrderSumStep } from '../order-pages.ts'
import { inReadTransaction } from '../pragmas.ts'
import type { AccountKeys } from './accounts.ts'
import type { OrderFacets } from './order-facets.ts'
import {
  betweenSql,
  createStatements,
  describeConditions,
  prepareReasons,
  stretchSql,
} from './order-match.ts'
import { mostId } from './sort-lanes.ts'

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

export const fetchesBetweenSql = `
  SELECT order_id AS id, order_updated_at_ms AS updatedAtMs FROM order_trade_fetches
  WHERE account_key = ? AND order_id >= ? AND order_id < ?`
export const feesBetweenSql = `
  SELECT order_id AS id, fee_currency AS currency, fee_amount AS amount FROM order_trades
  WHERE account_key = ? AND order_id >= ? AND order_id < ?`

interface Fee {
  id: number
  currency: string | null
  amount: string | null
}

const hasDigits = (text: string): boolean => /[1-9]/.test(text)

function createMarketSums() {
  return {
    orders: 0,
    originVolume: createDecimalSum(),
    executedVolume: createDecimalSum(),
    executedValue: createDecimalSum(),
    roundedValues: 0,
  }
}

export function prepareOrderSums(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
): Pick<OrderPageMethods, 'sumOrders'> {
  const statementOf = createStatements(db)
  const stretch = db.prepare<[number, number, number], { id: number }>(stretchSql)
  const fetchesBetween = db.prepare<[number, number, number], { id: number; updatedAtMs: number }>(
    fetchesBetweenSql,
  )
  const feesBetween = db.prepare<[number, number, number], Fee>(feesBetweenSql)
  const listReasons = prepareReasons(db)

  /** Fees of orders whose fills are all here and tell them; answers of how many that is not so. */
  function sumFees(
    accountKey: number,
    executed: ReadonlyMap<number, number>,
    fromId: number,
    belowId: number,
  ): Pick<OrderSumStep, 'fees' | 'ordersWithoutFees'> {
    const sums = createFeeSums()
    if (executed.size === 0) return { fees: [], ordersWithoutFees: 0 }
    const known = new Set<number>()
    for (const { id, updatedAtMs } of fetchesBetween.all(accountKey, fromId, belowId)) {
      const ofOrderMs = executed.get(id)
      if (ofOrderMs !== undefined && updatedAtMs >= ofOrderMs) known.add(id)
    }
    const fees = known.size === 0 ? [] : feesBetween.all(accountKey, fromId, belowId)
    const told = new Set(fees.map(({ id }) => id))
    for (const id of known) if (!told.has(id)) known.delete(id)
    for (const { id, currency, amount } of fees) if (currency === null || amount === null) known.delete(id)
    for (const { id, currency, amount } of fees) {
      if (currency !== null && amount !== null && known.has(id)) sums.add(currency, amount)
    }
    return { fees: sums.list(), ordersWithoutFees: executed.size - known.size }
  }

  function sumPiece(
    accountKey: number,
    filter: Parameters<OrderPageMethods['sumOrders']>[1],
    belowId: number,
  ): OrderSumStep {
    const fitting = facets.list(accountKey, filter)
    if (fitting.length === 0) return { markets: [], fees: [], ordersWithoutFees: 0, nextId: null }
    const conditions = describeConditions(filter, fitting, filter.text === '' ? [] : listReasons(accountKey))
    const fromId = stretch.get(accountKey, belowId, pieceRows - 1)?.id ?? 0
    // Raw rows are arrays in the order of the columns, which no type of the binding says.
    const rows = statementOf(betweenSql(fields, conditions))
      .raw()
      .all(accountKey, fromId, belowId, ...conditions.values) as unknown as OrderTuple[]
    const marketOf = new Map(fitting.map(({ id, market }) => [id, market]))
    const sums = new Map<string, ReturnType<typeof createMarketSums>>()
    const executed = new Map<number, number>()
    for (const [id, facetId, updatedAtMs, tradesCount, originVolume, executedVolume, averagePrice] of rows) {
      const market = marketOf.get(facetId) ?? ''
      const sum = sums.get(market) ?? createMarketSums()
      sums.set(market, sum)
      sum.orders += 1
      sum.originVolume.add(parseExact(originVolume))
      if (tradesCount > 0 || hasDigits(executedVolume)) executed.set(id, updatedAtMs)
      if (!hasDigits(executedVolume)) continue
      sum.executedVolume.add(parseExact(executedVolume))
      const { value, isExact } = executedValueOf({ averagePrice, executedVolume })
      sum.executedValue.add(value)
      if (!isExact) sum.roundedValues += 1
    }
    return {
      markets: [...sums].map(([market, sum]) => ({
        market,
        orders: sum.orders,
        originVolume: sum.originVolume.read(),
        executedVolume: sum.executedVolume.read(),
        executedValue: sum.executedValue.read(),
        roundedValues: sum.roundedValues,
      })),
      ...sumFees(accountKey, executed, fromId, belowId),
      nextId: fromId === 0 ? null : fromId,
    }
  }

  return {
    sumOrders(accountId, filter, belowId) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { markets: [], fees: [], ordersWithoutFees: 0, nextId: null }
      return inReadTransaction(db, () => sumPiece(accountKey, filter, belowId ?? mostId))
    },
  }
}
