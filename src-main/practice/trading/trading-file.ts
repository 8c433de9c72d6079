// The file of users' orders: nonces, orders, trades, canceled seeded orders. One transaction a change, so that a killed exchange
// has each change wholly or not at all.
import Database from 'better-sqlite3'
import { z } from 'zod'
import {
  cancelReasons,
  orderSides,
  orderStates,
  orderTypes,
} from '../../../src-preload/domain/markets/markets.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { findMarket } from '../markets/markets.ts'
import { setAside } from '../state-file.ts'
import type { CancelReason } from './market-engine.ts'

/** PRAGMA application_id: "StkP". */
const applicationId = 0x53746b50
const version = 1

const schema = `
  CREATE TABLE world (seed INTEGER NOT NULL, genesis_ms INTEGER NOT NULL, taken_over_ms INTEGER, followed_ms INTEGER) STRICT;
  CREATE TABLE order_nonces (
    nonce INTEGER PRIMARY KEY, msg_hash TEXT NOT NULL UNIQUE, account INTEGER NOT NULL, market TEXT NOT NULL,
    type TEXT NOT NULL, side TEXT NOT NULL, price INTEGER NOT NULL, stop_price INTEGER, units INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL, order_id INTEGER UNIQUE) STRICT;
  CREATE TABLE orders (
    id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, account INTEGER NOT NULL, market TEXT NOT NULL,
    type TEXT NOT NULL, side TEXT NOT NULL, price INTEGER NOT NULL, stop_price INTEGER,
    origin_units INTEGER NOT NULL, remaining INTEGER NOT NULL CHECK (remaining BETWEEN 0 AND origin_units),
    state TEXT NOT NULL, is_triggered INTEGER NOT NULL, is_cancel_asked INTEGER NOT NULL, cancel_reason TEXT,
    created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE trades (
    id INTEGER PRIMARY KEY, market TEXT NOT NULL, time_ms INTEGER NOT NULL, price INTEGER NOT NULL,
    units INTEGER NOT NULL CHECK (units > 0), taker_side TEXT NOT NULL,
    maker_account INTEGER NOT NULL, maker_order INTEGER, taker_account INTEGER NOT NULL, taker_order INTEGER) STRICT;
  CREATE TABLE canceled_plans (
    account INTEGER NOT NULL, plan INTEGER NOT NULL, time_ms INTEGER NOT NULL, PRIMARY KEY (account, plan)) STRICT;
  PRAGMA user_version = ${version};
  PRAGMA application_id = ${applicationId};`

const side = z.enum(orderSides)
const type = z.enum(orderTypes)
const whole = z.int()
const market = z.string().refine((symbol) => findMarket(symbol) !== undefined)

const nonceRow = z.object({
  nonce: whole,
  msg_hash: z.string(),
  account: whole,
  market,
  type,
  side,
  price: whole,
  stop_price: whole.nullable(),
  units: whole,
  expires_ms: whole,
  order_id: whole.nullable(),
})
/** What a nonce was given for. `order_id`: of the order that it became. */
export type OrderNonce = z.infer<typeof nonceRow>

const orderRow = z.object({
  id: whole,
  uuid: z.string(),
  account: whole,
  market,
  type,
  side,
  price: whole,
  stop_price: whole.nullable(),
  origin_units: whole,
  remaining: whole,
  state: z.enum(orderStates),
  is_triggered: whole,
  is_cancel_asked: whole,
  cancel_reason: z
    .string()
    .transform((text): CancelReason | null => cancelReasons.find((known) => known === text) ?? null)
    .nullable(),
  created_ms: whole,
  updated_ms: whole,
})
export type OrderRow = z.infer<typeof orderRow>

const tradeRow = z.object({
  id: whole,
  market,
  time_ms: whole,
  price: whole,
  units: whole,
  taker_side: side,
  maker_account: whole,
  maker_order: whole.nullable(),
  taker_account: whole,
  taker_order: whole.nullable(),
})
/** `maker_order`, `taker_order`: null where that side is the house, whose orders are not kept. */
export type TradeRow = z.infer<typeof tradeRow>

const planRow = z.object({ account: whole, plan: whole, time_ms: whole })
export type CanceledPlan = z.infer<typeof planRow>

/** What one step of the exchange changed. */
export interface TradingChange {
  readonly nonces?: readonly OrderNonce[]
  readonly orders?: readonly OrderRow[]
  readonly trades?: readonly TradeRow[]
  readonly canceledPlans?: readonly CanceledPlan[]
  readonly takenOverMs?: number
  readonly followedMs?: number
}

export interface TradingContent {
  readonly nonces: readonly OrderNonce[]
  readonly orders: readonly OrderRow[]
  readonly trades: readonly TradeRow[]
  readonly canceledPlans: readonly CanceledPlan[]
  /** When the first order was placed; null while the seeded orders go on. */
  readonly takenOverMs: number | null
  /** Up to when users' orders have met the seeded trades; null before any did. */
  readonly followedMs: number | null
}

