// SQL on `notices`, `order_notice_marks` and `told_orders`.
import type Sqlite from 'better-sqlite3'
import type { NoticeFacts } from '../../../src-preload/contract/app/alerts.ts'
import { type AlertMethods, mostNotices, type StoredNotice } from '../api/alert-rows.ts'
import { inReadTransaction, writeDurably } from '../worker/pragmas.ts'

const YEAR_MS = 366 * 86_400_000
/** More ends of orders than these are not remembered one by one: instead, none that was earlier is told of. */
const MOST_TOLD_ORDERS = 10_000

interface NoticeRow extends Omit<StoredNotice, 'isRead'> {
  readonly isRead: 0 | 1
}

const columns = 'id, at_ms AS atMs, noted_at_ms AS notedAtMs, is_read AS isRead, facts'
const isListed = 'noted_at_ms IS NOT NULL AND is_cleared = 0'

export const listNoticesSql = `SELECT ${columns} FROM notices WHERE ${isListed} AND id < ? ORDER BY id DESC LIMIT ?`
export const notNotedSql = `
  UPDATE notices SET noted_at_ms = ? WHERE noted_at_ms IS NULL RETURNING ${columns}`
export const countUnreadSql = `SELECT count(*) FROM notices WHERE is_read = 0 AND ${isListed}`

const toNotice = (row: NoticeRow): StoredNotice => ({ ...row, isRead: row.isRead === 1 })

