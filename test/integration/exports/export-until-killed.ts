// A process that exports orders to one file again and again, until it is killed: a line each time it tells how far it is. Run by
// export-life.test.ts.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createExports } from '../../../src-main/exports/exports.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'
import { sampleAccount, sampleOrder } from '../store/support.ts'
import { emptyReport, ordersRequest } from './exports-world.ts'

const [data, target] = process.argv.slice(2)
if (data === undefined || target === undefined) throw new Error('usage: export-until-killed.ts DATA TARGET')

mkdirSync(dirname(data), { recursive: true })
const store = await openStore({ file: data, clock: { now: () => 0 }, workerUrl })
const account = sampleAccount('a')
await store.putAccount(account)
await store.putOrders(
  account.id,
  Array.from({ length: 20_000 }, (_, at) => sampleOrder(at + 1)),
  null,
)
let ended = Promise.withResolvers<null>()
let nowMs = 0
const exports = createExports({
  store,
  clock: { now: () => 0 },
  log: { info: () => undefined, fault: () => undefined },
  emit: (_name, payload) => {
    if (!('status' in payload)) return
    process.stdout.write(`${payload.status}\n`)
    if (payload.status === 'done') ended.resolve(null)
  },
  current: { require: () => ({ account }), cacheSignal: () => new AbortController().signal },
  valueSnapshots: () => Promise.resolve([]),
  getPnl: () => Promise.resolve({ entries: [], asOfMs: null }),
  getResults: () => Promise.resolve({ results: [] }),
  getReport: () => Promise.resolve(emptyReport),
  getDisposals: () => Promise.resolve({ pnlCurrency: 'usdc', disposals: [], books: [] }),
  listTransfers: () => Promise.resolve([]),
  chooseFile: () => Promise.resolve(target),
  print: () => Promise.reject(new AppError('internal', { what: 'no printer' })),
  getTimeZone: () => 'UTC',
  monotonicMs: () => (nowMs += 250),
})
for (;;) {
  await exports.start(ordersRequest())
  await ended.promise
  ended = Promise.withResolvers<null>()
}
