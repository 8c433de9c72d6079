// Orders that another client places while the app runs, over streams that fail: at the end the store has what REST tells a new one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../src-main/async/clock.ts'
import { composeServices } from '../../../../src-main/app/compose.ts'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { noStreamFaults } from '../../../../src-main/practice/streams/stream-faults.ts'
import { openStore } from '../../../../src-main/store/client/open-store.ts'
import { CountingKeychain } from '../../../fixtures/counting-keychain.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { openJournalHere } from '../../../fixtures/journal-here.ts'
import { nobodyThere } from '../../../fixtures/nobody-there.ts'
import { startKeptThread } from '../../../fixtures/kept-threads.ts'
import { workerUrl } from '../../../fixtures/thread-scripts.ts'
import { StrangeClient } from '../../contract/practice/strange-client.ts'
import { makeTrader } from '../../contract/practice/trader.ts'
import { account, makeEvents, makeLog, openPlaces } from '../../world.ts'
import { readTables } from './sync-tables.ts'

const practiceSeed = 7
const resting = { market: 'ethusdc', ord_type: 'limit', side: 'buy', volume: 0.1, price: 1 } as const
const atOnce = { market: 'ethusdc', ord_type: 'market', side: 'buy', volume: 0.01 } as const

async function startApp(
  exchangeUrl: string,
  ethereumAddress: string,
  conditions: { readonly isOnBattery?: () => boolean } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-live-'))
  const file = join(folder, 'test.sqlite')
  const store = await openStore({ file, clock: systemClock, workerUrl, startThread: startKeptThread })
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  const told = makeEvents()
  const services = await composeServices({
    store,
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: systemClock,
    fetch: globalThis.fetch,
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: told.emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchangeUrl), stop: () => Promise.resolve() },
    practiceSeed,
    random: () => 0,
    ...nobodyThere,
    ...conditions,
    readsMarketHistory: false,
  })
  onTestFinished(async () => {
    await services.close()
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const isRead = async (): Promise<void> => {
    const { streams } = await services.sync.getState()
    for (const name of ['orders', 'fills'] as const) {
      expect(streams.find(({ stream }) => stream === name)?.status).toBe('complete')
    }
  }
  return { file, store, services, told, isRead }
}

/** Orders and fills, as a new app has them too. */
function readOrders(file: string) {
  const { orders, order_trades, order_trade_fetches, order_facets } = readTables(file, {
    fromMs: 0,
    untilMs: Date.now(),
  })
  return { orders, order_trades, order_trade_fetches, order_facets }
}

test.each([
  ['whole', {}],
  ['late, lost, twice and refused', { late: 0.3, lateMs: 1_500, lost: 0.2, twice: 0.3, refused: 0.3 }],
])(
  'orders and fills are those of REST, row for row, with streams that are %s',
  { timeout: 180_000 },
  async (_name, faults) => {
    const exchange = await startPracticeExchange({
      host: '127.0.0.1',
      seed: practiceSeed,
      orders: 60,
      latencyMs: 0,
      accessTokenSeconds: 60,
      streams: { faults: { ...noStreamFaults, ...faults }, privateSeconds: 4 },
    })
    onTestFinished(() => exchange.close())
    const [user] = exchange.users
    if (user === undefined) throw new Error('no practice user')
    const app = await startApp(exchange.baseUrl, user.ethereumAddress)
    await eventually(app.isRead)
    const filled: number[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      const trader = await makeTrader(new StrangeClient(exchange.baseUrl), user)
      filled.push(await trader.place(atOnce))
      const id = await trader.place(resting)
      if (nth % 2 === 0) await trader.cancel(id)
    }
    // Streams that lose messages leave the rest to the next listing.
    app.services.woke()
    await eventually(async () => {
      for (const id of filled) expect((await app.store.getOrder('a', id))?.state).toBe('done')
      const { notices } = await app.store.listNotices(null, 100)
      expect(notices.length).toBeGreaterThanOrEqual(filled.length)
    })
    const fresh = await startApp(exchange.baseUrl, user.ethereumAddress)
    await eventually(async () => {
      app.services.woke()
      await fresh.isRead()
      await app.isRead()
      expect(readOrders(app.file)).toEqual(readOrders(fresh.file))
    })
  },
)

// On the battery the figures are polled once a minute, which is longer than anybody waits here.
test('a fill that a stream reports has the figures of Portfolio read, long before the next poll', async () => {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', seed: practiceSeed, orders: 60 })
  onTestFinished(() => exchange.close())
  const [user] = exchange.users
  if (user === undefined) throw new Error('no practice user')
  const app = await startApp(exchange.baseUrl, user.ethereumAddress, { isOnBattery: () => true })
  app.services.sync.setView({ view: 'portfolio' })
  await eventually(app.isRead)
  const credited = async (): Promise<string | undefined> => {
    const latest = await app.store.getLatestPnl('a')
    return latest?.entries.find(({ currency }) => currency === 'eth')?.totalCredit
  }
  await eventually(async () => expect(await credited()).toBeDefined())
  const before = await credited()
  const trader = await makeTrader(new StrangeClient(exchange.baseUrl), user)
  await trader.place(atOnce)
  await eventually(async () => expect(await credited()).not.toBe(before))
})
