// Owns: the life of the app: its windows, its border, its end. Must not: hold rules of any room.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, ipcMain, nativeTheme, protocol, shell } from 'electron'
import type { AppInfo } from '../src-preload/contract/app.ts'
import { confirmChannels } from '../src-preload/contract/confirm.ts'
import { channels } from '../src-preload/contract/contract.ts'
import { AppError } from '../src-preload/shared/errors.ts'
import { fixedClock, systemClock } from './clock.ts'
import { openLink } from './external-links.ts'
import { createEmit } from './ipc/events.ts'
import { createAlertHandlers } from './ipc/handlers/alerts.ts'
import { createAppHandlers } from './ipc/handlers/app.ts'
import { createChartHandlers } from './ipc/handlers/charts.ts'
import { createDataHandlers } from './ipc/handlers/data.ts'
import { createExportHandlers } from './ipc/handlers/exports.ts'
import { createSecurityHandlers } from './ipc/handlers/security.ts'
import { createTradingHandlers } from './ipc/handlers/trading.ts'
import { createTransferHandlers } from './ipc/handlers/transfers.ts'
import { createWalletHandlers } from './ipc/handlers/wallets.ts'
import { registerIpc, reportError } from './ipc/register.ts'
import { createTranscript } from './ipc/transcript.ts'
import { type Log, logFileIn, openLog } from './log.ts'
import { keepTheme, type OpenedServices, openServices } from './open-services.ts'
import { declareScheme, pageUrl, servePage } from './page-protocol.ts'
import { createConfirmations } from './services/confirmations.ts'
import { defaultDisplay } from './services/display.ts'
import { readSettings } from './start-settings.ts'
import { isConfirmPage, isOwnPage, openConfirmWindow, openMainWindow } from './windows.ts'

const settings = readSettings(process.env, app.isPackaged)
const clock = settings.fixedTimeMs === null ? systemClock : fixedClock(settings.fixedTimeMs)
const transcript = settings.transcriptFile === null ? null : createTranscript(settings.transcriptFile)
const built = import.meta.dirname
let window: BrowserWindow | null = null
let confirmWindow: BrowserWindow | null = null

const isWindowShown = (): boolean =>
  window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized()

/** @param onSeen - called when it is seen again, or not any more */
function openWindow(log: Log, onSeen: () => void): void {
  window = openMainWindow({
    preload: join(built, '../preload/index.cjs'),
    url: settings.developmentUrl ?? pageUrl,
    onFault: (what, error) => {
      log.fault('window', what, error)
    },
  })
  for (const event of ['show', 'hide', 'minimize', 'restore', 'closed'] as const) {
    // One overload per event name, so a union of names fits none of them.
    window.on(event as 'show', onSeen)
  }
}

/** The questions that a person answers in a window of its own, and the border of that window. */
function openConfirmations(log: Log) {
  const { confirmations, handlers } = createConfirmations({
    openWindow: ({ isKeptFromCapture, onAttention, onClosed }) => {
      if (!window || window.isDestroyed()) throw new AppError('userDeclined', { reason: 'noWindow' })
      const opened = openConfirmWindow({
        preload: join(built, '../preload/confirm.cjs'),
        developmentUrl: settings.developmentUrl,
        owner: window,
        isKeptFromCapture,
        onAttention,
        onClosed: () => {
          if (confirmWindow === opened) confirmWindow = null
          onClosed()
        },
        onFault: (what, error) => {
          log.fault('window', what, error)
        },
      })
      confirmWindow = opened
      return {
        close: () => {
          if (!opened.isDestroyed()) opened.destroy()
        },
      }
    },
    monotonicMs: () => performance.now(),
    randomBelow: (limit) => randomInt(limit),
  })
  registerIpc({
    ipcMain,
    channels: confirmChannels,
    isOwnPage: (event) => isConfirmPage(event, confirmWindow, settings.developmentUrl),
    handlers,
    log,
    transcript,
  })
  return confirmations
}

/** Whoever is asked sees one question: a page gone wrong cannot heap them up. Asked meanwhile is as good as given up. */
let isChoosing = false

async function chooseFile(defaultName: string): Promise<string | null> {
  if (isChoosing) return null
  isChoosing = true
  const options = { defaultPath: join(app.getPath('documents'), defaultName) }
  try {
    const chosen = await (window && !window.isDestroyed()
      ? dialog.showSaveDialog(window, options)
      : dialog.showSaveDialog(options))
    return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath
  } finally {
    isChoosing = false
  }
}

