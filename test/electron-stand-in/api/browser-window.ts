// Owns `BrowserWindow`: size, place, state and end of a window, and the events of all that.
// It must not talk to the page itself; its webContents does.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { browserSession, isBrowserHeadless } from '../core/chromium.ts'
import { makeEvent } from '../core/events.ts'
import { resizeContents } from '../core/targets.ts'
import type { WindowGeometry } from '../page/messages.ts'
import { asElectron, failByNameInClass, lack } from '../strict.ts'
import { app } from './app.ts'
import { setFocusedWindowFinder } from './menu.ts'
import type { NativeImage } from './native-image.ts'
import { WebContents } from './web-contents.ts'

type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen'
type Bounds = Electron.Rectangle

const windows = new Map<number, BrowserWindow>()
let focusedId: number | undefined

type Emulated = Pick<
  Electron.BrowserWindow,
  | 'loadURL'
  | 'loadFile'
  | 'reload'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'isVisible'
  | 'focus'
  | 'blur'
  | 'isFocused'
  | 'getTitle'
  | 'setTitle'
  | 'getBounds'
  | 'setBounds'
  | 'getContentBounds'
  | 'setContentBounds'
  | 'getNormalBounds'
  | 'getSize'
  | 'setSize'
  | 'getContentSize'
  | 'setContentSize'
  | 'getPosition'
  | 'setPosition'
  | 'getMinimumSize'
  | 'setMinimumSize'
  | 'center'
  | 'minimize'
  | 'maximize'
  | 'unmaximize'
  | 'restore'
  | 'setFullScreen'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'isNormal'
  | 'setMenu'
  | 'removeMenu'
  | 'setMenuBarVisibility'
  | 'setAutoHideMenuBar'
  | 'setIcon'
  | 'setBackgroundColor'
  | 'getBackgroundColor'
  | 'setOverlayIcon'
  | 'setProgressBar'
  | 'flashFrame'
  | 'setContentProtection'
  | 'isContentProtected'
  | 'setAlwaysOnTop'
  | 'isAlwaysOnTop'
  | 'isResizable'
  | 'getParentWindow'
  | 'setTitleBarOverlay'
  | 'moveTop'
  | 'id'
>

export class BrowserWindow extends EventEmitter implements Emulated {
  readonly id: number
  readonly webContents: WebContents
  #title: string
  #bounds: Bounds
  #minimumSize: [number, number]
  #state: State = 'normal'
  #isVisible: boolean
  #isDestroyed = false
  #isReadyToShow = false
  #isClosing = false
  #isContentProtected = false
  #isAlwaysOnTop: boolean
  #backgroundColor: string
  readonly #isResizable: boolean

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.setMaxListeners(0)
    if (options.parent || options.modal) lack('BrowserWindow: parent, modal')
    const { x = 0, y = 0, width = 800, height = 600, show = true, title = app.name } = options
    this.#isAlwaysOnTop = options.alwaysOnTop ?? false
    this.#backgroundColor = options.backgroundColor ?? '#FFF'
    this.#isResizable = options.resizable ?? true
    this.#title = title
    this.#bounds = { x, y, width, height }
    this.#minimumSize = [options.minWidth ?? 0, options.minHeight ?? 0]
    this.#isVisible = show
    this.webContents = new WebContents(
      {
        size: () => ({ width: this.#bounds.width, height: this.#bounds.height }),
        close: () => this.close(),
        destroy: () => this.destroy(),
        focus: () => this.focus(),
        isFocused: () => this.isFocused(),
        onTitle: (newTitle) => this.#onTitle(newTitle),
        onResize: (geometry) => this.#onResize(geometry),
        onFocus: (isFocused) => this.#onFocus(isFocused),
        onPaint: () => this.#onPaint(),
        onGone: () => this.#onGone(),
      },
      options.webPreferences ?? {},
    )
    this.id = this.webContents.id
    windows.set(this.id, this)
    if (show) focusedId = this.id
    setImmediate(() => app.emit('browser-window-created', makeEvent({}), this))
    // A window into which nothing is loaded at once is an empty window.
    setTimeout(() => {
      if (!this.#isDestroyed) this.#run(this.webContents.whenOpen())
    }, 50)
    if (options.x !== undefined || options.y !== undefined) this.#place({ left: x, top: y })
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows.values()]
  }

  static fromId(id: number): BrowserWindow | null {
    return windows.get(id) ?? null
  }

  static fromWebContents(contents: WebContents | null | undefined): BrowserWindow | null {
    return [...windows.values()].find((window) => window.webContents === contents) ?? null
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focusedId === undefined ? null : BrowserWindow.fromId(focusedId)
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url)
  }

