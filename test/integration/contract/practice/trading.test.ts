// Trading at the practice exchange as a stranger sees it: orders of all types, their ends, funds, the market after them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPracticeExchange, type PracticeExchange } from '../../../../src-main/practice/exchange.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { ManualClock } from './manual-clock.ts'
import { asList, asObject, StrangeClient } from './strange-client.ts'
import { makeTrader, toUnits, type Trader } from './trader.ts'

const clock = new ManualClock(0)
const market = 'ethusdc'
let folder: string
let exchange: PracticeExchange
let client: StrangeClient
let alice: Trader
let bob: Trader

async function start(): Promise<void> {
  exchange = await startPracticeExchange({
    host: '127.0.0.1',
    seed: 9,
    orders: 40,
    clock,
    stateFile: join(folder, 'state.json'),
    accessTokenSeconds: 86_400,
    refreshTokenSeconds: 864_000,
    nonceSeconds: 60,
    latencyMs: 5,
  })
  client = new StrangeClient(exchange.baseUrl)
  const [first, second] = exchange.users
  if (first === undefined || second === undefined) throw new Error('no practice users')
  alice = await makeTrader(client, first)
  bob = await makeTrader(client, second)
}

beforeEach(async () => {
  clock.nowMs = Date.parse('2026-11-20T16:00:00.123Z')
  folder = mkdtempSync(join(tmpdir(), 'starkdesk-trading-'))
  await start()
})
afterEach(async () => {
  await exchange.close()
  rmSync(folder, { recursive: true })
})

interface Book {
  readonly asks: Record<string, unknown>[]
  readonly bids: Record<string, unknown>[]
}

async function readBook(query = ''): Promise<Book> {
  const book = asObject(await client.read(`/sapi/v1/market/orderbook/?market=${market}${query}`))
  return { asks: asList(book['asks']), bids: asList(book['bids']) }
}

async function readTicker(): Promise<Record<string, unknown>> {
  const tickers = asObject(await client.read(`/sapi/v1/market/tickers/?market=${market}`))
  return asObject(asObject(tickers[market])['ticker'])
}

const numberOf = (row: Record<string, unknown> | undefined, field: string): number => Number(row?.[field])
const lastPrice = async (): Promise<number> => Number((await readTicker())['last'])

/** Everything that a user, the house and the exchange have got by trades, which is nothing together. */
async function sumOfAll(currency: string): Promise<bigint> {
  const own = await Promise.all([alice, bob].map((trader) => trader.balance(currency)))
  const users = own.reduce((sum, { balance, locked }) => sum + toUnits(balance) + toUnits(locked), 0n)
  return users + exchange.movedOf('house', currency) + exchange.movedOf('fees', currency)
}

