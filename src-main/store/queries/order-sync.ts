// Owns: SQL on `order_sync`. Must not: commit by itself; its record goes with the rows it speaks of.
import type Sqlite from 'better-sqlite3'
import type { OrderSyncRecord } from '../store-api.ts'

export interface OrderSyncRows {
  put(accountKey: number, record: OrderSyncRecord): void
  /** Nothing read yet, where there is no record or no account. */
  get(accountKey: number | null): OrderSyncRecord
}

interface SyncRow {
  knownThroughId: number | null
  passNextPage: number | null
  passTopId: number | null
  asOfMs: number | null
}

const nothingRead: OrderSyncRecord = { knownThroughId: null, pass: null, asOfMs: null }

export function prepareOrderSync(db: Sqlite.Database): OrderSyncRows {
  const select = db.prepare<[number], SyncRow>(`
    SELECT known_through_id AS knownThroughId, pass_next_page AS passNextPage, pass_top_id AS passTopId,
      as_of_ms AS asOfMs
    FROM order_sync WHERE account_key = ?`)
  const upsert = db.prepare<[SyncRow & { accountKey: number }]>(`
    INSERT INTO order_sync (account_key, known_through_id, pass_next_page, pass_top_id, as_of_ms)
    VALUES (@accountKey, @knownThroughId, @passNextPage, @passTopId, @asOfMs)
    ON CONFLICT (account_key) DO UPDATE SET known_through_id = excluded.known_through_id,
      pass_next_page = excluded.pass_next_page, pass_top_id = excluded.pass_top_id, as_of_ms = excluded.as_of_ms`)
  return {
    put: (accountKey, { knownThroughId, pass, asOfMs }) => {
      const passNextPage = pass?.nextPage ?? null
      upsert.run({ accountKey, knownThroughId, passNextPage, passTopId: pass?.topId ?? null, asOfMs })
    },
    get(accountKey) {
      const row = accountKey === null ? undefined : select.get(accountKey)
      if (!row) return nothingRead
      const { passNextPage, passTopId, ...known } = row
      const hasPass = passNextPage !== null && passTopId !== null
      return { ...known, pass: hasPass ? { nextPage: passNextPage, topId: passTopId } : null }
    },
  }
}
