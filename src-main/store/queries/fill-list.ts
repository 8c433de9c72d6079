// Owns: SQL that lists and sums an account's fills. Must not: sum in SQL, or take more than a few milliseconds at once.
import type Sqlite from 'better-sqlite3'
import type { OrderTrade } from '../../../src-preload/contract/entities.ts'
import type { Fill, FillFilter } from '../../../src-preload/contract/orders.ts'
import { multiply, parseExact } from '../../../src-preload/shared/exact.ts'
import { type OrderSide, orderSides } from '../../../src-preload/shared/markets.ts'
import { createDecimalSum, createFeeSums } from '../exact-sums.ts'
import type { FillPlace, OrderPageMethods } from '../order-pages.ts'
import { inReadTransaction } from '../pragmas.ts'
import type { AccountKeys } from './accounts.ts'
import { mergeKeys } from './merge-keys.ts'
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
/** order_trades_by_time has all of it, either way. */
export const fillPlacesSql = (isDescending: boolean) => {
  const way = isDescending ? 'DESC' : 'ASC'
  return `
  SELECT ${at} AS atMs, order_id AS orderId, position FROM order_trades
  WHERE account_key = ? AND ifnull(market, order_market) = ? AND ${at} BETWEEN ? AND ?
    AND (${at}, order_id, position) ${isDescending ? '<' : '>'} (?, ?, ?)
  ORDER BY ${at} ${way}, order_id ${way}, position ${way} LIMIT ?`
}
export const selectFillRowSql = `
  SELECT id, told_order_id AS toldOrderId, ifnull(market, order_market) AS market, side, taker_type AS takerType, price, amount,
    total, fee_currency AS feeCurrency, fee_rate AS feeRate, fee_amount AS feeAmount,
    ${at} AS createdAtMs
  FROM order_trades WHERE account_key = ? AND order_id = ? AND position = ?`
export const orderFacetSql = 'SELECT facet_id AS facetId FROM orders WHERE account_key = ? AND id = ?'
export const fillsVersionSql = `
  SELECT ifnull(fills_count, 0) AS version FROM order_changes WHERE account_key = ?`

type PlaceParameters = [number, string, number, number, number, number, number, number]

interface FillRow extends Omit<OrderTrade, 'orderId' | 'market' | 'side' | 'takerType' | 'createdAtMs'> {
  toldOrderId: number | null
  market: string
  side: string | null
  takerType: string | null
  createdAtMs: number
}

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

const firstPlace = (isDescending: boolean): FillPlace =>
  isDescending ? { atMs: mostId, orderId: mostId, position: mostId } : { atMs: -1, orderId: -1, position: -1 }

export function prepareFillList(
  db: Sqlite.Database,
  keys: AccountKeys,
  facets: OrderFacets,
): Pick<OrderPageMethods, 'listFills' | 'readFills' | 'sumFills'> {
  const nextMarket = db.prepare<[number, string], { market: string | null }>(nextFillMarketSql)
  const down = db.prepare<PlaceParameters, FillPlace>(fillPlacesSql(true))
  const up = db.prepare<PlaceParameters, FillPlace>(fillPlacesSql(false))
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

  function readPlaces(
    accountKey: number,
    filter: FillFilter,
    isDescending: boolean,
    after: FillPlace | null,
    limit: number,
  ): FillPlace[] {
    const statement = isDescending ? down : up
    const [from, to] = [filter.fromMs ?? 0, filter.toMs === null ? mostId : filter.toMs - 1]
    const sources = listMarkets(accountKey, filter).map(
      (market) => (place: FillPlace, count: number) =>
        statement.all(accountKey, market, from, to, place.atMs, place.orderId, place.position, count),
    )
    return mergeKeys(sources, after ?? firstPlace(isDescending), limit, comparePlaces(isDescending))
  }

  /** Reads fills with what their orders say where they do not. */
  function createReader(accountKey: number): (orderId: number, position: number) => Fill | null {
    const readWords = facets.reader()
    const sides = new Map<number, OrderSide | null>()
    const sideOfOrder = (orderId: number): OrderSide | null => {
      const known = sides.get(orderId)
      if (known !== undefined) return known
      const facet = selectFacet.get(accountKey, orderId)
      const side = facet === undefined ? null : readWords(facet.facetId).side
      sides.set(orderId, side)
      return side
    }
    const word = (value: string | null, column: string) =>
      value === null ? null : readWord(db, orderSides, value, column)
    return (orderId, position) => {
      const row = selectRow.get(accountKey, orderId, position)
      const side = word(row?.side ?? null, 'order_trades.side') ?? sideOfOrder(orderId)
      // A fill of which neither it nor its order tells the side.
      if (row === undefined || side === null) return null
      return {
        id: row.id,
        orderId,
        market: row.market,
        side,
        takerType: word(row.takerType, 'order_trades.taker_type'),
        price: row.price,
        amount: row.amount,
        total: row.total,
        feeCurrency: row.feeCurrency,
        feeRate: row.feeRate,
        feeAmount: row.feeAmount,
        createdAtMs: row.createdAtMs,
      }
    }
  }

  const fits = ({ side, id, orderId }: Fill, { sides, text }: FillFilter): boolean =>
    (sides.length === 0 || sides.includes(side)) &&
    (text === '' || String(id) === text || String(orderId) === text)

  /** Looks at up to `limit` fills: those that fit, and where the last of all stands. */
  function readPiece(
    accountKey: number,
    filter: FillFilter,
    isDescending: boolean,
    after: FillPlace | null,
    limit: number,
  ): { found: { fill: Fill; position: number }[]; next: FillPlace | null } {
    const places = readPlaces(accountKey, filter, isDescending, after, limit)
    const read = createReader(accountKey)
    const found = places.flatMap(({ orderId, position }) => {
      const fill = read(orderId, position)
      return fill !== null && fits(fill, filter) ? [{ fill, position }] : []
    })
    return { found, next: places.length < limit ? null : (places.at(-1) ?? null) }
  }

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
    const { found, next } = readPiece(accountKey, filter, isDescending, running.after, stepRows)
    for (const { fill, position } of found) running.found.push(fill.orderId, position)
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
        const read = createReader(accountKey)
        const rows: Fill[] = []
        const end = Math.min(found.length, 2 * (offset + limit))
        for (let place = 2 * offset; place < end; place += 2) {
          const fill = read(found[place] ?? -1, found[place + 1] ?? -1)
          if (fill !== null) rows.push(fill)
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
        const { found, next } = readPiece(accountKey, filter, isDescending, after, limit)
        return { rows: found.map(({ fill }) => fill), next }
      })
    },

    sumFills(accountId, filter, after) {
      const accountKey = keys.find(accountId)
      if (accountKey === null) return { markets: [], fees: [], next: null }
      return inReadTransaction(db, () => {
        const { found, next } = readPiece(accountKey, filter, true, after, stepRows)
        return { ...sumFound(found.map(({ fill }) => fill)), next }
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
    const volume = parseExact(amount)
    sum[side].amount.add(volume)
    // What the service says that it came to, where it does.
    sum[side].value.add(total === null ? multiply(parseExact(price), volume) : parseExact(total))
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
