// Owns: the background work that goes with the account in use, started and ended as one.
// Must not: hold rules; it only connects feeds, syncs and the account.
import type { SessionState } from '../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { isAppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { Emit } from '../ipc/events.ts'
import { reportError } from '../ipc/register.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store-api.ts'
import { createFaults } from './faults.ts'
import type { Link } from './link.ts'
import { type MarketFeed, startMarketFeed } from './market-feed.ts'
import type { Markets } from './markets.ts'
import { createOrderSync, readSyncState } from './order-sync.ts'
import { type Poller, startPoller } from './poller.ts'
import type { Portfolio } from './portfolio.ts'

const ORDERS_EVERY_MS = 5_000
const PNL_EVERY_MS = 15_000
/** An event names at most this many orders; the page reads the rest when it needs them. */
const MAX_CHANGED_IDS = 200
/** Private calls have no chance until the user does something. */
const isCutOff: Record<SessionState, boolean> = {
  signedOut: false,
  signingIn: false,
  signedIn: false,
  needsSignIn: true,
  needsKey: true,
  keychainLocked: true,
  appLocked: true,
  refused: true,
}
/** Names of the work, in the log. */
const ORDERS = 'orders'
const PNL = 'profit and loss'

export interface Workspace {
  readonly feed: MarketFeed
  /** Why the last reading failed; null where it did not. */
  ordersError(): ErrorReport | null
  pnlError(): ErrorReport | null
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
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export function startWorkspace(options: WorkspaceOptions): Workspace {
  const { link, store, clock, emit, log, markets, portfolio, random } = options
  const isPaused = (): boolean => !link.connection.isReachable() || isCutOff[link.client.sessionState()]

  const faults = createFaults(
    (work, error) => {
      // What reportError gives a reference it logs; the rest is worth a line too.
      if (isAppError(error) && error.code !== 'internal') log.fault('sync', work, error)
      return reportError(error, log, work)
    },
    (error) => link.connection.explains(error),
  )

  const feed = startMarketFeed({
    link,
    store,
    clock,
    emit,
    markets: () => markets.listSymbols(link),
    faults,
    random,
  })

  /** Tells how the sync stands, unless it is as it was told last and no order changed. */
  let told = ''
  async function tellOrders(changedIds: readonly number[]): Promise<void> {
    const sync = await readSyncState(store, link.account.id, faults.get(ORDERS))
    const state = JSON.stringify(sync)
    if (link.signal.aborted || (changedIds.length === 0 && state === told)) return
    told = state
    emit('orders:changed', { ids: changedIds.slice(0, MAX_CHANGED_IDS), sync })
  }

  const sync = createOrderSync({
    accountId: link.account.id,
    source: link.client,
    store,
    clock,
    onProgress: tellOrders,
  })

  const orders: Poller = startPoller({
    everyMs: ORDERS_EVERY_MS,
    isPaused,
    onError: (error) => {
      if (faults.note(ORDERS, error)) tellOrders([]).catch(logTelling)
    },
    random,
    run: async (signal) => {
      await sync.run(signal)
      if (faults.clear(ORDERS)) await tellOrders([])
    },
  })

  function tellPnl(): void {
    if (!link.signal.aborted) emit('portfolio:changed', {})
  }

  const pnl: Poller = startPoller({
    everyMs: PNL_EVERY_MS,
    isPaused,
    onError: (error) => {
      if (faults.note(PNL, error)) tellPnl()
    },
    random,
    run: async (signal) => {
      await portfolio.refresh(link, signal)
      faults.clear(PNL)
      tellPnl()
    },
  })

  function logTelling(error: unknown): void {
    log.fault('sync', 'tell how the orders stand', error)
  }

  return {
    feed,
    ordersError: () => faults.get(ORDERS),
    pnlError: () => faults.get(PNL),
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
