// The process whose memory the bench weighs: services over a database, and what a session does.
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderFilter } from '../../src-preload/contract/orders/orders.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Services } from '../../src-main/app/compose.ts'
import { anyOrder, newestFirst } from '../../src-main/store/api/order-filter.ts'
import type { Store } from '../../src-main/store/api/store-api.ts'
import { readOrderPage } from './store-answers.ts'
import { account, openBenchStore } from './store-files.ts'
import { composeBenchServices } from './store-services.ts'

/** In bytes. */
export interface Weight {
  /** What the main thread's program holds. */
  readonly heap: number
  /** What the process takes of the machine: its threads, their heaps and SQLite's caches among it. */
  readonly resident: number
}

const [file = '', newestPageFile = ''] = process.argv.slice(2)
const pagesToList = 40
const polls = 20

async function listPages({ orders }: Services, filter: OrderFilter): Promise<void> {
  for (let page = 0; page < pagesToList; page += 1) {
    const { rows } = await orders.list({ filter, sort: newestFirst, offset: page * 100, limit: 100 })
    if (rows.length < 100) return
  }
}

/** Lists, filters, looks at the middle of the history and at charts, and polls. */
async function spendSession(services: Services, store: Store): Promise<void> {
  const { markets } = await services.orders.listFacets({})
  await listPages(services, anyOrder)
  for (const market of markets) await listPages(services, { ...anyOrder, markets: [market] })
  for (const side of ['buy', 'sell'] as const) await listPages(services, { ...anyOrder, sides: [side] })
  const toMs = Date.now()
  for (const market of markets) {
    await services.markets.getCandleRange({
      market,
      fromMs: 0,
      toMs,
      widthPx: 1_600,
      shortest: null,
      vwap: false,
    })
  }
  const newest = readFileSync(newestPageFile)
  for (let poll = 0; poll < polls; poll += 1) {
    const { orders, refused } = await readOrderPage(newest)
    await store.putOrders(account.id, orders, null, refused)
    await services.orders.getSyncState()
    await store.listOpenOrders(account.id, 100)
  }
}

const offline = { start: () => Promise.reject(new AppError('offline')), stop: () => Promise.resolve() }
const silent = { info: () => undefined, fault: () => undefined }
const store = await openBenchStore(file)
const services = await composeBenchServices(store, dirname(file), offline, () => undefined, silent)
await spendSession(services, store)
for (let turn = 0; turn < 4; turn += 1) {
  globalThis.gc?.()
  await sleep(50)
}
const { heapUsed, external, rss } = process.memoryUsage()
process.send?.({ heap: heapUsed + external, resident: rss } satisfies Weight)
await services.close()
await store.close()
process.disconnect()
