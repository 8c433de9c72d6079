// Starts and ends the active account's background work as one. Only wires up feeds, syncs and the account.
import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import { isLoopbackHost } from '../../src-preload/domain/accounts/wallet-input.ts'
import { reportError } from '../ipc/register.ts'
import { createThrottle } from '../async/throttle.ts'
import { createDelayed } from '../async/delayed.ts'
import { createFaults } from './faults.ts'
import { createFreshnessBoard, type FreshnessBoard } from './freshness-board.ts'
import { showOwnFreshness } from './own-freshness.ts'
import { networkProfiles } from './network-profile.ts'
import { type AccountSession, isCutOff } from './account-session.ts'
import { listSymbols } from '../markets/list-symbols.ts'
import { startOrderReports, type OrderReports } from '../orders/live/order-reports.ts'
import { createOrderSync } from '../orders/order-sync.ts'
import { createChangeReporter } from '../orders/report-changes.ts'
import { type Poller, startPoller } from '../async/poller.ts'
import { createBalanceReader } from '../portfolio/balances/balance-reader.ts'
import { createPnlReader } from '../portfolio/pnl-reader.ts'
import type { TransferJournal } from '../portfolio/results/ledger/movements.ts'
import { createCandleHistory } from '../markets/sync/candle-history.ts'
import { CAREFUL_EVERY_MS, createFillHistory, LOOPBACK_EVERY_MS } from '../orders/sync/fill-history.ts'
import { type MarketWork, startMarketWork } from './market-work.ts'
import { createSyncGates, type SyncGate } from './sync/sync-gates.ts'
import { createRetentionStart } from './sync/retention-start.ts'
import { createOrderCheck } from '../orders/sync/order-check.ts'
import { createOrderLedger } from '../orders/sync/order-ledger.ts'
import { createOrderHistory } from '../orders/sync/order-history.ts'
import { createOrderReader } from '../orders/sync/order-reader.ts'
import { liveEveryMs, type Pace } from './sync/pace.ts'
import { type Scheduler, startScheduler } from './sync/scheduler.ts'
import { createTransferListReader } from '../transfers/received/transfer-list-reader.ts'
import { createTradeHistory } from '../markets/sync/trade-history.ts'
import type { Tools } from '../tools.ts'

/** P&L is read again this long after a reading that was too close to an event (figures.md, "One moment"). */
const READ_AGAIN_AFTER_MS = 4_000
/** Names of the work that is polled, for the log. */
const workNames = {
  orders: 'orders',
  pnl: 'profit and loss',
  balances: 'balances',
  transfers: 'list of transfers',
} as const
type Work = keyof typeof workNames
/** While history is synced, each page changes orders; balances are not read after each of them. */
const BALANCES_EVERY_MS = 2_000

export interface Workspace {
  readonly feed: MarketWork['feed']
  /** How current what is on screen is. */
  readonly freshness: FreshnessBoard
  readonly tickers: MarketWork['tickers']
  readonly spreads: MarketWork['spreads']
  readonly scheduler: Scheduler
  /** Why the reading of history is held up; null where it is not. */
  hold(): SyncGate | null
  /** See OrderReports. */
  readonly reportOf: OrderReports['reportOf']
  readonly hasReport: OrderReports['hasReport']
  /** Why the last reading failed; null if it succeeded. */
  errorOf(work: Work): ErrorReport | null
  /** Called when an order, a fill or a transfer may have changed balances: reads them soon. */
  balancesMoved(): void
  /** Called when price alerts have changed: checks their prices at once. */
  alertsChanged(): void
  /** Reads new and open orders now: something has happened to them. */
  readOrders(): void
  /** Runs all work now instead of at its next interval. */
  trigger(): void
  /** Aborts all work; resolves when it has ended. */
  stop(): Promise<void>
}

export interface WorkspaceOptions extends Pick<
  Tools,
  'store' | 'clock' | 'monotonicMs' | 'emit' | 'log' | 'random'
> {
  readonly session: AccountSession
  readonly journal: TransferJournal
  readonly pace: Pace
  /** See OrderLedgerOptions: one set for all accounts while the app runs. */
  readonly readAgain: Set<string>
  /** The user has paused syncing history. */
  readonly isHistoryPaused: boolean
  /** See StartSettings. */
  readonly readsMarketHistory: boolean
  /** Called when orders have changed, and with them possibly the notifications. */
  readonly onOrders: () => void
  /** Called when transfers have changed, and with them possibly the notifications. */
  readonly onTransfers: () => void
  /** Called when the price of an alert was crossed. */
  readonly onCrossed: () => void
  /** Called when the sync state of history has changed. */
  readonly onHistory: () => void
}

