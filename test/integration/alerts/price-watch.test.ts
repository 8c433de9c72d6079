import { describe, expect, it, onTestFinished } from 'vitest'
import { startPracticeExchange } from '../../../src-main/practice/exchange.ts'
import { movableClock } from '../../fixtures/test-client.ts'
import { makeSession, makeStore } from '../world.ts'
import {
  DAY,
  HOUR,
  listCrossings,
  MINUTE,
  network,
  putAlert,
  startPricedServer,
  startWatching,
} from './price-world.ts'

/** Far from today: a Date header of the test's server then says nothing about the clock. */
const start = Date.UTC(2025, 5, 10, 12, 0, 20)
const minute = start - 20_000

describe('a price that is crossed', () => {
  it('is told of whatever the chart shows, with the time it happened', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const server = await startPricedServer({ clock, priceAt: (ms) => (ms < minute + 3 * MINUTE ? 99 : 101) })
    await putAlert(store, clock)
    const { look } = startWatching(store, server.baseUrl, clock)
    await look()
    clock.moveTo(minute + 2 * MINUTE + 50_000)
    await look()
    expect(await listCrossings(store)).toEqual([])
    clock.moveTo(minute + 3 * MINUTE + 5_000)
    await look()
    expect(await listCrossings(store)).toEqual([{ atMs: minute + 3 * MINUTE, direction: 'up' }])
    expect(await store.listAlerts(network)).toMatchObject([
      { isArmed: false, crossedAtMs: minute + 3 * MINUTE },
    ])
    await look(0)
    expect(await listCrossings(store)).toHaveLength(1)
  })

  it('while the app was closed for a night is told of at its next start, with the minute', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const touchedMs = minute + 7 * HOUR + 3 * MINUTE
    const priceAt = (ms: number): number => (Math.floor(ms / MINUTE) * MINUTE === touchedMs ? 100 : 99)
    const server = await startPricedServer({ clock, priceAt })
    await putAlert(store, clock)
    const before = startWatching(store, server.baseUrl, clock)
    await before.look()
    await before.watch.stop()
    clock.moveTo(minute + 10 * HOUR)
    await startWatching(store, server.baseUrl, clock).look()
    expect(await listCrossings(store)).toEqual([{ atMs: touchedMs, direction: 'up' }])
  })

  it('weeks ago is told of with its minute, for a handful of calls', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const touchedMs = minute + 20 * DAY + 5 * HOUR + 17 * MINUTE
    const priceAt = (ms: number): number => (Math.floor(ms / MINUTE) * MINUTE === touchedMs ? 100 : 99)
    const server = await startPricedServer({ clock, priceAt })
    await putAlert(store, clock)
    const before = startWatching(store, server.baseUrl, clock)
    await before.look()
    await before.watch.stop()
    clock.moveTo(minute + 60 * DAY)
    const asked = server.asked().length
    await startWatching(store, server.baseUrl, clock).look()
    expect(await listCrossings(store)).toEqual([{ atMs: touchedMs, direction: 'up' }])
    expect(server.asked().length - asked).toBeLessThan(12)
  })

  it('so long ago that no minutes are kept is told of with its hour', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const touchedMs = minute + 2 * DAY + 17 * MINUTE
    const priceAt = (ms: number): number => (Math.floor(ms / MINUTE) * MINUTE === touchedMs ? 100 : 99)
    await putAlert(store, clock, { side: 'below' })
    clock.moveTo(minute + 60 * DAY)
    const server = await startPricedServer({ clock, priceAt, minutesFromMs: minute + 50 * DAY })
    await startWatching(store, server.baseUrl, clock).look()
    expect(await listCrossings(store)).toEqual([{ atMs: minute + 2 * DAY, direction: 'up' }])
  })

  it('is not lost while the service is out of reach', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const touchedMs = minute + 30 * MINUTE
    const priceAt = (ms: number): number => (Math.floor(ms / MINUTE) * MINUTE === touchedMs ? 100 : 99)
    const server = await startPricedServer({ clock, priceAt })
    await putAlert(store, clock)
    const first = startWatching(store, server.baseUrl, clock)
    await first.look()
    server.isDown = true
    clock.moveTo(minute + HOUR)
    await first.look()
    await first.watch.stop()
    expect(await listCrossings(store)).toEqual([])
    server.isDown = false
    clock.moveTo(minute + 2 * HOUR)
    await startWatching(store, server.baseUrl, clock).look()
    expect(await listCrossings(store)).toEqual([{ atMs: touchedMs, direction: 'up' }])
  })

  it('again and again is told of each time, once, over restarts', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    // Ten minutes below, ten minutes above.
    const priceAt = (ms: number): number => (Math.floor((ms - minute) / (10 * MINUTE)) % 2 === 0 ? 99 : 101)
    const server = await startPricedServer({ clock, priceAt })
    await putAlert(store, clock, { isRepeating: true })
    await putAlert(store, clock, { isRepeating: true, direction: 'either', note: 'either' })
    for (let at = 0; at < 60; at += 1) {
      clock.moveTo(start + at * MINUTE + (at % 3) * 7_000)
      const one = startWatching(store, server.baseUrl, clock)
      await one.look()
      await one.watch.stop()
    }
    const crossings = await listCrossings(store)
    const ups = crossings
      .filter(({ direction }) => direction === 'up')
      .map(({ atMs }) => (atMs - minute) / MINUTE)
    const downs = crossings
      .filter(({ direction }) => direction === 'down')
      .map(({ atMs }) => (atMs - minute) / MINUTE)
    // Both alerts on the way up, one on the way down.
    expect(ups.map(Math.floor)).toEqual([10, 10, 30, 30, 50, 50])
    expect(downs.map(Math.floor)).toEqual([20, 40])
  }, 60_000)

  it('is found after the clock was set back, and not twice', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    let price = 99
    const server = await startPricedServer({ clock, priceAt: () => price })
    await putAlert(store, clock, { isRepeating: true })
    const { look } = startWatching(store, server.baseUrl, clock)
    await look()
    clock.moveTo(start - 3 * HOUR)
    await look()
    price = 101
    clock.moveTo(start - 3 * HOUR + MINUTE)
    await look()
    clock.moveTo(start - 3 * HOUR + 2 * MINUTE)
    await look()
    expect(await listCrossings(store)).toMatchObject([{ direction: 'up' }])
  })
})

