// Puts the capabilities together over an opened store, each after what it uses. What goes back, such as unlocking, is an event.
// Must not: know Electron; index.ts passes in what is its own.
import { randomBytes, randomUUID } from 'node:crypto'
import { arch, homedir, release, type } from 'node:os'
import type { Notice } from '../../src-preload/contract/alerts.ts'
import type { Display } from '../../src-preload/contract/app.ts'
import type { Clock } from '../async/clock.ts'
import type { AnswerThread } from '../exchange/answers/answer-thread.ts'
import { asMoneyFetch, type Fetch, type MoneyFetch } from '../exchange/http.ts'
import { createTrafficDesk } from '../exchange/traffic/traffic.ts'
import type { Emit } from '../ipc/events.ts'
import type { ServiceOf } from '../ipc/handlers.ts'
import { nodeScrypt } from '../keychain/node-scrypt.ts'
import type { SecretBackends } from '../keychain/secret-backends.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store } from '../store/store-api.ts'
import { type Accounts, type AccountsOptions, createAccounts } from '../accounts/accounts.ts'
import { type Alerts, createAlerts } from '../alerts/alerts.ts'
import type { SystemNotifications } from '../alerts/notifier.ts'
import { type Charts, createCharts } from '../markets/charts/charts.ts'
import type { CopyPicture } from '../markets/charts/files.ts'
import type { Confirmations } from '../accounts/confirmations.ts'
import { type ConnectionScreen, createConnectionScreen } from '../session/connection-screen.ts'
import { createWalletMaker } from '../accounts/create-wallet.ts'
import { createKeystoreExport } from '../accounts/export-keystore.ts'
import { createKeychainLedger } from '../accounts/keychain-ledger.ts'
import { createExports, type Exports } from '../exports/exports.ts'
import { guard, type GuardedAccounts, type GuardedSecurity } from '../accounts/confirmation-guard.ts'
import { createAccountSession } from '../session/account-session.ts'
import { createCurrentAccount, type CurrentAccount } from '../session/current-account.ts'
import { createMarkets, type Markets } from '../markets/markets.ts'
import { createOrders, type Orders } from '../orders/orders.ts'
import { createPortfolio, type Portfolio } from '../portfolio/portfolio.ts'
import { createPracticeFetch, type PracticeHost } from '../practice/practice-host.ts'
import { createRemoval, type Removal } from '../removal/remove-all.ts'
import { createSecurity, type Security } from '../accounts/security.ts'
import type { PrintPage } from '../transfers/files.ts'
import { openTransfers, type TransferServices } from '../transfers/open-transfers.ts'
import { createPace, IDLE_AFTER_SECONDS, type Pace } from '../session/sync/pace.ts'
import { createSync, type Sync } from '../session/sync/sync.ts'
import { createUpdates, type UpdateWays, type Updates } from '../updates/updates.ts'
import { startWorkspace } from '../session/workspace.ts'
import { createKeyReentryGate, type KeyReentryGate } from '../accounts/key-reentry-gate.ts'

export interface ComposeOptions {
  readonly store: Store
  readonly places: SecretBackends
  readonly clock: Clock
  readonly fetch: Fetch
  /** Sends over a connection that was never used before; `fetch` unless told. */
  readonly moneyFetch?: MoneyFetch | undefined
  /** Reads large answers of the service; all of them are read by this thread unless told. Closed with the services. */
  readonly answers?: AnswerThread | undefined
  readonly userAgent: string
  /** Sends to the page; what it may not show while locked is held back here. */
  readonly emit: Emit
  readonly log: Log
  readonly practice: PracticeHost
  readonly practiceSeed: number
  /** See StartSettings; it is read, unless told. */
  readonly readsMarketHistory?: boolean | undefined
  /** Uniform in [0, 1); spreads out what is tried again. */
  readonly random: () => number
  /** Whether the operating system has a network; it has, unless told. */
  readonly isOnline?: (() => boolean) | undefined
  readonly confirmations: Confirmations
  /** Asks where to put a file; null when the user gives up. */
  readonly chooseFile: (defaultName: string) => Promise<string | null>
  /** Makes a PDF of a page. */
  readonly print: PrintPage
  /** Reads the text in the system's clipboard. */
  readonly readClipboard: () => Promise<string>
  /** Puts a picture on the system's clipboard. */
  readonly copyPicture: CopyPicture
  readonly notifications: SystemNotifications
  /** How things are shown now. */
  readonly getDisplay: () => Pick<Display, 'isPrivate' | 'timeZone'>
  /** Shows what a notice is about, in front. */
  readonly openNotice: (notice: Notice) => void
  /** Seconds since the last input anywhere on this computer. */
  readonly idleSeconds: () => number
  /** Whether the computer runs on its battery. */
  readonly isOnBattery: () => boolean
  /** Whether the window can be seen: neither hidden nor minimised. */
  readonly isWindowShown: () => boolean
  /** Runs work again and again; returns what ends it. */
  readonly every: (ms: number, work: () => void) => () => void
  /** What this build can do about updates, and its version. */
  readonly updates: { readonly ways: UpdateWays; readonly current: string }
  /** Resolves after the page's first paint: background work begins then. */
  readonly firstPaint: Promise<unknown>
  /** Called when the app locks, after the accounts have forgotten what they held. */
  readonly onLock: () => void
}

