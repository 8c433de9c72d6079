// Manages the main window over its lifetime: opening, focus, bounds, zoom and closing.
import { app, type BrowserWindow } from 'electron'
import type { DesktopStateStore } from '../desktop-state.ts'
import type { AskToQuit } from '../quitting/ask-to-quit.ts'
import type { CloseGate } from './close-gate.ts'
import { nextZoom, defaultZoom } from './zoom.ts'
import { openMainWindow } from './windows.ts'

/** How a page ended: nothing that a person granted it lasts longer. */
export type PageEnd = 'pageReloaded' | 'pageCrashed' | 'pageClosed'

export interface MainWindowSetting {
  /** Absolute path of the preload bundle. */
  readonly preload: string
  readonly url: string
  readonly desktop: DesktopStateStore
  readonly ending: CloseGate
  /** Asks about what closing or quitting would cut off. */
  readonly askToQuit: AskToQuit['ask']
  /** Whether the app stays reachable without a window (dock or tray) after closing. */
  readonly staysOnClose: () => boolean
  readonly onFault: (what: string, error: unknown) => void
  /** Called when the page crashed and is not reloaded. */
  readonly onBroken: (window: BrowserWindow) => void
  /** Called for each new window. */
  readonly onOpened: (window: BrowserWindow) => void
  /** Called when the window becomes visible or hidden. */
  readonly onSeen: () => void
  /** Called when the page is gone or reloads, so nothing receives events. */
  readonly onDeaf: (why: PageEnd) => void
}

/** Saves the bounds of a window for the next start. */
function trackBounds(window: BrowserWindow, desktop: DesktopStateStore): void {
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
    // Electron declares one overload per event name, so a union of names matches none.
    window.on(event as 'move', note)
  }
  window.on('close', () => {
    note()
    desktop.flush()
  })
}

/** Call before the app is ready. Opens nothing yet. */
export function createMainWindow(setting: MainWindowSetting) {
  const { desktop, ending } = setting
  let window: BrowserWindow | null = null
  let isQuitting = false
  /** True once pending changes are saved and nothing blocks closing the window. */
  let isSettled = false
  let isLetGo = false

  const getCurrent = (): BrowserWindow | null => (window !== null && !window.isDestroyed() ? window : null)

  function applyZoom(): void {
    getCurrent()?.webContents.setZoomFactor(desktop.current.zoomPercent / 100)
  }

  let isUnasked = false
  /** One question at a time; null while none is open. */
  let asking: { readonly what: 'app' | 'window'; readonly answer: Promise<boolean> } | null = null

  async function mayEnd(): Promise<boolean> {
    if (isUnasked) return true
    const what = isQuitting || process.platform !== 'darwin' ? 'app' : 'window'
    // A yes to closing the window is none to quitting.
    if (asking !== null && asking.what !== what) await asking.answer
    asking ??= { what, answer: setting.askToQuit(what).finally(() => (asking = null)) }
    return asking.answer
  }

  /** Calls `end` once the page has saved, unless a person said no. */
  async function settle(end: () => void): Promise<void> {
    if (!(await mayEnd())) {
      isQuitting = false
      return
    }
    await ending.ask()
    isSettled = true
    end()
  }

  /** Whether the end goes on; one that the system's shutdown began does, even where that is called off meanwhile. */
  function isSettledNow(): boolean {
    if (isLetGo) isSettled = true
    return isSettled
  }

  function open(): void {
    const opened = openMainWindow({
      preload: setting.preload,
      url: setting.url,
      place: desktop.current.window,
      onFault: setting.onFault,
      onBroken: () => setting.onBroken(opened),
    })
    window = opened
    isSettled = false
    const { webContents } = opened
    const noteGone = (why: PageEnd) => (): void => {
      ending.noteDead()
      setting.onDeaf(why)
    }
    webContents.on('did-start-loading', noteGone('pageReloaded'))
    webContents.on('render-process-gone', noteGone('pageCrashed'))
    // Chromium resets the zoom with each document.
    webContents.on('dom-ready', applyZoom)
    for (const event of ['show', 'hide', 'minimize', 'restore', 'closed'] as const) {
      opened.on(event as 'show', setting.onSeen)
    }
    trackBounds(opened, desktop)
    opened.on('close', (event) => {
      if (isSettledNow()) return
      event.preventDefault()
      if (!isQuitting && setting.staysOnClose()) {
        opened.hide()
        return
      }
      void settle(() => {
        if (!opened.isDestroyed()) opened.close()
      })
    })
    opened.once('closed', noteGone('pageClosed'))
    setting.onOpened(opened)
  }

  app.on('before-quit', (event) => {
    isQuitting = true
    if (isSettledNow()) return
    event.preventDefault()
    void settle(() => app.quit())
  })

  return {
    /** Null while no window exists. */
    get current(): BrowserWindow | null {
      return getCurrent()
    },
    isShown(): boolean {
      const shown = getCurrent()
      return shown !== null && shown.isVisible() && !shown.isMinimized()
    },
    open,
    /** Brings the window to the front, or opens it again. */
    show(): void {
      const shown = getCurrent()
      if (shown === null) {
        open()
        return
      }
      if (shown.isMinimized()) shown.restore()
      shown.show()
      shown.focus()
    },
    /** Sends an event to the page; dropped when there is no page. */
    send(name: string, payload: unknown): void {
      getCurrent()?.webContents.send(name, payload)
    },
    /** One step larger or smaller; 0 resets to 100%. Returns what it is then, in percent. */
    zoom(direction: -1 | 0 | 1): number {
      const { zoomPercent } = desktop.current
      desktop.set({ zoomPercent: direction === 0 ? defaultZoom : nextZoom(zoomPercent, direction) })
      applyZoom()
      return desktop.current.zoomPercent
    },
    /** In percent. */
    get zoomPercent(): number {
      return desktop.current.zoomPercent
    },
    /** Lets the window close at once, without waiting for the page or a question: the system is shutting down. */
    letGo(): void {
      isLetGo = true
      desktop.flush()
    },
    /** Closing and quitting ask again: the shutdown was called off. Changes nothing once an end has begun. */
    stay(): void {
      isLetGo = false
    },
    /**
     * Quits, unless a person says no to what it would cut off.
     * @param first - called right before the end, and not after a no
     */
    quit(first: () => void): void {
      isQuitting = true
      const end = (): void => {
        first()
        app.quit()
      }
      if (isSettledNow()) end()
      else void settle(end)
    },
    /** Quits without a question, and lets the page save: nobody may be there to answer. */
    quitUnasked(): void {
      isUnasked = true
      app.quit()
    },
  }
}

export type MainWindow = ReturnType<typeof createMainWindow>
