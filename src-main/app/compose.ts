// Owns: putting the services together over an opened store. Must not: know Electron; index.ts passes in what is its own.
import { randomBytes, randomUUID } from 'node:crypto'
import { arch, homedir, release, type } from 'node:os'
import type { Notice } from '../../src-preload/contract/alerts.ts'
import type { Display } from '../../src-preload/contract/app.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { AnswerThread } from '../exchange/answers/answer-thread.ts'
import { asMoneyFetch, type Fetch, type MoneyFetch } from '../exchange/http.ts'
import { createTrafficDesk } from '../exchange/traffic/traffic.ts'
import type { Emit } from '../ipc/events.ts'
import type { ServiceOf } from '../ipc/handlers.ts'
import { nodeScrypt } from '../keychain/node-scrypt.ts'
import type { SecretPlaces } from '../keychain/secret-places.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store } from '../store/store-api.ts'
import { createAccountWork } from '../session/account-work.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { type Alerts, createAlerts } from '../alerts/alerts.ts'
import type { SystemNotifications } from '../alerts/notifier.ts'
import { type Charts, createCharts } from '../markets/charts/charts.ts'
import type { CopyPicture } from '../markets/charts/files.ts'
import type { Confirmations } from '../accounts/confirmations.ts'
import { type ConnectionScreen, createConnectionScreen } from '../session/connection-screen.ts'
import { createWalletMaker } from '../accounts/create-wallet.ts'
import { defaultDisplay } from './display.ts'
import { createKeystoreExport } from '../accounts/export-keystore.ts'
import { createKeychainLedger } from '../accounts/keychain-ledger.ts'
import { createExports, type Exports } from '../exports/exports.ts'
import { guard, type GuardedAccounts, type GuardedSecurity } from '../accounts/guarded.ts'
import { createLink, type Link } from '../session/link.ts'
import { createMarkets, type Markets } from '../markets/markets.ts'
import { createOrders, type Orders } from '../orders/orders.ts'
import { createPortfolio, type Portfolio } from '../portfolio/portfolio.ts'
import { createPracticeFetch, type PracticeHost } from '../practice/practice-host.ts'
import { createRemoval, type Removal } from '../removal/remove-all.ts'
import { createSecurity, type Security } from '../accounts/security.ts'
import type { PrintPage } from '../transfers/files.ts'
import { openTransfers, type TransferServices } from '../transfers/open-transfers.ts'
import { createPace, IDLE_AFTER_SECONDS } from '../session/sync/pace.ts'
import { createSync, type Sync } from '../session/sync/sync.ts'
import { createUpdates, type UpdateWays, type Updates } from '../updates/updates.ts'
import { startWorkspace } from '../session/workspace.ts'
import { createVeil, type Veil } from '../accounts/veil.ts'

