import { expect, it, onTestFinished } from 'vitest'
import { composeServices } from '../../../src-main/app/compose.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'

const seed = 7
const HOUR_MS = 3_600_000

it('tells of orders that ended after an account was opened by the new time, where the clock is set meanwhile', async () => {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 3 })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  const ethereumAddress = exchange.users[0]?.ethereumAddress ?? ''
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  let setForwardMs = 0
  const marks: number[] = []
  const startedMs = Date.now()
  const services = await composeServices({
    store: {
      ...store,
      startOrderNotices(accountId, sinceMs) {
        marks.push(sinceMs)
        return store.startOrderNotices(accountId, sinceMs)
      },
    },
    journal: openJournalHere(),
    places: await openPlaces(store, new CountingKeychain()),
    clock: { now: () => Date.now() + setForwardMs },
    fetch: (url, init) => {
      if (new URL(url).pathname === '/sapi/v1/orders/') setForwardMs = HOUR_MS
      return fetch(url, init)
    },
    userAgent: 'Starkdesk/0.1.0 (test)',
    emit: makeEvents().emit,
    log: makeLog().log,
    practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
    practiceSeed: seed,
    random: () => 0,
    readsMarketHistory: false,
    ...nobodyThere,
  })
  onTestFinished(() => services.close())
  await eventually(() => expect(marks.length).toBeGreaterThan(0))
  // The second in which it was opened, as the clock tells it since.
  expect(marks[0]).toBeGreaterThanOrEqual(startedMs + HOUR_MS - 1_001)
})
