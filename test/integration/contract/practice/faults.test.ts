// Faults by option: what a program meets, and what has really been done then.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPracticeExchange } from '../../../../src-main/practice/exchange.ts'
import type { CallFault, FaultOptions } from '../../../../src-main/practice/faults.ts'
import { ManualClock } from './manual-clock.ts'
import { asObject, StrangeClient } from './strange-client.ts'
import { type Asked, makeTrader } from './trader.ts'

const market = 'ethusdc'
const clock = new ManualClock(Date.parse('2026-11-20T16:00:00.123Z'))

type Options = Partial<Parameters<typeof startPracticeExchange>[0]>

async function start(faults: Partial<FaultOptions>, options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'starkdesk-faults-'))
  const exchange = await startPracticeExchange({
    ...{ host: '127.0.0.1', seed: 9, orders: 40, clock, latencyMs: 0, accessTokenSeconds: 86_400 },
    faults,
    ...options,
  })
  onTestFinished(async () => {
    await exchange.close()
    rmSync(folder, { recursive: true })
  })
  const client = new StrangeClient(exchange.baseUrl)
  const [user] = exchange.users
  if (user === undefined) throw new Error('no practice user')
  const alice = await makeTrader(client, user)
  const tickers = asObject(await client.read(`/sapi/v1/market/tickers/?market=${market}`))
  const last = Number(asObject(asObject(tickers[market])['ticker'])['last'])
  const resting: Asked = {
    ...{ market, ord_type: 'limit', side: 'buy', volume: '0.5' },
    price: String(Math.floor(last * 0.9)),
  }
  const newest = async () => (await alice.list('limit=1'))[0] ?? {}
  return { client, alice, resting, newest, exchange }
}

const always = (fault: CallFault): Partial<FaultOptions> => ({ shares: { [fault]: 1 } })

test.each(['createLost', 'createFails'] as const)('%s: the order is there all the same', async (fault) => {
  const { alice, resting, newest } = await start(always(fault))
  await expect(alice.place(resting)).rejects.toThrow()
  expect(await newest()).toMatchObject({ market, side: 'buy', origin_volume: '0.5' })
})

test('createLate: the order comes later', async () => {
  const { alice, resting, newest } = await start({ ...always('createLate'), lateSeconds: 1 })
  const before = await newest()
  await expect(alice.place(resting)).rejects.toThrow()
  expect(await newest()).toEqual(before)
  await expect.poll(async () => (await newest())['origin_volume'], { timeout: 10_000 }).toBe('0.5')
})

test.each([
  ['createOtherSide', { side: 'sell' }],
  ['createOtherAmount', { origin_volume: '0.25' }],
  ['createOtherMarket', { market: 'btcusdc' }],
  ['createOtherType', { ord_type: 'limit_maker' }],
] as const)('%s: another order than was asked for', async (fault, found) => {
  const { alice, resting, newest } = await start(always(fault))
  await alice.place(resting)
  expect(await newest()).toMatchObject(found)
})

test('createOtherPrice: a worse price', async () => {
  const { alice, resting, newest } = await start(always('createOtherPrice'))
  await alice.place(resting)
  expect(Number((await newest())['price'])).toBeGreaterThan(Number(resting.price))
})

test.each([
  ['hashOfOrder', 'msg_hash'],
  ['nonceTwice', 'nonce'],
] as const)('%s: what another nonce has', async (fault, field) => {
  const { alice, resting } = await start(always(fault))
  const first = asObject((await alice.ask(resting)).payload)
  const second = asObject((await alice.ask(resting)).payload)
  expect(second[field]).toBe(first[field])
})

test('hashOld: a hash that was used', async () => {
  const { alice, resting } = await start(always('hashOld'))
  const used = asObject((await alice.ask(resting)).payload)
  expect((await alice.create({ nonce: used['nonce'], msg_hash: used['msg_hash'] })).http).toBe(200)
  expect(asObject((await alice.ask(resting)).payload)['msg_hash']).toBe(used['msg_hash'])
})

test('cancelFilled and cancelLost: what a cancel was too late for, and what it never did', async () => {
  const filled = await start(always('cancelFilled'))
  const one = await filled.alice.place(filled.resting)
  await filled.alice.waitFor(one, 'wait')
  expect(asObject((await filled.alice.cancel(one)).payload)).toMatchObject({ id: one, state: 'wait' })
  expect(await filled.alice.read(one)).toMatchObject({ state: 'done', executed_volume: '0.5' })
  const lost = await start(always('cancelLost'))
  const two = await lost.alice.place(lost.resting)
  await lost.alice.waitFor(two, 'wait')
  expect((await lost.alice.cancel(two)).http).toBe(200)
  expect(await lost.alice.read(two)).toMatchObject({ state: 'wait' })
})

test('listings lag, lack a row and shift between pages', async () => {
  const lagging = await start({ listLagSeconds: 5 })
  const id = await lagging.alice.place(lagging.resting)
  expect((await lagging.newest())['id']).not.toBe(id)
  expect(await lagging.alice.read(id)).toMatchObject({ id })
  clock.advance(6_000)
  expect((await lagging.newest())['id']).toBe(id)
  const all = await lagging.alice.list('limit=30')
  const lacking = await start(always('listLacks'))
  const whole = (await lacking.alice.list('limit=100')).length
  expect(whole).toBe(39)
  const shifting = await start(always('listShifts'))
  const pages = await Promise.all([1, 2].map((page) => shifting.alice.list(`limit=10&page=${page}`)))
  const ids = pages.flat().map((row) => row['id'])
  const straight = all.filter((row) => row['id'] !== id).map((row) => row['id'])
  expect(ids).not.toEqual(straight.slice(0, 20))
})

test('429 with and without Retry-After, and a wrong clock', async () => {
  const { client } = await start({ dateOffSeconds: 3_600 })
  const { headers } = await client.get('/sapi/v1/health/')
  expect(Date.parse(headers.get('date') ?? '')).toBe(Math.floor(clock.nowMs / 1000) * 1000 + 3_600_000)
  for (const [fault, after] of [
    ['tooMany', '1'],
    ['tooManyBare', null],
  ] as const) {
    const exchange = await startPracticeExchange({
      host: '127.0.0.1',
      orders: 0,
      clock,
      faults: always(fault),
    })
    onTestFinished(() => exchange.close())
    const answer = await new StrangeClient(exchange.baseUrl).get('/sapi/v1/health/')
    expect([answer.http, answer.headers.get('retry-after')]).toEqual([429, after])
  }
})

test('a waiting stop and a balance as the other reading of the facts has them', async () => {
  const { alice, resting } = await start({}, { waitingStop: 'wait', balanceIncludesLocked: true })
  const before = await alice.balance('usdc')
  const stop = Number(resting.price) * 2
  const order = { ...resting, ord_type: 'stop_limit', price: String(stop), stop_price: String(stop) } as const
  const id = await alice.place(order)
  await alice.waitFor(id, 'wait')
  expect((await alice.balance('usdc')).balance).toBe(before.balance)
})

test('time that goes faster is told in the Date header', async () => {
  const { client } = await start({}, { clock: undefined, speed: 1_000 })
  const dateOf = async () => Date.parse((await client.get('/sapi/v1/health/')).headers.get('date') ?? '')
  const first = await dateOf()
  await expect.poll(dateOf, { timeout: 10_000 }).toBeGreaterThan(first + 60_000)
})
