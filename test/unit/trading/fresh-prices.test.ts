// Prices for an order come from streams only while they are confirmed; an approximate book never stands alone.
import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { ExchangeClient } from '../../../src-main/exchange/client.ts'
import type { BookView } from '../../../src-main/exchange/streams/book/order-book.ts'
import type { Streams, StreamsEvents } from '../../../src-main/exchange/streams/streams.ts'
import { followPrices, FRESH_MS, isFresh } from '../../../src-main/trading/session/fresh-prices.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'

const market = 'ethusdc'
const trades = `${market}.trades`
const book = `${market}.ob-inc`
const candles = `${market}.kline-1m`
const level = (price: string) => ({ price, amount: '1' })
const candle = {
  market,
  period: '1m',
  timeMs: 60_000,
  open: '1',
  high: '1',
  low: '1',
  close: '1998.50',
  volume: '1',
} as const

/** Streams as an account has them, told by hand. */
function follow({ last = '2000' }: { last?: string | null } = {}) {
  const events = new EventEmitter<StreamsEvents>()
  const confirmed = new Set<string>()
  const world = {
    nowMs: 1_000_000,
    aliveAtMs: 1_000_000 as number | null,
    view: {
      market,
      status: 'exact',
      isCrossed: false,
      bids: [level('1999')],
      asks: [level('2001')],
    } as unknown as BookView | null,
    subscribed: [] as string[],
    faults: [] as unknown[],
  }
  const streams = {
    events,
    subscribe: (names: readonly string[]) => {
      world.subscribed.push(...names)
      return () => (world.subscribed = [])
    },
    book: () => world.view,
    isConfirmed: (name: string) => confirmed.has(name),
    aliveAtMs: () => world.aliveAtMs,
  } as unknown as Streams
  const listMarketTrades = vi.fn(() =>
    last === null
      ? Promise.reject(new AppError('timeout'))
      : Promise.resolve({ rows: [{ id: 10, price: last }], unread: null }),
  )
  const client = { listMarketTrades } as unknown as ExchangeClient
  const prices = followPrices(
    { streams, client, signal: new AbortController().signal },
    [market],
    { now: () => world.nowMs },
    (error) => world.faults.push(error),
  )
  async function confirm(...names: string[]): Promise<void> {
    for (const name of names) confirmed.add(name)
    events.emit('confirmed', 'public', names)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const trade = (id: number, price: string) => ({ id, price, amount: '1', createdAtMs: 1, takerType: null })
  return { world, events, confirmed, confirm, prices, trade, read: () => prices.read(market) }
}

describe('prices by stream', () => {
  it('are book, last trade and candle, once each is confirmed', async () => {
    const { events, confirm, read, world } = follow()
    expect(world.subscribed.sort()).toEqual([candles, book, trades].sort())
    expect(read()).toBeNull()
    await confirm(trades, book)
    expect(read()).toEqual({
      prices: { bestBid: '1999', bestAsk: '2001', last: '2000', candle: null },
      atMs: 1_000_000,
    })
    events.emit('candle', candle)
    expect(read()?.prices.candle).toBeNull()
    await confirm(candles)
    expect(read()?.prices.candle).toBe('1998.5')
  })

  it('have the newest trade, whichever way it came', async () => {
    const { events, confirm, read, trade } = follow()
    events.emit('trades', market, [trade(11, '2010')])
    // The one that is read now is older.
    await confirm(trades, book)
    expect(read()?.prices.last).toBe('2010')
    events.emit('trades', market, [trade(9, '1')])
    events.emit('trades', 'btcusdc', [trade(99, '90000')])
    expect(read()?.prices.last).toBe('2010')
  })

  it('are none 30 seconds after the connection was last known to work, nor by a clock that was set back', async () => {
    const { confirm, read, world } = follow()
    await confirm(trades, book)
    world.nowMs += FRESH_MS
    expect(read()).not.toBeNull()
    world.nowMs += 1
    expect(read()).toBeNull()
    world.aliveAtMs = world.nowMs
    expect(read()).not.toBeNull()
    world.nowMs -= 1
    expect(read()).toBeNull()
    world.aliveAtMs = null
    expect(read()).toBeNull()
  })

  it('are none without a last trade: a book never stands alone', async () => {
    const { confirm, read, world } = follow({ last: null })
    await confirm(trades, book)
    expect(read()).toBeNull()
    expect(world.faults).toHaveLength(1)
  })

  it('are the last trade alone only where an exact book is empty', async () => {
    const { confirm, read, world } = follow()
    await confirm(trades, book)
    const empty = { market, isCrossed: false, bids: [], asks: [] }
    world.view = { ...empty, status: 'exact' } as unknown as BookView
    expect(read()?.prices).toMatchObject({ bestBid: null, bestAsk: null, last: '2000' })
    for (const view of [{ ...empty, status: 'approximate' }, { ...empty, status: 'waiting' }, null]) {
      world.view = view as BookView | null
      expect(read()).toBeNull()
    }
  })

  it('of a crossed book count for nothing', async () => {
    const { confirm, read, world } = follow()
    await confirm(trades, book)
    world.view = {
      market,
      status: 'exact',
      isCrossed: true,
      bids: [level('2002')],
      asks: [level('2001')],
    } as unknown as BookView
    expect(read()).toBeNull()
  })

  it('are gone with the connection, and read again when it is back', async () => {
    const { events, confirm, confirmed, read } = follow()
    await confirm(trades, book)
    confirmed.clear()
    events.emit('lost', 'public')
    expect(read()).toBeNull()
    await confirm(trades, book)
    expect(read()).not.toBeNull()
  })

  it('end when nobody follows them', async () => {
    const { events, confirm, prices, world } = follow()
    await confirm(trades, book)
    prices.stop()
    expect(world.subscribed).toEqual([])
    expect(events.eventNames()).toEqual([])
    expect(prices.read('btcusdc')).toBeNull()
  })
})

it('a time is fresh for 30 seconds, and one that is ahead is not', () => {
  expect([0, FRESH_MS, FRESH_MS + 1, -1].map((age) => isFresh({ atMs: 100_000 }, 100_000 + age))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
