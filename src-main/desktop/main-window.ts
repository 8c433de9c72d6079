// Owns: the one main window over its life: opening, bringing to the front, its place and zoom, and how it closes.
// Must not: know services, or make a window itself (windows.ts does).
import { app, type BrowserWindow } from 'electron'
import type { DesktopStateKeeper } from './desktop-state.ts'
import type { Ending } from './ending.ts'
import { nextZoom, usualZoom } from './zoom.ts'
import { openMainWindow } from './windows.ts'

export interface MainWindowSetting {
  /** Absolute path of the preload bundle. */
  readonly preload: string
  readonly url: string
  readonly desktop: DesktopStateKeeper
  readonly ending: Ending
  /** Whether closing leaves the app where it can be found again without a window. */
  readonly staysOnClose: () => boolean
  readonly onFault: (what: string, error: unknown) => void
  /** The page died and is not loaded any more. */
  readonly onBroken: (window: BrowserWindow) => void
  /** A window is new. */
  readonly onOpened: (window: BrowserWindow) => void
  /** It is seen again, or not any more. */
  readonly onSeen: () => void
  /** The page is gone, or loads anew: nobody listens. */
  readonly onDeaf: () => void
}

export interface MainWindow {
  /** Null while there is none. */
  readonly current: BrowserWindow | null
  isShown(): boolean
  open(): void
  /** Brings it to the front, or opens it again. */
  show(): void
  /** To the page; lost where there is none. */
  send(name: string, payload: unknown): void
  /** One step larger or smaller, or back to the usual size with 0. */
  zoom(direction: -1 | 0 | 1): void
  /** The app ends now, whatever the page has left to keep: the system goes down. */
  letGo(): void
}

/** Keeps the place of a window for the next one. */
function followPlace(window: BrowserWindow, desktop: DesktopStateKeeper): void {
  const note = (): void => {
    if (window.isDestroyed() || window.isMinimized()) return
    desktop.setWindow({
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    })
  }
  for (const event of [
    'resize',
    'move',
    'maximize',
    'unmaximize',
    'enter-full-screen',
    'leave-full-screen',
  ] as const) {
    // One overload per event name, so a union of names fits none of them.
    window.on(event as 'move', note)
  }
  window.on('close', () => {
    note()
    desktop.flush()
  })
}

/** To be called before the app is ready; nothing is opened yet. */
export function createMainWindow(setting: MainWindowSetting): MainWindow {
  const { desktop, ending } = setting
  let window: BrowserWindow | null = null
  let isQuitting = false
  /** What waited to be kept is kept: nothing holds the window any more. */
  let isSettled = false

  const getCurrent = (): BrowserWindow | null => (window !== null && !window.isDestroyed() ? window : null)

  function applyZoom(): void {
    getCurrent()?.webContents.setZoomFactor(desktop.current.zoomPercent / 100)
  }

  async function settle(): Promise<void> {
    await ending.ask()
    isSettled = true
  }

  function open(): void {
    const opened = openMainWindow({
      preload: setting.preload,
      url: setting.url,
      place: desktop.current.window,
      onFault: setting.onFault,
      onBroken: () => {
        setting.onBroken(opened)
      },
    })
    window = opened
    isSettled = false
    const { webContents } = opened
    const noteGone = (): void => {
      ending.noteDead()
      setting.onDeaf()
    }
    webContents.on('did-start-loading', noteGone)
    webContents.on('render-process-gone', noteGone)
    // Chromium forgets the size of a page with each document.
    webContents.on('dom-ready', applyZoom)
    for (const event of ['show', 'hide', 'minimize', 'restore', 'closed'] as const) {
      opened.on(event as 'show', setting.onSeen)
    }
    followPlace(opened, desktop)
    opened.on('close', (event) => {
      if (isSettled) return
      event.preventDefault()
      if (!isQuitting && setting.staysOnClose()) {
        opened.hide()
        return
      }
      void settle().then(() => {
        if (!opened.isDestroyed()) opened.close()
      })
    })
    opened.once('closed', noteGone)
    setting.onOpened(opened)
  }

  app.on('before-quit', (event) => {
    isQuitting = true
    if (isSettled || getCurrent() === null) return
    event.preventDefault()
    void settle().then(() => {
      app.quit()
    })
  })

  return {
    get current() {
      return getCurrent()
    },
    isShown() {
      const shown = getCurrent()
      return shown !== null && shown.isVisible() && !shown.isMinimized()
    },
    open,
    show() {
      const shown = getCurrent()
      if (shown === null) {
        open()
        return
      }
      if (shown.isMinimized()) shown.restore()
      shown.show()
      shown.focus()
    },
    send(name, payload) {
      getCurrent()?.webContents.send(name, payload)
    },
    zoom(direction) {
      const { zoomPercent } = desktop.current
      desktop.set({ zoomPercent: direction === 0 ? usualZoom : nextZoom(zoomPercent, direction) })
      applyZoom()
    },
    letGo() {
      isSettled = true
      desktop.flush()
    },
  }
}