async function openFile(file: string): Promise<void> {
  // Resolves with a sentence when the system could not do it.
  const fault = await shell.openPath(file)
  if (fault !== '') throw new AppError('databaseUnavailable', { file, reason: fault })
}

function createOwnHandlers(opened: Promise<OpenedServices>, dataFolder: string, logFolder: string, log: Log) {
  async function getInfo(): Promise<AppInfo> {
    const platform = (['darwin', 'win32', 'linux'] as const).find((name) => name === process.platform)
    const { display, startupError } = await opened.then(
      (rooms) => ({ display: rooms.display.current, startupError: null }),
      (error: unknown) => ({ display: defaultDisplay, startupError: reportError(error, log, 'start') }),
    )
    return {
      version: app.getVersion(),
      platform: platform ?? 'other',
      theme: nativeTheme.themeSource,
      display,
      dataFolder,
      startupError,
    }
  }

  return createAppHandlers({
    getInfo,
    setTheme: async (theme) => {
      nativeTheme.themeSource = theme
      await keepTheme(theme, (await opened).store)
    },
    setDisplay: async (display) => (await opened).display.set(display),
    openDataFolder: () => openFile(dataFolder),
    openLog: () => openFile(logFileIn(logFolder)),
    openLink: (link) => openLink(link, shell),
    restart: () => {
      app.relaunch()
      app.quit()
    },
  })
}

function start(): void {
  const dataFolder = app.getPath('userData')
  const logFolder = join(dataFolder, 'logs')
  const log = openLog(logFolder, clock)
  log.info('app', 'started', { version: app.getVersion(), platform: process.platform })

  const opened = openServices({
    settings,
    dataFolder,
    clock,
    log,
    emit: createEmit(
      (name, payload) => {
        if (window && !window.isDestroyed()) window.webContents.send(name, payload)
      },
      log,
      transcript,
    ),
    confirmations: openConfirmations(log),
    chooseFile,
    onLock: () => {
      // What it shows, words of a new wallet even, is no more to be seen than the rest.
      if (confirmWindow && !confirmWindow.isDestroyed()) confirmWindow.destroy()
    },
    isWindowShown,
    showWindow,
  })
  opened.catch((error: unknown) => {
    log.fault('app', 'the data could not be opened', error)
  })
  const services = opened.then((rooms) => rooms.services)
  // Its failure has been logged above and is told by getInfo; the handlers meet it only when they are called.
  services.catch(() => undefined)
  const noteWindow = (): void => {
    services.then(
      (rooms) => {
        rooms.surroundingsChanged()
      },
      () => undefined,
    )
  }

  /** Brings the window to the front, or opens it again. */
  function showWindow(): void {
    if (!window || window.isDestroyed()) {
      openWindow(log, noteWindow)
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  registerIpc({
    ipcMain,
    channels,
    isOwnPage: (event) => isOwnPage(event, window, settings.developmentUrl),
    handlers: {
      ...createOwnHandlers(opened, dataFolder, logFolder, log),
      ...createSecurityHandlers(services),
      ...createTradingHandlers(services),
      ...createAlertHandlers(services),
      ...createChartHandlers(services),
      ...createExportHandlers(services),
      ...createTransferHandlers(services),
      ...createDataHandlers(opened.then((rooms) => ({ data: rooms.data, sync: rooms.services.sync }))),
      ...createWalletHandlers(services),
    },
    // Without services there is nothing to read: every handler then answers with the reason.
    gate: (name) =>
      services.then(
        ({ security }) => {
          security.assertReadable(name)
        },
        () => undefined,
      ),
    log,
    transcript,
  })

  servePage(protocol, join(built, '../renderer'))
  openWindow(log, noteWindow)

  app.on('second-instance', showWindow)
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow(log, noteWindow)
  })
  closeBeforeQuitting(opened, log)
}

/** Quitting waits until background work has ended and the data file is closed. */
function closeBeforeQuitting(opened: Promise<OpenedServices>, log: Log): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    opened
      .then(async ({ store, services, data }) => {
        try {
          await services.close()
          await data.stop()
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

// Over QUIC Chromium sends a request a second time where the protocol fails, whatever the request does; see money-fetch.ts.
app.commandLine.appendSwitch('disable-quic')
if (app.requestSingleInstanceLock()) {
  declareScheme(protocol)
  void app.whenReady().then(start)
} else {
  app.quit()
}
