// How the Trade view is laid out, kept for all accounts.
import {
  type TradeLayout,
  type TradeView,
  tradeView,
} from '../../../src-preload/contract/trading/trade-view.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Setting: the layout as JSON. */
const TRADE_VIEW = 'tradeView'

export const defaultTradeView: TradeView = {
  layout: 'trade',
  dockTab: 'open',
  isDockOfMarket: false,
  sizes: { list: 232, book: 300, tape: 264, ticket: 320, dock: 240 },
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** @param first - the layout before anybody has chosen one */
export function createTradeView(store: Pick<Store, 'getSetting' | 'setSetting'>, first: TradeLayout) {
  return {
    /** An unreadable layout, or that of another version, falls back to the default. */
    async getTradeView(): Promise<TradeView> {
      const kept = tradeView.safeParse(parseJson((await store.getSetting(TRADE_VIEW)) ?? 'null'))
      return kept.success ? kept.data : { ...defaultTradeView, layout: first }
    },

    async setTradeView(view: TradeView): Promise<Record<string, never>> {
      await store.setSetting(TRADE_VIEW, JSON.stringify(view))
      return {}
    },
  }
}
