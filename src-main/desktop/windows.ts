// Owns: the only maker of windows, and what every window must refuse. Must not: know channels or services.
import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  type IpcMainInvokeEvent,
  nativeTheme,
  screen,
} from 'electron'
import { inLanguage } from '../../src-preload/domain/page-language.ts'
import { languageState } from '../app/language.ts'
import { confirmOrigin, confirmUrl, pageOrigin } from './page-protocol.ts'
import { pagePartitions } from './page-session.ts'
import { fitOnScreens, type KeptPlace, placeOnScreenInUse } from './window-place.ts'

export interface MainWindowOptions {
  /** Absolute path of the preload bundle. */
  readonly preload: string
  /** Address of the page: `app://starkdesk/index.html`, or the development server's. */
  readonly url: string
  /** Where the window was; null: it was never open here. */
  readonly place: KeptPlace | null
  /** Told when the page could not be loaded, or died. */
  readonly onFault: (what: string, error: unknown) => void
  /** Told when the page died again so soon that it is not loaded any more. */
  readonly onBroken: () => void
}

export interface ConfirmWindowOptions {
  /** Absolute path of the confirmation window's own preload bundle. */
  readonly preload: string
  /** The development server's address; null where the built page is shown. */
  readonly developmentUrl: string | null
  /** The main window: when it closes, this one does. It is not its parent, which could hide and move it. */
  readonly owner: BrowserWindow
  /** The region in which the main window writes its figures; null: Chromium's. This one must write them the same way. */
  readonly locale: string | null
  /** Keeps the window out of pictures and recordings of the screen, where the system can do that. */
  readonly isExcludedFromCapture: boolean
  /** Told each time that the window is shown or gains focus. */
  readonly onAttention: () => void
  /** Told once, when it is gone for whatever reason. */
  readonly onClosed: () => void
  /** Told when the page could not be loaded, or died; the window then closes. */
  readonly onFault: (what: string, error: unknown) => void
}

/** Of the page, without the frame around it. */
const confirmSize = { width: 480, height: 600 }

/** Of the main window: the first time, and the least at which everything can be read. */
const usualSize = { width: 1440, height: 900 }
const leastSize = { width: 900, height: 600 }

/** A page that dies again this soon is left as it is: loading it for ever would hide why. */
const crashPauseMs = 10_000

const background = { dark: '#0f1114', light: '#f6f7f8' }

/**
 * Makes a window with what no page of ours may do without. It is spread last and written here alone, in full: no caller can
 * weaken it, and the scanner of `npm run check` reads it.
 */
