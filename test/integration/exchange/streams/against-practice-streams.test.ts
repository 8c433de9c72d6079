// Our streams and the practice exchange's, which know nothing of each other: the book is the one that REST lists.
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { BookContent } from '../../../../src-main/exchange/streams/book/book-sides.ts'
import { restBookOf } from '../../../../src-main/exchange/streams/book/rest-book.ts'
import { streamNames } from '../../../../src-main/exchange/streams/stream-names.ts'
import { exactText, parseExact } from '../../../../src-preload/domain/numbers/exact-decimal.ts'
import {
  type PracticeExchangeOptions,
  startPracticeExchange,
} from '../../../../src-main/practice/exchange.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { openStreams } from './streams-world.ts'

const MARKET = 'ethusdc'
const LIMIT = 200

async function startExchange(streams: PracticeExchangeOptions['streams'] = {}): Promise<string> {
  const exchange = await startPracticeExchange({ host: '127.0.0.1', port: 0, seed: 7, orders: 3, streams })
  onTestFinished(() => exchange.close())
  return exchange.baseUrl
}

const row = z.object({ price: z.string().nullable(), remaining_volume: z.string() })
const listing = z.object({ payload: z.object({ asks: z.array(row), bids: z.array(row) }) })

async function readBook(baseUrl: string): Promise<BookContent> {
  const query = `market=${MARKET}&asks_limit=${String(LIMIT)}&bids_limit=${String(LIMIT)}`
  const response = await fetch(`${baseUrl}/sapi/v1/market/orderbook/?${query}`)
  const { payload } = listing.parse(await response.json())
  const sideOf = (side: 'buy' | 'sell', rows: typeof payload.asks) =>
    rows.map((order) => ({ id: 0, side, price: order.price, remainingVolume: order.remaining_volume }))
  return restBookOf({ asks: sideOf('sell', payload.asks), bids: sideOf('buy', payload.bids) }, LIMIT)
}

/** The best levels as numbers without trailing zeros, which the two ways may write differently. */
function best({ asks, bids }: Pick<BookContent, 'asks' | 'bids'>): unknown {
  const plain = (text: string): string => exactText(parseExact(text))
  const sideOf = (levels: BookContent['asks']) =>
    levels.slice(0, 15).map(({ price, amount }) => `${plain(amount)} @ ${plain(price)}`)
  return { asks: sideOf(asks), bids: sideOf(bids) }
}

test.each([true, false])('the book is the one that REST lists (with snapshots: %s)', async (snapshots) => {
  const baseUrl = await startExchange({ snapshots })
  const world = openStreams(baseUrl, { readBook: () => readBook(baseUrl) })
  world.streams.subscribe([
    streamNames.book(MARKET),
    streamNames.trades(MARKET),
    streamNames.candles(MARKET, '1m'),
  ])
  await eventually(async () => {
    const view = world.streams.book(MARKET, LIMIT)
    expect(view?.status).toBe(snapshots ? 'exact' : 'approximate')
    expect(view?.asks.length).toBeGreaterThan(5)
    if (view !== null) expect(best(view)).toEqual(best(await readBook(baseUrl)))
  })
  await eventually(() =>
    expect(world.report('public').subscriptions.every(({ isConfirmed }) => isConfirmed)).toBe(true),
  )
  expect(world.report('public')).toMatchObject({ unread: 0, gaps: 0, lastError: null, reconnects: 0 })
})

test('a token that the exchange does not know is refused at the handshake', async () => {
  const baseUrl = await startExchange()
  const world = openStreams(baseUrl, {
    getToken: () => Promise.resolve({ token: 'unknown', endsAtMs: null }),
  })
  world.streams.subscribe([streamNames.orders])
  await eventually(() => expect(world.report('private').fault).toBe('unauthenticated'))
})
