// SQL on `transfer_limits`.
import type Sqlite from 'better-sqlite3'
import type { JournalMethods } from '../../api/journal-api.ts'

interface LimitsRow {
  readonly perTransfer: string | null
  readonly perDay: string | null
  readonly nextFromMs: number | null
  readonly nextPerTransfer: string | null
  readonly nextPerDay: string | null
}

export const getLimitsSql = `
  SELECT per_transfer AS perTransfer, per_day AS perDay, next_from_ms AS nextFromMs,
    next_per_transfer AS nextPerTransfer, next_per_day AS nextPerDay
  FROM transfer_limits WHERE network_key = ? AND sender_address = ?`

export function prepareTransferLimits(
  db: Sqlite.Database,
): Pick<JournalMethods, 'getTransferLimits' | 'putTransferLimits'> {
  const select = db.prepare<[string, string], LimitsRow>(getLimitsSql)
  const upsert = db.prepare<[LimitsRow & { networkKey: string; senderAddress: string }]>(`
    INSERT INTO transfer_limits (network_key, sender_address, per_transfer, per_day, next_from_ms, next_per_transfer,
      next_per_day)
    VALUES (@networkKey, @senderAddress, @perTransfer, @perDay, @nextFromMs, @nextPerTransfer, @nextPerDay)
    ON CONFLICT (network_key, sender_address) DO UPDATE SET per_transfer = excluded.per_transfer,
      per_day = excluded.per_day, next_from_ms = excluded.next_from_ms,
      next_per_transfer = excluded.next_per_transfer, next_per_day = excluded.next_per_day`)

  return {
    getTransferLimits(networkKey, senderAddress) {
      const row = select.get(networkKey, senderAddress)
      if (row === undefined) return null
      const { perTransfer, perDay, nextFromMs, nextPerTransfer, nextPerDay } = row
      const later = { perTransfer: nextPerTransfer, perDay: nextPerDay }
      return {
        now: { perTransfer, perDay },
        next: nextFromMs === null ? null : { limits: later, fromMs: nextFromMs },
      }
    },
    putTransferLimits: (networkKey, senderAddress, { now, next }) => {
      upsert.run({
        networkKey,
        senderAddress,
        ...now,
        nextFromMs: next?.fromMs ?? null,
        nextPerTransfer: next?.limits.perTransfer ?? null,
        nextPerDay: next?.limits.perDay ?? null,
      })
    },
  }
}
