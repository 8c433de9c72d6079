// Owns: SQL that lists and sums an account's fills. Must not: sum in SQL, or take more than a few milliseconds at once.
import type Sqlite from 'better-sqlite3'
import type { OrderTrade } from '../../../../src-preload/contract/entities.ts'
import type { Fill, FillFilter } from '../../../../src-preload/contract/orders.ts'
import { parseExact } from '../../../../src-preload/domain/exact.ts'
import { fillTotal } from '../../../../src-preload/domain/executed-value.ts'
import { type OrderSide, orderSides } from '../../../../src-preload/domain/markets.ts'
import { createDecimalSum, createFeeSums } from '../../exact-sums.ts'
import type { FillPlace, OrderPageMethods } from '../../order-pages.ts'
import { inReadTransaction } from '../../pragmas.ts'
import type { AccountKeys } from '../accounts.ts'
import { type KeySource, mergeKeys } from './merge-keys.ts'
import { isMarketMatch } from './order-facets.ts'
import type { OrderFacets } from './order-facets.ts'
import { mostId } from './sort-lanes.ts'
import { readWord } from './words.ts'

/** Fills that one step of listing, and one piece of a sum, looks at. */
const stepRows = 1_024
const mostLists = 3

const at = 'ifnull(created_at_ms, order_at_ms)'
export const nextFillMarketSql = `
  SELECT min(ifnull(market, order_market)) AS market FROM order_trades
  WHERE account_key = ? AND ifnull(market, order_market) > ?`
/** What says whether a fill is in the list, but for the side where only its order tells it. */
const placeFields = `${at} AS atMs, order_id AS orderId, position, id, side`
const rowFields = `${placeFields}, ifnull(market, order_market) AS market, taker_type AS takerType, price, amount, total,
    fee_currency AS feeCurrency, fee_rate AS feeRate, fee_amount AS feeAmount`
/**
 * The fills of a market, in the order of order_trades_by_time, either way, from a place on. Its time has to be one of the limits
 * too: by a row of expressions SQLite compares, but does not search, and would pass by all fills before the place each time.
 */
export const fillsFromSql = (isDescending: boolean, fields: 'places' | 'rows') => {
  const way = isDescending ? 'DESC' : 'ASC'
  return `
  SELECT ${fields === 'places' ? placeFields : rowFields} FROM order_trades
  WHERE account_key = ? AND ifnull(market, order_market) = ? AND ${at} BETWEEN ? AND ?
    AND (${at}, order_id, position) ${isDescending ? '<' : '>'} (?, ?, ?)
  ORDER BY ${at} ${way}, order_id ${way}, position ${way} LIMIT ?`
}
export const selectFillRowSql = `
  SELECT ${rowFields} FROM order_trades WHERE account_key = ? AND order_id = ? AND position = ?`
export const orderFacetSql = 'SELECT facet_id AS facetId FROM orders WHERE account_key = ? AND id = ?'
export const fillsVersionSql = `
  SELECT ifnull(fills_count, 0) AS version FROM order_changes WHERE account_key = ?`

/** Account, market, both limits of time, and the place after which they follow. */
type PlaceParameters = [number, string, number, number, number, number, number, number]

/** A fill as far as it says whether it is in a list. */
interface FoundFill extends FillPlace {
  readonly id: number
  readonly side: string | null
}

interface FillRow
  extends FoundFill, Omit<OrderTrade, 'id' | 'orderId' | 'market' | 'side' | 'takerType' | 'createdAtMs'> {
  readonly market: string
  readonly takerType: string | null
}

type Reads<Row extends FillPlace> = Sqlite.Statement<PlaceParameters, Row>

interface Running {
  /** Orders and positions, one after the other: two numbers a fill. */
  readonly found: number[]
  after: FillPlace | null
  isDone: boolean
}

const comparePlaces = (isDescending: boolean) => (a: FillPlace, b: FillPlace) => {
  const rising = a.atMs - b.atMs || a.orderId - b.orderId || a.position - b.position
  return isDescending ? -rising : rising
}

const placeOf = ({ atMs, orderId, position }: FillPlace): FillPlace => ({ atMs, orderId, position })

const fits = ({ id, orderId }: FoundFill, side: OrderSide, { sides, text }: FillFilter): boolean =>
  (sides.length === 0 || sides.includes(side)) &&
  (text === '' || String(id) === text || String(orderId) === text)

const firstPlace = (isDescending: boolean): FillPlace =>
  isDescending ? { atMs: mostId, orderId: mostId, position: mostId } : { atMs: -1, orderId: -1, position: -1 }

