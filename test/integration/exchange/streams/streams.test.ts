// Streams over real sockets: subscriptions, books, and what a server can do wrong.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { BookView } from '../../../../src-main/exchange/streams/book/order-book.ts'
import { MAX_FRAME_BYTES } from '../../../../src-main/exchange/streams/stream-messages.ts'
import { streamNames } from '../../../../src-main/exchange/streams/stream-names.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { type StreamServer, startStreamServer } from '../../../fixtures/stream-server.ts'
import { fastClock, openStreams, type StreamsWorld } from './streams-world.ts'

const MARKET = 'ethusdc'
const BOOK = streamNames.book(MARKET)

function bookOf({ streams }: StreamsWorld): BookView {
  const view = streams.book(MARKET, 10)
  if (view === null) throw new Error('no book')
  return view
}

/** Serves snapshots of one ask and one bid at the sequence of the moment. */
function serveSnapshots(server: StreamServer, sequence: () => number): void {
  server.onSubscribe = (stream, names) => {
    if (names.includes(BOOK)) {
      stream.send({ [`${MARKET}.ob-snap`]: { asks: [['2', '1']], bids: [['1', '1']], sequence: sequence() } })
    }
    return true
  }
}

describe('subscriptions', () => {
  test('open the connection at the first wish, in frames of at most 512 bytes, and end it with the last', async () => {
    const server = await startStreamServer()
    const world = openStreams(server.baseUrl)
    expect(world.report('public').status).toBe('idle')
    const names = Array.from({ length: 60 }, (_, at) => streamNames.trades(`market${String(at)}usdc`))
    const end = world.streams.subscribe(names)
    await eventually(() =>
      expect(world.report('public').subscriptions.every(({ isConfirmed }) => isConfirmed)).toBe(true),
    )
    const [stream] = server.connections
    expect(stream?.received.length).toBeGreaterThan(2)
    for (const frame of stream?.received ?? []) expect(Buffer.byteLength(frame)).toBeLessThanOrEqual(512)
    expect([...(stream?.streams ?? [])].sort()).toEqual([...names].sort())
    expect(stream?.headers['sec-websocket-extensions']).toBeUndefined()
    expect(stream?.headers.origin).toBeUndefined()
    end()
    await eventually(() => expect(stream?.isOpen()).toBe(false))
    expect(world.report('public').status).toBe('idle')
  })

  test('tell what comes, typed, and are made again after the line was cut', async () => {
    const server = await startStreamServer()
    const world = openStreams(server.baseUrl, { random: () => 0 })
    const told: unknown[] = []
    world.streams.events.on('trades', (market, rows) => told.push(market, ...rows))
    world.streams.events.on('lost', (kind) => told.push(kind))
    const name = streamNames.trades(MARKET)
    world.streams.subscribe([name])
    await eventually(() => expect(world.report('public').status).toBe('open'))
    await eventually(() => expect(server.latest('/public').streams).toContain(name))
    const trade = { tid: 1, price: '2', amount: '3', date: 5, taker_type: 'sell' }
    server.publish(name, { trades: [trade, { tid: 'x' }] })
    await eventually(() =>
      expect(told).toEqual([
        MARKET,
        { id: 1, price: '2', amount: '3', createdAtMs: 5_000, takerType: 'sell' },
      ]),
    )
    server.latest('/public').socket.terminate()
    await eventually(() => expect(server.connections).toHaveLength(2))
    await eventually(() => expect(server.latest('/public').streams).toContain(name))
    expect(told.at(-1)).toBe('public')
    expect(world.report('public')).toMatchObject({ unread: 1, reconnects: 1, fault: null })
    expect(world.faults).toEqual([])
  })

  test('go on when a handler throws', async () => {
    const server = await startStreamServer()
    const world = openStreams(server.baseUrl)
    const fault = new Error('of a handler')
    world.streams.events.on('candle', () => {
      throw fault
    })
    const name = streamNames.candles(MARKET, '1m')
    world.streams.subscribe([name])
    await eventually(() => expect(server.latest('/public').streams).toContain(name))
    server.publish(name, [60, 1, 2, 0.5, 1, 9])
    await eventually(() => expect(world.faults).toEqual([fault]))
    expect(world.report('public').status).toBe('open')
  })
})

