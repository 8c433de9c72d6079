// The life of the app: its windows, its border, its end.
import { join } from 'node:path'
import { app, dialog, ipcMain, protocol, shell } from 'electron'
import { channelNames } from '../src-preload/contract/contract.ts'
import { defaultDisplay, numberLocale } from '../src-preload/domain/display.ts'
import { createAppService, getSystemLocale, openFile } from './app/app-service.ts'
import { createFirstPaintGate } from './app/first-paint-gate.ts'
import { createFileChooser } from './desktop/choose-file.ts'
import type { QuitSources } from './desktop/quitting/ask-to-quit.ts'
import { createDesktopIntegration } from './desktop/desktop-integration.ts'
import { describeCancelAll } from './desktop/quitting/cancel-all-text.ts'
import type { ViewAccess } from './desktop/pending-navigation.ts'
import { fixedClock, systemClock } from './async/clock.ts'
import { openSecureWindow } from './desktop/windows/secure-window.ts'
import { refuseDebugSwitches } from './app/debug-switches.ts'
import { createEmit } from './ipc/events.ts'
import { createHandlers } from './ipc/handlers.ts'
import { registerIpc } from './ipc/register.ts'
import { createTranscript } from './ipc/transcript.ts'
import { type Log, logFileIn, openLog } from './diagnostics/log.ts'
import { chooseLanguage, languageState } from './app/language.ts'
import { openData } from './app/open-data.ts'
import { openDiagnostics } from './app/open-diagnostics.ts'
import { type OpenedServices, openServices } from './app/open-services.ts'
import { declareScheme, pageUrl } from './desktop/windows/page-protocol.ts'
import { forbidNameLookups, preparePageSessions } from './desktop/windows/page-session.ts'
import { createSavedFiles } from './desktop/saved-files.ts'
import { removeOwnFiles } from './removal/own-files.ts'
import { createAntiPhishingWord } from './accounts/questions/anti-phishing-word.ts'
import { keepHeapsSmall } from './app/small-heaps.ts'
import { readSettings } from './app/start-settings.ts'
import { isOwnPage } from './desktop/windows/windows.ts'

const settings = readSettings(process.env, app.isPackaged)
const clock = settings.fixedTimeMs === null ? systemClock : fixedClock(settings.fixedTimeMs)
const transcript = settings.transcriptFile === null ? null : createTranscript(settings.transcriptFile)
const built = import.meta.dirname

/** The data folder, once a person wants nothing of it to stay. */
let folderToEmpty: string | null = null

/** macOS gives the link of a start before the app is ready. */
const earlyLinks: string[] = []
function noteEarlyLink(event: Electron.Event, link: string): void {
  event.preventDefault()
  earlyLinks.push(link)
}

/** What an update does when everything is closed. */
let lastWork = (): void => undefined

function sightOf(rooms: OpenedServices | null): ViewAccess {
  if (rooms === null || rooms.services.security.isHidden()) return 'hidden'
  return rooms.services.security.isLocked() ? 'locked' : 'open'
}

/** Nothing is under way before the data is open, and once a person has said that all goes. */
const quitSourcesOf = (getRooms: () => OpenedServices | null): QuitSources => ({
  look() {
    const services = folderToEmpty === null ? getRooms()?.services : undefined
    if (services === undefined) return null
    const { trading, security } = services
    return {
      isSessionRunning: trading.sessions.isRunning(),
      isCancelingAll: trading.isCancelingAll(),
      isPlacing: trading.isPlacing(),
      isHidden: security.isHidden(),
    }
  },
  count: async () =>
    (await getRooms()?.services.readOrderBusiness(null)) ?? { undecidedOrders: 0, openOrders: 0 },
})

