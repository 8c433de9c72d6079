// SQL on `paged_fills`, `fill_pages` and `fill_conflicts`: fills that come by pages of own trades.
import type Sqlite from 'better-sqlite3'
import type { OrderTrade } from '../../../../src-preload/contract/orders/entities.ts'
import type { OwnTrade } from '../../../../src-preload/contract/trading/trading-entities.ts'
import { orderSides } from '../../../../src-preload/domain/markets/markets.ts'
import type { FillCursor, HistoryMethods } from '../../api/history-rows.ts'
import { inTransaction } from '../../worker/pragmas.ts'
import { areAllFills, isSameFill, joinFills } from '../../worker/told-fills.ts'
import type { AccountKeys } from '../accounts.ts'
import type { OrderFills } from './order-fills.ts'
import { readWord } from './words.ts'

interface OwnerRow {
  fillsWanted: 0 | 1
  tradesCount: number
  executedVolume: string
  createdAtMs: number
  updatedAtMs: number
}

interface PagedRow extends Omit<OwnTrade, 'side' | 'takerType' | 'orderId'> {
  side: string
  takerType: string | null
}

type Value = string | number | null

export interface OwnTradePages {
  readonly methods: Pick<HistoryMethods, 'putOwnTrades' | 'getFillCursor' | 'countFillConflicts'>
  /** Ends the waiting of an order's paged fills: its own answer is here. Fills that it tells otherwise are a conflict. */
  settle(accountKey: number, orderId: number, trades: readonly OrderTrade[]): void
}

function groupByOrder(trades: readonly OwnTrade[]): Map<number, OwnTrade[]> {
  const groups = new Map<number, OwnTrade[]>()
  for (const trade of trades) {
    const group = groups.get(trade.orderId)
    if (group === undefined) groups.set(trade.orderId, [trade])
    else group.push(trade)
  }
  return groups
}

/** True unless the fill may have come since the order was read: times are whole seconds. */
const isBefore = ({ createdAtMs }: OrderTrade, { updatedAtMs }: OwnerRow): boolean =>
  createdAtMs !== null && createdAtMs < updatedAtMs

