// What a session covers is placed without a question, at most once and within its limits; all else asks and says why.
import { describe, expect, it } from 'vitest'
import type { OrderIntent } from '../../../src-preload/contract/trading/trading.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { failureOf } from '../../fixtures/test-client.ts'
import { resting, startTrading } from './trading-world.ts'

const market = 'ethusdc'
const buyNow = { type: 'market', market, side: 'buy', amount: '0.01' } as const satisfies OrderIntent

describe('in a session', () => {
  it('an order within limits and band is placed without a question, and counts', async () => {
    const { trading, place, startSession, asked } = await startTrading()
    await startSession()
    const placed = await place(resting)
    expect(placed).toMatchObject({ ...resting, state: 'accepted', differences: [] })
    expect(asked.orders).toEqual([])
    expect((await trading.getSession()).session?.left).toEqual({ sum: '990', signatures: 19 })
  })

  it('no ten orders at once use the same sum: what does not fit asks, with what is left', async () => {
    const { trading, place, startSession, asked, person } = await startTrading({ orders: 'no' })
    await startSession({ largestOrder: '35', largestSum: '35' })
    const placed = await Promise.allSettled(Array.from({ length: 10 }, () => place(resting)))
    const states = placed.map((one) => (one.status === 'fulfilled' ? one.value.state : 'asked'))
    expect(states.filter((state) => state === 'accepted')).toHaveLength(3)
    // A question at a time.
    expect(asked.orders.length).toBeGreaterThan(0)
    for (const { outside } of asked.orders)
      expect(outside).toEqual({ limit: 'largestSum', allowed: '35', left: '5', quote: 'usdc' })
    expect((await trading.getSession()).session?.left).toMatchObject({ sum: '5', signatures: 17 })
    person.orders = 'yes'
    expect(await place({ ...resting, amount: '0.05' })).toMatchObject({ state: 'accepted' })
    expect((await trading.getSession()).session?.left.sum).toBe('0')
  })

  it('what lies outside asks, and what was signed after a yes does not count', async () => {
    const { trading, place, startSession, asked } = await startTrading()
    await startSession({ largestOrder: '10' })
    await place({ ...resting, amount: '0.2' })
    await place({ ...resting, market: 'btcusdc', amount: '0.001' })
    await place({ ...resting, side: 'sell', amount: '0.001' })
    const limits = asked.orders.map(({ outside }) => outside?.limit)
    expect(limits).toEqual(['largestOrder', 'markets', 'band'])
    expect((await trading.getSession()).session?.left).toMatchObject({ sum: '1000', signatures: 20 })
  })

  it('a refusal of the exchange that came before a signature is given back, and one after it is not', async () => {
    const { trading, place, startSession } = await startTrading()
    await startSession()
    const placed = await place({ ...resting, amount: '0.123456789' })
    expect(placed.state).toBe('refused')
    expect((await trading.getSession()).session?.left).toEqual({ sum: '1000', signatures: 20 })
  })

  it('a market order goes as a limit order at the worst price of the band, and its rest is canceled', async () => {
    const { services, place, startSession, asked } = await startTrading()
    await startSession({ largestOrder: '5000', largestSum: '5000' })
    const placed = await place(buyNow)
    expect(placed).toMatchObject({ type: 'limit', state: 'accepted', amount: '0.01', failure: null })
    expect(placed.price).not.toBeNull()
    expect(asked.orders).toEqual([])
    await eventually(async () => {
      const { order } = await services.orders.get({ id: placed.orderId ?? 0 })
      expect(['done', 'cancel']).toContain(order.state)
    })
  })

  it('an order without an answer makes the next one of its market ask, and stays counted', async () => {
    const { trading, place, startSession, asked } = await startTrading({
      faults: { createLost: 1 },
      listLagSeconds: 600,
    })
    await startSession()
    expect(await place(resting)).toMatchObject({ state: 'unknown' })
    await place({ ...resting, price: '101' })
    expect(asked.orders.map(({ outside }) => outside?.limit)).toEqual(['unknownOrder'])
    expect((await trading.getSession()).session?.left).toEqual({ sum: '990', signatures: 19 })
  })

  it('nothing is signed any more once it has ended', async () => {
    const { trading, place, startSession, asked, person } = await startTrading()
    await startSession()
    person.orders = 'no'
    trading.sessions.end('suspended')
    expect(await place(resting)).toMatchObject({ state: 'notSent', failure: { code: 'userDeclined' } })
    expect(asked.orders).toMatchObject([{ outside: null }])
  })
})

describe('fixed bounds', () => {
  it('refuse whoever says yes, before anything is written', async () => {
    const { trading, place, listPlaced, asked } = await startTrading()
    await trading.setBounds({ market, lowest: '150', highest: null, triggerPercent: null })
    const failure = await failureOf(place(resting))
    expect(failure.data).toEqual({ field: 'price', reason: 'belowBounds', limit: '150' })
    await trading.setBounds({ market, lowest: null, highest: '200', triggerPercent: null })
    expect((await failureOf(place(buyNow))).data).toMatchObject({ reason: 'aboveBounds', limit: '200' })
    expect(asked.orders).toEqual([])
    expect(await listPlaced()).toEqual([])
  })
})

it('a page that asks while a person is asked writes nothing into the journal', async () => {
  const { place, listPlaced, asked } = await startTrading()
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => place(resting)))
  const done = all.filter(({ status }) => status === 'fulfilled').length
  expect(await listPlaced()).toHaveLength(done)
  expect(asked.orders).toHaveLength(done)
  expect(done).toBeLessThan(30)
})