/** What needs no window, and is begun while Electron makes itself ready. */
function begin() {
  const dataFolder = app.getPath('userData')
  const logFolder = join(dataFolder, 'logs')
  const log = openLog(logFolder, clock)
  log.info('app', 'started', { version: app.getVersion(), platform: process.platform })
  const firstPaint = createFirstPaintGate()
  void firstPaint.passed.then(keepHeapsSmall)
  const data = openData({ dataFolder, clock, log, firstPaint: firstPaint.passed })
  return { dataFolder, logFolder, log, firstPaint, data }
}

function start({ dataFolder, logFolder, log, firstPaint, data }: ReturnType<typeof begin>): void {
  let rooms: OpenedServices | null = null
  const getWindow = () => desktopIntegration.mainWindow.current
  /** Numbers in notifications look as in the window. */
  const getLocale = () =>
    numberLocale((rooms?.display.current ?? defaultDisplay).numberFormat, getSystemLocale())
  const emit = createEmit(
    (name, payload) => desktopIntegration.mainWindow.send(name, payload),
    log,
    transcript,
  )
  const confirmRoom = openSecureWindow({
    built,
    developmentUrl: settings.developmentUrl,
    // Not the chosen format, which a script in the page could change: 1.234 must not become 1,234 there.
    getLocale: getSystemLocale,
    getOwner: getWindow,
    word: createAntiPhishingWord(() => rooms?.store ?? null),
    log,
    transcript,
  })
  const savedFiles = createSavedFiles(createFileChooser(getWindow), (file) => shell.showItemInFolder(file))
  app.off('open-url', noteEarlyLink)
  const desktopIntegration = createDesktopIntegration({
    dataFolder,
    preload: join(built, '../preload/index.cjs'),
    url: settings.developmentUrl ?? pageUrl,
    log,
    emit,
    earlyLinks,
    getViewAccess: () => sightOf(rooms),
    onSeen: () => rooms?.services.pollConditionsChanged(),
    onPageEnd: (why) => rooms?.services.trading.sessions.end(why),
    lock: () => rooms?.services.security.lock(),
    cancelAllOrders: () => rooms?.services.trading.killSwitch(),
    stopCancelingAll: () => rooms?.services.trading.stopKillSwitch(),
    quitSources: quitSourcesOf(() => rooms),
    openDataFolder: () => openFile(dataFolder),
    openLog: () => openFile(logFileIn(logFolder)),
  })

  // After the window: the page comes up while the data is opened.
  const opened = openServices({
    data,
    settings,
    dataFolder,
    clock,
    log,
    emit,
    confirmations: confirmRoom.confirmations,
    chooseFile: savedFiles.choose,
    onLock: () => {
      confirmRoom.close()
      desktopIntegration.noteLocked()
    },
    onCancelAll: (state) => desktopIntegration.setCanceling(describeCancelAll(state)),
    isWindowShown: () => desktopIntegration.mainWindow.isShown(),
    quitUnasked: () => desktopIntegration.mainWindow.quitUnasked(),
    afterClose: (work) => {
      lastWork = work
    },
    openNotice: (notice) => desktopIntegration.go({ kind: 'notice', notice }),
    getLocale,
    setBadge: (count) => desktopIntegration.setBadge(count),
    firstPaint: firstPaint.passed,
  })
  opened.then(
    (value) => {
      rooms = value
    },
    (error: unknown) => log.fault('app', 'the data could not be opened', error),
  )
  const services = opened.then((value) => value.services)
  // Its failure has been logged above and is told by getInfo; the handlers meet it only when they are called.
  services.catch(() => undefined)

  const appService = createAppService({
    opened,
    desktopIntegration,
    firstPaint,
    savedFiles,
    dataFolder,
    logFolder,
    log,
  })
  const diagnostics = openDiagnostics({
    opened,
    built,
    logFolder,
    clock,
    log,
    chooseFile: savedFiles.choose,
  })
  registerIpc({
    ipcMain,
    names: channelNames,
    isOwnPage: (event) => isOwnPage(event, getWindow(), settings.developmentUrl),
    handlers: createHandlers({
      app: () => appService,
      language: () => ({ getState: languageState, choose: chooseLanguage }),
      accounts: async () => (await services).accounts,
      security: async () => (await services).security,
      markets: async () => (await services).markets,
      book: async () => (await services).book,
      charts: async () => (await services).charts,
      alerts: async () => (await services).alerts,
      orders: async () => (await services).orders,
      trading: async () => (await services).trading,
      portfolio: async () => (await services).portfolio,
      exports: async () => (await services).exports,
      connection: async () => (await services).connection,
      transfers: async () => (await services).transfers,
      sync: async () => (await services).sync,
      data: async () => (await opened).data,
      diagnostics: () => diagnostics,
      removal: async () => {
        const { removal } = await services
        return {
          getFacts: async () => ({ ...(await removal.getFacts()), dataFolder }),
          removeAll: async (input) => {
            await removal.removeAll(input)
            folderToEmpty = dataFolder
            app.quit()
          },
        }
      },
      updates: async () => (await services).updates,
    }),
    // Without services there is nothing to read: every handler then answers with the reason.
    gate: (name) =>
      services.then(
        ({ security, keyReentryGate }) => {
          security.assertReadable(name)
          return keyReentryGate.assertVisible(name)
        },
        () => undefined,
      ),
    log,
    transcript,
  })

  // Before its windows close: the notification at the next start says why it ended.
  app.on('before-quit', (event) => {
    if (!event.defaultPrevented) rooms?.services.trading.sessions.end('quit')
  })
  closeBeforeQuitting(opened, log, () => {
    desktopIntegration.end()
    lastWork()
  })
}

