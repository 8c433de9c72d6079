// How long lists of orders take that the main thread asks for, by filter and sort, at two sizes: the first page, a page in the
// middle of all that fit, the count.
import type { OrderFilter, OrderSort } from '../../src-preload/contract/orders/orders.ts'
import { orderSortColumns } from '../../src-preload/contract/orders/orders.ts'
import { cancelReasons } from '../../src-preload/domain/markets/markets.ts'
import { anyOrder, newestFirst } from '../../src-main/store/api/order-filter.ts'
import type { Store } from '../../src-main/store/api/store-api.ts'
import { type Bench, median } from './harness.ts'
import { account, openBenchStore } from './store-files.ts'
import { benchNowMs } from './store-answers.ts'
import { seldomMarket } from './store-lists-data.ts'

const PAGE_ROWS = 100
const LIMIT_MS = 150
const MAX_GROWTH = 2
const DAY_MS = 86_400_000

const [byUser, , bySystem, seldomReason] = cancelReasons

/** What lists are filtered by. */
const filters: Readonly<Record<string, Partial<OrderFilter>>> = {
  none: {},
  market: { markets: ['linkusdc'] },
  'seldom-market': { markets: [seldomMarket] },
  'side+type+state': { sides: ['buy'], types: ['stop_limit'], states: ['cancel'] },
  open: { states: ['wait', 'pending'] },
  dates: { fromMs: benchNowMs - 500 * DAY_MS, toMs: benchNowMs - 400 * DAY_MS },
  'dates+side': { fromMs: benchNowMs - 900 * DAY_MS, sides: ['sell'] },
  price: { leastPrice: '1500', mostPrice: '2500' },
  'price-narrow': { leastPrice: '2000', mostPrice: '2020' },
  volume: { leastVolume: '1' },
  'price+volume+market': { leastPrice: '30000', leastVolume: '2', markets: ['btcusdc'] },
  reason: { cancelReasons: [byUser] },
  'reason+market': { cancelReasons: [bySystem], markets: ['ethusdc'] },
  'seldom-reason': { cancelReasons: [seldomReason] },
  'text-id': { text: 'ID' },
  'text-uuid': { text: 'UUID' },
  'text-letter': { text: 'e1' },
  'text-reason': { text: 'system' },
  'text-market': { text: 'link' },
  'text-words': { text: 'eth buy' },
  'text-word+letter': { text: 'sell e1' },
  'text-letters': { text: 'e1 0f' },
  nothing: {
    markets: ['linkusdc'],
    sides: ['buy'],
    leastPrice: '20000',
    mostPrice: '50000',
    leastVolume: '0.1',
    fromMs: benchNowMs - 1_400 * DAY_MS,
  },
}

/** Little or nothing fits of what all has to be looked at for: the growth is only printed. */
const scans: ReadonlySet<string> = new Set(['seldom-market', 'price-narrow', 'seldom-reason', 'nothing'])

interface Ask {
  readonly filter: OrderFilter
  readonly sort: OrderSort
}

async function listPage(store: Store, { filter, sort }: Ask, offset: number): Promise<number> {
  const { rows } = await store.listOrders(account.id, filter, sort, offset, PAGE_ROWS)
  return rows.length
}

const countList = (store: Store, { filter }: Ask): Promise<number> => store.countListed(account.id, filter)

interface Times {
  readonly first: Timed[]
  readonly deep: Timed[]
  readonly count: Timed[]
}

interface Side {
  readonly count: number
  readonly store: Store
  readonly kinds: ReadonlyMap<string, Ask>
  readonly times: Map<string, Times>
}

async function openSide(file: string, count: number): Promise<Side> {
  const store = await openBenchStore(file)
  const { rows } = await store.listOrders(account.id, anyOrder, newestFirst, 40, 1)
  const [order] = rows
  if (order === undefined) throw new Error('lists: the file has no orders')
  const kinds = new Map<string, Ask>()
  const texts: Readonly<Record<string, string>> = { ID: String(order.id), UUID: order.uuid.slice(0, 8) }
  // Filter after filter, so that nothing that was remembered of a list is found when it is asked for with another sort.
  for (const column of orderSortColumns) {
    for (const isDescending of [true, false]) {
      for (const [name, wanted] of Object.entries(filters)) {
        const { text = '' } = wanted
        const filter = { ...anyOrder, ...wanted, text: texts[text] ?? text }
        kinds.set(`${name}/${column}-${isDescending ? 'down' : 'up'}`, {
          filter,
          sort: { column, isDescending },
        })
      }
    }
  }
  return { count, store, kinds, times: new Map() }
}

interface Timed {
  readonly ms: number
  /** What all threads of this process computed. */
  readonly cpuMs: number
}

async function time(work: () => Promise<number>): Promise<Timed & { readonly rows: number }> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const rows = await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1_000, rows }
}

async function measure({ store, kinds, times }: Side): Promise<void> {
  for (const [name, ask] of kinds) {
    const first = await time(() => listPage(store, ask, 0))
    const count = await time(() => countList(store, ask))
    const deep = await time(() => listPage(store, ask, count.rows >> 1))
    if (first.rows !== Math.min(PAGE_ROWS, count.rows))
      throw new Error(`lists ${name}: ${first.rows} rows of ${count.rows}`)
    const known = times.get(name) ?? { first: [], deep: [], count: [] }
    known.first.push(first)
    known.deep.push(deep)
    known.count.push(count)
    times.set(name, known)
  }
}

/** @param files - of ascending size; the last is held against the first */
export async function benchLists(
  bench: Bench,
  files: readonly { readonly file: string; readonly count: number }[],
): Promise<void> {
  const sides = await Promise.all(files.map(({ file, count }) => openSide(file, count)))
  for (const side of sides) await measure(side)
  for (const side of sides) side.times.clear()
  for (let turn = 0; turn < bench.rounds; turn += 1) for (const side of sides) await measure(side)
  const [small, large] = [sides[0], sides.at(-1)]
  if (small === undefined || large === undefined) throw new Error('lists: no files')
  for (const part of ['first', 'deep', 'count'] as const) {
    const worst = { name: '', oursMs: 0, referenceMs: 0, cpuMs: 0 }
    for (const [name, times] of large.times) {
      const oursMs = median(times[part].map(({ ms }) => ms))
      const referenceMs = median((small.times.get(name)?.[part] ?? []).map(({ ms }) => ms))
      const isScan = scans.has(name.split('/')[0] ?? '')
      bench.judgeAmounts({
        figure: `list-${part}-${name}-growth`,
        ours: oursMs,
        reference: referenceMs,
        unit: 'ms',
        mostTimes: part === 'first' && !isScan ? MAX_GROWTH : null,
      })
      const cpuMs = median(times[part].map((timed) => timed.cpuMs))
      if (cpuMs > worst.cpuMs) Object.assign(worst, { name, oursMs, referenceMs, cpuMs })
    }
    bench.judgeLimit({ figure: `list-${part}-slowest(${worst.name})`, ...worst, limitMs: LIMIT_MS })
  }
  for (const { store } of sides) await store.close()
}
