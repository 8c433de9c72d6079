// Opens the store and the secrets in the data folder, and the services on top of them.
import { join } from 'node:path'
import { app, clipboard, ClipboardItem, nativeTheme, net, powerMonitor, session } from 'electron'
import type { Notice } from '../../src-preload/contract/alerts.ts'
import type { CancelAllState } from '../../src-preload/contract/trading-cancel.ts'
import { themeChoices, type ThemeChoice } from '../../src-preload/contract/app.ts'
import { createAnswerThread } from '../exchange/answers/answer-thread.ts'
import { openSecretBackends } from '../keychain/secret-backends.ts'
import { createMoneyFetch } from './money-fetch.ts'
import { createSystemNotifications } from '../desktop/notifications.ts'
import { printPage } from '../desktop/pdf.ts'
import { composeServices, type Services } from './compose.ts'
import { createData, type DataService } from '../data/data.ts'
import { type DisplayStore, openDisplay } from './display.ts'
import { createKeychainLedger } from '../accounts/keychain-ledger.ts'
import { createPracticeHost, externalPracticeHost, type PracticeHost } from '../practice/practice-host.ts'
import type { StartSettings } from './start-settings.ts'
import type { OpeningData } from './open-data.ts'
import { openUpdates } from './open-updates.ts'
import type { Maintenance } from '../store/maintenance/maintenance.ts'
import { tellJournalWrites, tellOwnWrites } from '../store/client/own-writes.ts'
import type { Store } from '../store/api/store-api.ts'
import type { Tools } from '../tools.ts'

/** Setting: the theme that the user chose. */
const THEME = 'theme'

export interface OpenOptions extends Pick<Tools, 'clock' | 'log' | 'emit' | 'confirmations' | 'chooseFile'> {
  /** The data file and the journal, still opening. */
  readonly data: OpeningData
  readonly settings: StartSettings
  readonly dataFolder: string
  /** Called with how canceling everything stands. */
  readonly onCancelAll: (state: CancelAllState) => void
  /** Called when the app locks. */
  readonly onLock: () => void
  /** Brings the window to the front, or opens it, and shows the subject of a notification. */
  readonly openNotice: (notice: Notice) => void
  /** Sets the number on the app's icon; 0 clears it. */
  readonly setBadge: (count: number) => void
  /** Locale for formatting numbers; null for the runtime's own. */
  readonly getLocale: () => string | null
  /** Whether the window is visible, neither hidden nor minimized. */
  readonly isWindowShown: () => boolean
  /** Resolves after the page's first paint. */
  readonly firstPaint: Promise<unknown>
  /** Runs work after everything is closed, right before the app exits. */
  readonly afterClose: (work: () => void) => void
  /** Ends the app without a question. */
  readonly quitUnasked: () => void
}

export interface OpenedServices extends Pick<Tools, 'store' | 'journal'> {
  readonly services: Services
  readonly data: DataService
  readonly display: DisplayStore
  readonly maintenance: Maintenance
}

function isTheme(value: string | null): value is ThemeChoice {
  return themeChoices.some((choice) => choice === value)
}

function openPractice({ settings, dataFolder, clock, log }: OpenOptions): PracticeHost {
  if (settings.practiceUrl !== null) return externalPracticeHost(settings.practiceUrl)
  const options = {
    port: 0,
    seed: settings.practiceSeed,
    orders: settings.practiceOrders,
    stateFile: join(dataFolder, 'practice.json'),
    ...(settings.fixedTimeMs === null ? {} : { fixedNowMs: settings.fixedTimeMs }),
  }
  return createPracticeHost(new URL('practice-worker.js', import.meta.url), options, clock, log)
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  return () => {
    clearInterval(timer)
  }
}

/** Electron reports a locked screen on macOS and Windows only; elsewhere it is polled, and a locked screen counts as idle. */
function idleSeconds(): number {
  return powerMonitor.getSystemIdleState(1) === 'locked' ? Infinity : powerMonitor.getSystemIdleTime()
}

async function copyPicture(png: Uint8Array): Promise<void> {
  const type = 'image/png'
  await clipboard.write([new ClipboardItem({ [type]: new Blob([Buffer.from(png)], { type }) })])
}

/** Saves the theme for the next start. */
export async function keepTheme(theme: ThemeChoice, store: Pick<Store, 'setSetting'>): Promise<void> {
  await store.setSetting(THEME, theme)
}

