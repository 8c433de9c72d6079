// A process that places orders and lets them end, page after page, until it is killed. Run by notices.test.ts.
import { systemClock } from '../../../src-main/async/clock.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import { sampleAccount, sampleOrder } from './support.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: end-until-killed.ts FILE')
const store = await openStore({
  file,
  clock: systemClock,
  workerUrl,
})
await store.putAccount(sampleAccount('a'))
const begin = await store.countOrders('a')
const record = { stretches: [], keptFromMs: 0, asOfMs: 1 }
for (let first = begin; ; first += 5) {
  const orders = Array.from({ length: 5 }, (_, at) => sampleOrder(first + at))
  const later = (order: (typeof orders)[number]) => ({
    ...order,
    state: 'done' as const,
    updatedAtMs: order.updatedAtMs + 1,
  })
  await store.putOrders('a', orders, record)
  // The next is sent before the answer came, so that the thread is always in the middle of something.
  await Promise.all([
    store.putOrders('a', orders.slice(0, 3).map(later), record),
    store.putOrders('a', orders.map(later), record),
  ])
  process.stdout.write('five have ended\n')
}
