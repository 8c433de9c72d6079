import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { ExchangeClient } from '../../../src-main/exchange/client.ts'
import type { CallOptions } from '../../../src-main/exchange/endpoint.ts'
import { createFreshnessBoard } from '../../../src-main/session/freshness-board.ts'
import { createFaults } from '../../../src-main/session/faults.ts'
import type { AccountSession } from '../../../src-main/session/account-session.ts'
import { startMarketFeed } from '../../../src-main/markets/market-feed.ts'
import type { OrderSource } from '../../../src-main/orders/order-source.ts'
import { createOrders } from '../../../src-main/orders/orders.ts'
import { createPnlReader } from '../../../src-main/portfolio/pnl-reader.ts'
import type { Store } from '../../../src-main/store/api/store-api.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { type ScriptedServer, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { sampleOrder } from '../store/support.ts'
import { GrowingExchange, makeOrderSync } from '../growing-exchange.ts'
import { account, inUse, makeEvents, makeSession, makeStore, usualFeed } from '../world.ts'
import { openJournalHere } from '../../fixtures/journal-here.ts'

const nowMs = Date.UTC(2026, 10, 20, 12, 0, 30)
const clock = movableClock(nowMs)

let server: ScriptedServer
let store: Store
let session: AccountSession
/** What was called, and whose turn it was called in. */
let turns: string[]

function note(what: string, options: CallOptions | undefined): void {
  turns.push(`${what}: ${String(options?.urgency)}, ${String(options?.lane)}`)
}

/** The client, with the turn of every call noted on its way in. */
function noted(client: ExchangeClient): ExchangeClient {
  return {
    ...client,
    listCandles: (query, options) => {
      note(`candles ${query.market} ${String(query.period)}`, options)
      return client.listCandles(query, options)
    },
    listMarketTrades: (query, options) => {
      note(`trades ${query.market}`, options)
      return client.listMarketTrades(query, options)
    },
    getOrder: (id, options) => {
      note('order', options)
      return client.getOrder(id, options)
    },
    getPnl: (options) => {
      note('profit and loss', options)
      return client.getPnl(options)
    },
  }
}

beforeEach(async () => {
  turns = []
  server = await startScriptedServer(() => ({ json: { status: 'success', message: '', payload: [] } }))
  store = await makeStore()
  const plain = makeSession(server.baseUrl, clock)
  session = { ...plain, client: noted(plain.client) }
})
afterEach(() => server.stop())

describe('the turn in which the service is asked', () => {
  it('for a market is that of a screen while its chart is looked at, and of the background otherwise', async () => {
    const feed = startMarketFeed({
      ...usualFeed,
      session,
      store,
      clock,
      emit: makeEvents().emit,
      markets: () => Promise.resolve(['btcusdc']),
      faults: createFaults(() => ({ code: 'internal', data: {}, ref: null })),
      random: () => 0,
      freshness: createFreshnessBoard({ session, clock, onChange: () => undefined }),
    })
    onTestFinished(() => feed.stop())
    feed.watch([{ market: 'ethusdc', period: 1 }], 'ethusdc')
    feed.fill('btcusdc', 5, { fromMs: nowMs - 86_400_000, toMs: nowMs - 43_200_000 })
    await eventually(() => {
      expect(turns).toContain('candles ethusdc 1: screen, chart')
      expect(turns).toContain('trades ethusdc: screen, chart')
      expect(turns).toContain('candles btcusdc 60: background, markets')
      expect(turns).toContain('candles btcusdc 5: background, markets')
    })
    feed.watch([{ market: 'btcusdc', period: 5 }], 'btcusdc')
    await eventually(() => expect(turns).toContain('candles btcusdc 5: screen, chart'))
  })

  it('for orders is that of a screen for the newest and the open ones, and of the background for history', async () => {
    const exchange = new GrowingExchange()
    exchange.grow(401)
    exchange.grow(1, 'wait')
    const source: OrderSource = {
      listOrders: (query, options) => {
        note(query.state ?? `page ${String(query.page)}`, options)
        return exchange.listOrders(query)
      },
      getOrder: (id) => exchange.getOrder(id),
    }
    const sync = makeOrderSync(account.id, source, store, clock)
    await sync.run(new AbortController().signal)
    expect(turns).toEqual([
      'page 1: screen, orders',
      'wait: screen, orders',
      'page 2: background, orders',
      'page 3: background, orders',
      // The end of the list, and that there is nothing behind it.
      'page 3: background, orders',
      'page 4: background, orders',
    ])
  })

  it('for what somebody has opened comes before all else', async () => {
    await store.putOrders(account.id, [sampleOrder(3, { tradesCount: 1 })], null)
    await createOrders({ store, current: inUse(session) }).get({ id: 3 })
    expect(turns).toEqual(['order: asked, orders'])
  })

  it('for profit and loss is that of a screen', async () => {
    const reader = createPnlReader(store, openJournalHere(), clock, session)
    await reader.refresh(new AbortController().signal).catch((error: unknown) => {
      // The server of this test knows no sign-in.
      expect(error).toBeInstanceOf(AppError)
    })
    expect(turns).toEqual(['profit and loss: screen, portfolio'])
  })
})
