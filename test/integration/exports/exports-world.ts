// Exports over a real store and a real folder, and what is needed to look at the files.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { ExportStatus, ExportRequest } from '../../../src-preload/contract/app/exports.ts'
import type { FillFilter, OrderFilter } from '../../../src-preload/contract/orders/orders.ts'
import type { PeriodReport } from '../../../src-preload/contract/portfolio/report.ts'
import { createExports, type ExportsOptions } from '../../../src-main/exports/exports.ts'
import { valueSnapshots } from '../../../src-main/portfolio/results/history.ts'
import { readLastPrices } from '../../../src-main/portfolio/results/prices/last-price.ts'
import type { Emit } from '../../../src-main/ipc/events.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { zero } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { makeFolder, sampleOrder } from '../store/support.ts'
import { account, makeLog, makeStore } from '../world.ts'

export const nowMs = Date.UTC(2026, 10, 22, 23, 30)

/** Whose candles are the prices of earlier moments. */
export const candleNetwork = 'n'

export const everyOrder: OrderFilter = {
  markets: [],
  bases: [],
  quotes: [],
  sides: [],
  types: [],
  states: [],
  fromMs: null,
  toMs: null,
  leastPrice: null,
  mostPrice: null,
  leastVolume: null,
  mostVolume: null,
  cancelReasons: [],
  text: '',
}
export const everyFill: FillFilter = {
  markets: [],
  bases: [],
  quotes: [],
  sides: [],
  fromMs: null,
  toMs: null,
  text: '',
}

type OrdersWish = Extract<ExportRequest, { what: 'orders' }>

export const ordersRequest = (more: Partial<OrdersWish> = {}): OrdersWish => ({
  what: 'orders',
  filter: everyOrder,
  sort: { column: 'created', isDescending: true },
  columns: null,
  format: 'csv',
  ...more,
})

export const emptyReport: PeriodReport = {
  fromMs: Date.UTC(2026, 9, 1),
  toMs: Date.UTC(2026, 10, 1),
  timeZone: 'UTC',
  pnlCurrency: 'usdc',
  orders: { created: 0, filled: 0, cancelled: 0 },
  trades: 0,
  markets: [],
  volumes: [],
  fees: [],
  sum: {
    bought: '0',
    sold: '0',
    fees: '0',
    realized: { state: 'known', amount: '0' },
    net: { state: 'known', amount: '0' },
    isPartial: false,
  },
  best: null,
  worst: null,
  winningDays: null,
  days: [],
  books: [],
  ordersWithoutFills: 0,
  earlierOrdersWithoutFills: 0,
  knownFromMs: null,
  knownUntilMs: Date.UTC(2026, 10, 1),
  readingMs: null,
}

/** Puts so many orders, ids from 1, a second apart. */
export async function putOrders(
  store: Store,
  count: number,
  change: (id: number) => Partial<Order> = () => ({}),
): Promise<void> {
  for (let from = 1; from <= count; from += 2_000) {
    const length = Math.min(2_000, count - from + 1)
    const orders = Array.from({ length }, (_, at) => sampleOrder(from + at, change(from + at)))
    await store.putOrders(account.id, orders, null)
  }
}

export async function openExports(patch: Partial<ExportsOptions> = {}, timeZone = 'UTC') {
  const store = await makeStore()
  const { log, faults } = makeLog()
  const told: ExportStatus[] = []
  const waiting: (() => void)[] = []
  // The only event of exports.
  const emit: Emit = (_name, payload) => {
    told.push(payload as ExportStatus)
    for (const wake of waiting.splice(0)) wake()
  }
  const folder = makeFolder()
  const offered: string[] = []
  const shown: string[] = []
  const leaving = new AbortController()
  const exports = createExports({
    store,
    clock: movableClock(nowMs),
    log,
    emit,
    current: { require: () => ({ account }), cacheSignal: () => leaving.signal },
    valueSnapshots: async (snapshots, range) => {
      const network = candleNetwork
      const lastPrices = await readLastPrices(store, network)
      const source = { store, network, signal: leaving.signal, lastPrices, movedOutAt: () => zero }
      return valueSnapshots(source, snapshots, range)
    },
    getPnl: () => Promise.resolve({ entries: [], asOfMs: null }),
    getResults: () => Promise.resolve({ results: [] }),
    getReport: () => Promise.resolve(emptyReport),
    getDisposals: () => Promise.resolve({ pnlCurrency: 'usdc', disposals: [], books: [] }),
    listTransfers: () => Promise.resolve([]),
    chooseFile: (name) => {
      offered.push(name)
      return Promise.resolve(join(folder, name))
    },
    print: () => Promise.reject(new AppError('internal', { what: 'no printer' })),
    getTimeZone: () => timeZone,
    ...patch,
  })

  /** The first word that fits, of those told already too. */
  const until = async (fits: (status: ExportStatus) => boolean): Promise<ExportStatus> => {
    for (;;) {
      const found = told.find(fits)
      if (found !== undefined) return found
      const { promise, resolve } = Promise.withResolvers<null>()
      waiting.push(() => resolve(null))
      await promise
    }
  }

  return {
    exports,
    store,
    told,
    faults,
    /** The names that were proposed. */
    offered,
    /** The files that were shown in their folder. */
    shown,
    folder,
    /** The account is left. */
    leave: () => {
      leaving.abort()
    },
    until,
    /** Starts one and waits for its end. */
    end: async (request: ExportRequest): Promise<ExportStatus> => {
      const { id } = await exports.start(request)
      return until((status) => status.status !== 'running' && status.id === id)
    },
    files: () => readdirSync(folder).sort(),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  }
}

/** The cells of a CSV as the csv module of Python reads them; null where there is no Python on this computer. */
export function readByPython(file: string): string[][] | null {
  const script = [
    'import csv, json, sys',
    "with open(sys.argv[1], encoding='utf-8-sig', newline='') as f:",
    '    json.dump(list(csv.reader(f, strict=True)), sys.stdout)',
  ].join('\n')
  const run = spawnSync('python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (run.error !== undefined) return null
  if (run.status !== 0) throw new Error(run.stderr)
  // The script writes a list of lists of text.
  return JSON.parse(run.stdout) as string[][]
}