/** Quitting waits until background work has ended and the data files are closed. `onClosed` is called right before the end. */
function closeBeforeQuitting(opened: Promise<OpenedServices>, log: Log, onClosed: () => void): void {
  let isClosing = false
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    // Quitting again meanwhile, as by a second signal, must not close the files under the work that is still being ended.
    if (isClosing) return
    isClosing = true
    opened
      .then(async ({ store, journal, services, data }) => {
        try {
          await services.close()
          await data.stop()
        } finally {
          await Promise.all([store.close(), journal.close()])
        }
      })
      .catch((error: unknown) => log.fault('app', 'closing', error))
      .finally(() => {
        isClosed = true
        onClosed()
        // The last thing that is done: from here on nothing has a file open, and nothing is logged.
        if (folderToEmpty !== null) tellWhatStays(removeOwnFiles(folderToEmpty))
        app.quit()
      })
  })
}

function tellWhatStays(names: readonly string[]): void {
  if (names.length === 0) return
  dialog.showErrorBox(
    'Some files were not deleted',
    `They are in use by another program or link elsewhere. Delete them yourself: ${names.join(', ')}`,
  )
}

app.on('window-all-closed', () => {
  if (process.platform !== 'darwin') app.quit()
})

// Over QUIC Chromium sends a request a second time where the protocol fails, whatever the request does; see money-fetch.ts.
app.commandLine.appendSwitch('disable-quic')
const goesOn = refuseDebugSwitches({ app, dialog }, process)
if (goesOn && app.requestSingleInstanceLock()) {
  declareScheme(protocol)
  app.on('open-url', noteEarlyLink)
  const begun = begin()
  forbidNameLookups(app)
  app
    .whenReady()
    .then(() => preparePageSessions(join(built, '../renderer'), settings.developmentUrl))
    .then(
      () => {
        start(begun)
        // What serves the page is there before the page asks: Node reads these only when they are named first, and takes its time.
        // Now is when everybody waits for the window.
        setImmediate(() => [Request, Response])
      },
      (error: unknown) => {
        // Without its walls no page is shown.
        begun.log.fault('app', 'the page could not be loaded', error)
        dialog.showErrorBox(
          'Starkdesk cannot start',
          'Its windows could not be isolated from the network. Start Starkdesk again.',
        )
        app.exit(1)
      },
    )
} else if (goesOn) {
  app.quit()
}
