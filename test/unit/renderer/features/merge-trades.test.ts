import { expect, test } from 'vitest'
import type { MarketTrade } from '../../../../src-preload/contract/orders/entities.ts'
import { mergeTrades } from '../../../../src-renderer/features/markets/tape/merge-trades.ts'

const trade = (id: number, second = id): MarketTrade => ({
  id,
  market: 'ethusdc',
  price: '1',
  amount: '1',
  total: '1',
  createdAtMs: second * 1_000,
  takerType: 'buy',
})
const ids = (trades: readonly MarketTrade[]) => trades.map(({ id }) => id)

test('streamed trades take their places, newest first, each once', () => {
  const shown = [trade(5), trade(3), trade(1)]
  expect(ids(mergeTrades(shown, [trade(4), trade(6), trade(5), trade(6)], 10))).toEqual([6, 5, 4, 3, 1])
  expect(ids(mergeTrades(shown, [trade(7, 5), trade(6)], 3))).toEqual([6, 7, 5])
})

test('a tape without news is the same tape', () => {
  const shown = [trade(2), trade(1)]
  expect(mergeTrades(shown, [trade(1)], 10)).toBe(shown)
})
