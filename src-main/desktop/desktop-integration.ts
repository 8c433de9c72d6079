// Connects the one window to the desktop around it: links, menus, tray, badge, restoring after a crash, shutdown.
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron'
import type { Destination } from '../../src-preload/contract/app/places.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { createMainWindow, type MainWindow, type PageEnd } from './windows/main-window.ts'
import { linkScheme, linksOf, readLink } from './deep-link.ts'
import { openDesktopState } from './desktop-state.ts'
import { createAskToQuit, type QuitSources } from './quitting/ask-to-quit.ts'
import { createCloseGate } from './windows/close-gate.ts'
import type { MenuCommand } from './menus.ts'
import { createLeaving } from './quitting/leaving.ts'
import { createPendingNavigation, type ViewAccess } from './pending-navigation.ts'
import { openCrashMarker } from './quitting/crash-marker.ts'
import { canStayInTray, startShellIntegration, type ShellIntegration } from './shell-integration.ts'
import type { Tools } from '../tools.ts'

export interface DesktopIntegrationOptions extends Pick<Tools, 'log' | 'emit'> {
  readonly dataFolder: string
  readonly preload: string
  readonly url: string
  /** Links that macOS delivered before the app was ready. Later links are handled here. */
  readonly earlyLinks: readonly string[]
  /** What may be shown now; `hidden` while that is unknown. */
  readonly getViewAccess: () => ViewAccess
  /** Called when the window becomes visible or hidden. */
  readonly onSeen: () => void
  /** Called when the page is gone or reloads. */
  readonly onPageEnd: (why: PageEnd) => void
  /** Errors: notFound when no app password is set. */
  readonly lock: () => void
  /** Cancels all orders, without a question. Does nothing before the data is open. */
  readonly cancelAllOrders: () => void
  readonly stopCancelingAll: () => void
  readonly quitSources: QuitSources
  readonly openDataFolder: () => Promise<void>
  readonly openLog: () => Promise<void>
}