  async loadFile(file: string, options?: Electron.LoadFileOptions): Promise<void> {
    await this.webContents.loadFile(file, options)
  }

  async capturePage(rect?: Electron.Rectangle): Promise<NativeImage> {
    return await this.webContents.capturePage(rect)
  }

  reload(): void {
    this.webContents.reload()
  }

  close(): void {
    this.#run(this.closeUnlessPrevented())
  }

  /** Offers `close` to the app and closes; false if the app prevented it. */
  async closeUnlessPrevented(): Promise<boolean> {
    if (this.#isDestroyed) return true
    const event = makeEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) return false
    await this.#close()
    return true
  }

  destroy(): void {
    if (!this.#isDestroyed) this.#run(this.#close())
  }

  async #close(): Promise<void> {
    if (this.#isDestroyed) return
    this.#isClosing = true
    const closed = new Promise((resolve) => this.once('closed', resolve))
    await this.webContents.whenOpen()
    await this.webContents.page.close()
    await closed
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  show(): void {
    this.#isVisible = true
    if (!isBrowserHeadless() && this.#state !== 'maximized') this.#place({ windowState: 'normal' })
    this.emit('show')
    this.focus()
  }

  showInactive(): void {
    this.#isVisible = true
    this.emit('show')
  }

  hide(): void {
    this.#isVisible = false
    if (!isBrowserHeadless()) this.#place({ windowState: 'minimized' })
    this.emit('hide')
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  focus(): void {
    const { page } = this.webContents
    if (page.targetId !== undefined && !page.isGone) page.session.tell('Page.bringToFront')
    this.#onFocus(true)
  }

  blur(): void {
    this.#onFocus(false)
  }

  isFocused(): boolean {
    return focusedId === this.id
  }

  getTitle(): string {
    return this.#title
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getBounds(): Bounds {
    return { ...this.#bounds }
  }

  getContentBounds(): Bounds {
    return this.getBounds()
  }

  getNormalBounds(): Bounds {
    return this.getBounds()
  }

  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#bounds
    this.#bounds = { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    if (x !== before.x || y !== before.y) {
      this.#place({ left: x, top: y })
      this.emit('move')
      this.emit('moved')
    }
    if (width !== before.width || height !== before.height) {
      this.#run(this.#resize())
      this.emit('resize')
      this.emit('resized')
    }
  }

  setContentBounds(bounds: Bounds): void {
    this.setBounds(bounds)
  }

  getSize(): number[] {
    return [this.#bounds.width, this.#bounds.height]
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getContentSize(): number[] {
    return this.getSize()
  }

  setContentSize(width: number, height: number): void {
    this.setSize(width, height)
  }

  getPosition(): number[] {
    return [this.#bounds.x, this.#bounds.y]
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }

  getMinimumSize(): number[] {
    return [...this.#minimumSize]
  }

  setMinimumSize(width: number, height: number): void {
    this.#minimumSize = [width, height]
  }

  center(): void {
    // The window manager has placed it.
  }

  minimize(): void {
    this.#setState('minimized', 'minimize')
  }

  maximize(): void {
    this.#setState('maximized', 'maximize')
  }

  unmaximize(): void {
    this.#setState('normal', 'unmaximize')
  }

  restore(): void {
    this.#setState('normal', 'restore')
  }

  setFullScreen(isFullScreen: boolean): void {
    if (isFullScreen) this.#setState('fullscreen', 'enter-full-screen')
    else this.#setState('normal', 'leave-full-screen')
  }

  isMinimized(): boolean {
    return this.#state === 'minimized'
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }

  isNormal(): boolean {
    return this.#state === 'normal'
  }

  setMenu(): void {
    // No menu bar is drawn.
  }

  removeMenu(): void {
    // No menu bar is drawn.
  }

  setMenuBarVisibility(): void {
    // No menu bar is drawn.
  }

  setAutoHideMenuBar(): void {
    // No menu bar is drawn.
  }

  setIcon(): void {
    // The window carries the browser's icon.
  }

  /** Remembered only: the browser paints white until the page paints. */
  setBackgroundColor(color: string): void {
    this.#backgroundColor = color
  }

  getBackgroundColor(): string {
    return this.#backgroundColor
  }

  setOverlayIcon(): void {
    // There is no task bar entry of its own.
  }

  setProgressBar(): void {
    // There is no task bar entry of its own.
  }

  flashFrame(): void {
    // There is no task bar entry of its own.
  }

  /** Remembered only: the browser offers no protection. */
  setContentProtection(isProtected: boolean): void {
    this.#isContentProtected = isProtected
  }

  isContentProtected(): boolean {
    return this.#isContentProtected
  }

  /** Remembered only: the window manager decides. */
  setAlwaysOnTop(isOnTop: boolean): void {
    this.#isAlwaysOnTop = isOnTop
  }

  isAlwaysOnTop(): boolean {
    return this.#isAlwaysOnTop
  }

  isResizable(): boolean {
    return this.#isResizable
  }

  /** Always none: windows with a parent are refused. */
  getParentWindow(): null {
    return null
  }

  setTitleBarOverlay(): void {
    // The browser draws its own title bar.
  }

  moveTop(): void {
    this.focus()
  }

  #setState(state: State, event: string): void {
    this.#state = state
    if (!isBrowserHeadless()) this.#place({ windowState: state })
    this.emit(event)
  }

  #place(bounds: { left?: number; top?: number; windowState?: State }): void {
    const act = async (): Promise<void> => {
      await this.webContents.whenOpen()
      const { windowId } = this.webContents.page
      if (windowId !== undefined) browserSession().tell('Browser.setWindowBounds', { windowId, bounds })
    }
    // After the caller's own code, so that its loadURL comes first and the window opens on that page.
    setTimeout(() => {
      if (!this.#isDestroyed) this.#run(act())
    }, 60)
  }

  async #resize(): Promise<void> {
    await this.webContents.whenOpen()
    const { windowId } = this.webContents.page
    if (windowId !== undefined) await resizeContents(windowId, this.#bounds.width, this.#bounds.height)
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.#isDestroyed && !app.isQuitting) console.error(error)
    })
  }

  #onTitle(title: string): void {
    const event = makeEvent({})
    this.emit('page-title-updated', event, title, true)
    this.webContents.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.#title = title
  }

  #onResize({ x, y, width, height }: WindowGeometry): void {
    const isSame = width === this.#bounds.width && height === this.#bounds.height
    if (isSame || this.#state !== 'normal') return
    this.#bounds = isBrowserHeadless() ? { ...this.#bounds, width, height } : { x, y, width, height }
    this.emit('resize')
    this.emit('resized')
  }

  #onFocus(isFocused: boolean): void {
    if (isFocused === this.isFocused()) return
    focusedId = isFocused ? this.id : undefined
    this.emit(isFocused ? 'focus' : 'blur')
    app.emit(isFocused ? 'browser-window-focus' : 'browser-window-blur', makeEvent({}), this)
  }

  #onPaint(): void {
    if (this.#isReadyToShow) return
    this.#isReadyToShow = true
    this.emit('ready-to-show')
  }

  #onGone(): void {
    if (this.#isDestroyed) return
    // Closed by the person, through the frame: too late to prevent, but the app may want to save its state.
    if (!this.#isClosing) this.emit('close', makeEvent({}))
    this.#isDestroyed = true
    windows.delete(this.id)
    if (focusedId === this.id) focusedId = undefined
    this.emit('closed')
    if (windows.size === 0) app.onLastWindowClosed()
  }
}

failByNameInClass('BrowserWindow', BrowserWindow)

setFocusedWindowFinder(() => {
  const window = BrowserWindow.getFocusedWindow()
  return window ? asElectron<Electron.BaseWindow>(window) : undefined
})

/** Closes the windows one after the other; false as soon as the app prevents one. */
export async function closeAllWindows(): Promise<boolean> {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!(await window.closeUnlessPrevented())) return false
  }
  return true
}
