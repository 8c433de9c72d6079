// Candles of compared markets: asked for each, kept while others come and go, and let go.
import { expect, it } from 'vitest'
import { CompareFeeds } from '../../../../../src-renderer/features/markets/chart/compare/compare-feeds.svelte.ts'
import { shownCompared } from '../../../../../src-renderer/features/markets/chart/compare/compare-choices.ts'
import { eventually } from '../../../../fixtures/eventually.ts'
import { Lender, minuteMs } from '../../../charts/lender.ts'
import { rowAt } from '../../../charts/synthetic.ts'
import { installFakeMain } from '../fake-main.ts'

const newestMs = Math.floor(Date.now() / minuteMs) * minuteMs

it('has candles of each market, keeps those that stay, and begins anew at another period', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => rowAt(newestMs + (n - 99) * minuteMs))
  const lender = new Lender({ rows, nowMs: newestMs + 1 })
  const asked = new Set<string>()
  installFakeMain({
    'markets:getCandleRange': ({ market, shortest, ...rest }) => {
      asked.add(market)
      return lender.source({ ...rest, shortest: shortest ?? 1 })
    },
  })
  const feeds = new CompareFeeds()
  feeds.show(['btcusdc', 'solusdc'], 1)
  for (const { window } of feeds.compared) window.begin(50)
  await eventually(() =>
    expect(feeds.compared.map(({ window }) => window.last()?.close)).toEqual([
      rowAt(newestMs)[4],
      rowAt(newestMs)[4],
    ]),
  )
  expect([...asked].toSorted()).toEqual(['btcusdc', 'solusdc'])
  const before = feeds.compared
  feeds.show(['btcusdc', 'solusdc'], 1)
  expect(feeds.compared).toBe(before)
  feeds.show(['solusdc', 'dogeusdc'], 1)
  expect(feeds.compared[0]).toBe(before[1])
  feeds.show(['solusdc'], 60)
  expect(feeds.compared[0]?.window).not.toBe(before[1]?.window)
  feeds.stop()
  expect(feeds.compared).toEqual([])
})

it('shows no market beside itself, and none that is not listed', () => {
  const isListed = (market: string): boolean => market !== 'goneusdc'
  const chart = { compared: ['btcusdc', 'goneusdc', 'ethusdc'] }
  expect(shownCompared(chart, 'ethusdc', isListed)).toEqual(['btcusdc'])
  expect(shownCompared(chart, null, isListed)).toEqual([])
})
