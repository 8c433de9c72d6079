// Measures what a database file holds. Read-only, with short transactions.
import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { dataKinds, type DataKind } from '../../../src-preload/contract/app/data.ts'
import { describeFailure, describeFileFailure } from '../worker/failures.ts'
import type { FileSize, KindMeasure, Measurement } from './maintenance.ts'
import { openForMaintenance } from './check.ts'
import { cacheTables } from '../files/data-file.ts'
import { type FileKind, fileTables } from '../files/file-kind.ts'

/** Candles of shorter periods count as fine. */
const coarseFromMinutes = 60

interface Count {
  readonly rows: number
  readonly oldestMs: number | null
  readonly newestMs: number | null
}

const noRows: Count = { rows: 0, oldestMs: null, newestMs: null }

/**
 * Counts rows and bytes of the data file. Errors: `databaseCorrupt`, `databaseUnavailable`.
 * @param goOn - called between two statements; its errors are rethrown
 */
export function measureFile(file: string, kind: FileKind, goOn: () => void = () => undefined): Measurement {
  return read(file, (db, disk) => ({
    ...disk,
    ownBytes: sumOwn(db, kind, goOn),
    kinds: measureKinds(db, goOn),
  }))
}

/** Counts bytes alone, of either file. Errors and `goOn` as in measureFile. */
export function measureSize(file: string, kind: FileKind, goOn: () => void = () => undefined): FileSize {
  return read(file, (db, disk) => ({ ...disk, ownBytes: sumOwn(db, kind, goOn) }))
}

type Disk = Pick<FileSize, 'fileBytes' | 'freeBytes'>

function read<Result>(file: string, work: (db: Sqlite.Database, disk: Disk) => Result): Result {
  try {
    // Before this connection creates side files.
    const disk = measureDisk(file)
    const db = openForMaintenance(file)
    try {
      return work(db, disk)
    } finally {
      db.close()
    }
  } catch (error) {
    throw describeFailure(error, file, 'measure')
  }
}

function measureDisk(file: string): Disk {
  try {
    const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0
    const disk = statfsSync(dirname(file))
    const files = [file, `${file}-wal`, `${file}-shm`]
    return {
      fileBytes: files.reduce((sum, name) => sum + sizeOf(name), 0),
      freeBytes: disk.bavail * disk.bsize,
    }
  } catch (error) {
    throw describeFileFailure(error, file)
  }
}

function sumOwn(db: Sqlite.Database, { ownFamilies }: FileKind, goOn: () => void): number {
  return sumBytes(prepareBytes(db, goOn), [...ownFamilies.flat(), ...fileTables])
}

const sumBytes = (bytesOf: (table: string) => number, tables: readonly string[]): number =>
  tables.reduce((total, table) => total + bytesOf(table), 0)

function measureKinds(db: Sqlite.Database, goOn: () => void): Measurement['kinds'] {
  const bytesOf = prepareBytes(db, goOn)
  const bytesOfKind = (kind: DataKind | 'candles') =>
    sumBytes(
      bytesOf,
      Object.keys(cacheTables).filter((table) => cacheTables[table] === kind),
    )

  const counts = countKinds(db, goOn)
  // Both kinds share tables, and SQLite reports bytes per table only, so bytes are split by row counts.
  const candleRows = counts.fineCandles.rows + counts.coarseCandles.rows
  const candleBytes = bytesOfKind('candles')
  const fineBytes = candleRows === 0 ? 0 : Math.round((candleBytes * counts.fineCandles.rows) / candleRows)
  const shared: Partial<Record<DataKind, number>> = {
    fineCandles: fineBytes,
    coarseCandles: candleBytes - fineBytes,
  }
  const areBothHere = counts.fineCandles.rows > 0 && counts.coarseCandles.rows > 0
  return Object.fromEntries(
    dataKinds.map((kind): [DataKind, KindMeasure] => [
      kind,
      {
        ...counts[kind],
        bytes: bytesOfKind(kind) + (shared[kind] ?? 0),
        areBytesEstimated: areBothHere && kind in shared,
      },
    ]),
  ) as Record<DataKind, KindMeasure>
}

/** Bytes of a table and its indexes; 0 if the table does not exist. */
function prepareBytes(db: Sqlite.Database, goOn: () => void): (table: string) => number {
  const trees = db.prepare<[string], string>(
    'SELECT name FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0',
  )
  const size = db.prepare<[string], number>('SELECT pgsize FROM dbstat WHERE name = ? AND aggregate = TRUE')
  trees.pluck()
  size.pluck()
  const measureTree = (tree: string): number => {
    goOn()
    return size.get(tree) ?? 0
  }
  return (table) => trees.all(table).reduce((total, tree) => total + measureTree(tree), 0)
}

/** Rows as a user would count them: orders, fills, snapshots, candles as received, trades. */
function countKinds(db: Sqlite.Database, goOn: () => void): Record<DataKind, Count> {
  const accounts = db.prepare<[], number>('SELECT key FROM accounts').pluck().all()
  const series = db
    .prepare<[], { id: number; minutes: number }>('SELECT id, period_minutes AS minutes FROM candle_series')
    .all()
  const feeds = db.prepare<[], number>('SELECT id FROM trade_feeds').pluck().all()
  const ofSeries = (isWanted: (minutes: number) => boolean) =>
    series.filter(({ minutes }) => isWanted(minutes)).map(({ id }) => id)

  // One short read per account, series or feed.
  const count = (select: string, keys: readonly number[]): Count => {
    const statement = db.prepare<[number], Count>(select)
    return keys.reduce((total, key) => {
      goOn()
      return add(total, statement.get(key) ?? noRows)
    }, noRows)
  }
  const candles =
    'SELECT count(*) AS rows, min(time_ms) AS oldestMs, max(time_ms) AS newestMs FROM candles WHERE series_id = ?'
  const told = 'count(*) AS rows, min(created_at_ms) AS oldestMs, max(created_at_ms) AS newestMs'
  return {
    orders: count(`SELECT ${told} FROM orders WHERE account_key = ?`, accounts),
    fills: count(`SELECT ${told} FROM order_trades WHERE account_key = ?`, accounts),
    pnl: count(
      `SELECT count(*) AS rows, min(first_as_of_ms) AS oldestMs, max(as_of_ms) AS newestMs
       FROM pnl_snapshots WHERE account_key = ?`,
      accounts,
    ),
    fineCandles: count(
      candles,
      ofSeries((minutes) => minutes < coarseFromMinutes),
    ),
    coarseCandles: count(
      candles,
      ofSeries((minutes) => minutes >= coarseFromMinutes),
    ),
    marketTrades: count(`SELECT ${told} FROM market_trades WHERE feed_id = ?`, feeds),
  }
}

function add(a: Count, b: Count): Count {
  const times = (pick: (count: Count) => number | null) =>
    [pick(a), pick(b)].filter((time): time is number => time !== null)
  const oldest = times(({ oldestMs }) => oldestMs)
  const newest = times(({ newestMs }) => newestMs)
  return {
    rows: a.rows + b.rows,
    oldestMs: oldest.length === 0 ? null : Math.min(...oldest),
    newestMs: newest.length === 0 ? null : Math.max(...newest),
  }
}