export interface TradingFile {
  /** What was in it when it was opened. */
  readonly content: TradingContent
  /** Written when it returns, or not at all. Errors: databaseUnavailable. */
  readonly write: (change: TradingChange) => void
  readonly close: () => void
}

const columnsOf = (row: z.ZodObject): string[] => Object.keys(row.shape)

/** The history that orders belong to. */
export interface TradingWorld {
  readonly seed: number
  readonly genesisMs: number
}

/**
 * Opens or creates the file; `:memory:` for none. A damaged file is renamed, never overwritten; so is one of another history,
 * and a new one begins.
 * Errors: databaseCorrupt { file, reason, setAside }; databaseTooNew; databaseUnavailable { file, reason }, also where another
 * exchange has it open.
 */
export function openTradingFile(file: string, world: TradingWorld): TradingFile {
  try {
    return open(file, world)
  } catch (error) {
    const failure = describe(error, file)
    if (failure.code !== 'databaseCorrupt') throw failure
    const moved = setAside(file, ['-wal', '-shm'])
    if (failure.data['reason'] === anotherHistory) return openTradingFile(file, world)
    throw new AppError('databaseCorrupt', { ...failure.data, setAside: moved }, error)
  }
}

const anotherHistory = 'another history'

function open(file: string, { seed, genesisMs }: TradingWorld): TradingFile {
  const db = new Database(file)
  try {
    if (Number(db.pragma('page_count', { simple: true })) === 0) {
      db.transaction(() => {
        db.exec(schema)
        db.prepare('INSERT INTO world (seed, genesis_ms) VALUES (?, ?)').run(seed, genesisMs)
      })()
    }
    if (db.pragma('application_id', { simple: true }) !== applicationId) {
      throw new AppError('databaseCorrupt', { file, reason: 'another program' })
    }
    const found = Number(db.pragma('user_version', { simple: true }))
    if (found > version) throw new AppError('databaseTooNew', { file, found, supported: version })
    // A second exchange on the same file would give the same ids again.
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    const row = worldRow.parse(db.prepare('SELECT * FROM world').get())
    if (row.seed !== seed || row.genesis_ms !== genesisMs) {
      throw new AppError('databaseCorrupt', { file, reason: anotherHistory })
    }
    return prepare(db, file, { takenOverMs: row.taken_over_ms, followedMs: row.followed_ms })
  } catch (error) {
    db.close()
    throw error
  }
}

const worldRow = z.object({
  seed: whole,
  genesis_ms: whole,
  taken_over_ms: whole.nullable(),
  followed_ms: whole.nullable(),
})

function describe(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError)
    return new AppError('databaseCorrupt', { file, reason: 'bad value' }, error)
  const reason = error instanceof Database.SqliteError ? error.code : 'unreadable'
  const isDamaged = reason === 'SQLITE_NOTADB' || reason.startsWith('SQLITE_CORRUPT')
  return new AppError(isDamaged ? 'databaseCorrupt' : 'databaseUnavailable', { file, reason }, error)
}

function prepare(
  db: Database.Database,
  file: string,
  times: Pick<TradingContent, 'takenOverMs' | 'followedMs'>,
): TradingFile {
  const put = (table: string, row: z.ZodObject, verb: 'INSERT' | 'INSERT OR REPLACE') => {
    const names = columnsOf(row)
    return db.prepare<[Record<string, unknown>]>(
      `${verb} INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    )
  }
  const putNonce = put('order_nonces', nonceRow, 'INSERT OR REPLACE')
  const putOrder = put('orders', orderRow, 'INSERT OR REPLACE')
  const putTrade = put('trades', tradeRow, 'INSERT')
  const putPlan = put('canceled_plans', planRow, 'INSERT OR REPLACE')
  const takeOver = db.prepare('UPDATE world SET taken_over_ms = ?')
  const follow = db.prepare('UPDATE world SET followed_ms = ?')
  const write = db.transaction((change: TradingChange) => {
    for (const row of change.nonces ?? []) putNonce.run(row)
    for (const row of change.orders ?? []) putOrder.run(row)
    for (const row of change.trades ?? []) putTrade.run(row)
    for (const row of change.canceledPlans ?? []) putPlan.run(row)
    if (change.takenOverMs !== undefined) takeOver.run(change.takenOverMs)
    if (change.followedMs !== undefined) follow.run(change.followedMs)
  })
  const all = <Row>(table: string, row: z.ZodType<Row>): Row[] =>
    z.array(row).parse(db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all())
  return {
    content: {
      nonces: all('order_nonces', nonceRow),
      orders: all('orders', orderRow),
      trades: all('trades', tradeRow),
      canceledPlans: all('canceled_plans', planRow),
      ...times,
    },
    write: (change) => {
      try {
        write.immediate(change)
      } catch (error) {
        throw describe(error, file)
      }
    },
    close: () => {
      db.close()
    },
  }
}
