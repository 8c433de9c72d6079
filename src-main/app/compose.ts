// Composes the services on top of an opened store, each after its dependencies; notifications in the other direction, such as
// unlocking, are events.
// Does not depend on Electron; index.ts passes in what does.
import { arch, homedir, release, type } from 'node:os'
import type { Notice } from '../../src-preload/contract/app/alerts.ts'
import type { Display } from '../../src-preload/contract/app/app.ts'
import type { CancelAllState } from '../../src-preload/contract/trading/trading-cancel.ts'
import type { DataFile } from '../../src-preload/contract/app/data.ts'
import { assertNever } from '../../src-preload/domain/errors.ts'
import type { TradeLayout } from '../../src-preload/contract/trading/trade-view.ts'
import type { Emit } from '../ipc/events.ts'
import { type Alerts, createAlerts } from '../alerts/alerts.ts'
import type { SystemNotifications } from '../alerts/notifier.ts'
import { type Book, createBook } from '../book/book.ts'
import { createCharts } from '../markets/charts/charts.ts'
import type { CopyPicture } from '../markets/charts/files.ts'
import { createConnectionScreen } from '../session/connection-screen.ts'
import { createKeychainLedger } from '../accounts/wallet/accounts-in-keychain.ts'
import { createExports, type Exports } from '../exports/exports.ts'
import { createCurrentAccount, type CurrentAccount } from '../session/current-account.ts'
import { createMarkets, type Markets } from '../markets/markets.ts'
import { createOrders } from '../orders/orders.ts'
import { createPortfolio, type Portfolio } from '../portfolio/portfolio.ts'
import { createRemoval } from '../removal/remove-all.ts'
import { createSecurity, type Security } from '../accounts/app-lock.ts'
import { guardAccounts, openAccounts } from '../accounts/open-accounts.ts'
import { createSessionOpener, type SessionOpenerOptions } from '../session/session-opener.ts'
import type { PrintPage } from '../transfers/files.ts'
import { openTrading, type TradingServices } from '../trading/open-trading.ts'
import { createOrderBusiness } from '../trading/order-business.ts'
import { createSigningLock } from '../trading/session/signing-lock.ts'
import { openTransfers, type TransferServices } from '../transfers/open-transfers.ts'
import { createReadSecret } from '../accounts/wallet/read-secret.ts'
import { createPace, IDLE_AFTER_SECONDS, type Pace } from '../session/sync/pace.ts'
import { createSync, type Sync } from '../session/sync/sync.ts'
import { createUpdates, type UpdateSupport, type Updates } from '../updates/updates.ts'
import { startWorkspace } from '../session/workspace.ts'
import { createKeyReentryGate } from '../accounts/wallet/key-reentry-gate.ts'
import type { Tools } from '../tools.ts'

export interface ComposeOptions
  extends
    Pick<Tools, 'store' | 'journal' | 'clock' | 'log' | 'confirmations' | 'chooseFile' | 'every'>,
    SessionOpenerOptions {
  /** Sends events to the page; events that must not be shown while locked are held back here. */
  readonly emit: Emit
  readonly practiceSeed: number
  /** See StartSettings; default true. */
  readonly readsMarketHistory?: boolean | undefined
  /** See StartSettings; default `trade`. */
  readonly tradeLayout?: TradeLayout | undefined
  /** Uniform in [0, 1); jitter for retries. */
  readonly random: () => number
  /** Makes a PDF of a page. */
  readonly print: PrintPage
  /** Reads the text in the system's clipboard. */
  readonly readClipboard: () => Promise<string>
  /** Puts a picture on the system's clipboard. */
  readonly copyPicture: CopyPicture
  readonly notifications: SystemNotifications
  /** How things are shown now. */
  readonly getDisplay: () => Pick<Display, 'isPrivate' | 'timeZone'>
  /** Brings the window to the front and shows the subject of a notification. */
  readonly openNotice: (notice: Notice) => void
  /** Seconds since the last input anywhere on this computer. */
  readonly idleSeconds: () => number
  /** Whether the computer runs on battery. */
  readonly isOnBattery: () => boolean
  /** Whether the window can be seen: neither hidden nor minimised. */
  readonly isWindowShown: () => boolean
  /** How this build can be updated, and its version. */
  readonly updates: { readonly support: UpdateSupport; readonly current: string }
  /** Resolves after the page's first paint: background work begins then. */
  readonly firstPaint: Promise<unknown>
  /** Called with how canceling everything stands, also while the page may not be told. */
  readonly onCancelAll: (state: CancelAllState) => void
  /** Called when the app locks, after the accounts have cleared their secrets. */
  readonly onLock: () => void
}