describe('an order book', () => {
  test('is exact from a snapshot on, and anew after a gap', async () => {
    const server = await startStreamServer()
    let sequence = 10
    serveSnapshots(server, () => sequence)
    const world = openStreams(server.baseUrl)
    world.streams.subscribe([BOOK])
    await eventually(() => expect(bookOf(world).status).toBe('exact'))
    server.publish(BOOK, { asks: ['1.50', '4'], sequence: 11 })
    server.publish(BOOK, { bids: ['1', ''], sequence: 12 })
    await eventually(() =>
      expect(bookOf(world)).toMatchObject({
        sequence: 12,
        asks: [
          { price: '1.50', amount: '4' },
          { price: '2', amount: '1' },
        ],
        bids: [],
      }),
    )
    sequence = 20
    server.publish(BOOK, { asks: ['9', '9'], sequence: 20 })
    await eventually(() => expect(bookOf(world)).toMatchObject({ status: 'exact', sequence: 20 }))
    expect(bookOf(world).asks).toEqual([{ price: '2', amount: '1' }])
    expect(world.report('public')).toMatchObject({ gaps: 1, reconnects: 0 })
  })

  test('is approximate, from REST, where no snapshot comes, and shows nothing that REST did not tell', async () => {
    const server = await startStreamServer()
    let asked = 0
    const world = openStreams(server.baseUrl, {
      readBook: () => {
        asked += 1
        server.publish(BOOK, { asks: ['2', '7'], sequence: 5 })
        return new Promise((resolve) =>
          setTimeout(() => {
            resolve({
              asks: [{ price: '2', amount: '1' }],
              bids: [{ price: '1', amount: '1' }],
              unknownFrom: { asks: '3', bids: null },
            })
          }, 50),
        )
      },
    })
    world.streams.subscribe([BOOK])
    await eventually(() =>
      expect(bookOf(world)).toMatchObject({
        status: 'approximate',
        sequence: 5,
        asks: [{ price: '2', amount: '7' }],
        unknownFrom: { asks: '3', bids: null },
      }),
    )
    server.publish(BOOK, { asks: ['3.1', '1'], sequence: 6 })
    server.publish(BOOK, { asks: ['2.9', '1'], sequence: 7 })
    await eventually(() => expect(bookOf(world).sequence).toBe(7))
    expect(bookOf(world).asks.map(({ price }) => price)).toEqual(['2', '2.9'])
    expect(asked).toBe(1)
    server.publish(BOOK, { asks: ['2.9', '2'], sequence: 9 })
    await eventually(() => expect(asked).toBe(2))
    await eventually(() => expect(bookOf(world).status).toBe('approximate'))
  })
})

describe('a server', () => {
  test('that redirects is not followed, and another host hears nothing', async () => {
    const server = await startStreamServer()
    const other = await startStreamServer()
    server.onHandshake = () => ({ status: 302, headers: { location: `${other.baseUrl}/public` } })
    const world = openStreams(server.baseUrl)
    world.streams.subscribe([BOOK])
    await eventually(() =>
      expect(world.report('public')).toMatchObject({ status: 'waiting', fault: 'redirect' }),
    )
    expect(other.handshakes).toEqual([])
  })

  test.each([
    [403, 'rejected'],
    [429, 'rateLimited'],
    [200, 'rejected'],
  ] as const)('that answers %i is asked again later', async (status, fault) => {
    const server = await startStreamServer()
    server.onHandshake = () => ({ status, headers: { 'retry-after': '1000' } })
    const world = openStreams(server.baseUrl)
    world.streams.subscribe([BOOK])
    await eventually(() => expect(world.report('public')).toMatchObject({ status: 'waiting', fault }))
    expect(world.report('public').retryAtMs).toBeGreaterThan(Date.now() + 900_000)
    server.onHandshake = () => null
    world.streams.retry()
    await eventually(() => expect(world.report('public').status).toBe('open'))
  })

  test('that sends a frame of any size is cut off before it is read', async () => {
    const server = await startStreamServer()
    server.onOpen = (stream) => {
      if (server.connections.length === 1) stream.send('x'.repeat(MAX_FRAME_BYTES + 1))
    }
    const world = openStreams(server.baseUrl, { random: () => 0.99 })
    world.streams.subscribe([BOOK])
    await eventually(() =>
      expect(world.report('public')).toMatchObject({ status: 'waiting', fault: 'tooLarge' }),
    )
    await eventually(() => expect(world.report('public').status).toBe('open'))
  })

  test('that sends what is no message is read on', async () => {
    const server = await startStreamServer()
    const world = openStreams(server.baseUrl)
    world.streams.subscribe([BOOK])
    await eventually(() => expect(world.report('public').status).toBe('open'))
    const { socket } = server.latest('/public')
    for (const frame of ['', '{', '[]', '{"a":1}', Buffer.from([0, 1])]) socket.send(frame)
    socket.send('ping')
    await eventually(() => expect(server.latest('/public').received).toContain('pong'))
    expect(world.report('public')).toMatchObject({ status: 'open', unread: 5 })
  })

  test('that falls silent is left', async () => {
    const server = await startStreamServer({ answersPings: false })
    const world = openStreams(server.baseUrl, { monotonicMs: fastClock(40) })
    world.streams.subscribe([BOOK])
    await eventually(() => expect(server.connections.length).toBeGreaterThan(1))
    await eventually(() => expect(world.report('public').reconnects).toBeGreaterThan(0))
  })

  test('that does not answer subscriptions is left', async () => {
    const server = await startStreamServer()
    server.onSubscribe = () => false
    const world = openStreams(server.baseUrl, { monotonicMs: fastClock(40) })
    world.streams.subscribe([streamNames.trades(MARKET)])
    await eventually(() => expect(server.connections.length).toBeGreaterThan(1))
  })

  test('that floods is read in parts, then left for its newest state', async () => {
    const server = await startStreamServer()
    let sequence = 1
    serveSnapshots(server, () => sequence)
    const world = openStreams(server.baseUrl)
    world.streams.subscribe([BOOK])
    await eventually(() => expect(bookOf(world).status).toBe('exact'))
    let seen = 0
    world.streams.events.on('book', () => (seen += 1))
    // As much as the line takes, for as long as it takes a busy machine to read so many windows in a row.
    while (server.connections.length < 2) {
      const { socket } = server.latest('/public')
      for (let count = 0; count < 5_000 && socket.bufferedAmount < 8_000_000; count += 1) {
        sequence += 1
        server.publish(BOOK, { asks: ['2', '1'], sequence })
      }
      await nextTurn()
    }
    await eventually(() => expect(bookOf(world)).toMatchObject({ status: 'exact', sequence }))
    expect(seen).toBeLessThan(sequence - 10_000)
  })
})
