// Creates every window, with the restrictions that all windows share.
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  type IpcMainInvokeEvent,
  nativeTheme,
  screen,
} from 'electron'
import { inLanguage } from '../../../src-preload/domain/locale/page-language.ts'
import { languageState } from '../../app/language.ts'
import { confirmOrigin, confirmUrl, pageOrigin } from './page-protocol.ts'
import { pagePartitions } from './page-session.ts'
import { fitOnScreens, type SavedBounds, centerOnActiveScreen } from './window-bounds.ts'

export interface MainWindowOptions {
  /** Absolute path of the preload bundle. */
  readonly preload: string
  /** Address of the page: `app://starkdesk/index.html`, or the development server's. */
  readonly url: string
  /** The saved bounds; null on first use. */
  readonly place: SavedBounds | null
  /** Called when the page could not be loaded or crashed. */
  readonly onFault: (what: string, error: unknown) => void
  /** Called when the page crashed again so soon that it is not reloaded. */
  readonly onBroken: () => void
}

export interface ConfirmWindowOptions {
  /** Absolute path of the confirmation window's own preload bundle. */
  readonly preload: string
  /** The development server's address; null for the built page. */
  readonly developmentUrl: string | null
  /** The main window; closing it closes this one. Not set as parent, because a parent can hide and move its child. */
  readonly owner: BrowserWindow
  /** Locale in which the main window formats numbers, so that both agree; null: Chromium's. */
  readonly locale: string | null
  /** Excludes the window from screenshots and screen recordings where the system supports it. */
  readonly isExcludedFromCapture: boolean
  /** Called each time the window is shown or gains focus. */
  readonly onAttention: () => void
  /** Called once, when the window is closed for any reason. */
  readonly onClosed: () => void
  /** Called when the page could not be loaded or crashed; the window then closes. */
  readonly onFault: (what: string, error: unknown) => void
}

/** Size of the page, without the window frame. */
const confirmSize = { width: 480, height: 600 }

/** Default and minimum size of the main window. */
const defaultSize = { width: 1440, height: 900 }
const minSize = { width: 900, height: 600 }

/** A page that crashes again within this time is not reloaded: endless reloading would hide the cause. */
const crashPauseMs = 10_000

const background = { dark: '#0f1114', light: '#f6f7f8' }

/**
 * Creates a window with the restrictions that all our pages need. The web preferences are spread last and written in full
 * here only, so no caller can weaken them and the scanner of `npm run check` can read them.
 */
