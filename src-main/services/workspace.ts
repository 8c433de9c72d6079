// Owns: the background work that goes with the account in use, started and ended as one.
// Must not: hold rules; it only connects feeds, syncs and the account.
import { isAppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/events.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store-api.ts'
import type { Link } from './link.ts'
import { type MarketFeed, startMarketFeed } from './market-feed.ts'
import type { Markets } from './markets.ts'
import { syncOrders } from './order-sync.ts'
import { type Poller, startPoller } from './poller.ts'
import type { Portfolio } from './portfolio.ts'

const ORDERS_EVERY_MS = 5_000
const PNL_EVERY_MS = 15_000
/** An event names at most this many orders; the page reads the rest when it needs them. */
const MAX_CHANGED_IDS = 200

export interface Workspace {
  readonly feed: MarketFeed
  /** Everything runs now instead of at its next turn. */
  trigger(): void
  stop(): void
}

export interface WorkspaceOptions {
  readonly link: Link
  readonly store: Store
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  readonly markets: Markets
  readonly portfolio: Portfolio
}

export function startWorkspace(options: WorkspaceOptions): Workspace {
  const { link, store, clock, emit, log, markets, portfolio } = options
  /** Private calls wait for a service in reach and a session that is not refused. */
  const isPaused = (): boolean => {
    const session = link.client.sessionState()
    return !link.connection.isReachable() || session === 'needsKey' || session === 'refused'
  }

  /** Being out of reach and being cut off are states that the screen shows; the rest is worth a line in the log. */
  const report =
    (what: string) =>
    (error: unknown): void => {
      if (isAppError(error, 'cancelled', 'network', 'timeout', 'unauthenticated')) return
      log.fault('sync', what, error)
    }

  const feed = startMarketFeed({
    link,
    store,
    clock,
    emit,
    markets: () => markets.listSymbols(link),
    onError: report('market data'),
  })

  const orders: Poller = startPoller({
    everyMs: ORDERS_EVERY_MS,
    isPaused,
    onError: report('orders'),
    run: (signal) =>
      syncOrders(
        {
          accountId: link.account.id,
          source: link.client,
          store,
          clock,
          onProgress: (changedIds, sync) => {
            if (!link.signal.aborted) {
              emit('orders:changed', { ids: changedIds.slice(0, MAX_CHANGED_IDS), sync })
            }
          },
        },
        signal,
      ),
  })

  const pnl: Poller = startPoller({
    everyMs: PNL_EVERY_MS,
    isPaused,
    onError: report('profit and loss'),
    run: async (signal) => {
      await portfolio.refresh(link, signal)
      if (!link.signal.aborted) emit('portfolio:changed', {})
    },
  })

  return {
    feed,
    trigger() {
      feed.trigger()
      orders.trigger()
      pnl.trigger()
    },
    stop() {
      feed.stop()
      orders.stop()
      pnl.stop()
    },
  }
}
