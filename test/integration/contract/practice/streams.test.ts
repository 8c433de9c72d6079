// The streams of the practice exchange as a stranger sees them.
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { listen } from './listener.ts'
import { ManualClock } from './manual-clock.ts'
import { asList, asObject, asText, StrangeClient } from './strange-client.ts'
import { makeTrader, type Trader } from './trader.ts'

const clock = new ManualClock(0)
const market = 'ethusdc'
let exchange: PracticeExchange
let client: StrangeClient
let alice: Trader

async function start(streams: Parameters<typeof startPracticeExchange>[0]['streams'] = {}): Promise<void> {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 9,
    orders: 40,
    clock,
    accessTokenSeconds: 864_000,
    latencyMs: 5,
    streams,
  })
  client = new StrangeClient(exchange.baseUrl)
  const [first] = exchange.users
  if (first === undefined) throw new Error('no practice user')
  alice = await makeTrader(client, first)
}

beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-20T16:00:00.123Z')
  await start()
})
afterEach(() => exchange.close())

type Sides = Record<'asks' | 'bids', Map<string, string>>

/** The book that a client builds: the snapshot, then the increments that follow it without a gap. */
function buildBook(messages: readonly Record<string, unknown>[]): { sides: Sides; sequence: number } {
  const sides: Sides = { asks: new Map(), bids: new Map() }
  let sequence = -1
  for (const message of messages) {
    const snapshot = message[`${market}.ob-snap`]
    const increment = message[`${market}.ob-inc`]
    const body = asObject(snapshot ?? increment ?? {})
    if (snapshot !== undefined) sequence = Number(body['sequence'])
    else if (increment !== undefined) {
      expect(Number(body['sequence'])).toBe(sequence + 1)
      sequence += 1
    }
    for (const side of ['asks', 'bids'] as const) {
      const found = body[side]
      if (!Array.isArray(found)) continue
      const levels = (snapshot === undefined ? [found] : found) as [string, string][]
      for (const [price, amount] of levels) {
        if (amount === '') sides[side].delete(price)
        else sides[side].set(price, amount)
      }
    }
  }
  return { sides, sequence }
}

/** The book as REST tells it: single orders, added up by price. */
async function readLevels(): Promise<Sides> {
  const book = asObject(
    await client.read(`/sapi/v1/market/orderbook/?market=${market}&asks_limit=200&bids_limit=200`),
  )
  const sum = (side: 'asks' | 'bids'): Map<string, string> => {
    const sums = new Map<string, number>()
    for (const { price, remaining_volume: volume } of asList(book[side])) {
      sums.set(String(price), (sums.get(String(price)) ?? 0) + Math.round(Number(volume) * 1e4))
    }
    return new Map([...sums].map(([price, units]) => [price, String(units / 1e4)]))
  }
  return { asks: sum('asks'), bids: sum('bids') }
}

const numbersOf = (side: Map<string, string>) =>
  [...side]
    .map(([price, amount]) => [Number(price), Number(amount)])
    .sort(([one = 0], [other = 0]) => one - other)

describe('the public stream', () => {
  it('answers what one is subscribed to, and what it cannot read', async () => {
    const one = await listen(exchange.baseUrl, '/public')
    one.subscribe(`${market}.trades`, 'btcusdc.trades')
    const [answer] = await one.waitFor('success')
    expect(answer).toEqual({ message: 'subscribed', streams: [`${market}.trades`, 'btcusdc.trades'] })
    one.say({ event: 'unsubscribe', streams: ['btcusdc.trades'] })
    const [, second] = await one.waitFor('success', 2)
    expect(second).toEqual({ message: 'unsubscribed', streams: [`${market}.trades`] })
    one.say('{')
    one.say({ event: 'sing', streams: [] })
    expect(await one.waitFor('error', 2)).toEqual(['invalid JSON', 'invalid request'])
    one.say('ping')
    await eventually(() => expect(one.texts).toContain('pong'))
  })

  it('tells every trade, the market’s and a user’s, as the tape has them', async () => {
    const one = await listen(exchange.baseUrl, `/public?stream=${market}.trades`)
    clock.advance(60_000)
    await one.waitFor(`${market}.trades`)
    await alice.waitFor(await alice.place({ market, ord_type: 'market', side: 'buy', volume: 0.5 }), 'done')
    await eventually(async () => {
      const tape = asList(await client.read(`/sapi/v1/market/trades/?market=${market}&limit=5`))
      const told = one.of(`${market}.trades`).flatMap((body) => asList(asObject(body)['trades']))
      for (const trade of tape) {
        const same = told.find(({ tid }) => tid === trade['id'])
        expect(same).toMatchObject({ date: trade['created_at'], taker_type: trade['taker_type'] })
        expect([Number(same?.['price']), Number(same?.['amount'])]).toEqual([trade['price'], trade['amount']])
      }
    })
  })

  it('begins a book with a snapshot, and its increments lead to the book that REST tells', async () => {
    const one = await listen(exchange.baseUrl, '/public')
    one.subscribe(`${market}.ob-inc`)
    await one.waitFor(`${market}.ob-snap`)
    for (let second = 0; second < 4; second += 1) {
      clock.advance(7_000)
      await client.read(`/sapi/v1/market/orderbook/?market=${market}`)
    }
    await alice.place({ market, ord_type: 'market', side: 'sell', volume: 3 })
    await eventually(async () => {
      const rest = await readLevels()
      const { sides, sequence } = buildBook(one.messages)
      expect(sequence).toBeGreaterThan(10)
      expect(numbersOf(sides.asks)).toEqual(numbersOf(rest.asks))
      expect(numbersOf(sides.bids)).toEqual(numbersOf(rest.bids))
    })
  })

  it('tells candles as they form', async () => {
    const one = await listen(exchange.baseUrl, `/public?stream=${market}.kline-1m,${market}.kline-1d`)
    clock.advance(61_000)
    const candles = await one.waitFor(`${market}.kline-1m`)
    const rest = await client.read(`/sapi/v1/market/kline/?market=${market}&period=1&limit=2`)
    expect(rest).toContainEqual(candles.at(-1))
    await one.waitFor(`${market}.kline-1d`)
  })

  it('closes at a message that is too large, and serves no page of a browser', async () => {
    const one = await listen(exchange.baseUrl, '/public')
    one.say({ event: 'subscribe', streams: Array.from({ length: 40 }, (_, at) => `market${at}.trades`) })
    await once(one.socket, 'close')
    await expect(listen(exchange.baseUrl, '/public', { Origin: 'https://example.com' })).rejects.toThrow(
      '403',
    )
    await expect(listen(exchange.baseUrl, '/elsewhere')).rejects.toThrow('404')
  })
})