const LOOK_FOR_PERSON_EVERY_MS = 10_000

/**
 * Dependencies shared by all services. `emit` sends nothing while the app is hidden; the page reloads its state after
 * unlocking.
 */
type Base = Omit<ComposeOptions, 'updates'> & { readonly current: CurrentAccount }

function composeBook(base: Base, security: Security, pace: Pace): Book {
  const book = createBook({
    ...base,
    isHidden: () => security.isHidden(),
    isPowerSaving: () => pace.isPowerSaving(),
  })
  security.events.on('locked', book.conditionsChanged)
  security.events.on('unlocked', book.conditionsChanged)
  pace.onChange(book.conditionsChanged)
  return book
}

function composeExports(base: Base, security: Security, portfolio: Portfolio): Exports {
  const exports = createExports({
    ...base,
    ...portfolio,
    getTimeZone: () => base.getDisplay().timeZone,
  })
  security.events.on('unlocked', () => exports.tellAgain())
  return exports
}

function composeUpdates(
  base: Base,
  build: ComposeOptions['updates'],
  exports: Exports,
  transfers: TransferServices,
  trading: TradingServices,
): Promise<Updates> {
  return createUpdates({
    ...base,
    ...build,
    async whyWait() {
      if (exports.isRunning()) return 'export'
      if (await transfers.isUndecided()) return 'transfer'
      if (await trading.isUndecided()) return 'order'
      return trading.sessions.isRunning() ? 'session' : null
    },
  })
}

/** Starts the background work of each account in use, after the first paint. */
function composeWork(base: Base, pace: Pace, sync: Sync, markets: Markets, alerts: Alerts): void {
  const readAgain = new Set<string>()
  void base.firstPaint.then(() => {
    base.current.beginWork((session) => {
      const workspace = startWorkspace({
        ...base,
        monotonicMs: () => performance.now(),
        session,
        pace,
        readAgain,
        isHistoryPaused: sync.isPaused(),
        readsMarketHistory: base.readsMarketHistory ?? true,
        onOrders: () => alerts.noteOrders(),
        onTransfers: () => alerts.noteTransfers(),
        onCrossed: () => alerts.noteCrossed(),
        onHistory: () => sync.noteChange(),
      })
      // The page reports its watched markets only once, so they are watched again here.
      markets.watchAgain(session, workspace.feed)
      return workspace
    })
  })
}

