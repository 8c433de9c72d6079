// SQL that sums what fills moved, by currency and by steps of time.
import type Sqlite from 'better-sqlite3'
import { exactText, multiply, parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { type MarketUnits, splitMarket } from '../../../src-preload/domain/markets/markets.ts'
import type { FillPlace } from '../api/order-pages.ts'
import type { FlowStep, ResultMethods } from '../api/result-rows.ts'
import { createDecimalSum, type DecimalSum } from '../worker/exact-sums.ts'
import type { AccountKeys } from './accounts.ts'

/** A fill's amounts, as text. `side` is null if neither the fill nor its order reports it. */
export interface MovedAmounts {
  readonly side: string | null
  readonly price: string
  readonly amount: string
  /** Null: price × amount. */
  readonly total: string | null
  readonly feeCurrency: string | null
  readonly feeAmount: string | null
}

/**
 * Tells what a fill moved: base and quote by its side, and the fee, which always goes out. Without a side it moves nothing.
 * @param units - of the fill's market; null moves the fee alone
 */
export function flowOfFill(
  { side, price, amount, total, feeCurrency, feeAmount }: MovedAmounts,
  units: MarketUnits | null,
  move: (currency: string, amount: string, isIn: boolean) => void,
): void {
  if (side === null) return
  if (feeCurrency !== null && feeAmount !== null) move(feeCurrency.toLowerCase(), feeAmount, false)
  if (units === null) return
  move(units.base, amount, side === 'buy')
  const quote = total ?? exactText(multiply(parseExact(price), parseExact(amount)))
  move(units.quote, quote, side !== 'buy')
}

/** Of all markets in chronological order, by order_trades_listed alone; the rest of each row by its key. */
export const flowsByTimeSql = `
  SELECT ifnull(t.created_at_ms, t.order_at_ms), t.order_id, t.position, ifnull(t.market, t.order_market),
    ifnull(t.side, (SELECT f.side FROM orders AS o JOIN order_facets AS f ON f.id = o.facet_id
      WHERE o.account_key = t.account_key AND o.id = t.order_id)),
    t.price, t.amount, t.total, t.fee_currency, t.fee_amount
  FROM order_trades AS t INDEXED BY order_trades_listed
  WHERE t.account_key = ? AND ifnull(t.created_at_ms, t.order_at_ms) BETWEEN ? AND ?
    AND (ifnull(t.created_at_ms, t.order_at_ms), t.order_id, t.position) > (?, ?, ?)
    AND ifnull(t.market, t.order_market) > ''
  ORDER BY ifnull(t.created_at_ms, t.order_at_ms), t.order_id, t.position LIMIT ?`

/** As an array: a million rows as objects take twice as long. */
type FlowTuple = [
  atMs: number,
  orderId: number,
  position: number,
  market: string,
  side: string | null,
  price: string,
  amount: string,
  total: string | null,
  feeCurrency: string | null,
  feeAmount: string | null,
]

const beforeAll: FillPlace = { atMs: -1, orderId: -1, position: -1 }

export function prepareFillFlows(
  db: Sqlite.Database,
  keys: AccountKeys,
): Pick<ResultMethods, 'sumFlowsByStep'> {
  const select = db
    .prepare<[number, number, number, number, number, number, number], FlowTuple>(flowsByTimeSql)
    .raw()

  return {
    sumFlowsByStep(accountId, after, untilMs, stepMs, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { steps: [], last: after, hasMore: false }
      const { atMs: afterMs, orderId, position } = after ?? beforeAll
      const unitsOf = new Map<string, MarketUnits | null>()
      const steps: { startMs: number; fills: number; sums: Map<string, DecimalSum> }[] = []
      let step = { startMs: -1, fills: 0, sums: new Map<string, DecimalSum>() }
      const move = (currency: string, amount: string, isIn: boolean): void => {
        let sum = step.sums.get(currency)
        if (sum === undefined) step.sums.set(currency, (sum = createDecimalSum()))
        sum.addText(amount, isIn)
      }
      const rows = select.all(accountKey, afterMs, untilMs, afterMs, orderId, position, limit)
      for (const [atMs, , , market, side, price, amount, total, feeCurrency, feeAmount] of rows) {
        const startMs = Math.floor(atMs / stepMs) * stepMs
        if (startMs !== step.startMs) steps.push((step = { startMs, fills: 0, sums: new Map() }))
        let units = unitsOf.get(market)
        if (units === undefined) unitsOf.set(market, (units = splitMarket(market)))
        flowOfFill({ side, price, amount, total, feeCurrency, feeAmount }, units, move)
        step.fills += 1
      }
      const end = rows.at(-1)
      return {
        steps: steps.map(({ startMs, fills, sums }): FlowStep => ({
          ...{ startMs, fills },
          flows: Object.fromEntries([...sums].map(([currency, sum]) => [currency, sum.read()])),
        })),
        last: end === undefined ? after : { atMs: end[0], orderId: end[1], position: end[2] },
        hasMore: rows.length === limit,
      }
    },
  }
}