export function prepareNotices(db: Sqlite.Database) {
  const insert = db.prepare<[number, string]>(`
    INSERT INTO notices (id, kind, at_ms, facts)
    VALUES (1 + ifnull((SELECT max(id) FROM notices), 0), 'priceCrossed', ?, ?)`)
  const add = db.prepare<[string, number, string, string]>(`
    INSERT INTO notices (id, kind, at_ms, account_id, facts)
    VALUES (1 + ifnull((SELECT max(id) FROM notices), 0), ?, ?, ?, ?)`)
  const noteTold = db.prepare<[string, string, number]>(
    'INSERT INTO told_events (account_id, key, at_ms) VALUES (?, ?, ?) ON CONFLICT (account_id, key) DO NOTHING',
  )
  const dropToldEvents = db.prepare<[number]>('DELETE FROM told_events WHERE at_ms < ?')
  const start = db.prepare<[string, number]>(
    'INSERT INTO order_notice_marks (account_id, since_ms) VALUES (?, ?) ON CONFLICT (account_id) DO NOTHING',
  )
  const isStarted = db.prepare<[string], { since_ms: number }>(
    'SELECT since_ms FROM order_notice_marks WHERE account_id = ?',
  )
  const tellEndedSince = db.prepare<[{ accountId: string; sinceMs: number }]>(`
    INSERT INTO told_orders (account_id, order_id, ended_at_ms)
      SELECT a.id, o.id, o.updated_at_ms FROM accounts AS a JOIN orders AS o ON o.account_key = a.key
        JOIN order_facets AS f ON f.id = o.facet_id
      WHERE a.id = @accountId AND o.updated_at_ms > @sinceMs AND f.state IN ('done', 'cancel')
    ON CONFLICT (account_id, order_id) DO NOTHING`)
  const anyNotNoted = db.prepare<[], { id: number }>(
    'SELECT id FROM notices WHERE noted_at_ms IS NULL LIMIT 1',
  )
  const note = db.prepare<[number], NoticeRow>(notNotedSql)
  const list = db.prepare<[number, number], NoticeRow>(listNoticesSql)
  const countUnread = db.prepare<[], number>(countUnreadSql).pluck()
  const markRead = db.prepare<[number]>(
    `UPDATE notices SET is_read = 1 WHERE id <= ? AND is_read = 0 AND ${isListed}`,
  )
  const markOneRead = db.prepare<[number]>(
    `UPDATE notices SET is_read = 1 WHERE id = ? AND is_read = 0 AND ${isListed}`,
  )
  const hideRead = db.prepare<[]>(`UPDATE notices SET is_cleared = 1 WHERE is_read = 1 AND ${isListed}`)
  const dropCleared = db.prepare<[]>(
    'DELETE FROM notices WHERE is_cleared = 1 AND id < (SELECT max(id) FROM notices)',
  )
  const dropOld = db.prepare<[number, number]>(`
    DELETE FROM notices WHERE id < (SELECT max(id) FROM notices)
      AND (at_ms < ? OR id <= (SELECT id FROM notices ORDER BY id DESC LIMIT 1 OFFSET ?))`)
  const listTold = db.prepare<[], { accountId: string; told: number }>(
    'SELECT account_id AS accountId, count(*) AS told FROM told_orders GROUP BY account_id',
  )
  const findCut = db
    .prepare<[string, number], number>(
      'SELECT ended_at_ms FROM told_orders WHERE account_id = ? ORDER BY ended_at_ms DESC LIMIT 1 OFFSET ?',
    )
    .pluck()
  const raiseMark = db.prepare<[string, number]>(`
    INSERT INTO order_notice_marks (account_id, since_ms) VALUES (?, ?)
    ON CONFLICT (account_id) DO UPDATE SET since_ms = max(since_ms, excluded.since_ms)`)
  const dropTold = db.prepare<[string, number]>(
    'DELETE FROM told_orders WHERE account_id = ? AND ended_at_ms <= ?',
  )

  function trimTold(oldestMs: number): void {
    for (const { accountId, told } of listTold.all()) {
      const cutMs = told > MOST_TOLD_ORDERS ? (findCut.get(accountId, MOST_TOLD_ORDERS) ?? 0) : 0
      const beforeMs = Math.max(cutMs, oldestMs)
      if (dropTold.run(accountId, beforeMs).changes > 0) raiseMark.run(accountId, beforeMs)
    }
  }

  return {
    /** Within the transaction of the caller. */
    addCrossing: (atMs: number, facts: Extract<NoticeFacts, { kind: 'priceCrossed' }>): void => {
      insert.run(atMs, JSON.stringify(facts))
    },
    methods: {
      startOrderNotices(accountId, sinceMs) {
        if (isStarted.get(accountId) !== undefined) return false
        return writeDurably(db, () => {
          start.run(accountId, sinceMs)
          // A stream or the history may have read an end before the first listing was whole.
          return tellEndedSince.run({ accountId, sinceMs }).changes > 0
        })
      },
      addNotice: ({ key, atMs, kind, accountId, facts }) =>
        writeDurably(db, () => {
          if (noteTold.run(accountId, key, atMs).changes === 0) return false
          add.run(kind, atMs, accountId, facts)
          return true
        }),
      noteNotices(nowMs) {
        if (anyNotNoted.get() === undefined) return []
        const rows = writeDurably(db, () => note.all(nowMs))
        return rows.map(toNotice).sort((a, b) => a.id - b.id)
      },
      listNotices: (beforeId, limit) =>
        inReadTransaction(db, () => {
          const found = list.all(beforeId ?? Number.MAX_SAFE_INTEGER, limit + 1)
          return {
            notices: found.slice(0, limit).map(toNotice),
            unread: countUnread.get() ?? 0,
            hasMore: found.length > limit,
          }
        }),
      countUnreadNotices: () => countUnread.get() ?? 0,
      markNoticesRead: (id, isUpTo) =>
        writeDurably(db, () => (isUpTo ? markRead : markOneRead).run(id).changes),
      clearReadNotices: () =>
        writeDurably(db, () => {
          const { changes } = hideRead.run()
          dropCleared.run()
          return changes
        }),
      trimNotices(nowMs) {
        writeDurably(db, () => {
          dropOld.run(nowMs - YEAR_MS, mostNotices)
          trimTold(nowMs - YEAR_MS)
          dropToldEvents.run(nowMs - YEAR_MS)
        })
      },
    } satisfies Partial<AlertMethods>,
  }
}

export type NoticeRows = ReturnType<typeof prepareNotices>
