// The calls that drop cached rows by kind and age, and giving their space back.
import type Sqlite from 'better-sqlite3'
import type { DataKind } from '../../../../src-preload/contract/app/data.ts'
import { AppError } from '../../../../src-preload/domain/errors.ts'
import type { Dropped, KeptKindMethods } from '../../api/kept-kinds.ts'
import { busyTimeoutMs, inTransaction, readPragmaNumber } from '../../worker/pragmas.ts'
import { prepareKeptCandles } from './kept-candles.ts'
import { prepareKeptFills } from './kept-fills.ts'
import { prepareKeptMarketTrades } from './kept-market-trades.ts'
import { prepareKeptOrders } from './kept-orders.ts'
import type { KindDropper } from './kept-pieces.ts'
import { prepareKeptPnl } from './kept-pnl.ts'

/**
 * Whose rows are nobody else's business. Typed as a whole record: a new kind does not compile until somebody has
 * decided.
 */
const isPrivate: Readonly<Record<DataKind, boolean>> = {
  orders: true,
  fills: true,
  pnl: true,
  fineCandles: false,
  coarseCandles: false,
  marketTrades: false,
}

export function prepareKeptKinds(db: Sqlite.Database): KeptKindMethods {
  const droppers: Readonly<Record<DataKind, KindDropper>> = {
    orders: prepareKeptOrders(db),
    fills: prepareKeptFills(db),
    pnl: prepareKeptPnl(db),
    fineCandles: prepareKeptCandles(db, 'fine'),
    coarseCandles: prepareKeptCandles(db, 'coarse'),
    marketTrades: prepareKeptMarketTrades(db),
  }

  /** One piece. What is private is overwritten: whole pages that become free too (see pragmas.ts for the rest). */
  const dropPiece = (kind: DataKind, most: number, drop: (dropper: KindDropper) => Dropped): Dropped => {
    assertCount(most, 'most')
    if (!isPrivate[kind]) return inTransaction(db, () => drop(droppers[kind]))
    db.pragma('secure_delete = ON')
    try {
      return inTransaction(db, () => drop(droppers[kind]))
    } finally {
      db.pragma('secure_delete = FAST')
    }
  }

  /** False while a reader keeps it: whoever waits here for a long one, lets every write wait. */
  const emptyLog = (): boolean => {
    db.pragma('busy_timeout = 0')
    try {
      return db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0
    } finally {
      db.pragma(`busy_timeout = ${busyTimeoutMs}`)
    }
  }

  return {
    dropBefore: (kind, beforeMs, most) =>
      dropPiece(kind, most, (dropper) => dropper.dropBefore(beforeMs, most)),
    dropAll: (kind, most) => dropPiece(kind, most, (dropper) => dropper.dropAll(most)),
    wantAgain: (kind, fromMs, most) => {
      assertCount(most, 'most')
      return inTransaction(db, () => droppers[kind].wantAgain?.(fromMs, most) ?? null)
    },
    giveBack(mostPages) {
      assertCount(mostPages, 'mostPages')
      db.pragma(`incremental_vacuum(${mostPages})`)
      const freePages = readPragmaNumber(db, 'freelist_count')
      return { freePages, isLogEmpty: freePages === 0 && emptyLog() }
    },
  }
}

function assertCount(value: number, field: string): void {
  if (!Number.isSafeInteger(value) || value < 1) throw new AppError('validation', { field, reason: 'range' })
}
