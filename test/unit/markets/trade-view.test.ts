// The layout of the Trade view is kept, and what was kept damaged does no harm.
import { expect, it } from 'vitest'
import type { TradeView } from '../../../src-preload/contract/trading/trade-view.ts'
import { createTradeView, defaultTradeView } from '../../../src-main/markets/charts/trade-view.ts'

function makeSettings(kept: string | null = null) {
  let text = kept
  return {
    getSetting: () => Promise.resolve(text),
    setSetting: (_key: string, value: string) => {
      text = value
      return Promise.resolve()
    },
  }
}

const chosen: TradeView = {
  layout: 'charts',
  dockTab: 'history',
  isDockOfMarket: true,
  sizes: { list: 300, book: 320, tape: 280, ticket: 340, dock: 200 },
}

it('is the same after the next start', async () => {
  const settings = makeSettings()
  const first = createTradeView(settings, 'trade')
  expect(await first.getTradeView()).toEqual(defaultTradeView)
  await first.setTradeView(chosen)
  expect(await createTradeView(settings, 'trade').getTradeView()).toEqual(chosen)
})

it.each([
  '',
  'no json',
  'null',
  '[]',
  '{"layout":"desk"}',
  JSON.stringify({ ...chosen, sizes: { list: -1 } }),
])('is the first layout where what was kept is damaged: %s', async (text) => {
  expect(await createTradeView(makeSettings(text), 'trade').getTradeView()).toEqual(defaultTradeView)
})
