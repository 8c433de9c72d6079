// Owns: how candles come from main into the chart's source: whole at first, by their tail when live, never in a loop.
// Must not: test drawing.
import { describe, expect, it } from 'vitest'
import type { CandleColumns } from '../../../../src-preload/contract/entities.ts'
import { CandleFeed, countCandles } from '../../../../src-renderer/views/markets/candle-feed.svelte.ts'
import { type FakeMain, installFakeMain } from './fake-main.ts'
import { eventually } from '../../../fixtures/eventually.ts'

const hourMs = 3_600_000
const newestMs = Math.floor(Date.now() / hourMs) * hourMs

function makeCandles(count: number, endMs: number): CandleColumns {
  const column = (read: (index: number) => number): Float64Array<ArrayBuffer> =>
    Float64Array.from({ length: count }, (_, index) => read(index))
  const price = column(() => 1)
  return {
    timesMs: column((index) => endMs - (count - 1 - index) * hourMs),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: price,
  }
}

interface Service {
  readonly main: FakeMain
  readonly asked: { endMs: number | null; limit: number }[]
  /** Candles in main's cache, counted from the newest. */
  cached: number
}

/** Main with `cached` candles at hand and `history` at the service, which it fetches behind each answer. */
function makeService(cached: number, history: number): Service {
  const asked: Service['asked'] = []
  const main = installFakeMain({
    'markets:getCandles': ({ endMs, limit }) => {
      asked.push({ endMs, limit })
      const firstMs = newestMs - (service.cached - 1) * hourMs
      const lastMs = Math.min(newestMs, Math.floor((endMs ?? newestMs) / hourMs) * hourMs)
      const here = Math.max(0, Math.round((lastMs - firstMs) / hourMs) + 1)
      const count = Math.min(limit, here)
      if (here < limit && service.cached < history) {
        service.cached = Math.min(history, service.cached + limit)
        const fromMs = newestMs - (service.cached - 1) * hourMs
        setTimeout(() => {
          main.emit('markets:candlesChanged', { market: 'ethusdc', period: 60, fromMs })
        }, 1)
      }
      const reachesStart = service.cached === history && count === here
      return { candles: makeCandles(count, lastMs), reachesStart, asOfMs: 1, lastError: null }
    },
  })
  const service: Service = { main, asked, cached }
  return service
}

describe('candles for the chart', () => {
  it('fill up with what main fetches behind, and then the asking stops', async () => {
    const service = makeService(0, 50_000)
    const feed = new CandleFeed()
    const stop = feed.start()
    await feed.show('ethusdc', 60)
    await eventually(() => expect(feed.source.buffer.length).toBeGreaterThanOrEqual(990))
    await new Promise((resolve) => setTimeout(resolve, 200))
    // What matters is that nobody reads the whole history unasked.
    expect(service.asked.length).toBeLessThan(8)
    expect(service.cached).toBeLessThan(5000)
    stop()
  })

  it('take only the tail when the newest candle moves', async () => {
    const service = makeService(2000, 2000)
    const feed = new CandleFeed()
    const stop = feed.start()
    await feed.show('ethusdc', 60)
    expect(feed.source.buffer.length).toBe(1000)
    service.main.emit('markets:candlesChanged', { market: 'ethusdc', period: 60, fromMs: newestMs })
    await eventually(() => expect(service.asked).toHaveLength(2))
    expect(service.asked[1]?.limit).toBeLessThanOrEqual(4)
    service.main.emit('markets:candlesChanged', { market: 'btcusdc', period: 60, fromMs: newestMs })
    service.main.emit('markets:candlesChanged', { market: 'ethusdc', period: 1, fromMs: newestMs })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(service.asked).toHaveLength(2)
    stop()
  })

  it('step back page by page to the first candle there is, and know that it is the first', async () => {
    makeService(2500, 2500)
    const feed = new CandleFeed()
    const stop = feed.start()
    await feed.show('ethusdc', 60)
    expect(feed.source.reachesStart).toBe(false)
    await feed.loadOlder()
    await feed.loadOlder()
    expect(feed.source.buffer.length).toBe(2500)
    expect(feed.source.reachesStart).toBe(true)
    stop()
  })

  it('of a market that was left are dropped when they arrive late', async () => {
    const feed = new CandleFeed()
    const waiting: (() => void)[] = []
    installFakeMain({
      'markets:getCandles': async ({ market }) => {
        if (market === 'slowusdc') await new Promise<void>((resolve) => waiting.push(resolve))
        const count = market === 'slowusdc' ? 7 : 3
        return { candles: makeCandles(count, newestMs), reachesStart: true, asOfMs: 1, lastError: null }
      },
    })
    const late = feed.show('slowusdc', 60)
    await eventually(() => expect(waiting).toHaveLength(1))
    await feed.show('fastusdc', 60)
    waiting[0]?.()
    await late
    expect(feed.source.buffer.length).toBe(3)
  })
})

describe('how many candles a change asks for', () => {
  it('is those from the change until now, and one to spare on each side', () => {
    expect(countCandles(newestMs, newestMs, 60)).toBe(2)
    expect(countCandles(newestMs - 10 * hourMs, newestMs, 60)).toBe(12)
  })
})
