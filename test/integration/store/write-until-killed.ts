// A process that writes pages of orders with their cursor, and candles, until it is killed. Run by kill.test.ts.
import { systemClock } from '../../../src-main/async/clock.ts'
import { openStore } from '../../../src-main/store/client/open-store.ts'
import { killedPageSize, pageOfOrders } from './killed-pages.ts'
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import { workerUrl } from '../../fixtures/thread-scripts.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: write-until-killed.ts FILE')
const store = await openStore({
  file,
  clock: systemClock,
  workerUrl,
})
await store.putAccount({
  id: 'a',
  label: 'A',
  networkKind: 'practice',
  baseUrl: null,
  ethereumAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  keyKind: 'ethereum',
  createdAtMs: 1,
  profile: null,
})

// The last page again: its orders may have been committed, and its candles not.
const [written] = (await store.getOrderSync('a')).stretches
for (let page = Math.max(1, written?.rows ?? 0); ; page += 1) {
  const orders = pageOfOrders(page)
  const record = {
    stretches: [{ fromId: 1, toId: 1, rows: page, fromMs: null }],
    keptFromMs: 0,
    asOfMs: page,
  }
  const fromMs = page * killedPageSize * 60_000
  const timesMs = Float64Array.from(orders, (_, at) => fromMs + at * 60_000)
  const column = Float64Array.from(orders, () => page)
  const candles: CandleColumns = {
    timesMs,
    open: column,
    high: column,
    low: column,
    close: column,
    volume: column,
  }
  const covers = { fromMs, toMs: fromMs + (killedPageSize - 1) * 60_000, reachesStart: false }
  // Sent without waiting, so that the thread is always in the middle of something.
  const writes = [
    store.putOrders('a', orders, record),
    store.putCandles('n', 'ethusdc', 1, candles, covers, { asOfMs: 1e15, nowMs: 1e15, settledMs: 1e15 }),
  ]
  if (page % 8 === 0) {
    await Promise.all(writes)
    process.stdout.write(`${page}\n`)
  }
}
