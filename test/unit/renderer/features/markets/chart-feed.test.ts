// How one chart's window is lent main's candles: asked for its market, refreshed when told, and let go.
import { expect, it } from 'vitest'
import type { WantedCandles } from '../../../../../src-renderer/charts/model/candles/candle-window.ts'
import { ChartFeed } from '../../../../../src-renderer/features/markets/chart/chart-feed.svelte.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { Lender, minuteMs } from '../../../charts/lender.ts'
import { rowAt } from '../../../charts/synthetic.ts'
import { installFakeMain } from '../fake-main.ts'

const newestMs = Math.floor(Date.now() / minuteMs) * minuteMs

it('shows the newest price, follows what main tells of its market, and then lets go', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => rowAt(newestMs + (n - 499) * minuteMs))
  const lender = new Lender({ rows, nowMs: newestMs + 1 })
  const markets = new Set<string>()
  const main = installFakeMain({
    'markets:getCandleRange': ({ market, shortest, ...rest }) => {
      markets.add(market)
      const wanted: WantedCandles = { ...rest, shortest: shortest ?? 1 }
      return lender.source(wanted)
    },
  })
  const feed = new ChartFeed('ethusdc', 1)
  const stop = feed.follow()
  expect(feed.isLoading).toBe(true)
  feed.window.begin(100)
  await eventually(() => expect(feed.lastClose).toBe(rowAt(newestMs)[4]))
  expect([...markets]).toEqual(['ethusdc'])
  expect(feed.isLoading).toBe(false)

  lender.tell(rowAt(newestMs, 9))
  main.emit('markets:candlesChanged', { market: 'btcusdc', period: 1, fromMs: newestMs })
  await lender.quiet()
  expect(feed.lastClose).toBe(rowAt(newestMs)[4])
  main.emit('markets:candlesChanged', { market: 'ethusdc', period: 1, fromMs: newestMs })
  await eventually(() => expect(feed.lastClose).toBe(rowAt(newestMs, 9)[4]))

  stop()
  const asked = lender.asked.length
  main.emit('markets:candlesChanged', { market: 'ethusdc', period: 1, fromMs: newestMs })
  await lender.quiet()
  expect(lender.asked).toHaveLength(asked)
})

it('asks again for what could not be had once the service is in reach again', async () => {
  const lender = new Lender({ rows: [rowAt(newestMs)], nowMs: newestMs + 1 })
  const main = installFakeMain({
    'markets:getCandleRange': ({ shortest, ...rest }) => lender.source({ ...rest, shortest: shortest ?? 1 }),
  })
  const feed = new ChartFeed('ethusdc', 1)
  const stop = feed.follow()
  lender.failure = new Error('away')
  feed.window.begin(100)
  await eventually(() => expect(feed.failure).not.toBeNull())
  lender.failure = null
  const line = { sinceMs: 0, latencyMs: null, lastAnswerMs: null, error: null, baseUrl: null }
  main.emit('connection:changed', { ...line, status: 'offline' })
  main.emit('connection:changed', { ...line, status: 'online' })
  await eventually(() => expect(feed.lastClose).toBe(rowAt(newestMs)[4]))
  expect(feed.failure).toBeNull()
  stop()
})