export interface ComposeOptions {
  readonly store: Store
  readonly places: SecretPlaces
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
  /** Makes a PDF of a page; there is none unless told. */
  readonly print?: PrintPage | undefined
  /** The text in the system's clipboard; none unless told. */
  readonly readClipboard?: (() => Promise<string>) | undefined
  /** Puts a picture on the system's clipboard; there is none unless told. */
  readonly copyPicture?: CopyPicture | undefined
  /** The system's notifications; there are none unless told. */
  readonly notifications?: SystemNotifications | undefined
  /** How things are shown now; as at first, unless told. */
  readonly getDisplay?: (() => Pick<Display, 'isPrivate' | 'timeZone'>) | undefined
  /** Shows what a notice is about, in front; there is no window unless told. */
  readonly openNotice?: ((notice: Notice) => void) | undefined
  /** Seconds since the last input anywhere on this computer. */
  readonly idleSeconds: () => number
  /** Whether the computer runs on its battery; it does not, unless told. */
  readonly isOnBattery?: (() => boolean) | undefined
  /** Whether the window can be seen: neither hidden nor minimised. It can, unless told. */
  readonly isWindowShown?: (() => boolean) | undefined
  /** Runs work again and again; returns what ends it. */
  readonly every: (ms: number, work: () => void) => () => void
  /** What this build can do about updates, and its version; nothing unless told. */
  readonly updates?: { readonly ways: UpdateWays; readonly current: string } | undefined
  /** Resolves when the page has got what it asked for first: work that nobody waits for begins then; at once unless told. */
  readonly whenCalm?: Promise<unknown> | undefined
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
  readonly veil: Veil
  readonly sync: Sync
  readonly updates: Updates
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

/** Builds the services and takes up the account of last time. */
export async function composeServices(options: ComposeOptions): Promise<Services> {
  const { store, places, clock, log, practice, random, confirmations } = options
  const pace = createPace()
  const whenCalm = options.whenCalm ?? Promise.resolve()
  const practiceFetch = createPracticeFetch(practice, options.fetch)
  const moneyFetch = options.moneyFetch ?? asMoneyFetch(options.fetch)
  const practiceMoneyFetch = createPracticeFetch(practice, moneyFetch)
  const trafficOf = createTrafficDesk()
  const print: PrintPage =
    options.print ?? (() => Promise.reject(new AppError('internal', { what: 'no printer' })))
  const getDisplay = options.getDisplay ?? (() => defaultDisplay)

  const veil = createVeil({
    store,
    secrets: places,
    getActiveId: async () => (await accounts.getState()).activeId,
  })

  const security: Security = await createSecurity({
    places,
    store,
    clock,
    emit: options.emit,
    log,
    onLock: () => {
      accounts.lock()
      options.onLock()
    },
    onUnlock: () => {
      accounts.unlock()
      getWorkspace()?.trigger()
      transfers.tryAgain()
      exports.tellAgain()
    },
    onHiddenAside: () => veil.drop(),
    // The account in use is taken up anew, as at a start that is locked: its old link and workspace end with it.
    onClear: () => accounts.resume(),
    onMoved: () => {
      accounts
        .recheckServiceKeys()
        .catch((error: unknown) => log.fault('accounts', 'look for service keys', error))
    },
    idleSeconds: options.idleSeconds,
    every: options.every,
  })
  /** While nothing may be on the screen, nothing is told to the page either: it asks again once it is unlocked. */
  const emit: Emit = (name, payload) => {
    if (!security.isHidden()) options.emit(name, payload)
  }

  const readAgain = new Set<string>()
  const work = createAccountWork({
    start(link) {
      const workspace = startWorkspace({
        link,
        store,
        clock,
        emit,
        log,
        markets,
        portfolio,
        pace,
        readAgain,
        isHistoryPaused: sync.isPaused(),
        readsMarketHistory: options.readsMarketHistory ?? true,
        onOrders: () => {
          alerts.noteOrders()
        },
        onCrossed: () => {
          alerts.noteCrossed()
        },
        onHistory: () => {
          sync.noteChange()
        },
        random,
      })
      // The page tells once what is on screen, and does not hear that the work begins anew.
      markets.watchAgain(link, workspace.feed)
      return workspace
    },
    // What is kept is on screen before anything is asked of the service.
    beginsAfter: options.whenCalm,
    onChange: () => {
      sync.noteChange()
    },
    log,
  })
  const { getLink, getWorkspace } = work

  const markets = createMarkets({ store, clock, emit, getLink, getFeed: () => getWorkspace()?.feed ?? null })
  const orders = createOrders({
    store,
    getLink,
    getFault: () => getWorkspace()?.ordersError() ?? null,
    getCacheSignal: () => work.getCacheSignal(),
  })
  const charts = createCharts({
    store,
    clock,
    log,
    emit,
    getLink,
    chooseFile: options.chooseFile,
    copyPicture:
      options.copyPicture ?? (() => Promise.reject(new AppError('internal', { what: 'no clipboard' }))),
  })
  const portfolio = createPortfolio({
    store,
    clock,
    getLink,
    getFault: () => getWorkspace()?.pnlError() ?? null,
    getTimeZone: () => getDisplay().timeZone,
    onChanged: () => emit('portfolio:changed', {}),
  })
  const exports = createExports({
    store,
    clock,
    log,
    emit,
    getLink,
    getCacheSignal: () => work.getCacheSignal(),
    getPnl: () => portfolio.getPnl(),
    getResults: () => portfolio.getResults(),
    valueSnapshots: (snapshots, range) => portfolio.valueSnapshots(snapshots, range),
    getReport: (range) => portfolio.getReport(range),
    chooseFile: options.chooseFile,
    print,
    getTimeZone: () => getDisplay().timeZone,
  })
  const alerts = await createAlerts({
    store,
    clock,
    emit,
    log,
    getLink,
    onAlerts: () => getWorkspace()?.alertsChanged(),
    system: options.notifications ?? {
      getLocale: () => null,
      show: () => undefined,
      setBadge: () => undefined,
    },
    getDisplay,
    isLocked: () => security.isLocked(),
    openNotice: options.openNotice ?? (() => undefined),
  })
  const connection = createConnectionScreen({
    store,
    clock,
    emit,
    log,
    getLink,
    app: { userAgent: options.userAgent, platform: `${type()} ${release()} ${arch()}`, home: homedir() },
  })

  const sync = await createSync({
    store,
    emit,
    pace,
    getHistory: getWorkspace,
    holdDuring: work.holdDuring,
    onFault: (what, error) => {
      log.fault('sync', what, error)
    },
  })

  function surroundingsChanged(): void {
    pace.note({
      isWindowShown: options.isWindowShown?.() ?? true,
      isOnBattery: options.isOnBattery?.() ?? false,
      isIdle: options.idleSeconds() >= IDLE_AFTER_SECONDS,
    })
  }

  const accounts = createAccounts({
    store,
    secrets: places,
    clock,
    emit,
    log,
    practiceSeed: options.practiceSeed,
    createId: randomUUID,
    signInAtStart: security.signInAtStart,
    openLink: (own) => {
      const link: Link = createLink({
        ...own,
        fetch: own.account.networkKind === 'practice' ? practiceFetch : options.fetch,
        moneyFetch: own.account.networkKind === 'practice' ? practiceMoneyFetch : moneyFetch,
        traffic: trafficOf(own.baseUrl),
        readAnswer: options.answers?.read,
        clock,
        secrets: places,
        userAgent: options.userAgent,
        log,
        random,
        isOnline: options.isOnline,
        onSession: (state) => {
          own.onSession(state)
          if (state === 'signedIn' && getLink() === link) transfers.tryAgain()
        },
        onConnection: (state) => {
          if (getLink() === link) emit('connection:changed', state)
        },
        onReturn: () => {
          if (getLink() !== link) return
          accounts.greet(link)
          getWorkspace()?.trigger()
          transfers.tryAgain()
        },
      })
      return link
    },
    onLink: (link) => {
      work.use(link)
      transfers.follow(link)
      emit('connection:changed', connection.getState())
      void whenCalm.then(() => {
        if (link !== null && getLink() === link) accounts.greet(link)
      })
    },
  })

  const transfers = openTransfers({
    store,
    secrets: places,
    clock,
    emit,
    log,
    getLink,
    findAccount: (id) => accounts.find(id),
    listAccounts: async () => (await accounts.getState()).accounts,
    confirmations,
    practiceSeed: options.practiceSeed,
    readClipboard: options.readClipboard ?? (() => Promise.resolve('')),
    chooseFile: options.chooseFile,
    print,
  })

  const updates = await createUpdates({
    ...(options.updates ?? { ways: { kind: 'off', reason: 'notPackaged' }, current: '' }),
    store,
    clock,
    emit,
    log,
    async whyWait() {
      if (exports.isRunning()) return 'export'
      return (await transfers.isUndecided()) ? 'transfer' : null
    },
    every: options.every,
  })

  await accounts.resume()
  alerts.start()
  updates.start()
  security.start()
  surroundingsChanged()
  // Nobody tells when a person comes or goes.
  const endLooking = options.every(LOOK_FOR_PERSON_EVERY_MS, surroundingsChanged)
  void whenCalm.then(() => accounts.sweep())

  const exportKeystore = createKeystoreExport({
    confirmations,
    hasAppPassword: () => places.passwordState() !== 'none',
    verifyAppPassword: (password) => places.verifyPassword(password),
    readEthereumKey: (accountId) => places.get(accountId, 'ethereumPrivateKey'),
    chooseFile: options.chooseFile,
    making: { scrypt: nodeScrypt, randomBytes },
    clock,
    log,
  })

  const guarded = guard({
    store,
    confirmations,
    accounts,
    security,
    createWallet: createWalletMaker({
      randomBytes,
      confirmations,
      keepNewWallet: (wallet) => accounts.keepNewWallet(wallet),
    }),
  })

  return {
    accounts: {
      ...guarded.accounts,
      exportKeystore: async ({ id }) => exportKeystore(await accounts.find(id)),
    },
    security: guarded.security,
    veil,
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
    removal: createRemoval({
      store,
      accounts,
      secrets: places,
      ledger: createKeychainLedger(store),
      confirmations,
      clock,
      log,
    }),
    woke() {
      surroundingsChanged()
      getLink()?.connection.retry()
      getWorkspace()?.trigger()
      transfers.tryAgain()
    },
    surroundingsChanged,
    // The work ends at once: what it has read from the file of before must not be put into this one.
    takeUpAnew: () => work.holdDuring(() => accounts.resume()),
    async close() {
      endLooking()
      updates.close()
      await exports.close()
      alerts.close()
      sync.close()
      security.close()
      transfers.follow(null)
      work.use(null)
      accounts.close()
      await options.answers?.close()
      await practice.stop()
    },
  }
}