function makeWindow(
  preload: string,
  partition: string,
  options: BrowserWindowConstructorOptions,
): BrowserWindow {
  return /* eng-disable AUXCLICK_JS_CHECK: closeDoors denies every other window */ new BrowserWindow({
    ...options,
    webPreferences: {
      preload, // eng-disable PRELOAD_JS_CHECK: it makes one fixed function per channel and exposes nothing else
      partition,
      // The preload is for frames inside the page too, from which it takes WebRTC and to which it gives nothing.
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

/** Shuts the doors that a window itself has: other addresses, new windows, webviews, WebRTC. Its session shuts the others. */
function closeDoors({ webContents }: BrowserWindow): void {
  webContents.on('will-navigate', (event) => {
    event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // WebRTC is no request that a content security policy sees; without UDP of its own it goes nowhere but through a proxy.
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/** Loads a page that died once more, so that a crash costs a moment and not the window. */
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

/** Where the main window goes: where it was, as far as that is in sight; the first time, in the middle of the screen in use. */
function findPlace(place: KeptPlace | null): Electron.Rectangle {
  if (place !== null) {
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
    return fitOnScreens(place, areas, leastSize)
  }
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  const size = {
    width: Math.max(leastSize.width, Math.min(usualSize.width, workArea.width)),
    height: Math.max(leastSize.height, Math.min(usualSize.height, workArea.height)),
  }
  return { ...placeOnScreenInUse(screen, size), ...size }
}

/** The page paints its own ground; until then, and while a window grows, the window's is seen. */
function followTheme(window: BrowserWindow): void {
  const follow = (): void => {
    window.setBackgroundColor(backgroundColor())
  }
  nativeTheme.on('updated', follow)
  window.once('closed', () => nativeTheme.off('updated', follow))
}

/** Opens the main window. It shows itself once the page has something to show. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { preload, url, place, onFault } = options
  const bounds = findPlace(place)
  const window = makeWindow(preload, pagePartitions.main, {
    title: 'Starkdesk',
    ...bounds,
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    show: false,
    backgroundColor: backgroundColor(),
  })
  // On a display of another scale than the main one, Windows takes the size above for that of the main one.
  window.setBounds(bounds)
  closeDoors(window)
  followTheme(window)
  window.once('ready-to-show', () => {
    if (place?.isMaximized === true) window.maximize()
    window.show()
    if (place?.isFullScreen === true) window.setFullScreen(true)
  })
  surviveCrashes(window, options)
  window.loadURL(inLanguage(url, languageState().current)).catch((error: unknown) => {
    onFault('the page could not be loaded', error)
  })
  return window
}

/**
 * While `window` is open, what is typed goes to it alone: a page that calls focus() in a loop would get the rest of a password.
 * Returns what ends that.
 */
function keepKeysFrom(owner: BrowserWindow, window: BrowserWindow): () => void {
  const swallow = (event: Electron.Event): void => {
    event.preventDefault()
    if (!window.isDestroyed()) window.focus()
  }
  owner.webContents.on('before-input-event', swallow)
  return () => {
    if (!owner.isDestroyed()) owner.webContents.off('before-input-event', swallow)
  }
}

/**
 * Opens the small window in which a person sees and confirms what a script in the main window must neither see, forge nor
 * press: a page, a preload and an origin of its own, in the middle of the screen in use, above other windows.
 */
export function openConfirmWindow(options: ConfirmWindowOptions): BrowserWindow {
  const { preload, developmentUrl, owner, onFault } = options
  const window = makeWindow(preload, pagePartitions.confirm, {
    title: 'Starkdesk',
    ...confirmSize,
    ...placeOnScreenInUse(screen, confirmSize),
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    alwaysOnTop: true,
    show: false,
    backgroundColor: backgroundColor(),
  })
  closeDoors(window)
  if (process.platform !== 'darwin') window.removeMenu()
  if (options.isExcludedFromCapture) window.setContentProtection(true)
  window.on('show', options.onAttention)
  window.on('focus', options.onAttention)
  window.once('ready-to-show', () => {
    window.show()
    window.focus()
  })

  const close = (): void => {
    if (!window.isDestroyed()) window.destroy()
  }
  owner.once('closed', close)
  const giveNoKeys = keepKeysFrom(owner, window)
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
    // Closed while it was loading: that is an answer, not a fault.
    if (window.isDestroyed()) return
    onFault('the confirmation page could not be loaded', error)
    close()
  })
  return window
}

/**
 * Makes a window that nobody sees, for printing a page: no scripts and no preload, a session of its own in memory, and no
 * request that leaves this computer or reads a file of it.
 */
export function openPrintWindow(): BrowserWindow {
  const window = /* eng-disable AUXCLICK_JS_CHECK: closeDoors denies every other window */ new BrowserWindow({
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
  closeDoors(window)
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

/** The same for the confirmation window that is open now (null: none) and its page. */
export function isConfirmPage(
  event: IpcMainInvokeEvent,
  window: BrowserWindow | null,
  developmentUrl: string | null,
): boolean {
  const origins = developmentUrl === null ? [confirmOrigin] : [confirmOrigin, new URL(developmentUrl).origin]
  return isMainFrameOf(event, window, origins)
}