describe('an order', () => {
  it('at the market takes what the makers offer, pays its fee, and is in the tape, the ticker and the candle', async () => {
    const before = { eth: await alice.balance('eth'), usdc: await alice.balance('usdc') }
    const sums = { eth: await sumOfAll('eth'), usdc: await sumOfAll('usdc') }
    const { asks } = await readBook()
    const id = await alice.place({ market, ord_type: 'market', side: 'buy', volume: 2.5 })
    const done = await alice.waitFor(id, 'done')
    expect(done).toMatchObject({ price: null, executed_volume: '2.5', remaining_volume: '0.0', side: 'buy' })
    const trades = asList(done['trades'])
    expect(numberOf(trades[0], 'price')).toBe(numberOf(asks[0], 'price'))
    const total = trades.reduce((sum, { total: part }) => sum + toUnits(part), 0n)
    const fee = trades.reduce((sum, { fee_amount: part }) => sum + toUnits(part), 0n)
    expect(trades.every((trade) => trade['fee'] === '0.0004' && trade['fee_currency'] === 'eth')).toBe(true)
    expect(fee).toBe(toUnits('0.001'))
    expect(toUnits((await alice.balance('eth')).balance)).toBe(
      toUnits(before.eth.balance) + toUnits('2.5') - fee,
    )
    expect(toUnits((await alice.balance('usdc')).balance)).toBe(toUnits(before.usdc.balance) - total)
    expect({ eth: await sumOfAll('eth'), usdc: await sumOfAll('usdc') }).toEqual(sums)
    const tape = asList(await client.read(`/sapi/v1/market/trades/?market=${market}&limit=20`))
    expect(tape.filter(({ id: each }) => trades.some((trade) => trade['id'] === each))).toHaveLength(
      trades.length,
    )
    expect(await lastPrice()).toBe(numberOf(trades.at(-1), 'price'))
    const candles = await client.read(`/sapi/v1/market/kline/?market=${market}&period=1&limit=1`)
    const [candle] = Array.isArray(candles) ? (candles as number[][]) : []
    expect(candle?.[4]).toBe(numberOf(trades.at(-1), 'price'))
    expect(candle?.[2]).toBeGreaterThanOrEqual(numberOf(trades.at(-1), 'price'))
    expect((await alice.trades('limit=50')).filter(({ order_id: of }) => of === id)).toEqual(
      trades.toReversed(),
    )
  })

  it('that waits holds its funds, stands in the book, and gives them back when it is canceled', async () => {
    const price = Math.floor((await lastPrice()) * 0.9)
    const before = await alice.balance('usdc')
    const id = await alice.place({ market, ord_type: 'limit', side: 'buy', volume: '1.25', price })
    await alice.waitFor(id, 'wait')
    const held = await alice.balance('usdc')
    expect(toUnits(before.balance) - toUnits(held.balance)).toBe(toUnits(price * 1.25))
    expect(toUnits(held.locked) - toUnits(before.locked)).toBe(toUnits(price * 1.25))
    const { bids } = await readBook('&bids_limit=200')
    expect(bids.find((order) => order['id'] === id)).toMatchObject({
      remaining_volume: '1.25',
      state: 'wait',
    })
    const canceled = await alice.cancel(id)
    expect([canceled.http, canceled.message]).toEqual([200, 'Order is successfully queued for cancellation'])
    expect(asObject(canceled.payload)).toMatchObject({ id, state: 'wait', cancel_reason: null })
    await alice.waitFor(id, 'cancel')
    const [listed] = await alice.list('limit=1')
    expect(listed).toMatchObject({ id, cancel_reason: 'Order cancelled by user' })
    expect(await alice.balance('usdc')).toEqual(before)
    expect((await alice.cancel(id)).http).toBe(400)
    expect((await bob.cancel(id)).http).toBe(404)
  })

  it('of one user meets that of the other, whose price counts, and whoever came first', async () => {
    // At the makers' best price, who quote anew every second and so come later.
    const price = numberOf((await readBook()).asks[0], 'price')
    const first = await alice.place({ market, ord_type: 'limit_maker', side: 'sell', volume: 0.5, price })
    await alice.waitFor(first, 'wait')
    const second = await bob.place({ market, ord_type: 'limit', side: 'buy', volume: 0.2, price: price + 5 })
    const bought = await bob.waitFor(second, 'done')
    expect(asList(bought['trades'])[0]).toMatchObject({ side: 'buy', taker_type: 'buy', fee: '0.0004' })
    const sold = await alice.read(first)
    expect(sold).toMatchObject({ executed_volume: '0.2', remaining_volume: '0.3' })
    expect(asList(sold['trades'])[0]).toMatchObject({
      side: 'sell',
      taker_type: 'buy',
      fee: '0.0002',
      fee_currency: 'usdc',
    })
  })

  it('that may only be a maker is canceled with the service’s words where it would take', async () => {
    const price = Math.ceil((await lastPrice()) * 1.05)
    const id = await alice.place({ market, ord_type: 'limit_maker', side: 'buy', volume: 1, price })
    await alice.waitFor(id, 'cancel')
    expect((await alice.list('limit=1'))[0]?.['cancel_reason']).toBe(
      'Order cancelled because it was matched as a taker order',
    )
  })

  it('with a trigger is pending until the market reaches it', async () => {
    const last = await lastPrice()
    const far = await alice.place({
      ...{ market, ord_type: 'stop_limit', side: 'buy', volume: 0.1 },
      ...{ price: Math.ceil(last * 1.2), stop_price: Math.ceil(last * 1.1) },
    })
    const near = await alice.place({
      ...{ market, ord_type: 'stop_limit', side: 'buy', volume: 0.1 },
      ...{ price: Math.ceil(last * 1.2), stop_price: Math.floor(last * 0.99) },
    })
    await alice.waitFor(near, 'done')
    expect(await alice.read(far)).toMatchObject({ state: 'pending' })
  })

  it('far larger than the book ends before a price that is a third worse, or where its funds end', async () => {
    const id = await alice.place({ market, ord_type: 'market', side: 'sell', volume: 70 })
    const ended = await alice.waitFor(id, 'done', 'cancel')
    const prices = asList(ended['trades']).map((trade) => numberOf(trade, 'price'))
    expect(Math.min(...prices)).toBeGreaterThanOrEqual(Math.max(...prices) * 0.7)
  })

  it('rests until the seeded takers come to its price, and survives a restart meanwhile', async () => {
    const price = Math.round((await lastPrice()) * 0.997 * 100) / 100
    const id = await alice.place({ market, ord_type: 'limit', side: 'buy', volume: 0.05, price })
    await alice.waitFor(id, 'wait')
    await exchange.close()
    await start()
    expect(await alice.read(id)).toMatchObject({ state: 'wait', remaining_volume: '0.05' })
    for (let hour = 0; hour < 48 && (await alice.read(id))['state'] === 'wait'; hour += 1) {
      clock.advance(3_600_000)
      await readBook()
    }
    const done = await alice.read(id)
    expect(done['state']).toBe('done')
    for (const trade of asList(done['trades'])) expect(numberOf(trade, 'price')).toBe(price)
  })
})