/** Asks what to do with a page that crashed twice within seconds. */
async function offerAfterDeath(window: BrowserWindow, quit: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window crashed twice in a row.',
    detail: 'Your data is safe. At the next start you can reopen what was open.',
    buttons: ['Try again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  })
  if (window.isDestroyed()) return
  if (response === 0) window.webContents.reload()
  else quit()
}

/** Opens the window. Call it once the app is ready, only in the process that holds the data folder. */
export function createDesktopIntegration(options: DesktopIntegrationOptions) {
  const { dataFolder, log, emit, getViewAccess } = options
  const desktop = openDesktopState(dataFolder, (error) =>
    log.fault('desktop', 'keep how the app sits on the desktop', error),
  )
  const mark = openCrashMarker(dataFolder, (error) =>
    log.fault('desktop', 'keep the mark of this run', error),
  )
  if (mark.leftOpen !== null) log.info('app', 'the run before did not come to its end')
  const ending = createCloseGate(() => emit('app:ending', {}))
  const desk = createPendingNavigation({
    send: (destination) => emit('app:navigate', destination),
    getViewAccess,
    monotonicMs: () => performance.now(),
  })
  // Set below, after the window exists; the window uses it only on demand.
  let face: ShellIntegration | null = null
  let hasTray = false

  const askToQuit = createAskToQuit({
    getWindow: () => mainWindow.current,
    sources: options.quitSources,
    onFault: (error) => log.fault('app', 'read orders before quit', error),
  })
  const mainWindow: MainWindow = createMainWindow({
    preload: options.preload,
    url: options.url,
    desktop,
    ending,
    askToQuit: (what) => askToQuit.ask(what),
    staysOnClose: () => hasTray,
    onFault: (what, error) => log.fault('window', what, error),
    onBroken: (window) => {
      mark.noteBroken()
      offerAfterDeath(window, () => mainWindow.quitUnasked()).catch((error: unknown) =>
        log.fault('window', 'ask about a dead page', error),
      )
    },
    onOpened: (window) => {
      face?.dress(window)
      // Windows announces the end of the session only through this event.
      window.on('session-end', leave)
    },
    onSeen: options.onSeen,
    onDeaf: (why) => {
      desk.noteDeaf()
      options.onPageEnd(why)
    },
  })

  /** The system is shutting down: it does not wait, and this is not a crash. */
  const leave = createLeaving({
    onLeave() {
      mainWindow.letGo()
      mark.end()
    },
    onStay() {
      mainWindow.stay()
      mark.resume()
    },
    after: (ms, work) => {
      const timer = setTimeout(work, ms).unref()
      return () => clearTimeout(timer)
    },
  })
  powerMonitor.on('shutdown', leave)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => mainWindow.quitUnasked())

  function go(destination: Destination): void {
    desk.go(destination, 'inside')
    mainWindow.show()
  }

  /** Follows the last of several links. */
  function followLinks(links: readonly string[]): void {
    for (const link of links) {
      const reading = readLink(link)
      if (reading.ok) desk.go(reading.destination, 'outside')
      // The text of a link is untrusted, so the log gets only its shape.
      else log.info('app', 'a link was refused', { why: reading.fault, characters: link.length })
    }
  }

  function lock(): void {
    try {
      options.lock()
    } catch {
      // No password is set yet: open the settings where one can be set.
      go({ kind: 'settings', part: 'security' })
    }
  }

  function report(what: string, work: Promise<void>): void {
    work.catch((error: unknown) => log.fault('desktop', what, error))
  }

  function act(command: MenuCommand): void {
    switch (command.kind) {
      case 'go':
        go(command.destination)
        return
      case 'zoom':
        mainWindow.zoom(command.direction)
        return
      case 'show':
        mainWindow.show()
        return
      case 'lock':
        lock()
        return
      case 'quit':
        app.quit()
        return
      case 'cancelAllOrders':
        options.cancelAllOrders()
        return
      case 'stopCancelingAll':
        options.stopCancelingAll()
        return
      case 'openDataFolder':
        report('open the data folder', options.openDataFolder())
        return
      case 'openLog':
        report('open the log', options.openLog())
    }
  }

  /** On a desktop without a tray the window stays open; otherwise the user could not find the app again. */
  function showTray(isOn: boolean): void {
    try {
      face?.setTray(isOn)
      hasTray = isOn && canStayInTray(process.platform)
    } catch (error) {
      hasTray = false
      log.fault('desktop', 'put the app into the tray', error)
    }
  }

  face = startShellIntegration({ platform: process.platform, isPackaged: app.isPackaged, act })
  showTray(desktop.current.staysInTray)
  // In development the program is Electron's own, so nothing is registered. `--` ends the switches, so a link is never read
  // as one.
  if (app.isPackaged) {
    const isRegistered =
      process.platform === 'win32'
        ? app.setAsDefaultProtocolClient(linkScheme, process.execPath, ['--']) // eng-disable PROTOCOL_HANDLER_JS_CHECK: deep-link.ts reads a link strictly, and it only ever navigates
        : app.setAsDefaultProtocolClient(linkScheme) // eng-disable PROTOCOL_HANDLER_JS_CHECK: the same links, read as strictly
    if (!isRegistered) log.info('app', 'links are not registered with the system')
  }
  app.on('second-instance', (_event, argv) => {
    followLinks(linksOf(argv))
    mainWindow.show()
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    followLinks([link])
    mainWindow.show()
  })
  app.on('activate', () => {
    if (mainWindow.current === null) mainWindow.open()
    else if (!mainWindow.isShown()) mainWindow.show()
  })
  mainWindow.open()
  followLinks([...options.earlyLinks, ...linksOf(process.argv)])

  return {
    mainWindow,
    mark,
    /** Brings the window to the front and navigates to a place once it may be shown. */
    go,
    setBadge: (unread: number): void => face.setBadge(unread),
    /** Shows in the tray how canceling all orders stands; null where there is nothing to tell. */
    setCanceling: (text: string | null): void => face.setCanceling(text),
    /** Null on systems without a tray. */
    staysInTray: (): boolean | null => (canStayInTray(process.platform) ? desktop.current.staysInTray : null),
    /** Errors: notFound on systems without a tray. */
    setTray(isOn: boolean): void {
      if (!canStayInTray(process.platform)) throw new AppError('notFound', { what: 'tray' })
      desktop.set({ staysInTray: isOn })
      showTray(isOn)
    },
    takeDestination: (): Destination | null => desk.take(),
    /** Call when the app is being locked: a question that may name what the lock hides goes. */
    noteLocked: (): void => askToQuit.withdraw(),
    /** Called when the page runs and listens for events. */
    noteAlive: (): void => ending.noteAlive(),
    confirmKept: (): void => ending.confirm(),
    /** Marks this run as ended cleanly, after everything is closed. */
    end(): void {
      desktop.flush()
      mark.end()
    },
  }
}

export type DesktopIntegration = ReturnType<typeof createDesktopIntegration>