describe('the prices that are read', () => {
  it('are one call a look and market, and none where somebody else has just read them', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const server = await startPricedServer({ clock, priceAt: () => 99 })
    await putAlert(store, clock)
    await putAlert(store, clock, { price: '105' })
    const { look } = startWatching(store, server.baseUrl, clock)
    await look()
    const asked = server.asked().length
    clock.moveTo(start + 1_000)
    await look()
    expect(server.asked().length).toBe(asked)
    clock.moveTo(start + 20_000)
    await look()
    expect(server.asked().length).toBe(asked + 1)
    expect(server.asked()).toEqual(server.asked().map(() => 1))
  })

  it('are none without an armed alert', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const server = await startPricedServer({ clock, priceAt: () => 99 })
    await startWatching(store, server.baseUrl, clock).look(0)
    expect(server.asked()).toEqual([])
  })

  it('of a market that the service does not know hold up no other', async () => {
    const clock = movableClock(start)
    const store = await makeStore()
    const practice = await startPracticeExchange({ host: '127.0.0.1', orders: 0, clock })
    onTestFinished(() => practice.close())
    await putAlert(store, clock, { market: 'nosuchusdc' })
    await putAlert(store, clock, { market: 'ethusdc', price: '0.01', direction: 'down', side: 'above' })
    const { look } = startWatching(store, practice.baseUrl, clock)
    await look(2)
    expect((await store.listAlerts(network)).every(({ isArmed }) => isArmed)).toBe(true)
    expect(await store.getCandles(network, 'ethusdc', 1, null, 1)).toMatchObject({ asOfMs: start })
  })
})

describe('the practice exchange', () => {
  it('is told of at the very minute in which its candles cross the price', async () => {
    const laterMs = start + 8 * HOUR
    const options = { host: '127.0.0.1', orders: 0, seed: 5, genesisMs: start } as const
    // What will be, by an exchange of the same seed whose clock is ahead.
    const ahead = await startPracticeExchange({ ...options, clock: movableClock(laterMs) })
    onTestFinished(() => ahead.close())
    const { client } = makeSession(ahead.baseUrl, movableClock(laterMs))
    const candles = await client.listCandles({
      market: 'ethusdc',
      period: 1,
      startMs: minute,
      endMs: laterMs,
      limit: 1_000,
    })
    const first = candles.close[0] ?? NaN
    const highest = Math.max(...candles.high.slice(1))
    const level = (first + highest) / 2
    const at = candles.high.findIndex((high, index) => index > 0 && high >= level)
    expect(at).toBeGreaterThan(0)

    const clock = movableClock(start)
    const exchange = await startPracticeExchange({ ...options, clock })
    onTestFinished(() => exchange.close())
    const store = await makeStore()
    await putAlert(store, clock, { price: level.toFixed(8), side: 'below' })
    const { look, watch } = startWatching(store, exchange.baseUrl, clock)
    await look()
    await watch.stop()
    clock.moveTo(laterMs)
    await startWatching(store, exchange.baseUrl, clock).look()
    expect(await listCrossings(store)).toEqual([{ atMs: candles.timesMs[at], direction: 'up' }])
  })
})