function makeWindow(
  preload: string,
  partition: string,
  options: BrowserWindowConstructorOptions,
): BrowserWindow {
  return /* eng-disable AUXCLICK_JS_CHECK: denyNavigation denies every other window */ new BrowserWindow({
    ...options,
    webPreferences: {
      preload, // eng-disable PRELOAD_JS_CHECK: it makes one fixed function per channel and exposes nothing else
      partition,
      // The preload also runs in subframes, where it removes WebRTC and exposes nothing.
      nodeIntegrationInSubFrames: true,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
}

function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? background.dark : background.light
}

/** Denies navigation, new windows, webviews and WebRTC. The session denies the rest. */
function denyNavigation({ webContents }: BrowserWindow): void {
  webContents.on('will-navigate', (event) => {
    event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // A Content-Security-Policy does not cover WebRTC; without UDP it can only use a proxy.
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** Reloads a page that crashed. */
function surviveCrashes(
  { webContents }: BrowserWindow,
  { onFault, onBroken }: Pick<MainWindowOptions, 'onFault' | 'onBroken'>,
): void {
  let lastMs = -crashPauseMs
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    onFault('the page died', new Error(`${reason}, exit code ${exitCode}`))
    const nowMs = performance.now()
    const isBroken = nowMs - lastMs < crashPauseMs
    lastMs = nowMs
    if (isBroken) onBroken()
    else webContents.reload()
  })
}

/** The saved bounds as far as they are visible; on first use, centered on the active screen. */
function initialBounds(place: SavedBounds | null): Electron.Rectangle {
  if (place !== null) {
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
    return fitOnScreens(place, areas, minSize)
  }
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  const size = {
    width: Math.max(minSize.width, Math.min(defaultSize.width, workArea.width)),
    height: Math.max(minSize.height, Math.min(defaultSize.height, workArea.height)),
  }
  return { ...centerOnActiveScreen(screen, size), ...size }
}

/** Sets the window background to the theme's, which shows before the first paint and while resizing. */
function followTheme(window: BrowserWindow): void {
  const follow = (): void => {
    window.setBackgroundColor(backgroundColor())
  }
  nativeTheme.on('updated', follow)
  window.once('closed', () => nativeTheme.off('updated', follow))
}

/** Opens the main window, hidden until the page is ready to paint. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { preload, url, place, onFault } = options
  const bounds = initialBounds(place)
  const window = makeWindow(preload, pagePartitions.main, {
    title: 'Starkdesk',
    ...bounds,
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    backgroundColor: backgroundColor(),
  })
  // On a display with a different scale than the main one, Windows applies the main display's scale to the initial size.
  window.setBounds(bounds)
  denyNavigation(window)
  followTheme(window)
  window.once('ready-to-show', () => {
    if (place?.isMaximized === true) window.maximize()
    window.show()
    if (place?.isFullScreen === true) window.setFullScreen(true)
  })
  surviveCrashes(window, options)
  window.loadURL(inLanguage(url, languageState().current)).catch((error: unknown) => {
    // Closed before all of the page was there: nobody waits for the rest.
    if (window.isDestroyed()) return
    onFault('the page could not be loaded', error)
  })
  return window
}

/**
 * Sends all keyboard input to `window` while it is open: a page that calls focus() in a loop could otherwise capture part of
 * a password.
 * @returns a function that ends this
 */
function captureKeyboard(owner: BrowserWindow, window: BrowserWindow): () => void {
  const swallow = (event: Electron.Event): void => {
    event.preventDefault()
    // Not before it has painted: it takes the focus itself when it is shown, and is not to be shown empty.
    if (!window.isDestroyed() && window.isVisible()) window.focus()
  }
  owner.webContents.on('before-input-event', swallow)
  return () => {
    if (!owner.isDestroyed()) owner.webContents.off('before-input-event', swallow)
  }
}

export interface OpenConfirmWindow {
  readonly window: BrowserWindow
  /** Gives the keyboard back to the owner and closes the window, if it is open. */
  readonly close: () => void
}

/**
 * Opens the secure window, whose content no script in the main window can see, forge or click: separate page, preload and
 * origin, centered on the active screen, always on top.
 */
export function openConfirmWindow(options: ConfirmWindowOptions): OpenConfirmWindow {
  const { preload, developmentUrl, owner, onFault } = options
  const window = makeWindow(preload, pagePartitions.confirm, {
    title: 'Starkdesk',
    ...confirmSize,
    ...centerOnActiveScreen(screen, confirmSize),
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    alwaysOnTop: true,
    show: false,
    backgroundColor: backgroundColor(),
  })
  denyNavigation(window)
  if (process.platform !== 'darwin') window.removeMenu()
  if (options.isExcludedFromCapture) window.setContentProtection(true)
  window.on('show', options.onAttention)
  window.on('focus', options.onAttention)
  window.once('ready-to-show', () => {
    window.show()
    window.focus()
  })

  const giveNoKeys = captureKeyboard(owner, window)
  const close = (): void => {
    // At once: what is typed after the answer is the owner's, also while the window is still closing.
    giveNoKeys()
    if (!window.isDestroyed()) window.destroy()
  }
  owner.once('closed', close)
  window.once('closed', () => {
    owner.off('closed', close)
    giveNoKeys()
    options.onClosed()
  })
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason !== 'clean-exit') onFault('the confirmation page died', new Error(`${reason}, ${exitCode}`))
    close()
  })
  const page = developmentUrl === null ? confirmUrl : new URL('/confirm/index.html', developmentUrl).href
  const url = inLanguage(page, languageState().current)
  window.loadURL(options.locale === null ? url : `${url}#${options.locale}`).catch((error: unknown) => {
    // Closing it while it loads is an answer, not a fault.
    if (window.isDestroyed()) return
    onFault('the confirmation page could not be loaded', error)
    close()
  })
  return { window, close }
}

/** Creates a hidden window for printing a page: no scripts, no preload, an in-memory session, no network and no file access. */
export function openPrintWindow(): BrowserWindow {
  const window =
    /* eng-disable AUXCLICK_JS_CHECK: denyNavigation denies every other window */ new BrowserWindow({
      show: false,
      webPreferences: {
        partition: pagePartitions.print,
        javascript: false,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    })
  denyNavigation(window)
  return window
}

/** True when a call comes from the main frame of `window`, showing a page of one of the origins. */
function isMainFrameOf(
  event: IpcMainInvokeEvent,
  window: BrowserWindow | null,
  origins: readonly string[],
): boolean {
  const frame = event.senderFrame
  if (!window || window.isDestroyed() || event.sender.id !== window.webContents.id || !frame) return false
  if (frame.parent !== null) return false
  const url = URL.parse(frame.url)
  // A custom scheme's URL.origin is "null" in Node, so scheme and host are compared.
  return url !== null && origins.includes(`${url.protocol}//${url.host}`)
}

/**
 * True when a call comes from the main frame of the main window, showing our own page.
 *
 * @param developmentUrl - the development server's address, which counts as our own page in development only
 */
export function isOwnPage(
  event: IpcMainInvokeEvent,
  window: BrowserWindow | null,
  developmentUrl: string | null,
): boolean {
  const origins = developmentUrl === null ? [pageOrigin] : [pageOrigin, new URL(developmentUrl).origin]
  return isMainFrameOf(event, window, origins)
}

/** Like {@link isOwnPage}, for the open secure window (null: none). */
export function isConfirmPage(
  event: IpcMainInvokeEvent,
  window: BrowserWindow | null,
  developmentUrl: string | null,
): boolean {
  const origins = developmentUrl === null ? [confirmOrigin] : [confirmOrigin, new URL(developmentUrl).origin]
  return isMainFrameOf(event, window, origins)
}
