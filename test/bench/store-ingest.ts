// How fast answers become rows, beside plain inserts of the same rows into the same tables.
import type { Store } from '../../src-main/store/api/store-api.ts'
import type { Bench, TimedRound } from './harness.ts'
import { median } from './harness.ts'
import { account, openBenchStore, openTables, prepareInsert, readRows, type Row } from './store-files.ts'
import { benchNowMs, readOrderPage } from './store-answers.ts'
import { makeOrderPages, orderIdAt, type OrderPattern, orderPageSize } from './store-orders.ts'

/** Orders in a round. */
const chunk = 10_000

/**
 * Orders as a sync reads them: each page is checked while the one before it is being stored, and what is known of the
 * list goes with it.
 */
async function ingest(store: Store, accountId: string, pages: readonly Buffer[]): Promise<void> {
  let storing: Promise<unknown> = Promise.resolve()
  let known = { fromId: 0, toId: 0, rows: 0, fromMs: 0 }
  for (const bytes of pages) {
    const { orders, refused } = await readOrderPage(bytes)
    const [newest, oldest] = [orders[0], orders.at(-1)]
    if (newest === undefined || oldest === undefined) throw new Error('ingest: an empty page')
    known = {
      fromId: oldest.id,
      toId: Math.max(known.toId, newest.id),
      rows: known.rows + orders.length,
      fromMs: oldest.createdAtMs,
    }
    await storing
    const record = { stretches: [known], keptFromMs: 0, asOfMs: benchNowMs }
    storing = store.putOrders(accountId, orders, record, refused)
  }
  await storing
}

export interface IngestOptions {
  readonly pattern: OrderPattern
  /** Sizes at which the rate is told, ascending; the last is how many are put in. */
  readonly counts: readonly number[]
  readonly floorFile: string
}

/** Opens a store whose code has been run often enough to be compiled. */
async function openWarmStore(file: string, pattern: OrderPattern): Promise<Store> {
  const store = await openBenchStore(file)
  const warm = { ...account, id: 'warm' }
  await store.putAccount(warm)
  await ingest(store, warm.id, makeOrderPages(pattern, chunk, 0, chunk))
  await store.removeAccount(warm.id)
  await store.putAccount(account)
  return store
}

/** Makes a file with `count` orders by way of the store. */
export async function makeOrderFile(file: string, pattern: OrderPattern, count: number): Promise<void> {
  const store = await openBenchStore(file)
  await store.putAccount(account)
  for (let from = 0; from < count; from += chunk) {
    await ingest(store, account.id, makeOrderPages(pattern, count, from, Math.min(count, from + chunk)))
  }
  await store.close()
}

/** The floor: rows that are ready, one plain insert each, pages in transactions of their own. */
function openFloor(file: string, stored: ReturnType<typeof openTables>) {
  const db = openTables(file)
  const insertAccount = prepareInsert(db, 'accounts')
  const insertFacet = prepareInsert(db, 'order_facets')
  const insertOrder = prepareInsert(db, 'orders')
  const known = new Set<unknown>()
  for (const row of readRows(stored, 'accounts', '', [])) insertAccount(row)

  /** Facets that are new; the triggers count their orders. */
  const readFacets = (): Row[] => {
    const columns = stored.prepare('SELECT * FROM order_facets').columns()
    const isCount = columns.map(({ name }) => name.endsWith('_count'))
    const fresh = readRows(stored, 'order_facets', '', []).filter(([id]) => !known.has(id))
    for (const [id] of fresh) known.add(id)
    return fresh.map((row) => row.map((value, at) => (isCount[at] === true ? 0 : value)))
  }
  const readOrders = (newestId: number): Row[][] => {
    const where = 'WHERE account_key = (SELECT key FROM accounts) AND id <= ? ORDER BY id DESC LIMIT ?'
    const rows = readRows(stored, 'orders', where, [newestId, chunk])
    return Array.from({ length: Math.ceil(rows.length / orderPageSize) }, (_, page) =>
      rows.slice(page * orderPageSize, (page + 1) * orderPageSize),
    )
  }

  return {
    /** Takes over what the store put last; answers how long the inserts took, in milliseconds. */
    insert(newestId: number): number {
      const [facets, pages] = [readFacets(), readOrders(newestId)]
      const startedAt = performance.now()
      for (const [page, rows] of pages.entries()) {
        db.transaction(() => {
          if (page === 0) for (const row of facets) insertFacet(row)
          for (const row of rows) insertOrder(row)
        }).immediate()
      }
      return performance.now() - startedAt
    },
    count: () => db.prepare('SELECT sum(orders_count) FROM order_facets').pluck().get(),
    close: () => db.close(),
  }
}

/** How long a row takes around the time when there are `size` of them: from half that size on, five rounds at most. */
function growthAt(rounds: readonly TimedRound[], size: number): { size: number; ms: number } {
  const last = Math.max(1, Math.floor(size / chunk))
  const near = rounds.slice(Math.max(Math.floor(last / 2), last - 5), last)
  return { size, ms: median(near.map(({ oursMs }) => oursMs)) / chunk }
}

/** Puts orders into a new store, and into the same tables without it, in turns. The store's file stays. */
export async function benchIngestOrders(bench: Bench, file: string, options: IngestOptions): Promise<void> {
  const { pattern, counts, floorFile } = options
  const count = counts.at(-1) ?? 0
  const store = await openWarmStore(file, pattern)
  const stored = openTables(file)
  const floor = openFloor(floorFile, stored)
  const rounds: TimedRound[] = []
  for (let from = 0; from < count; from += chunk) {
    const pages = makeOrderPages(pattern, count, from, from + chunk)
    const startedAt = performance.now()
    await ingest(store, account.id, pages)
    const oursMs = performance.now() - startedAt
    rounds.push({ oursMs, referenceMs: floor.insert(orderIdAt(count, from)) })
  }
  const held = [await store.countOrders(account.id), floor.count()]
  if (held.some((each) => each !== count)) throw new Error(`ingest-orders: ${String(held)} of ${count}`)
  floor.close()
  stored.close()
  await store.close()
  bench.judgeRates({ figure: 'ingest-orders', count: chunk, rounds, leastTimes: 0.6 })
  bench.printGrowth(
    'ingest-orders',
    counts.map((size) => growthAt(rounds, size)),
  )
}
