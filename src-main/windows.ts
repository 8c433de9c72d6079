// Owns: the only maker of windows, and what every window must refuse. Must not: know channels or services.
import { BrowserWindow, type IpcMainInvokeEvent, nativeTheme, type Session } from 'electron'
import { pageOrigin } from './page-protocol.ts'

export interface MainWindowOptions {
  /** Absolute path of the preload bundle. */
  readonly preload: string
  /** Address of the page: `app://starkdesk/index.html`, or the development server's. */
  readonly url: string
  /** Told when the page could not be loaded, or died. */
  readonly onFault: (what: string, error: unknown) => void
}

/** A page that dies again this soon is left as it is: loading it for ever would hide why. */
const crashPauseMs = 10_000

const background = { dark: '#0f1114', light: '#f6f7f8' }

/** Shuts the doors that a page could leave by: other addresses, new windows, webviews, permissions. */
function closeDoors(window: BrowserWindow, session: Session): void {
  const { webContents } = window
  webContents.on('will-navigate', (event) => {
    event.preventDefault()
  })
  webContents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  session.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false)
  })
  session.setPermissionCheckHandler(() => false)
}

/** Loads a page that died once more, so that a crash costs a moment and not the window. */
function surviveCrashes({ webContents }: BrowserWindow, onFault: MainWindowOptions['onFault']): void {
  let lastMs = -crashPauseMs
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    onFault('the page died', new Error(`${reason}, exit code ${exitCode}`))
    const nowMs = performance.now()
    if (nowMs - lastMs >= crashPauseMs) webContents.reload()
    lastMs = nowMs
  })
}

/** Opens the main window. It shows itself once the page has something to show. */
export function openMainWindow({ preload, url, onFault }: MainWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Starkdesk',
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    // Last and in one place: no caller can weaken them.
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  closeDoors(window, window.webContents.session)
  window.once('ready-to-show', () => {
    window.show()
  })
  surviveCrashes(window, onFault)
  window.loadURL(url).catch((error: unknown) => {
    onFault('the page could not be loaded', error)
  })
  return window
}

/**
 * True when a call comes from the main frame of `window`, showing our own page.
 *
 * @param developmentUrl - the development server's address, which counts as our own page in development only
 */
export function isOwnPage(
  event: IpcMainInvokeEvent,
  window: BrowserWindow | null,
  developmentUrl: string | null,
): boolean {
  const frame = event.senderFrame
  if (!window || window.isDestroyed() || event.sender.id !== window.webContents.id || !frame) return false
  if (frame.parent !== null) return false
  const origins = [pageOrigin, ...(developmentUrl ? [new URL(developmentUrl).origin] : [])]
  const url = URL.parse(frame.url)
  // A custom scheme's URL.origin is "null" in Node, so scheme and host are compared.
  return url !== null && origins.includes(`${url.protocol}//${url.host}`)
}
