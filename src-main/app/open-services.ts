// Opens the store and the secrets in the data folder, and the services on top of them.
import { join } from 'node:path'
import { app, clipboard, ClipboardItem, nativeTheme, net, powerMonitor, session } from 'electron'
import { themeChoices, type ThemeChoice } from '../../src-preload/contract/app/app.ts'
import { createAnswerThread } from '../exchange/answers/answer-thread.ts'
import { openSecretBackends } from '../keychain/secret-backends.ts'
import { createMoneyFetch } from './money-fetch.ts'
import { createSystemNotifications } from '../desktop/notifications.ts'
import { printPage } from '../desktop/pdf.ts'
import { type ComposeOptions, composeServices } from './compose.ts'
import { createData, type DataService } from '../data/data.ts'
import { openDisplay } from './display.ts'
import { createKeychainLedger } from '../accounts/wallet/accounts-in-keychain.ts'
import { createPracticeHost, externalPracticeHost, type PracticeHost } from '../practice/practice-host.ts'
import type { StartSettings } from './start-settings.ts'
import type { OpeningData } from './open-data.ts'
import { openUpdates, type OpenUpdatesOptions } from './open-updates.ts'
import { tellJournalWrites, tellOwnWrites } from '../store/client/own-writes.ts'
import type { Store } from '../store/api/store-api.ts'
import type { Tools } from '../tools.ts'

/** Setting: the theme that the user chose. */
const THEME = 'theme'

export interface OpenOptions
  extends
    Pick<Tools, 'clock' | 'log' | 'emit' | 'confirmations' | 'chooseFile'>,
    Pick<ComposeOptions, 'onCancelAll' | 'onLock' | 'openNotice' | 'isWindowShown' | 'firstPaint'>,
    Pick<OpenUpdatesOptions, 'afterClose' | 'quitUnasked'> {
  /** The data file and the journal, still opening. */
  readonly data: OpeningData
  readonly settings: StartSettings
  readonly dataFolder: string
  /** Sets the number on the app's icon; 0 clears it. */
  readonly setBadge: (count: number) => void
  /** Locale for formatting numbers; null for the runtime's own. */
  readonly getLocale: () => string | null
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
  return () => clearInterval(timer)
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
export async function openServices(options: OpenOptions) {
  const {
    data: opening,
    settings,
    dataFolder,
    setBadge,
    getLocale,
    afterClose,
    quitUnasked,
    ...given
  } = options
  const { clock, log, emit } = given
  let data: DataService | null = null
  const kept = await opening.kept
  const store = tellOwnWrites(kept.store, () => data?.noteOwnChange(false))
  const journal = tellJournalWrites(kept.journal, (isStep) => data?.noteOwnChange(isStep))
  const theme = await store.getSetting(THEME)
  if (isTheme(theme)) nativeTheme.themeSource = theme
  const display = await openDisplay(store)
  const places = await openSecretBackends({
    ledger: createKeychainLedger(store),
    vaultFile: join(dataFolder, 'keys.vault'),
    clock,
    onFault: (what, error) => log.fault('keychain', what, error),
    listAccounts: async () => (await store.listAccounts()).map(({ id }) => id),
  })
  const services = await composeServices({
    ...given,
    store,
    journal,
    places,
    // Chromium's network stack instead of Node's: system proxy (PAC, WPAD), system certificates and proxy logins work without
    // configuration, in every session. Source: Electron, docs/api/net.md.
    fetch: (url, init) => net.fetch(url, init),
    // In memory: the name lacks `persist:`. No page uses this session, so none can request permissions or downloads in it.
    moneyFetch: createMoneyFetch(session.fromPartition('transfers', { cache: false })),
    answers: createAnswerThread({
      workerUrl: new URL('answer-worker.js', import.meta.url),
      onFault: (error) => log.fault('exchange', 'the thread of answers ended', error),
    }),
    // The session of net.fetch, so that streams go the way that REST goes.
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    isOnline: () => net.isOnline(),
    userAgent: `Starkdesk/${app.getVersion()}`,
    practice: openPractice(options),
    practiceSeed: settings.practiceSeed,
    readsMarketHistory: settings.readsMarketHistory,
    tradeLayout: settings.tradeLayout,
    random: Math.random,
    print: printPage,
    readClipboard: () => clipboard.readText(),
    copyPicture,
    notifications: createSystemNotifications({ setBadge, getLocale }),
    getDisplay: () => display.current,
    idleSeconds,
    isOnBattery: () => powerMonitor.isOnBatteryPower(),
    every,
    updates: {
      support: await openUpdates({
        practice: settings.updates,
        dataFolder,
        log,
        afterClose,
        quitUnasked,
      }),
      current: app.getVersion(),
    },
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
  powerMonitor.on('user-did-resign-active', () => services.trading.sessions.end('userSwitched'))
  for (const event of ['resume', 'unlock-screen'] as const) {
    powerMonitor.on(event as 'resume', () => services.woke())
  }
  for (const event of ['on-ac', 'on-battery'] as const) {
    powerMonitor.on(event as 'on-ac', () => services.pollConditionsChanged())
  }
  const itsData = createData({
    file: opening.file,
    backupsFolder: opening.backupsFolder,
    // The maintenance log itself must not trigger another backup.
    store: kept.store,
    maintenance: kept.maintenance,
    repair: kept.repair,
    repaired: opening.followRepairs((report) => {
      itsData.noteRepair(report)
      services
        .reloadAfterRepair(report.file)
        .catch((error: unknown) => log.fault('app', 'take the account up after a repair', error))
    }),
    clock,
    emit,
    log,
    holdSync: services.pauseDuring,
  })
  data = itsData
  void given.firstPaint.then(() => itsData.start())
  return { store, journal, services, data: itsData, display, maintenance: kept.maintenance }
}

export type OpenedServices = Awaited<ReturnType<typeof openServices>>
