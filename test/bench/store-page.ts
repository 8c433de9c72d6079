// Owns: how long a page of orders takes that the main thread asks for, at two sizes and beside the same calls in this
// thread.
// Must not: favour a filter; the screens offer them all.
import type Sqlite from 'better-sqlite3'
import type { Order } from '../../src-preload/contract/entities.ts'
import type { OrderFilter, OrderSort } from '../../src-preload/contract/orders.ts'
import { orderSides, orderStates, orderTypes } from '../../src-preload/domain/markets.ts'
import { anyOrder, newestFirst } from '../../src-main/store/order-filter.ts'
import type { ListStep } from '../../src-main/store/order-pages.ts'
import type { StoreMethods } from '../../src-main/store/store-api.ts'
import { prepareStoreMethods } from '../../src-main/store/store-methods.ts'
import { type Bench, p99 } from './harness.ts'
import { account, openBenchStore, openTables } from './store-files.ts'
import { benchNowMs } from './store-answers.ts'

const pageRows = 100
/** Asks of each kind in a round, so that a hundredth of all is more than a handful. */
const asksInRound = 5
const warmUpRounds = 10
const dayMs = 86_400_000

interface Ask {
  readonly filter: OrderFilter
  readonly sort: OrderSort
  readonly offset: number
}

type MakeAsk = (turn: number, markets: readonly string[], count: number) => Ask

const atTop = { sort: newestFirst, offset: 0 }
const pick = <Value>(values: readonly Value[], turn: number): Value[] =>
  [...values].slice(turn % values.length).slice(0, 1)
/** From a week to a year ago. */
const daysBack = (turn: number): number => benchNowMs - ([7, 30, 90, 365][turn % 4] ?? 0) * dayMs
/** Somewhere in the history, the same places in every run. */
const placeIn = (turn: number, count: number): number => Math.floor((turn * 0.6180339887 * count) % count)

/** What screens ask for, under names for the printed line. */
const kinds: Readonly<Record<string, MakeAsk>> = {
  none: () => ({ filter: anyOrder, ...atTop }),
  market: (turn, markets) => ({ filter: { ...anyOrder, markets: pick(markets, turn) }, ...atTop }),
  'side+state': (turn) => ({
    filter: { ...anyOrder, sides: pick(orderSides, turn), states: pick(orderStates, turn >> 1) },
    ...atTop,
  }),
  'type+market+time': (turn, markets) => ({
    filter: {
      ...anyOrder,
      types: pick(orderTypes, turn),
      markets: pick(markets, turn >> 2),
      fromMs: daysBack(turn),
      toMs: benchNowMs,
    },
    ...atTop,
  }),
  time: (turn) => ({
    filter: { ...anyOrder, fromMs: daysBack(turn), toMs: benchNowMs },
    ...atTop,
  }),
  'side+time': (turn) => ({
    filter: { ...anyOrder, sides: pick(orderSides, turn), fromMs: daysBack(turn >> 1), toMs: benchNowMs },
    ...atTop,
  }),
  deep: (turn, _markets, count) => ({ filter: anyOrder, sort: newestFirst, offset: placeIn(turn, count) }),
  'market+deep': (turn, markets, count) => ({
    filter: { ...anyOrder, markets: pick(markets, turn) },
    sort: newestFirst,
    offset: Math.floor(placeIn(turn, count) / markets.length),
  }),
  'by-price': (turn, _markets, count) => ({
    filter: anyOrder,
    sort: { column: 'price', isDescending: turn % 2 === 0 },
    offset: placeIn(turn, count),
  }),
  'price-limits': (turn, markets) => ({
    filter: { ...anyOrder, markets: pick(markets, turn), leastPrice: '1900', mostPrice: '1901' },
    ...atTop,
  }),
}

type ListOrders = (ask: Ask) => ListStep<Order> | Promise<ListStep<Order>>

/** One file behind both doors. */
interface Side {
  readonly count: number
  readonly markets: readonly string[]
  readonly throughWorker: ListOrders
  readonly inProcess: ListOrders
  readonly workerMs: Map<string, number[]>
  readonly inProcessMs: Map<string, number[]>
  close(): Promise<void>
}

async function openSide(file: string, count: number): Promise<Side> {
  const store = await openBenchStore(file)
  const db: Sqlite.Database = openTables(file)
  const methods: StoreMethods = prepareStoreMethods(db)
  if ((await store.countOrders(account.id)) !== count)
    throw new Error(`page: the file has not ${count} orders`)
  return {
    count,
    markets: await store.listOrderMarkets(account.id),
    throughWorker: ({ filter, sort, offset }) => store.listOrders(account.id, filter, sort, offset, pageRows),
    inProcess: ({ filter, sort, offset }) => methods.listOrders(account.id, filter, sort, offset, pageRows),
    workerMs: new Map(),
    inProcessMs: new Map(),
    close: async () => {
      db.close()
      await store.close()
    },
  }
}

async function time(times: Map<string, number[]>, kind: string, list: ListOrders, ask: Ask): Promise<void> {
  const startedAt = performance.now()
  // As often as whoever looks at the list would have to.
  for (let step = await list(ask); !step.isReady;) step = await list(ask)
  const ms = performance.now() - startedAt
  times.set(kind, [...(times.get(kind) ?? []), ms])
}

async function ask(side: Side, kind: string, make: MakeAsk, turn: number): Promise<void> {
  const asked = make(turn, side.markets, side.count)
  await time(side.workerMs, kind, side.throughWorker, asked)
  await time(side.inProcessMs, kind, side.inProcess, asked)
}

const all = (times: Map<string, number[]>): number[] => [...times.values()].flat()

/** @param files - of ascending size; the first and the last are held against each other */
export async function benchPage(
  bench: Bench,
  files: readonly { readonly file: string; readonly count: number }[],
): Promise<void> {
  const sides = await Promise.all(files.map(({ file, count }) => openSide(file, count)))
  for (let round = -warmUpRounds; round < bench.rounds; round += 1) {
    if (round === 0)
      for (const side of sides) for (const times of [side.workerMs, side.inProcessMs]) times.clear()
    for (let count = 0; count < asksInRound; count += 1) {
      const turn = (round + warmUpRounds) * asksInRound + count
      for (const [kind, make] of Object.entries(kinds)) {
        for (const side of sides) await ask(side, kind, make, turn)
      }
    }
  }
  const [small, large] = [sides[0], sides.at(-1)]
  if (small === undefined || large === undefined) throw new Error('page: no files')
  bench.judgeTails({
    figure: 'page-growth',
    oursMs: all(large.workerMs),
    referenceMs: all(small.workerMs),
    mostTimes: 2,
  })
  bench.judgeTails({
    figure: 'page',
    oursMs: all(large.workerMs),
    referenceMs: all(large.inProcessMs),
    mostTimes: 3,
  })
  const worst = Object.keys(kinds)
    .map((kind) => ({ kind, ms: p99(large.workerMs.get(kind) ?? []) }))
    .toSorted((one, other) => other.ms - one.ms)
  bench.tell(
    'page',
    `filters at ${large.count}: ${worst.map(({ kind, ms }) => `${kind}=${ms.toFixed(2)}ms`).join(' ')}`,
  )
  bench.printGrowth(
    'page',
    sides.map(({ count, workerMs }) => ({ size: count, ms: p99(all(workerMs)) })),
  )
  for (const side of sides) await side.close()
}
