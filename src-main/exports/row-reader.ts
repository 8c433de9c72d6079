// Owns: reading a whole list in pieces by key, each row once. Must not: make text of rows.
// What is promised of rows that change meanwhile: each is as it was when its piece was read, no order is there twice, and none that
// was in the list all the time is missing. There is no picture of one moment: that would keep the data file from being tidied.
import type { ListedOrder, Order } from '../../src-preload/contract/entities.ts'
import type { Fill, FillFilter, OrderFilter, OrderSort } from '../../src-preload/contract/orders.ts'
import type { PnlHistoryPoint } from '../../src-preload/contract/portfolio.ts'
import type { FillPlace, OrderPlace } from '../store/order-pages.ts'
import type { PnlValues, StoredPnl, TimeRange } from '../store/result-rows.ts'
import type { Store } from '../store/store-api.ts'
import { withValues } from '../orders/order-values.ts'
import { IdSet } from './id-set.ts'

/** Small enough that taking over a piece and writing it holds nothing up for more than some milliseconds. */
const rowsPerPiece = 250
/** Each has a row for every currency. */
const snapshotsPerPiece = 50

interface Piece<Row, Place> {
  readonly rows: readonly Row[]
  readonly next: Place | null
}

/** Pieces may be empty where nothing in them fits. */
async function* readByKey<Row, Place>(
  read: (after: Place | null) => Promise<Piece<Row, Place>>,
): AsyncGenerator<readonly Row[]> {
  let after: Place | null = null
  do {
    const piece: Piece<Row, Place> = await read(after)
    yield piece.rows
    after = piece.next
  } while (after !== null)
}

/**
 * Sorted by time of update, an order that is updated meanwhile moves: to where it is read again, which is left out; or to the
 * front, newest first, where it was read past: such follow at the end, since a complete file is worth more than its order.
 */
async function* readPlainOrders(
  store: Pick<Store, 'readOrders'>,
  accountId: string,
  filter: OrderFilter,
  sort: OrderSort,
): AsyncGenerator<readonly Order[]> {
  const pieces = () =>
    readByKey((after: OrderPlace | null) => store.readOrders(accountId, filter, sort, after, rowsPerPiece))
  if (sort.column !== 'updated') {
    yield* pieces()
    return
  }
  const seen = new IdSet()
  let newestMs: number | null = null
  for await (const rows of pieces()) {
    newestMs ??= rows[0]?.updatedAtMs ?? null
    yield rows.filter(({ id }) => seen.add(id))
  }
  if (newestMs === null || !sort.isDescending) return
  const firstMs = newestMs
  for await (const rows of pieces()) {
    yield rows.filter(({ id, updatedAtMs }) => updatedAtMs >= firstMs && seen.add(id))
    if ((rows.at(-1)?.updatedAtMs ?? firstMs) < firstMs) return
  }
}

/** Every order that fits, each with what it came to. */
export async function* readOrderRows(
  store: Pick<Store, 'readOrders' | 'sumOrderFills'>,
  accountId: string,
  filter: OrderFilter,
  sort: OrderSort,
): AsyncGenerator<readonly ListedOrder[]> {
  for await (const rows of readPlainOrders(store, accountId, filter, sort)) {
    yield await withValues(store, accountId, rows)
  }
}

export function readFillRows(
  store: Pick<Store, 'readFills'>,
  accountId: string,
  filter: FillFilter,
  isDescending: boolean,
): AsyncGenerator<readonly Fill[]> {
  return readByKey((after: FillPlace | null) =>
    store.readFills(accountId, filter, isDescending, after, rowsPerPiece),
  )
}

/** The moments of every snapshot of the range, oldest snapshot first, with what follows from it. */
export async function* readHistoryPoints(
  store: Pick<Store, 'listPnlValues' | 'getPnlSnapshots'>,
  accountId: string,
  range: TimeRange,
  valueSnapshots: (snapshots: readonly StoredPnl[], range: TimeRange) => Promise<readonly PnlHistoryPoint[]>,
): AsyncGenerator<readonly PnlHistoryPoint[]> {
  let after: Pick<PnlValues, 'asOfMs' | 'id'> | null = null
  for (;;) {
    const found: readonly PnlValues[] = await store.listPnlValues(accountId, range, after, snapshotsPerPiece)
    const ids = found.map(({ id }) => id)
    const snapshots = await store.getPnlSnapshots(accountId, ids)
    yield await valueSnapshots(snapshots, range)
    if (found.length < snapshotsPerPiece) return
    after = found.at(-1) ?? null
  }
}