/** Builds the services and restores the last account in use. */
export async function composeServices({ updates: build, ...options }: ComposeOptions) {
  const { store, places, log } = options
  const current = createCurrentAccount(log)
  const pace = createPace()
  const security = await createSecurity(options)
  const base: Base = {
    ...options,
    current,
    emit: (name, payload) => {
      if (!security.isHidden()) options.emit(name, payload)
    },
  }
  const keyReentryGate = createKeyReentryGate({ store, secrets: places, current })
  security.beforeClear(() => keyReentryGate.drop())

  const accounts = openAccounts({ ...base, openSession: createSessionOpener(base) }, security)
  security.events.on('locked', options.onLock)
  security.events.on('unlocked', current.retry)
  current.events.on('retry', () => current.get()?.streams.retry())
  const markets = createMarkets(base)
  const book = composeBook(base, security, pace)
  const orders = createOrders(base)
  const charts = createCharts(base)
  const portfolio = createPortfolio({
    ...base,
    getTimeZone: () => base.getDisplay().timeZone,
    onChanged: () => base.emit('portfolio:changed', { isSameFigures: false }),
  })
  const exports = composeExports(base, security, portfolio)
  const alerts = await createAlerts({ ...base, system: base.notifications, isLocked: security.isLocked })
  const connection = createConnectionScreen({
    ...base,
    app: { userAgent: base.userAgent, platform: `${type()} ${release()} ${arch()}`, home: homedir() },
  })
  const sync = await createSync({ ...base, pace })
  const readSecret = createReadSecret({ ...base, secrets: places, accounts })
  const signingLock = createSigningLock(store)
  const transfers = openTransfers({ ...base, readSecret, accounts, signingLock })
  const trading = openTrading({
    ...base,
    readSecret,
    accounts,
    signingLock,
    onAlarm: (alarm, key) => alerts.tell(alarm, key),
    onCancelAsked: (facts, key) => alerts.tell(facts, key),
  })
  security.events.on('locked', () => trading.sessions.end('locked'))
  const updates = await composeUpdates(base, build, exports, transfers, trading)
  const readOrderBusiness = createOrderBusiness({
    ...base,
    listUndecided: trading.listUndecided,
    getSessionAccount: trading.sessions.getAccountId,
  })
  const guarded = guardAccounts({
    ...base,
    accounts,
    security,
    readOrderBusiness,
    isCancelingAll: trading.isCancelingAll,
  })
  const removal = createRemoval({
    ...base,
    readOrderBusiness,
    accounts,
    secrets: places,
    ledger: createKeychainLedger(store),
    endSession: () => trading.sessions.end('byHand'),
  })
  composeWork(base, pace, sync, markets, alerts)

  /** The computer sleeps, or its screen is locked. */
  let isAsleep = false
  function pollConditionsChanged(): void {
    pace.note({
      isWindowShown: base.isWindowShown(),
      isOnBattery: base.isOnBattery(),
      isIdle: base.idleSeconds() >= IDLE_AFTER_SECONDS,
      isAway: isAsleep || security.isLocked(),
    })
  }
  for (const event of ['locked', 'unlocked'] as const) security.events.on(event, pollConditionsChanged)

  await accounts.resume()
  alerts.start()
  updates.start()
  security.start()
  pollConditionsChanged()
  // The system emits no event for user presence, so it is polled.
  const stopPresencePoll = base.every(LOOK_FOR_PERSON_EVERY_MS, pollConditionsChanged)
  void base.firstPaint.then(accounts.sweep)

  return {
    ...guarded,
    keyReentryGate,
    markets,
    book,
    alerts,
    charts,
    exports,
    orders,
    portfolio,
    connection,
    transfers,
    trading,
    sync,
    updates,
    removal,
    readOrderBusiness,
    /** Runs a change of the cache while no account's sync reads or writes it. Errors: those of `change`. */
    pauseDuring: current.pauseDuring,
    /** Call before the computer sleeps, and when its screen is locked: nothing is kept current for a screen until `woke`. */
    slept(): void {
      isAsleep = true
      pollConditionsChanged()
    },
    /** Call after the computer wakes from sleep: retries everything immediately. */
    woke(): void {
      isAsleep = false
      pollConditionsChanged()
      current.get()?.connection.retry()
      current.retry()
    },
    /** Call when window visibility or power source changes: polling intervals depend on both. */
    pollConditionsChanged,
    /**
     * Call after a repair has replaced a file. Of the data file: accounts are restored from a backup and the cache is empty. Of the
     * journal: the list of transfers is another.
     */
    async reloadAfterRepair(file: DataFile): Promise<void> {
      switch (file) {
        case 'data':
          // Work stops immediately: data read from the old file must not reach the new one.
          return current.pauseDuring(accounts.resume)
        case 'journal':
          base.emit('transfers:changed', { ids: [] })
          // What a backup has as open is looked up.
          current.retry()
          return
        default:
          return assertNever(file, 'data file')
      }
    },
    /** Stops all background work; the store stays open. */
    async close(): Promise<void> {
      trading.sessions.end('quit')
      stopPresencePoll()
      book.close()
      updates.close()
      await exports.close()
      alerts.close()
      sync.close()
      security.close()
      accounts.close()
      // An order on the wire waits for its answer, and is written down.
      await trading.close()
      await base.answers?.close()
      await base.practice.stop()
    },
  }
}

export type Services = Awaited<ReturnType<typeof composeServices>>
