// Lists and sums an account's fills by time. Amounts are added up here, never in SQL.
import type Sqlite from 'better-sqlite3'
import type { OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'
import type { Fill, FillFilter } from '../../../../src-preload/contract/orders/orders.ts'
import { parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import { fillTotal } from '../../../../src-preload/domain/orders/executed-value.ts'
import { type OrderSide, orderSides } from '../../../../src-preload/domain/markets/markets.ts'
import { createDecimalSum } from '../../worker/exact-sums.ts'
import { type FillPlace, noFees, type OrderPageMethods } from '../../api/order-pages.ts'
import { pageOfAll } from '../../worker/merge-places.ts'
import { inReadTransaction } from '../../worker/pragmas.ts'
import type { AccountKeys } from '../accounts.ts'
import { fillMarketsSql } from '../report-rows.ts'
import { createCounts } from './counts.ts'
import { createFillFees } from './fill-fees.ts'
import { allOf, type Conditions, createStatements, mostId } from './order-conditions.ts'
import { isMarketMatch } from './order-facets.ts'
import { isMarketWord, sidesOfWord, splitSearch } from './search-words.ts'
import { readWord } from './words.ts'

/** Fills that one piece of a sum takes. */
const PIECE_ROWS = 1_024

const at = 'ifnull(created_at_ms, order_at_ms)'
const ofMarket = 'ifnull(market, order_market)'
/** Of a fill that does not tell its side, its order's. */
const sideSql = `ifnull(side, (SELECT f.side FROM orders AS o JOIN order_facets AS f ON f.id = o.facet_id
    WHERE o.account_key = order_trades.account_key AND o.id = order_trades.order_id))`

/** `conditions` name the account and all of the filter. */
export const fillPlacesSql = ({ sql }: Conditions, isDescending: boolean) => {
  const way = isDescending ? 'DESC' : 'ASC'
  return `
  SELECT ${at} AS atMs, order_id AS orderId, position FROM order_trades INDEXED BY order_trades_listed WHERE ${sql}
  ORDER BY ${at} ${way}, order_id ${way}, position ${way} LIMIT ? OFFSET ?`
}
export const countListedFillsSql = ({ sql }: Conditions) => `
  SELECT count(*) AS count FROM order_trades INDEXED BY order_trades_listed WHERE ${sql}`
export const selectFillRowSql = `
  SELECT order_id AS orderId, id, ${at} AS atMs, ${sideSql} AS side, ${ofMarket} AS market, taker_type AS takerType, price, amount,
    total, fee_currency AS feeCurrency, fee_rate AS feeRate, fee_amount AS feeAmount
  FROM order_trades WHERE account_key = ? AND order_id = ? AND position = ?`
export const fillsVersionSql = `
  SELECT ifnull(fills_count, 0) AS version FROM order_changes WHERE account_key = ?`

interface FillRow extends Omit<OrderTrade, 'orderId' | 'market' | 'side' | 'takerType' | 'createdAtMs'> {
  readonly orderId: number
  readonly atMs: number
  readonly side: string
  readonly market: string
  readonly takerType: string | null
}

/** A word of a search that is, or may be, the number of a fill or of its order. */
interface NumberWord {
  readonly word: string
  readonly markets: readonly string[]
  readonly sides: readonly OrderSide[]
}

/** What a list of fills is narrowed to: a word that only markets or only sides have narrows these. */
interface Wanted {
  readonly markets: readonly string[]
  readonly sides: readonly OrderSide[]
  readonly words: readonly NumberWord[]
}

/** @param all - the markets that the rest of the filter lets through */
function readFillSearch(filter: FillFilter, all: readonly string[]): Wanted {
  let markets = all
  let sides: readonly OrderSide[] = filter.sides.length === 0 ? orderSides : filter.sides
  const words: NumberWord[] = []
  for (const word of splitSearch(filter.text)) {
    const itsMarkets = markets.filter((market) => isMarketWord(market, word))
    const itsSides = sidesOfWord(word).filter((side) => sides.includes(side))
    if (/^\d+$/.test(word) || (itsMarkets.length > 0 && itsSides.length > 0)) {
      words.push({ word, markets: itsMarkets, sides: itsSides })
    } else if (itsSides.length > 0) sides = itsSides
    else markets = itsMarkets
  }
  return { markets, sides, words }
}

const amongMarkets = (markets: readonly string[]): Conditions => ({
  sql: `${ofMarket} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(markets)],
})
const amongSides = (sides: readonly OrderSide[]): Conditions => ({
  sql: `${sideSql} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(sides)],
})

/** The filter, and what any fill of a list has: a market and a side. */
function describeFilter(
  accountKey: number,
  filter: FillFilter,
  { markets, sides, words }: Wanted,
  after: { readonly place: FillPlace; readonly isDescending: boolean } | null,
): Conditions {
  const from = filter.fromMs ?? 0
  const to = filter.toMs === null ? mostId : filter.toMs - 1
  // The plain limits are what SQLite searches by: it does not by a row of expressions.
  const low = after === null || after.isDescending ? from : Math.max(from, after.place.atMs)
  const high = after?.isDescending === true ? Math.min(to, after.place.atMs) : to
  const parts: Conditions[] = [
    { sql: 'account_key = ?', values: [accountKey] },
    { sql: `${at} BETWEEN ? AND ?`, values: [low, high] },
    amongMarkets(markets),
    amongSides(sides),
  ]
  if (after !== null) {
    const { place, isDescending } = after
    parts.push({
      sql: `(${at}, order_id, position) ${isDescending ? '<' : '>'} (?, ?, ?)`,
      values: [place.atMs, place.orderId, place.position],
    })
  }
  for (const each of words) {
    const [ofMarkets, ofSides] = [amongMarkets(each.markets), amongSides(each.sides)]
    parts.push({
      sql: `(CAST(id AS TEXT) = ? OR CAST(order_id AS TEXT) = ? OR ${ofMarkets.sql} OR ${ofSides.sql})`,
      values: [each.word, each.word, ...ofMarkets.values, ...ofSides.values],
    })
  }
  return allOf(parts)
}

function comparePlaces(isDescending: boolean) {
  return (a: FillPlace, b: FillPlace): number => {
    const upwards = a.atMs - b.atMs || a.orderId - b.orderId || a.position - b.position
    return isDescending ? -upwards : upwards
  }
}

export function prepareFillList(
  db: Sqlite.Database,
  keys: AccountKeys,
): Pick<OrderPageMethods, 'listFills' | 'listFillsOf' | 'countFills' | 'readFills' | 'sumFills'> {
  const statementOf = createStatements(db)
  const selectMarkets = db.prepare<[{ accountKey: number }], { market: string }>(fillMarketsSql)
  const selectRow = db.prepare<[number, number, number], FillRow>(selectFillRowSql)
  const selectVersion = db.prepare<[number], { version: number }>(fillsVersionSql)
  const counts = createCounts()

  const versionOf = (accountKey: number): number => selectVersion.get(accountKey)?.version ?? 0

  const describe = (
    accountKey: number,
    filter: FillFilter,
    after: { readonly place: FillPlace; readonly isDescending: boolean } | null = null,
  ): Conditions => {
    const markets = selectMarkets.all({ accountKey }).map(({ market }) => market)
    const wanted = markets.filter((market) => isMarketMatch(market, filter))
    return describeFilter(accountKey, filter, readFillSearch(filter, wanted), after)
  }

  const listPlaces = (conditions: Conditions, isDescending: boolean, limit: number, offset: number) =>
    statementOf(fillPlacesSql(conditions, isDescending)).all(
      ...conditions.values,
      limit,
      offset,
    ) as FillPlace[]

  function readRow(accountKey: number, { orderId, position }: FillPlace): Fill[] {
    const row = selectRow.get(accountKey, orderId, position)
    if (row === undefined) return []
    const { atMs, side, takerType } = row
    return [
      {
        id: row.id,
        orderId,
        market: row.market,
        side: readWord(db, orderSides, side, 'order_trades.side'),
        takerType: takerType === null ? null : readWord(db, orderSides, takerType, 'order_trades.taker_type'),
        price: row.price,
        amount: row.amount,
        total: row.total,
        feeCurrency: row.feeCurrency,
        feeRate: row.feeRate,
        feeAmount: row.feeAmount,
        createdAtMs: atMs,
      },
    ]
  }

  /** Reads up to `limit` fills that fit and follow a place; null: from the start. */
  function readPiece(
    accountKey: number,
    filter: FillFilter,
    isDescending: boolean,
    after: FillPlace | null,
    limit: number,
  ): { rows: Fill[]; next: FillPlace | null } {
    const conditions = describe(accountKey, filter, after === null ? null : { place: after, isDescending })
    const places = listPlaces(conditions, isDescending, limit, 0)
    return {
      rows: places.flatMap((place) => readRow(accountKey, place)),
      next: places.length < limit ? null : (places.at(-1) ?? null),
    }
  }

  return {
    listFills(accountId, filter, isDescending, offset, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], total: 0, version: 0 }
      return inReadTransaction(db, () => {
        const version = versionOf(accountKey)
        const places = listPlaces(describe(accountKey, filter), isDescending, limit, offset)
        const isEnd = places.length < limit && (places.length > 0 || offset === 0)
        return {
          rows: places.flatMap((place) => readRow(accountKey, place)),
          total: isEnd ? offset + places.length : counts.find(accountKey, filter, version),
          version,
        }
      })
    },

    listFillsOf: (accountIds, filter, isDescending, offset, limit) =>
      inReadTransaction(db, () => {
        const lists = accountIds.flatMap((accountId) => {
          const accountKey = keys.find(accountId)
          if (accountKey === null) return []
          const version = versionOf(accountKey)
          const conditions = describe(accountKey, filter)
          return {
            accountId,
            version,
            total: counts.find(accountKey, filter, version),
            page: (from: number, count: number) => listPlaces(conditions, isDescending, count, from),
            read: (place: FillPlace) => readRow(accountKey, place),
          }
        })
        return pageOfAll(lists, comparePlaces(isDescending), offset, limit)
      }),

    countFills(accountId, filter) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return 0
      return inReadTransaction(db, () => {
        const version = versionOf(accountKey)
        const known = counts.find(accountKey, filter, version)
        if (known !== null) return known
        const conditions = describe(accountKey, filter)
        const { count } = statementOf(countListedFillsSql(conditions)).get(...conditions.values) as {
          count: number
        }
        return counts.put(accountKey, filter, version, count)
      })
    },

    readFills(accountId, filter, isDescending, after, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], next: null }
      return inReadTransaction(db, () => readPiece(accountKey, filter, isDescending, after, limit))
    },

    sumFills(accountId, filter, after) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { markets: [], ...noFees, next: null }
      return inReadTransaction(db, () => {
        const { rows, next } = readPiece(accountKey, filter, true, after, PIECE_ROWS)
        return { ...sumFound(rows), next }
      })
    },
  }
}

function createMarketSums() {
  return {
    fills: 0,
    buy: { amount: createDecimalSum(), value: createDecimalSum() },
    sell: { amount: createDecimalSum(), value: createDecimalSum() },
  }
}

function sumFound(fills: readonly Fill[]) {
  const sums = new Map<string, ReturnType<typeof createMarketSums>>()
  const fees = createFillFees()
  for (const fill of fills) {
    const { market, side, amount, price, total } = fill
    const sum = sums.get(market) ?? createMarketSums()
    sums.set(market, sum)
    sum.fills += 1
    sum[side].amount.add(parseExact(amount))
    sum[side].value.add(fillTotal({ price, amount, total }))
    fees.add(market, fill)
  }
  return {
    markets: [...sums].map(([market, { fills: count, buy, sell }]) => ({
      market,
      fills: count,
      boughtAmount: buy.amount.read(),
      boughtValue: buy.value.read(),
      soldAmount: sell.amount.read(),
      soldValue: sell.value.read(),
    })),
    ...fees.read(),
  }
}
