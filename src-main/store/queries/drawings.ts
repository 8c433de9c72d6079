// SQL on `drawings`.
import type Sqlite from 'better-sqlite3'
import { drawing as drawingSchema, type Drawing } from '../../../src-preload/contract/markets/drawings.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { ChartStoreMethods } from '../api/chart-rows.ts'
import { writeDurably } from '../worker/pragmas.ts'

interface DrawingRow {
  id: string
  market: string
  kind: string
  /** JSON of all other fields. */
  body: string
  createdAtMs: number
}

export const listDrawingsSql = `
  SELECT id, market, kind, body, created_at_ms AS createdAtMs FROM drawings
  WHERE network = ? AND market = ? ORDER BY created_at_ms, id`
export const countDrawingsSql = `
  SELECT count(*) AS count FROM drawings WHERE network = ? AND market = ? AND id <> ?`

export function prepareDrawings(
  db: Sqlite.Database,
): Pick<ChartStoreMethods, 'listDrawings' | 'putDrawing' | 'removeDrawing'> {
  const list = db.prepare<[string, string], DrawingRow>(listDrawingsSql)
  const countOthers = db.prepare<[string, string, string], { count: number }>(countDrawingsSql)
  const countInAll = db
    .prepare<[string, string], number>('SELECT count(*) FROM drawings WHERE network = ? AND id <> ?')
    .pluck()
  const find = db.prepare<[string, string], { market: string }>(
    'SELECT market FROM drawings WHERE network = ? AND id = ?',
  )
  const put = db.prepare<[DrawingRow & { network: string }]>(`
    INSERT OR REPLACE INTO drawings (network, id, market, kind, body, created_at_ms)
    VALUES (@network, @id, @market, @kind, @body, @createdAtMs)`)
  const remove = db.prepare<[string, string], { market: string }>(
    'DELETE FROM drawings WHERE network = ? AND id = ? RETURNING market',
  )

  /** The file can be edited or damaged: what is read is checked as at any border. */
  function toDrawing({ body, ...row }: DrawingRow): Drawing {
    const rest: unknown = JSON.parse(body)
    const read = drawingSchema.safeParse(typeof rest === 'object' ? { ...rest, ...row } : null)
    if (!read.success) throw new AppError('databaseCorrupt', { file: db.name, reason: 'drawings.body' })
    return read.data
  }

  return {
    listDrawings: (network, market) => list.all(network, market).map(toDrawing),
    putDrawing: (network, drawing, most) =>
      writeDurably(db, () => {
        const formerMarket = find.get(network, drawing.id)?.market ?? null
        const others = countOthers.get(network, drawing.market, drawing.id)?.count ?? 0
        if (others >= most.ofMarket) return { keptOut: 'market', formerMarket }
        if ((countInAll.get(network, drawing.id) ?? 0) >= most.inAll) return { keptOut: 'all', formerMarket }
        const { id, market, kind, createdAtMs, ...rest } = drawing
        put.run({ id, market, kind, createdAtMs, network, body: JSON.stringify(rest) })
        return { keptOut: null, formerMarket }
      }),
    removeDrawing: (network, id) => writeDurably(db, () => remove.get(network, id)?.market ?? null),
  }
}