describe('what is refused', () => {
  it('too many decimals, with the service’s sentence', async () => {
    const asked = await alice.ask({ market, ord_type: 'limit', side: 'buy', volume: 0.12345, price: 2000 })
    expect([asked.http, asked.message, asked.payload]).toEqual([
      400,
      'Maximum decimals allowed for volume is 4 in ethusdc market',
      '',
    ])
  })

  it('more than is free, a nonce twice, another hash, another’s nonce, a wrong signature', async () => {
    const rich = await alice.ask({ market, ord_type: 'limit', side: 'buy', volume: 1_000_000, price: 2000 })
    const what = asObject(rich.payload)
    const refused = await alice.create({ nonce: what['nonce'], msg_hash: what['msg_hash'] })
    expect([refused.http, refused.message]).toEqual([400, 'Insufficient balance'])
    const asked = asObject(
      (await alice.ask({ market, ord_type: 'limit', side: 'buy', volume: 1, price: 10 })).payload,
    )
    const { nonce, msg_hash } = asked
    expect((await alice.create({ nonce, msg_hash: what['msg_hash'] })).message).toBe('Invalid msg_hash')
    expect((await bob.create({ nonce, msg_hash })).message).toBe('Invalid nonce')
    const zero = { r: '0x1', s: '0x1' }
    const forged = await client.post(
      '/sapi/v1/orders/create/',
      { nonce, msg_hash, signature: zero },
      alice.token,
    )
    expect(forged.message).toBe('Invalid signature')
    expect((await alice.create({ nonce, msg_hash })).http).toBe(200)
    expect((await alice.create({ nonce, msg_hash })).message).toBe('This nonce has already been used')
    clock.advance(61_000)
    const late = asObject(
      (await alice.ask({ market, ord_type: 'limit', side: 'buy', volume: 1, price: 10 })).payload,
    )
    clock.advance(61_000)
    const expired = await alice.create({ nonce: late['nonce'], msg_hash: late['msg_hash'] })
    expect(expired.message).toBe('This nonce has expired, please create a new one')
  })

  it.each([
    [{ market: 'nope' }, 'please enter a valid market'],
    [{ market: '' }, 'please provide market, market is a mandatory field'],
    [{ volume: 0 }, 'volume: Ensure this value is greater than 0.'],
    [{ volume: -1 }, 'volume: A valid number is required.'],
    [{ volume: '1e3' }, 'volume: A valid number is required.'],
    [{ price: undefined }, 'price: This field is required.'],
    [{ ord_type: 'stop_limit' }, 'stop_price: This field is required.'],
    [{ side: 'hold' }, 'side: Allowed values are buy, sell.'],
  ])('%j', async (change, message) => {
    const order = { market, ord_type: 'limit', side: 'buy', volume: 1, price: 2000, ...change }
    const asked = await client.post('/sapi/v1/orders/nonce/', order, alice.token)
    expect([asked.http, asked.message]).toEqual([400, message])
  })
})