/** Starts all background work of the account at once. */
export function startWorkspace(options: WorkspaceOptions): Workspace {
  const { session, store, journal, clock, monotonicMs, emit, log, pace, random } = options
  const accountId = session.account.id
  const listMarkets = (): Promise<string[]> => listSymbols(store, session)
  const stopper = new AbortController()
  const syncGates = createSyncGates({
    clock,
    isOffline: () => !session.connection.isReachable(),
    isSignedOut: () => isCutOff[session.client.sessionState()],
  })
  const isPaused = (): boolean =>
    !session.connection.isReachable() || isCutOff[session.client.sessionState()] || syncGates.blocksStore()
  /** Own orders are followed while the app is locked too, where the tokens are held. */
  const areOrdersPaused = (): boolean =>
    session.client.isHeld() ? !session.connection.isReachable() || syncGates.blocksStore() : isPaused()

  const faults = createFaults(
    (work, error) => {
      // reportError logs only internal errors; this logs the others.
      if (isAppError(error) && error.code !== 'internal') log.fault('sync', work, error)
      return reportError(error, log, work)
    },
    (error) => session.connection.explains(error),
  )

  const freshness = createFreshnessBoard({
    session,
    clock,
    onChange: (report) => {
      if (stopper.signal.aborted) return
      emit('sync:freshnessChanged', report)
      // What is live is polled less often than what is not.
      market.feed.retime()
    },
  })
  const market = startMarketWork({ ...options, faults, freshness, markets: listMarkets })
  const reporter = createChangeReporter({
    ...options,
    accountId,
    lastError: () => faults.get(workNames.orders),
  })
  function noteOrders(changedIds: readonly number[]): void {
    reporter.tell(changedIds)
    options.onHistory()
    if (changedIds.length === 0) return
    moved.ask()
    options.onOrders()
    fills.freshen()
    scheduler.wake('fills')
  }

  // By a clock that nobody sets: the local one may be set before the first listing is there.
  const openedAtMs = monotonicMs()
  const pnlReader = createPnlReader(store, journal, clock, session)
  const kept = createRetentionStart(store, clock)
  const keptOrders = (): Promise<number> => kept('orders')
  const orderOptions = { accountId, source: session.client, store, clock, onProgress: noteOrders }
  const ledger = createOrderLedger({ ...orderOptions, keptFromMs: keptOrders, readAgain: options.readAgain })
  const check = createOrderCheck({ ...orderOptions, keptFromMs: keptOrders })
  const reader = createOrderReader(ledger, session.client)
  const newest = createOrderSync({ ...orderOptions, ledger, reader })
  const isLoopback =
    isLoopbackHost(new URL(session.client.baseUrl).hostname) ||
    networkProfiles[session.account.networkKind].isOnThisComputer
  const fills = createFillHistory({
    accountId,
    source: session.client,
    store,
    clock,
    keptFromMs: () => kept('fills'),
    areOrdersKnown: async () => ledger.hasNewest() && (await ledger.read()).isWhole,
    everyMs: isLoopback ? LOOPBACK_EVERY_MS : CAREFUL_EVERY_MS,
  })
  const ofMarkets = options.readsMarketHistory
    ? [
        createCandleHistory({ ...options, fill: market.feed.candles, markets: listMarkets }),
        createTradeHistory({ ...options, markets: listMarkets }),
      ]
    : []
  const scheduler = startScheduler(
    {
      ...options,
      streams: [createOrderHistory({ accountId, store, ledger, reader, check }), fills, ...ofMarkets],
      syncGates,
      isPowerSaving: () => pace.isPowerSaving(),
      report: (stream, error) => {
        faults.note(`history of ${stream}`, error)
        return faults.get(`history of ${stream}`)
      },
      onRecovery: (stream) => faults.clear(`history of ${stream}`),
      onChange: options.onHistory,
    },
    options.isHistoryPaused,
  )

  const balanceReader = createBalanceReader({
    ...options,
    onFault: (error) => log.fault('sync', 'learn whether balances include what is locked', error),
  })
  function reportBalances(): void {
    if (!stopper.signal.aborted) emit('portfolio:balancesChanged', {})
  }

  function reportPnl(isSameFigures = false): void {
    if (!stopper.signal.aborted) emit('portfolio:changed', { isSameFigures })
  }

  /** Polls for a screen; a full disk found here also stops the histories. */
  function poll(work: Work, run: (signal: AbortSignal) => Promise<void>, tell: () => void): Poller {
    const name = workNames[work]
    return startPoller({
      everyMs: () =>
        work === 'orders' && reports.isLive() ? liveEveryMs(pace.everyMs(work)) : pace.everyMs(work),
      isPaused: work === 'orders' ? areOrdersPaused : isPaused,
      random,
      onError: (error) => {
        if (syncGates.noteStore(error)) options.onHistory()
        if (faults.note(name, error)) tell()
      },
      run: async (signal) => {
        const startedAtMs = clock.now()
        await run(signal)
        syncGates.clear(startedAtMs)
        if (faults.clear(name)) tell()
      },
    })
  }

  const own = showOwnFreshness({ board: freshness, clock, areOrdersPaused })
  const reports = startOrderReports({
    ...options,
    accountId,
    streams: session.streams,
    source: session.client,
    isPaused: areOrdersPaused,
    wait: (ms, signal) => wait(ms, undefined, { signal }),
    listAll: () => orders.trigger(),
    onReported: (ids) => reporter.tell(ids),
    onRead: (ids) => {
      noteOrders(ids)
      noteMoved()
    },
    onLive: () => {
      own.ordersLive(reports.isLive())
      orders.retime()
    },
    onFault: (error) => {
      if (syncGates.noteStore(error)) options.onHistory()
      if (isAppError(error) && error.code !== 'internal') log.fault('sync', 'read a reported order', error)
      else reportError(error, log, 'read a reported order')
    },
  })
  const orders = poll(
    'orders',
    async (signal) => {
      const startedMs = clock.now()
      const isAll = await newest.run(signal)
      own.ordersListed(startedMs)
      const listed = isAll ? await pnlReader.noteListing(startedMs) : 'none'
      if (listed === 'listed') reportPnl()
      if (listed === 'again') readingAgain.ask()
      // By the service's clock, which counts whole seconds: an order of this second ended at its beginning.
      const openedMs = clock.now() - (monotonicMs() - openedAtMs) + (session.time.skewMs() ?? 0)
      const openedSecond = Math.floor(openedMs / 1_000)
      if (await store.startOrderNotices(accountId, openedSecond * 1_000 - 1)) options.onOrders()
      if (!(await ledger.read()).isWhole) scheduler.wake('orders')
    },
    () => reporter.tell([]),
  )
  const pnl = poll(
    'pnl',
    async (signal) => {
      const { isNew, isListingWanted } = await pnlReader.refresh(signal)
      if (isNew || isListingWanted) orders.trigger()
      reportPnl(!isNew)
    },
    reportPnl,
  )

  const balances = poll(
    'balances',
    async (signal) => {
      const askedAtMs = clock.now()
      await balanceReader.refresh(signal)
      own.balancesRead(askedAtMs)
      reportBalances()
    },
    reportBalances,
  )
  const transferList = createTransferListReader(options)
  function reportTransfers(): void {
    if (!stopper.signal.aborted) emit('transfers:changed', { ids: [] })
  }
  const transfers = poll(
    'transfers',
    async (signal) => {
      if (!(await transferList.refresh(signal))) return
      reportTransfers()
      options.onTransfers()
      noteMoved()
    },
    reportTransfers,
  )
  const moved = createThrottle(BALANCES_EVERY_MS, () => balances.trigger())
  /** Something happened just now that may have changed what the account has; rows of a history that is read are nothing new. */
  function noteMoved(): void {
    moved.ask()
    if (pace.isSeen('pnl')) readingAgain.ask()
  }

  /** Runs once an event is far enough from the reading after it: one that was too close to it would have to be repeated. */
  const readingAgain = createDelayed(READ_AGAIN_AFTER_MS, () => pnl.trigger())

  const polled = [orders, pnl, balances, transfers]
  const leavePace = pace.onChange(() => {
    for (const work of [market, ...polled]) work.retime()
  })

  return {
    feed: market.feed,
    freshness,
    tickers: market.tickers,
    spreads: market.spreads,
    scheduler,
    hold: () => syncGates.current(),
    reportOf: (order) => reports.reportOf(order),
    hasReport: (id) => reports.hasReport(id),
    errorOf: (work) => faults.get(workNames[work]),
    balancesMoved: noteMoved,
    alertsChanged() {
      market.prices.trigger()
    },
    readOrders() {
      orders.trigger()
    },
    trigger() {
      for (const work of [market, ...polled]) work.trigger()
      scheduler.wake()
    },
    async stop() {
      stopper.abort()
      leavePace()
      freshness.stop()
      reporter.stop()
      readingAgain.stop()
      moved.stop()
      await Promise.all([reports, market, ...polled, scheduler].map((work) => work.stop()))
    },
  }
}
