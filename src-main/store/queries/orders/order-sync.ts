// SQL on `order_sync`.
import type Sqlite from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type { OrderRange, OrderSyncRecord } from '../../api/store-api.ts'

interface SyncRow {
  stretches: string
  keptFromMs: number
  asOfMs: number | null
}

const stretches: z.ZodType<OrderRange[]> = z.array(
  z.strictObject({
    fromId: z.int().min(0),
    toId: z.int().min(0),
    rows: z.int().min(0),
    fromMs: z.int().nullable(),
  }),
)

const nothingRead: OrderSyncRecord = { stretches: [], keptFromMs: 0, asOfMs: null }

export function prepareOrderSync(db: Sqlite.Database) {
  const select = db.prepare<[number], SyncRow>(`
    SELECT stretches, kept_from_ms AS keptFromMs, as_of_ms AS asOfMs FROM order_sync WHERE account_key = ?`)
  const upsert = db.prepare<[number, string, number, number | null]>(`
    INSERT INTO order_sync (account_key, stretches, kept_from_ms, as_of_ms) VALUES (?, ?, ?, ?)
    ON CONFLICT (account_key) DO UPDATE SET stretches = excluded.stretches, kept_from_ms = excluded.kept_from_ms,
      as_of_ms = excluded.as_of_ms`)

  function readStretches(text: string): OrderRange[] {
    const read = stretches.safeParse(JSON.parse(text))
    if (!read.success)
      throw new AppError('databaseCorrupt', { file: db.name, reason: 'order_sync.stretches' })
    return read.data
  }

  return {
    put: (accountKey: number, record: OrderSyncRecord): void => {
      upsert.run(accountKey, JSON.stringify(record.stretches), record.keptFromMs, record.asOfMs)
    },
    /** Nothing read yet, where there is no record or no account. */
    get(accountKey: number | null): OrderSyncRecord {
      const row = accountKey === null ? undefined : select.get(accountKey)
      return row ? { ...row, stretches: readStretches(row.stretches) } : nothingRead
    },
  }
}
