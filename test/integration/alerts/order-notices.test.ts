import { expect, it, onTestFinished } from 'vitest'
import type { Notice } from '../../../src-preload/contract/app/alerts.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { derivePracticeUsers } from '../../../src-main/practice/users.ts'
import { composeServices, type Services } from '../../../src-main/app/compose.ts'
import { CountingKeychain } from '../../fixtures/counting-keychain.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { account, makeEvents, makeLog, makeStore, openPlaces } from '../world.ts'
import { nobodyThere } from '../../fixtures/nobody-there.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const seed = 7
const start = Date.UTC(2025, 5, 10, 12)
const DAY = 86_400_000

it('orders that end while the app is closed are told of at its next start, those of its history never', async () => {
  const clock = movableClock(start)
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed, orders: 300, clock })
  onTestFinished(() => exchange.close())
  const store = await makeStore()
  const ethereumAddress = derivePracticeUsers(seed)[0]?.ethereumAddress ?? ''
  await store.putAccount({ ...account, networkKind: 'practice', baseUrl: null, ethereumAddress })
  const places = await openPlaces(store, new CountingKeychain())

  async function open(): Promise<Services> {
    return composeServices({
      readsMarketHistory: false,
      store,
      journal: openJournalHere(),
      places,
      clock,
      fetch: globalThis.fetch,
      userAgent: 'Starkdesk/0.1.0 (test)',
      emit: makeEvents().emit,
      log: makeLog().log,
      practice: { start: () => Promise.resolve(exchange.baseUrl), stop: () => Promise.resolve() },
      practiceSeed: seed,
      random: () => 0,
      ...nobodyThere,
    })
  }
  const isRead = async (services: Services): Promise<void> =>
    expect((await services.orders.getSyncState()).isComplete).toBe(true)
  /** All pages: days have more notices than one. */
  async function listed({ alerts }: Services): Promise<Notice[]> {
    const all: Notice[] = []
    for (;;) {
      const { notices, hasMore } = await alerts.listNotices({ beforeId: all.at(-1)?.id ?? null, limit: 200 })
      all.push(...notices)
      if (!hasMore) return all
    }
  }

  const first = await open()
  await eventually(() => isRead(first))
  const known = await store.listOpenOrders(account.id, 1_000)
  expect(known.length).toBeGreaterThan(0)
  expect(await listed(first)).toEqual([])
  await first.close()

  // Long enough for some to end, and for fewer ends than the list keeps.
  clock.moveTo(start + 5 * DAY)
  const second = await open()
  onTestFinished(() => second.close())
  const stillOpen = async () => (await store.listOpenOrders(account.id, 1_000)).map(({ id }) => id)
  await eventually(async () => {
    const open = new Set(await stillOpen())
    const ended = known.filter(({ id }) => !open.has(id))
    expect(ended.length).toBeGreaterThan(0)
    const told = (await listed(second)).flatMap(({ what }) =>
      what.kind === 'orderFilled' || what.kind === 'orderCancelled' ? [what.orderId] : [],
    )
    for (const { id } of ended) expect(told).toContain(id)
    expect(new Set(told).size).toBe(told.length)
  })
}, 120_000)
