// SQL on `price_alerts`.
import type Sqlite from 'better-sqlite3'
import type { AlertDirection } from '../../../src-preload/contract/app/alerts.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type AlertMethods, type AlertOutcome, mostAlerts, type StoredAlert } from '../api/alert-rows.ts'
import { inTransaction, writeDurably } from '../worker/pragmas.ts'
import type { NoticeRows } from './notices.ts'
import { readWord } from './orders/words.ts'

interface AlertRow extends Omit<StoredAlert, 'direction' | 'isRepeating' | 'isArmed' | 'progress'> {
  readonly direction: string
  readonly isRepeating: 0 | 1
  readonly isArmed: 0 | 1
  readonly checkedMs: number
  readonly side: string | null
  readonly isResting: 0 | 1
  readonly crossedCandleMs: number | null
}

// The contract's own list would bring the schema library into the worker.
const directions: Record<AlertDirection, AlertDirection> = { up: 'up', down: 'down', either: 'either' }
const sides = ['below', 'above'] as const
const MINUTE_MS = 60_000

const listAlertsSql = `
  SELECT id, network, market, price, direction, note, is_repeating AS isRepeating, created_at_ms AS createdAtMs,
    armed_at_ms AS armedAtMs, is_armed AS isArmed, crossed_at_ms AS crossedAtMs, checked_ms AS checkedMs, side,
    is_resting AS isResting, crossed_candle_ms AS crossedCandleMs
  FROM price_alerts WHERE network = ? ORDER BY created_at_ms DESC, id`

export function preparePriceAlerts(
  db: Sqlite.Database,
  notices: NoticeRows,
): Pick<AlertMethods, 'listAlerts' | 'putAlert' | 'removeAlert' | 'settleAlerts'> {
  const list = db.prepare<[string], AlertRow>(listAlertsSql)
  const findNetwork = db.prepare<[string], string>('SELECT network FROM price_alerts WHERE id = ?').pluck()
  const count = db.prepare<[string], number>('SELECT count(*) FROM price_alerts WHERE network = ?').pluck()
  const upsert = db.prepare(`
    INSERT INTO price_alerts (id, network, market, price, direction, note, is_repeating, created_at_ms, armed_at_ms,
      is_armed, checked_ms, side, is_resting)
    VALUES (@id, @network, @market, @price, @direction, @note, @isRepeating, @armedAtMs, @armedAtMs, 1, @checkedMs,
      @side, 0)
    ON CONFLICT (id) DO UPDATE SET market = excluded.market, price = excluded.price, direction = excluded.direction,
      note = excluded.note, is_repeating = excluded.is_repeating, armed_at_ms = excluded.armed_at_ms, is_armed = 1,
      checked_ms = excluded.checked_ms, side = excluded.side, is_resting = 0, crossed_candle_ms = NULL`)
  const remove = db.prepare<[string]>('DELETE FROM price_alerts WHERE id = ?')
  const findArmed = db.prepare<[string, number], AlertRow>(`
    SELECT market, price, note, is_repeating AS isRepeating FROM price_alerts
    WHERE id = ? AND armed_at_ms = ? AND is_armed = 1`)
  const settle = db.prepare(`
    UPDATE price_alerts SET checked_ms = @checkedMs, side = @side, is_resting = @isResting,
      crossed_candle_ms = @crossedCandleMs, is_armed = @isArmed, crossed_at_ms = coalesce(@crossedAtMs, crossed_at_ms)
    WHERE id = @id`)

  /** Answers how many notices came of it. */
  function settleOne({ id, armedAtMs, progress, crossings }: AlertOutcome): number {
    const row = findArmed.get(id, armedAtMs)
    if (row === undefined) return 0
    const isRepeating = row.isRepeating === 1
    // One that does not repeat is told of once, whatever came after.
    const told = isRepeating ? crossings : crossings.slice(0, 1)
    settle.run({
      id,
      ...progress,
      isResting: progress.isResting ? 1 : 0,
      isArmed: isRepeating || told.length === 0 ? 1 : 0,
      crossedAtMs: told.at(-1)?.atMs ?? null,
    })
    for (const { atMs, direction } of told) {
      const { market, price, note } = row
      notices.addCrossing(atMs, { kind: 'priceCrossed', alertId: id, market, price, direction, note })
    }
    return told.length
  }

  return {
    listAlerts: (network) => list.all(network).map((row) => readAlert(db, row)),
    putAlert(alert) {
      writeDurably(db, () => {
        const other = findNetwork.get(alert.id)
        if (other !== undefined && other !== alert.network) throw new AppError('validation', { field: 'id' })
        if (other === undefined && (count.get(alert.network) ?? 0) >= mostAlerts) {
          throw new AppError('validation', { field: 'alerts', reason: 'tooMany' })
        }
        const checkedMs = Math.floor(alert.armedAtMs / MINUTE_MS) * MINUTE_MS
        upsert.run({ ...alert, isRepeating: alert.isRepeating ? 1 : 0, checkedMs })
      })
    },
    removeAlert: (id) => writeDurably(db, () => remove.run(id).changes > 0),
    settleAlerts(outcomes) {
      const settleAll = (): number => outcomes.reduce((sum, outcome) => sum + settleOne(outcome), 0)
      // How far prices were followed alone is found again; what is told of is not told twice.
      const isTold = outcomes.some(({ crossings }) => crossings.length > 0)
      return isTold ? writeDurably(db, settleAll) : inTransaction(db, settleAll)
    },
  }
}

function readAlert(db: Sqlite.Database, row: AlertRow): StoredAlert {
  const { checkedMs, side, isResting, crossedCandleMs, ...rest } = row
  return {
    ...rest,
    direction: readWord(db, Object.values(directions), row.direction, 'price_alerts.direction'),
    isRepeating: row.isRepeating === 1,
    isArmed: row.isArmed === 1,
    progress: {
      checkedMs,
      side: side === null ? null : readWord(db, sides, side, 'price_alerts.side'),
      isResting: isResting === 1,
      crossedCandleMs,
    },
  }
}
