// Reads a complete list page by page, each row once.
// If rows change meanwhile, each is as of the time its page was read, no order appears twice, and no order that was in the
// list throughout is missing. There is no snapshot of one moment, because that would block the data file's maintenance.
import type { ListedOrder, Order } from '../../src-preload/contract/orders/entities.ts'
import type { Fill, FillFilter, OrderFilter, OrderSort } from '../../src-preload/contract/orders/orders.ts'
import type { PnlHistoryPoint } from '../../src-preload/contract/portfolio/history.ts'
import type { FillPlace, OrderPlace } from '../store/api/order-pages.ts'
import type { PnlValues, StoredPnl, TimeRange } from '../store/api/result-rows.ts'
import type { Store } from '../store/api/store-api.ts'
import { withValues } from '../orders/order-values.ts'
import { IdSet } from './id-set.ts'

/** Small enough that reading and writing a page blocks other work for only some milliseconds. */
const rowsPerPiece = 250
/** Each snapshot has one row per currency. */
const snapshotsPerPiece = 50

interface Piece<Row, Place> {
  readonly rows: readonly Row[]
  readonly next: Place | null
}

/** A page is empty when none of its rows match. */
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
 * In a list sorted by update time, an updated order moves: to a position read later, where it is skipped, or to the front
 * (newest first), which was already read. The latter are appended at the end, since a complete file matters more than its
 * order.
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

/** Every matching order with its total of fills. */
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

/** All moments of the range's snapshots, oldest first, with the values derived from them. */
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