describe('the private stream', () => {
  it('tells a user’s orders and trades, and nobody else’s', async () => {
    const [, bobUser] = exchange.users
    if (bobUser === undefined) throw new Error('no second user')
    const bob = await makeTrader(client, bobUser)
    const own = await listen(exchange.baseUrl, `/private?auth_header=${alice.token}`)
    const other = await listen(exchange.baseUrl, `/private?auth_header=${bob.token}`)
    for (const each of [own, other]) each.subscribe('order', 'trade')
    await own.waitFor('success')
    await other.waitFor('success')
    const id = await alice.place({ market, ord_type: 'market', side: 'buy', volume: 0.25 })
    const done = await alice.waitFor(id, 'done')
    await eventually(() => {
      const states = own
        .of('order')
        .map(asObject)
        .filter((order) => order['id'] === id)
      expect(states.map(({ state }) => state)).toEqual(expect.arrayContaining(['pending', 'done']))
      expect(states.at(-1)).toMatchObject({
        kind: 'bid',
        executed_volume: '0.25',
        avg_price: done['avg_price'],
      })
    })
    const [trade] = asList(done['trades'])
    expect(own.of('trade')).toContainEqual(
      expect.objectContaining({ id: trade?.['id'], order_id: id, side: 'buy', total: trade?.['total'] }),
    )
    expect([...other.of('order'), ...other.of('trade')]).toEqual([])
  })

  it('tells what becomes of seeded orders too', async () => {
    const own = await listen(exchange.baseUrl, `/private?auth_header=${alice.token}`)
    own.subscribe('order', 'trade')
    await own.waitFor('success')
    clock.advance(24 * 3_600_000)
    const orders = await own.waitFor('order')
    for (const told of orders.map(asObject)) {
      expect(await alice.read(Number(told['id']))).toMatchObject({
        state: told['state'],
        market: told['market'],
      })
    }
  })

  it('refuses a token that is not good', async () => {
    await expect(listen(exchange.baseUrl, '/private?auth_header=nonsense')).rejects.toThrow('401')
    await expect(listen(exchange.baseUrl, '/private')).rejects.toThrow('401')
  })
})

describe('by option', () => {
  it('comes without a snapshot, ends with its token, refuses handshakes, loses messages', async () => {
    await exchange.close()
    await start({ snapshots: false, globalTickers: true, privateSeconds: 1 })
    const one = await listen(exchange.baseUrl, `/public?stream=${market}.ob-inc,global.tickers`)
    clock.advance(10_000)
    await one.waitFor(`${market}.ob-inc`, 3)
    await one.waitFor('global.tickers')
    expect(one.of(`${market}.ob-snap`)).toEqual([])
    const own = await listen(exchange.baseUrl, `/private?auth_header=${alice.token}`)
    await once(own.socket, 'close')

    await exchange.close()
    const faults = { late: 0, lateMs: 0, twice: 0, lost: 0, silence: 0, silenceMs: 0, refused: 1 }
    await start({ faults })
    const refused = new WebSocket(`${exchange.baseUrl.replace('http', 'ws')}/public`)
    const [error] = (await once(refused, 'error')) as [Error]
    expect(asText(error.message)).toContain('503')

    await exchange.close()
    await start({ faults: { ...faults, refused: 0, lost: 0.3, twice: 0.3 } })
    const gaps = await listen(exchange.baseUrl, `/public?stream=${market}.ob-inc`)
    clock.advance(30_000)
    const sequences = (await gaps.waitFor(`${market}.ob-inc`, 20)).map((body) =>
      Number(asObject(body)['sequence']),
    )
    expect(sequences.some((sequence, at) => at > 0 && sequence !== (sequences[at - 1] ?? 0) + 1)).toBe(true)
  })
})