it('all of a market, or one side of it, is canceled at once, seeded orders too', async () => {
  const low = Math.floor((await lastPrice()) * 0.8)
  const high = Math.ceil((await lastPrice()) * 1.2)
  for (const [side, price] of [
    ['buy', low],
    ['buy', low - 1],
    ['sell', high],
  ] as const) {
    await alice.waitFor(await alice.place({ market, ord_type: 'limit', side, volume: 0.01, price }), 'wait')
  }
  const openOf = async (side: string) => {
    const rows = await Promise.all(
      ['wait', 'pending'].map((state) => alice.list(`market=${market}&side=${side}&state=${state}`)),
    )
    return rows.flat().length
  }
  expect(await openOf('buy')).toBeGreaterThanOrEqual(2)
  const answer = await client.post(
    '/sapi/v1/user/bulkcancel/',
    { market, side: 'buy', limit: '100' },
    alice.token,
  )
  expect([answer.http, answer.message, answer.payload]).toEqual([
    200,
    'Orders are successfully queued for cancellation',
    {},
  ])
  await eventually(async () => expect(await openOf('buy')).toBe(0))
  expect(await openOf('sell')).toBeGreaterThanOrEqual(1)
  await client.post('/sapi/v1/user/bulkcancel/', { market }, alice.token)
  await eventually(async () => expect(await openOf('sell')).toBe(0))
  const without = await client.post('/sapi/v1/user/bulkcancel/', {}, alice.token)
  expect([without.http, without.message]).toEqual([400, 'please provide market, market is a mandatory field'])
})

it('balances, fills and profit and loss tell the same', async () => {
  await alice.waitFor(await alice.place({ market, ord_type: 'market', side: 'buy', volume: 1.5 }), 'done')
  await alice.waitFor(await alice.place({ market, ord_type: 'market', side: 'sell', volume: 0.75 }), 'done')
  const entries = asList(await client.read('/sapi/v1/user/pnl/', alice.token))
  for (const entry of entries) {
    const { balance, locked } = await alice.balance(String(entry['currency']))
    expect([entry['currency'], toUnits(balance) + toUnits(locked)]).toEqual([
      entry['currency'],
      toUnits(entry['total_credit']) - toUnits(entry['total_debit']),
    ])
  }
})

it('the market comes back to its path within minutes', async () => {
  const quiet = await startPracticeExchange({ host: '127.0.0.1', seed: 9, orders: 0, clock })
  const other = new StrangeClient(quiet.baseUrl)
  try {
    await alice.waitFor(
      await alice.place({ market, ord_type: 'market', side: 'sell', volume: 60 }),
      'done',
      'cancel',
    )
    const pathOf = async (each: StrangeClient) => {
      const read = await each.read(`/sapi/v1/market/kline/?market=${market}&period=1&limit=1`)
      return Array.isArray(read) ? (read as number[][])[0]?.[4] : null
    }
    clock.advance(300_000)
    await readBook()
    expect(await pathOf(client)).toBe(await pathOf(other))
    const { bids } = await readBook()
    expect(numberOf(bids[0], 'price') / (await lastPrice())).toBeCloseTo(1, 2)
  } finally {
    await quiet.close()
  }
})

it('a second exchange on the same file does not start, and leaves the first one’s orders alone', async () => {
  const id = await alice.place({ market, ord_type: 'limit', side: 'buy', volume: 0.1, price: 100 })
  await alice.waitFor(id, 'wait')
  const second = startPracticeExchange({
    ...{ host: '127.0.0.1', seed: 9, orders: 40, clock },
    stateFile: join(folder, 'state.json'),
  })
  await expect(second).rejects.toMatchObject({ code: 'databaseUnavailable' })
  expect(await alice.read(id)).toMatchObject({ state: 'wait' })
})

it('a bulk cancel takes no limit below one, and two in a row cancel different orders', async () => {
  const ids: number[] = []
  for (const price of [101, 102, 103, 104]) {
    ids.push(await alice.place({ market: 'btcusdc', ord_type: 'limit', side: 'buy', volume: 0.01, price }))
  }
  for (const id of ids) await alice.waitFor(id, 'wait')
  const bulk = (limit: unknown) =>
    client.post('/sapi/v1/user/bulkcancel/', { market: 'btcusdc', side: 'buy', limit }, alice.token)
  for (const limit of [0, -1, '0', '-1']) expect((await bulk(limit)).http).toBe(400)
  const seeded = (await alice.list('market=btcusdc&side=buy&state=wait')).length - ids.length
  await bulk(seeded + 2)
  await bulk(2)
  for (const id of ids) await alice.waitFor(id, 'cancel')
})
