// Starts and ends what is followed of markets for one account: tickers, spreads, candles and trades, and the prices of its alerts.
import { startPriceWatch } from '../alerts/price-watch.ts'
import { createTickerKeeper } from '../markets/kept-tickers.ts'
import { startMarketFeed } from '../markets/market-feed.ts'
import { startSpreadFeed } from '../markets/spread-feed.ts'
import { startTickerFeed } from '../markets/ticker-feed.ts'
import { areSpreadsShown } from '../markets/watch-list-settings.ts'
import type { Tools } from '../tools.ts'
import type { AccountSession } from './account-session.ts'
import type { createFaults } from './faults.ts'
import type { FreshnessBoard } from './freshness-board.ts'
import { createStreamGate } from './stream-gate.ts'
import type { Pace } from './sync/pace.ts'

export interface MarketWorkOptions extends Pick<Tools, 'store' | 'clock' | 'emit' | 'random'> {
  readonly session: AccountSession
  readonly pace: Pace
  readonly faults: ReturnType<typeof createFaults>
  readonly freshness: FreshnessBoard
  readonly markets: () => Promise<string[]>
  /** Called when the price of an alert was crossed. */
  readonly onCrossed: () => void
}

export function startMarketWork(options: MarketWorkOptions) {
  const { session, store, pace } = options
  const streamGate = createStreamGate({ pace, onChange: () => feed.gateChanged() })

  const listEveryMs = (): number => pace.everyMs('marketList')
  const tickers = startTickerFeed({
    ...options,
    keeper: createTickerKeeper(store, session.network),
    everyMs: listEveryMs,
  })
  const spreads = startSpreadFeed({
    ...options,
    isShown: () => areSpreadsShown(store, session.account.id),
    everyMs: listEveryMs,
  })
  const feed = startMarketFeed({
    ...options,
    listEveryMs,
    isTold: tickers.isTold,
    watchEveryMs: () => pace.everyMs('chart'),
    mayStream: () => streamGate.isOpen(),
  })
  const prices = startPriceWatch({
    ...options,
    fill: feed.candles,
    everyMs: () => pace.everyMs('alerts'),
  })
  const all = [tickers, spreads, feed, prices]

  return {
    feed,
    tickers,
    spreads,
    prices,
    /** Call when the pace has changed. */
    retime(): void {
      for (const each of all) each.retime()
    },
    trigger(): void {
      for (const each of all) each.trigger()
    },
    async stop(): Promise<void> {
      streamGate.stop()
      await Promise.all(all.map((each) => each.stop()))
    },
  }
}
export type MarketWork = ReturnType<typeof startMarketWork>