export function prepareFillList(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
): Pick<OrderPageMethods, 'listFills' | 'readFills' | 'sumFills'> {
  const nextMarket = db.prepare<[number, string], { market: string | null }>(nextFillMarketSql)
  const prepareFrom = <Row extends FillPlace>(fields: 'places' | 'rows') => ({
    down: db.prepare<PlaceParameters, Row>(fillsFromSql(true, fields)),
    up: db.prepare<PlaceParameters, Row>(fillsFromSql(false, fields)),
  })
  const places = prepareFrom<FoundFill>('places')
  const wholeRows = prepareFrom<FillRow>('rows')
  const selectRow = db.prepare<[number, number, number], FillRow>(selectFillRowSql)
  const selectFacet = db.prepare<[number, number], { facetId: number }>(orderFacetSql)
  const selectVersion = db.prepare<[number], { version: number }>(fillsVersionSql)
  const kept = new Map<string, Running>()

  function listMarkets(accountKey: number, filter: FillFilter): string[] {
    const markets: string[] = []
    let last = ''
    for (;;) {
      const market = nextMarket.get(accountKey, last)?.market ?? null
      if (market === null) return markets.filter((each) => isMarketMatch(each, filter))
      markets.push(market)
      last = market
    }
  }

  /** Whose side is told: of a fill that does not say it, its order. */
  function createSides(accountKey: number): (fill: FoundFill) => OrderSide | null {
    const readWords = facets.reader()
    const ofOrders = new Map<number, OrderSide | null>()
    return ({ side, orderId }) => {
      if (side !== null) return readWord(db, orderSides, side, 'order_trades.side')
      const known = ofOrders.get(orderId)
      if (known !== undefined) return known
      const facet = selectFacet.get(accountKey, orderId)
      const ofOrder = facet === undefined ? null : readWords(facet.facetId).side
      ofOrders.set(orderId, ofOrder)
      return ofOrder
    }
  }

  /** Looks at up to `limit` fills: those that fit, with their sides, and where the last of all stands. */
  function readPiece<Row extends FoundFill>(
    statements: { readonly down: Reads<Row>; readonly up: Reads<Row> },
    accountKey: number,
    filter: FillFilter,
    isDescending: boolean,
    after: FillPlace | null,
    limit: number,
  ): { found: { row: Row; side: OrderSide }[]; next: FillPlace | null } {
    const statement = isDescending ? statements.down : statements.up
    const [from, to] = [filter.fromMs ?? 0, filter.toMs === null ? mostId : filter.toMs - 1]
    const sources = listMarkets(accountKey, filter).map((market): KeySource<FillPlace> => (place, count) => {
      const [low, high] = isDescending ? [from, Math.min(to, place.atMs)] : [Math.max(from, place.atMs), to]
      return statement.all(accountKey, market, low, high, place.atMs, place.orderId, place.position, count)
    })
    // Each source answers rows of this kind, and nothing else is merged.
    const rows = mergeKeys(
      sources,
      after ?? firstPlace(isDescending),
      limit,
      comparePlaces(isDescending),
    ) as Row[]
    const sideOf = createSides(accountKey)
    const found = rows.flatMap((row) => {
      const side = sideOf(row)
      // A fill of which neither it nor its order tells the side is in no list.
      return side !== null && fits(row, side, filter) ? [{ row, side }] : []
    })
    const last = rows.length < limit ? undefined : rows.at(-1)
    const next = last === undefined ? null : placeOf(last)
    return { found, next }
  }

  const toFill = ({ takerType, atMs, ...row }: FillRow, side: OrderSide): Fill => ({
    id: row.id,
    orderId: row.orderId,
    market: row.market,
    side,
    takerType: takerType === null ? null : readWord(db, orderSides, takerType, 'order_trades.taker_type'),
    price: row.price,
    amount: row.amount,
    total: row.total,
    feeCurrency: row.feeCurrency,
    feeRate: row.feeRate,
    feeAmount: row.feeAmount,
    createdAtMs: atMs,
  })

  function advance(accountKey: number, filter: FillFilter, isDescending: boolean, version: number): Running {
    const name = JSON.stringify([accountKey, version, filter, isDescending])
    const running = kept.get(name) ?? { found: [], after: null, isDone: false }
    kept.delete(name)
    kept.set(name, running)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostLists) break
      kept.delete(oldest)
    }
    if (running.isDone) return running
    const { found, next } = readPiece(places, accountKey, filter, isDescending, running.after, stepRows)
    for (const { row } of found) running.found.push(row.orderId, row.position)
    running.after = next
    running.isDone = next === null
    return running
  }

  return {
    listFills(accountId, filter, isDescending, offset, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], total: 0, version: 0, isReady: true }
      return inReadTransaction(db, () => {
        const version = selectVersion.get(accountKey)?.version ?? 0
        const { found, isDone } = advance(accountKey, filter, isDescending, version)
        const sideOf = createSides(accountKey)
        const rows: Fill[] = []
        const end = Math.min(found.length, 2 * (offset + limit))
        for (let place = 2 * offset; place < end; place += 2) {
          const row = selectRow.get(accountKey, found[place] ?? -1, found[place + 1] ?? -1)
          const side = row === undefined ? null : sideOf(row)
          if (row !== undefined && side !== null) rows.push(toFill(row, side))
        }
        const count = found.length / 2
        return {
          rows,
          total: isDone ? count : null,
          version,
          isReady: isDone || count >= offset + limit,
        }
      })
    },

    readFills(accountId, filter, isDescending, after, limit) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { rows: [], next: null }
      return inReadTransaction(db, () => {
        const { found, next } = readPiece(wholeRows, accountKey, filter, isDescending, after, limit)
        return { rows: found.map(({ row, side }) => toFill(row, side)), next }
      })
    },

    sumFills(accountId, filter, after) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { markets: [], fees: [], next: null }
      return inReadTransaction(db, () => {
        const { found, next } = readPiece(wholeRows, accountKey, filter, true, after, stepRows)
        return { ...sumFound(found.map(({ row, side }) => toFill(row, side))), next }
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
  const fees = createFeeSums()
  for (const { market, side, amount, price, total, feeCurrency, feeAmount } of fills) {
    const sum = sums.get(market) ?? createMarketSums()
    sums.set(market, sum)
    sum.fills += 1
    sum[side].amount.add(parseExact(amount))
    sum[side].value.add(fillTotal({ price, amount, total }))
    if (feeCurrency !== null && feeAmount !== null) fees.add(feeCurrency, feeAmount)
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
    fees: fees.list(),
  }
}