export function prepareOwnTrades(db: Sqlite.Database, keys: AccountKeys, fills: OrderFills): OwnTradePages {
  const owner = db.prepare<[number, number], OwnerRow>(`
    SELECT fills_wanted AS fillsWanted, trades_count AS tradesCount, executed_volume AS executedVolume,
      created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs
    FROM orders WHERE account_key = ? AND id = ?`)
  const insertPaged = db.prepare<Value[]>(`
    INSERT OR REPLACE INTO paged_fills (account_key, order_id, id, market, side, taker_type, price, amount, total,
      fee_currency, fee_rate, fee_amount, created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const selectPaged = db.prepare<[number, number], PagedRow>(`
    SELECT id, market, side, taker_type AS takerType, price, amount, total, fee_currency AS feeCurrency,
      fee_rate AS feeRate, fee_amount AS feeAmount, created_at_ms AS createdAtMs
    FROM paged_fills WHERE account_key = ? AND order_id = ?`)
  const dropPaged = db.prepare<[number, number]>(
    'DELETE FROM paged_fills WHERE account_key = ? AND order_id = ?',
  )
  const putConflict = db.prepare<[number, number]>(
    'INSERT OR IGNORE INTO fill_conflicts (account_key, order_id) VALUES (?, ?)',
  )
  const hasConflict = db
    .prepare<[number, number], 1>('SELECT 1 FROM fill_conflicts WHERE account_key = ? AND order_id = ?')
    .pluck()
  const countConflicts = db
    .prepare<[number], number>('SELECT count(*) FROM fill_conflicts WHERE account_key = ?')
    .pluck()
  const want = db.prepare<[number, number]>(
    'UPDATE orders SET fills_wanted = 1 WHERE account_key = ? AND id = ? AND fills_wanted = 0 AND trades_count > 0',
  )
  const getCursor = db.prepare<[number], FillCursor>(
    'SELECT next_page AS page, page_rows AS rows FROM fill_pages WHERE account_key = ?',
  )
  const putCursor = db.prepare<[number, number, number]>(`
    INSERT INTO fill_pages (account_key, next_page, page_rows) VALUES (?, ?, ?)
    ON CONFLICT (account_key) DO UPDATE SET next_page = excluded.next_page, page_rows = excluded.page_rows`)
  const dropCursor = db.prepare<[number]>('DELETE FROM fill_pages WHERE account_key = ?')

  const listPaged = (accountKey: number, orderId: number): OrderTrade[] =>
    selectPaged.all(accountKey, orderId).map((row) => ({
      ...row,
      orderId,
      side: readWord(db, orderSides, row.side, 'paged_fills.side'),
      takerType:
        row.takerType === null ? null : readWord(db, orderSides, row.takerType, 'paged_fills.taker_type'),
    }))

  /** From now on only the order's own answer counts. */
  function noteConflict(accountKey: number, orderId: number): void {
    putConflict.run(accountKey, orderId)
    dropPaged.run(accountKey, orderId)
    want.run(accountKey, orderId)
  }

  /** Compares a page with fills that are all here. */
  function check(accountKey: number, orderId: number, told: readonly OwnTrade[], row: OwnerRow): void {
    const known = new Map(fills.list(accountKey, orderId).map((fill) => [fill.id, fill]))
    // Not fetched: dropped, or of an order that has none as far as is known.
    if (known.size === 0) return
    const differs = told.some((fill) => {
      const before = known.get(fill.id)
      return before === undefined ? isBefore(fill, row) : !isSameFill(before, fill)
    })
    if (differs && hasConflict.get(accountKey, orderId) === undefined) noteConflict(accountKey, orderId)
  }

  /** Answers whether all fills of the order are here now. */
  function add(accountKey: number, orderId: number, told: readonly OwnTrade[], row: OwnerRow): boolean {
    // Earlier versions of the order had some of the fills.
    const before = [...fills.list(accountKey, orderId), ...listPaged(accountKey, orderId)]
    const all = joinFills(before, told)
    const market = told[0]?.market
    if (all === null || market === undefined) {
      noteConflict(accountKey, orderId)
      return false
    }
    if (areAllFills(row, all)) {
      fills.put(accountKey, { id: orderId, market, updatedAtMs: row.updatedAtMs }, all)
      if (before.length > 0) dropPaged.run(accountKey, orderId)
      return true
    }
    for (const fill of told) {
      insertPaged.run(
        accountKey,
        orderId,
        fill.id,
        fill.market,
        fill.side,
        fill.takerType,
        fill.price,
        fill.amount,
        fill.total,
        fill.feeCurrency,
        fill.feeRate,
        fill.feeAmount,
        fill.createdAtMs,
      )
    }
    return false
  }

  return {
    methods: {
      putOwnTrades: (accountId, trades, keptFromMs, next) =>
        inTransaction(db, () => {
          const accountKey = keys.require(accountId)
          const settledIds: number[] = []
          let useful = 0
          for (const [orderId, told] of groupByOrder(trades)) {
            const row = owner.get(accountKey, orderId)
            if (row === undefined || row.createdAtMs < keptFromMs) continue
            if (row.fillsWanted === 0) check(accountKey, orderId, told, row)
            else if (hasConflict.get(accountKey, orderId) === undefined) {
              useful += told.length
              if (add(accountKey, orderId, told, row)) settledIds.push(orderId)
            }
          }
          if (next === null) dropCursor.run(accountKey)
          else putCursor.run(accountKey, next.page, next.rows)
          return { useful, settledIds }
        }),
      getFillCursor(accountId) {
        const accountKey = keys.find(accountId)
        return accountKey === null ? null : (getCursor.get(accountKey) ?? null)
      },
      countFillConflicts(accountId) {
        const accountKey = keys.find(accountId)
        return accountKey === null ? 0 : (countConflicts.get(accountKey) ?? 0)
      },
    },
    settle(accountKey, id, trades) {
      const paged = listPaged(accountKey, id)
      const row = owner.get(accountKey, id)
      if (paged.length === 0 || row === undefined) return
      const own = new Map(trades.map((fill) => [fill.id, fill]))
      const isWhole = trades.length >= row.tradesCount
      const differs = paged.some((fill) => {
        const told = own.get(fill.id)
        return told === undefined ? isWhole && isBefore(fill, row) : !isSameFill(told, fill)
      })
      if (differs) putConflict.run(accountKey, id)
      if (differs || isWhole) dropPaged.run(accountKey, id)
    },
  }
}