export interface Services {
  readonly accounts: GuardedAccounts & { readonly exportKeystore: ServiceOf<'accounts'>['exportKeystore'] }
  readonly markets: Markets
  readonly orders: Orders
  readonly portfolio: Portfolio
  readonly connection: ConnectionScreen
  readonly alerts: Alerts
  readonly charts: Charts
  readonly exports: Exports
  readonly transfers: TransferServices
  readonly removal: Removal
  readonly security: GuardedSecurity
  readonly keyReentryGate: KeyReentryGate
  readonly sync: Sync
  readonly updates: Updates
  /** Runs a change of the cache while nothing reads or writes it for an account. Errors: those of `change`. */
  readonly pauseDuring: CurrentAccount['pauseDuring']
  /** The computer has slept and is awake again: everything is tried now, not when its pause is over. */
  woke(): void
  /** Window or power are not as they were: how often things are asked for depends on both. */
  surroundingsChanged(): void
  /**
   * The data file has been replaced by a repair: the accounts in it are as of a backup, and what was cached is gone.
   */
  takeUpAnew(): Promise<void>
  /** Ends all background work; the store stays open. */
  close(): Promise<void>
}

const LOOK_FOR_PERSON_EVERY_MS = 10_000

/** What each capability is made with. `emit` sends nothing while the page has to hide what is kept: it asks again once unlocked. */
type Base = Omit<ComposeOptions, 'updates'> & { readonly current: CurrentAccount }

/** Opens sessions over the network of their account. */
function composeOpener(base: Base): AccountsOptions['openSession'] {
  const { practice, fetch, moneyFetch = asMoneyFetch(fetch) } = base
  const practiceFetch = createPracticeFetch(practice, fetch)
  const practiceMoneyFetch = createPracticeFetch(practice, moneyFetch)
  const trafficOf = createTrafficDesk()
  return (own) => {
    const isPractice = own.account.networkKind === 'practice'
    return createAccountSession({
      ...base,
      ...own,
      secrets: base.places,
      fetch: isPractice ? practiceFetch : fetch,
      moneyFetch: isPractice ? practiceMoneyFetch : moneyFetch,
      traffic: trafficOf(own.baseUrl),
      readAnswer: base.answers?.read,
    })
  }
}

function composeAccounts(base: Base, security: Security): Accounts {
  const { current, log, firstPaint } = base
  const accounts = createAccounts({
    ...base,
    secrets: base.places,
    createId: randomUUID,
    signInAtStart: security.signInAtStart,
    openSession: composeOpener(base),
  })
  current.events.on('changed', (session) => {
    void firstPaint.then(() => {
      if (session !== null && current.get() === session) accounts.syncProfile(session)
    })
  })
  current.events.on('returned', accounts.syncProfile)
  security.events.on('locked', () => accounts.lock())
  security.events.on('unlocked', () => accounts.unlock())
  security.events.on('moved', () => {
    accounts
      .recheckServiceKeys()
      .catch((error: unknown) => log.fault('accounts', 'look for service keys', error))
  })
  // The account in use is taken up anew, as at a start that is locked: its old session and work end with it.
  security.beforeClear(accounts.resume)
  return accounts
}

