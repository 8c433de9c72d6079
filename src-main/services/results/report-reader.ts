// Owns: bringing an account's orders and fills to a report, in pieces between which the main thread does other things.
// Must not: add up money (period-report.ts does).
import type { PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import { AppError } from '../../../src-preload/shared/errors.ts'
import type { Zone } from '../../../src-preload/shared/zone.ts'
import type { FillPlace } from '../../store/order-pages.ts'
import type { RangeOrders, TimeRange } from '../../store/result-rows.ts'
import type { OrderSyncRecord, Store } from '../../store/store-api.ts'
import { createReportFold, type MarketFold } from './period-report.ts'

/** A few milliseconds of the main thread. */
const FILLS_A_PIECE = 1_000
/** Some ten milliseconds of the reading thread; its answer is short. */
const ORDERS_A_PIECE = 20_000
/** What the contract lets through. */
const MOST_DAYS = 4_000

type ReportStore = Pick<Store, 'listFillMarkets' | 'readFillsByTime' | 'countRangeOrders' | 'getOrderSync'>

export interface ReportOptions {
  readonly store: ReportStore
  readonly accountId: string
  readonly range: TimeRange
  readonly zone: Zone
  /** Ends the reading with its reason. */
  readonly signal: AbortSignal
  readonly nowMs: number
}

/**
 * From when on the orders are here; null where all are.
 * @param nowMs - the answer where none has been read yet
 */
export function knownFrom({ stretches, keptFromMs }: OrderSyncRecord, nowMs: number): number | null {
  const [newest] = stretches
  const readFromMs = newest === undefined ? nowMs : newest.fromId === 0 ? 0 : (newest.fromMs ?? nowMs)
  const fromMs = Math.max(readFromMs, keptFromMs)
  return fromMs === 0 ? null : fromMs
}

async function countOrders({ store, accountId, range, signal }: ReportOptions): Promise<RangeOrders> {
  const sum = { created: 0, filled: 0, cancelled: 0, withoutFills: 0, earlierWithoutFills: 0 }
  let belowId: number | null = null
  do {
    const piece: Awaited<ReturnType<Store['countRangeOrders']>> = await store.countRangeOrders(
      accountId,
      range,
      belowId,
      ORDERS_A_PIECE,
    )
    signal.throwIfAborted()
    sum.created += piece.counts.created
    sum.filled += piece.counts.filled
    sum.cancelled += piece.counts.cancelled
    sum.withoutFills += piece.counts.withoutFills
    sum.earlierWithoutFills += piece.counts.earlierWithoutFills
    belowId = piece.belowId
  } while (belowId !== null)
  return sum
}

async function readMarket(options: ReportOptions, market: string, fold: MarketFold): Promise<void> {
  const { store, accountId, range, signal } = options
  let after: FillPlace | null = null
  do {
    const piece: Awaited<ReturnType<Store['readFillsByTime']>> = await store.readFillsByTime(
      accountId,
      market,
      after,
      range.toMs,
      FILLS_A_PIECE,
    )
    signal.throwIfAborted()
    for (const fill of piece.fills) fold.add(fill)
    after = piece.next
  } while (after !== null)
}

/** Errors: `validation` with field `toMs` for a range with trades on more than 4,000 days; those of the store. */
export async function readReport(options: ReportOptions): Promise<PeriodReport> {
  const { store, accountId, range, zone, signal, nowMs } = options
  const fold = createReportFold(range, zone)
  const orders = await countOrders(options)
  for (const market of await store.listFillMarkets(accountId)) {
    signal.throwIfAborted()
    await readMarket(options, market, fold.market(market))
  }
  const report = fold.finish(orders, knownFrom(await store.getOrderSync(accountId), nowMs))
  signal.throwIfAborted()
  if (report.days.length > MOST_DAYS) throw new AppError('validation', { field: 'toMs', reason: 'tooLong' })
  return report
}
