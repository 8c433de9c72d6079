// Owns: the life of the app and how its rooms are wired. Must not: hold rules of any room.
import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, nativeTheme, net, protocol, shell } from 'electron'
import { themeChoices, type ThemeChoice } from '../src-preload/contract/app.ts'
import type { AppInfo } from '../src-preload/contract/app.ts'
import { AppError } from '../src-preload/shared/errors.ts'
import { fixedClock, systemClock } from './clock.ts'
import { createEmit } from './ipc/events.ts'
import { createAppHandlers } from './ipc/handlers/app.ts'
import { createTradingHandlers } from './ipc/handlers/trading.ts'
import { registerIpc, reportError } from './ipc/register.ts'
import { openSecretStore } from './keychain/open-secret-store.ts'
import { openLog } from './log.ts'
import { declareScheme, pageUrl, servePage } from './page-protocol.ts'
import { composeServices, type Services } from './services/compose.ts'
import { createKeychainLedger } from './services/keychain-ledger.ts'
import { createPracticeHost, externalPracticeHost } from './services/practice-host.ts'
import { readSettings } from './start-settings.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store-api.ts'
import { isOwnPage, openMainWindow } from './windows.ts'

/** Setting: the theme that the user chose. */
const THEME = 'theme'

const settings = readSettings(process.env, app.isPackaged)
const clock = settings.fixedTimeMs === null ? systemClock : fixedClock(settings.fixedTimeMs)
const built = import.meta.dirname
let window: BrowserWindow | null = null

function isTheme(value: string | null): value is ThemeChoice {
  return themeChoices.some((choice) => choice === value)
}

/** Opens the store and everything on top of it. Rejects with the reason when the data cannot be opened. */
async function openServices(dataFolder: string, log: ReturnType<typeof openLog>) {
  const store = await openStore({
    file: join(dataFolder, 'starkdesk.sqlite'),
    clock,
    workerUrl: new URL('store-worker.js', import.meta.url),
  })
  const theme = await store.getSetting(THEME)
  if (isTheme(theme)) nativeTheme.themeSource = theme
  const practice =
    settings.practiceUrl === null
      ? createPracticeHost(
          new URL('practice-worker.js', import.meta.url),
          {
            port: 0,
            seed: settings.practiceSeed,
            orders: settings.practiceOrders,
            stateFile: join(dataFolder, 'practice.json'),
            ...(settings.fixedTimeMs === null ? {} : { fixedNowMs: settings.fixedTimeMs }),
          },
          clock,
          log,
        )
      : externalPracticeHost(settings.practiceUrl)
  const services = await composeServices({
    store,
    secrets: openSecretStore({ ledger: createKeychainLedger(store) }),
    clock,
    fetch: (url, init) => net.fetch(url, init),
    userAgent: `Starkdesk/${app.getVersion()}`,
    emit: createEmit((name, payload) => {
      if (window && !window.isDestroyed()) window.webContents.send(name, payload)
    }, log),
    log,
    practice,
    practiceSeed: settings.practiceSeed,
    random: Math.random,
  })
  return { store, services }
}

function start(): void {
  const dataFolder = app.getPath('userData')
  const log = openLog(join(dataFolder, 'logs'), clock)
  log.info('app', 'started', { version: app.getVersion(), platform: process.platform })

  const opened: Promise<{ store: Store; services: Services }> = openServices(dataFolder, log)
  opened.catch((error: unknown) => {
    log.fault('app', 'the data could not be opened', error)
  })

  async function getInfo(): Promise<AppInfo> {
    const platform = (['darwin', 'win32', 'linux'] as const).find((name) => name === process.platform)
    const startupError = await opened.then(
      () => null,
      (error: unknown) => reportError(error, log, 'start'),
    )
    return {
      version: app.getVersion(),
      platform: platform ?? 'other',
      theme: nativeTheme.themeSource,
      dataFolder,
      startupError,
    }
  }

  const appHandlers = createAppHandlers({
    getInfo,
    setTheme: async (theme) => {
      nativeTheme.themeSource = theme
      await (await opened).store.setSetting(THEME, theme)
    },
    openDataFolder: async () => {
      // Resolves with a sentence when the system could not do it.
      const fault = await shell.openPath(dataFolder)
      if (fault !== '') throw new AppError('databaseUnavailable', { file: dataFolder, reason: fault })
    },
    restart: () => {
      app.relaunch()
      app.quit()
    },
  })
  const services = opened.then((rooms) => rooms.services)
  // Its failure has been logged above and is told by getInfo; the handlers meet it only when they are called.
  services.catch(() => undefined)
  const tradingHandlers = createTradingHandlers(services)
  registerIpc({
    ipcMain,
    isOwnPage: (event) => isOwnPage(event, window, settings.developmentUrl),
    handlers: { ...appHandlers, ...tradingHandlers },
    log,
  })

  servePage(protocol, join(built, '../renderer'))
  const open = (): void => {
    window = openMainWindow({
      preload: join(built, '../preload/index.cjs'),
      url: settings.developmentUrl ?? pageUrl,
      onFault: (what, error) => {
        log.fault('window', what, error)
      },
    })
  }
  open()

  app.on('second-instance', () => {
    if (!window || window.isDestroyed()) {
      open()
      return
    }
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) open()
  })
  closeBeforeQuitting(opened, log)
}

/** Quitting waits until background work has ended and the data file is closed. */
function closeBeforeQuitting(
  opened: Promise<{ store: Store; services: Services }>,
  log: ReturnType<typeof openLog>,
): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    opened
      .then(async ({ store, services }) => {
        try {
          await services.close()
        } finally {
          await store.close()
        }
      })
      .catch((error: unknown) => {
        log.fault('app', 'closing', error)
      })
      .finally(() => {
        isClosed = true
        app.quit()
      })
  })
}

app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit()
})

if (app.requestSingleInstanceLock()) {
  declareScheme(protocol)
  void app.whenReady().then(start)
} else {
  app.quit()
}
