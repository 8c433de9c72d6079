// Best bid and ask of the watched markets by the practice exchange's order books, read only while the list shows spreads.
import { expect, it, onTestFinished } from 'vitest'
import { createMarkets } from '../../../src-main/markets/markets.ts'
import { startSpreadFeed } from '../../../src-main/markets/spread-feed.ts'
import { areSpreadsShown } from '../../../src-main/markets/watch-list-settings.ts'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { createFaults } from '../../../src-main/session/faults.ts'
import { usualColumns } from '../../../src-preload/domain/markets/watch-list.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { account, inUse, makeEvents, makeSession, makeStore } from '../world.ts'

const settings = { sort: null, favorites: [], groups: [] }

it('are read once the column is chosen, for each market that has a book, and are none when they are old', async () => {
  const asked: string[] = []
  const exchange = await startPracticeExchange({
    ...{ host: '127.0.0.1', seed: 7, orders: 0, latencyMs: 0 },
    onRequest: (report) => asked.push(JSON.stringify(report)),
  })
  onTestFinished(() => exchange.close())
  const clock = movableClock(Date.now())
  const session = makeSession(exchange.baseUrl, clock)
  const store = await makeStore()
  await store.putMarkets(session.network, ['ethusdc', 'nonesuch', 'btcusdc'])
  const told = makeEvents()
  const reported: string[] = []
  const spreads = startSpreadFeed({
    ...{ session, clock, emit: told.emit, everyMs: () => 3_600_000, random: () => 0 },
    faults: createFaults((work) => {
      reported.push(work)
      return { code: 'rejectedByExchange', data: {}, ref: null }
    }),
    markets: () => Promise.resolve(['ethusdc', 'nonesuch', 'btcusdc']),
    isShown: () => areSpreadsShown(store, account.id),
  })
  onTestFinished(() => spreads.stop())
  const markets = createMarkets({ store, clock, emit: told.emit, current: inUse(session, { spreads }) })
  const books = (): number => asked.filter((one) => one.includes('/market/orderbook/')).length

  await markets.setListSettings({ ...settings, columns: [...usualColumns] })
  spreads.trigger()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([books(), spreads.find('ethusdc')]).toEqual([0, null])

  await markets.setListSettings({ ...settings, columns: [...usualColumns, 'spread'] })
  await eventually(() => expect(told.count('markets:listChanged')).toBe(1))
  const rows = (await markets.list()).markets
  for (const market of ['ethusdc', 'btcusdc']) {
    const best = rows.find((row) => row.market === market)?.best
    expect(Number(best?.bid)).toBeGreaterThan(0)
    expect(Number(best?.ask)).toBeGreaterThan(Number(best?.bid))
  }
  // A market without a book keeps no other one back.
  expect(rows.find((row) => row.market === 'nonesuch')?.best).toBeUndefined()
  expect(reported).toEqual(['spreads'])
  clock.moveTo(clock.now() + 180_001)
  expect(spreads.find('ethusdc')).toBeNull()
})