/** Opens the store and all services. Rejects with the reason when the data cannot be opened. */
export async function openServices(options: OpenOptions): Promise<OpenedServices> {
  const { settings, dataFolder, clock, log } = options
  let data: DataService | null = null
  const kept = await options.data.kept
  const store = tellOwnWrites(kept.store, () => data?.noteOwnChange(false))
  const journal = tellJournalWrites(kept.journal, (isStep) => data?.noteOwnChange(isStep))
  const theme = await store.getSetting(THEME)
  if (isTheme(theme)) nativeTheme.themeSource = theme
  const display = await openDisplay(store)
  const places = await openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile: join(dataFolder, 'keys.vault'),
    clock,
    onFault: (what, error) => {
      log.fault('keychain', what, error)
    },
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
  })
  const services = await composeServices({
    store,
    journal,
    places,
    clock,
    // Chromium's network stack instead of Node's: system proxy (PAC, WPAD), system certificates and proxy logins work without
    // configuration, in every session. Source: Electron, docs/api/net.md.
    fetch: (url, init) => net.fetch(url, init),
    // In memory: the name lacks `persist:`. No page uses this session, so none can request permissions or downloads in it.
    moneyFetch: createMoneyFetch(session.fromPartition('transfers', { cache: false })),
    answers: createAnswerThread({
      workerUrl: new URL('answer-worker.js', import.meta.url),
      onFault: (error) => {
        log.fault('exchange', 'the thread of answers ended', error)
      },
    }),
    // The session of net.fetch, so that streams go the way that REST goes.
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    isOnline: () => net.isOnline(),
    userAgent: `Starkdesk/${app.getVersion()}`,
    emit: options.emit,
    log,
    practice: openPractice(options),
    practiceSeed: settings.practiceSeed,
    readsMarketHistory: settings.readsMarketHistory,
    tradeLayout: settings.tradeLayout,
    random: Math.random,
    confirmations: options.confirmations,
    chooseFile: options.chooseFile,
    print: printPage,
    readClipboard: () => clipboard.readText(),
    copyPicture,
    notifications: createSystemNotifications(options),
    getDisplay: () => display.current,
    openNotice: options.openNotice,
    idleSeconds,
    isOnBattery: () => powerMonitor.isOnBatteryPower(),
    isWindowShown: options.isWindowShown,
    every,
    updates: {
      support: await openUpdates({
        practice: settings.updates,
        dataFolder,
        log,
        afterClose: options.afterClose,
        quitUnasked: options.quitUnasked,
      }),
      current: app.getVersion(),
    },
    onLock: options.onLock,
    onCancelAll: options.onCancelAll,
    firstPaint: options.firstPaint,
  })
  for (const event of ['lock-screen', 'suspend'] as const) {
    // Electron declares one overload per event name, so a union of names matches none.
    powerMonitor.on(event as 'suspend', () => {
      services.trading.sessions.end(event === 'suspend' ? 'suspended' : 'screenLocked')
      services.slept()
      services.security.systemLocked()
    })
  }
  // Of macOS; Windows locks the screen when another user comes.
  powerMonitor.on('user-did-resign-active', () => {
    services.trading.sessions.end('userSwitched')
  })
  for (const event of ['resume', 'unlock-screen'] as const) {
    powerMonitor.on(event as 'resume', () => {
      services.woke()
    })
  }
  for (const event of ['on-ac', 'on-battery'] as const) {
    powerMonitor.on(event as 'on-ac', () => {
      services.pollConditionsChanged()
    })
  }
  const itsData = createData({
    file: options.data.file,
    backupsFolder: options.data.backupsFolder,
    // The maintenance log itself must not trigger another backup.
    store: kept.store,
    maintenance: kept.maintenance,
    repair: kept.repair,
    repaired: options.data.followRepairs((report) => {
      itsData.noteRepair(report)
      services.reloadAfterRepair(report.file).catch((error: unknown) => {
        log.fault('app', 'take the account up after a repair', error)
      })
    }),
    clock,
    emit: options.emit,
    log,
    holdSync: services.pauseDuring,
  })
  data = itsData
  void options.firstPaint.then(() => {
    itsData.start()
  })
  return { store, journal, services, data: itsData, display, maintenance: kept.maintenance }
}