/** The accounts and the lock as a page has them: a person is asked first. */
function composeGuarded(
  base: Base,
  accounts: Accounts,
  security: Security,
): Pick<Services, 'accounts' | 'security'> {
  const { places, confirmations } = base
  const exportKeystore = createKeystoreExport({
    ...base,
    hasAppPassword: () => places.passwordState() !== 'none',
    verifyAppPassword: (password) => places.verifyPassword(password),
    readEthereumKey: (accountId) => places.get(accountId, 'ethereumPrivateKey'),
    making: { scrypt: nodeScrypt, randomBytes },
  })
  const createWallet = createWalletMaker({
    randomBytes,
    confirmations,
    keepNewWallet: accounts.keepNewWallet,
  })
  const guarded = guard({ ...base, accounts, security, createWallet })
  return {
    ...guarded,
    accounts: {
      ...guarded.accounts,
      exportKeystore: async ({ id }) => exportKeystore(await accounts.find(id)),
    },
  }
}

function composeExports(base: Base, security: Security, portfolio: Portfolio): Exports {
  const exports = createExports({
    ...base,
    getPnl: () => portfolio.getPnl(),
    getResults: () => portfolio.getResults(),
    valueSnapshots: (snapshots, range) => portfolio.valueSnapshots(snapshots, range),
    getReport: (range) => portfolio.getReport(range),
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
): Promise<Updates> {
  return createUpdates({
    ...base,
    ...build,
    async whyWait() {
      if (exports.isRunning()) return 'export'
      return (await transfers.isUndecided()) ? 'transfer' : null
    },
  })
}

/** Begins, after the first paint, the background work of each account that is in use. */
function composeWork(base: Base, pace: Pace, sync: Sync, markets: Markets, alerts: Alerts): void {
  const readAgain = new Set<string>()
  void base.firstPaint.then(() => {
    base.current.beginWork((session) => {
      const workspace = startWorkspace({
        ...base,
        session,
        pace,
        readAgain,
        isHistoryPaused: sync.isPaused(),
        readsMarketHistory: base.readsMarketHistory ?? true,
        onOrders: () => alerts.noteOrders(),
        onCrossed: () => alerts.noteCrossed(),
        onHistory: () => sync.noteChange(),
      })
      // The page says once what is on screen, and does not hear that the work begins anew.
      markets.watchAgain(session, workspace.feed)
      return workspace
    })
  })
}

/** Builds the services and takes up the account of last time. */
export async function composeServices({ updates: build, ...options }: ComposeOptions): Promise<Services> {
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

  const accounts = composeAccounts(base, security)
  security.events.on('locked', options.onLock)
  security.events.on('unlocked', current.retry)
  const guarded = composeGuarded(base, accounts, security)
  const markets = createMarkets(base)
  const orders = createOrders(base)
  const charts = createCharts(base)
  const portfolio = createPortfolio({
    ...base,
    getTimeZone: () => base.getDisplay().timeZone,
    onChanged: () => base.emit('portfolio:changed', {}),
  })
  const exports = composeExports(base, security, portfolio)
  const alerts = await createAlerts({ ...base, system: base.notifications, isLocked: security.isLocked })
  const connection = createConnectionScreen({
    ...base,
    app: { userAgent: base.userAgent, platform: `${type()} ${release()} ${arch()}`, home: homedir() },
  })
  const sync = await createSync({ ...base, pace })
  const transfers = openTransfers({ ...base, secrets: places, accounts })
  const updates = await composeUpdates(base, build, exports, transfers)
  const removal = createRemoval({ ...base, accounts, secrets: places, ledger: createKeychainLedger(store) })
  composeWork(base, pace, sync, markets, alerts)

  function surroundingsChanged(): void {
    pace.note({
      isWindowShown: base.isWindowShown(),
      isOnBattery: base.isOnBattery(),
      isIdle: base.idleSeconds() >= IDLE_AFTER_SECONDS,
    })
  }

  await accounts.resume()
  alerts.start()
  updates.start()
  security.start()
  surroundingsChanged()
  // No event says when a person comes or goes.
  const endLooking = base.every(LOOK_FOR_PERSON_EVERY_MS, surroundingsChanged)
  void base.firstPaint.then(accounts.sweep)

  return {
    ...guarded,
    keyReentryGate,
    markets,
    alerts,
    charts,
    exports,
    orders,
    portfolio,
    connection,
    transfers,
    sync,
    updates,
    removal,
    pauseDuring: current.pauseDuring,
    woke() {
      surroundingsChanged()
      current.get()?.connection.retry()
      current.retry()
    },
    surroundingsChanged,
    // The work ends at once: what it has read from the file of before must not be put into this one.
    takeUpAnew: () => current.pauseDuring(accounts.resume),
    async close() {
      endLooking()
      updates.close()
      await exports.close()
      alerts.close()
      sync.close()
      security.close()
      accounts.close()
      await base.answers?.close()
      await base.practice.stop()
    },
  }
}
