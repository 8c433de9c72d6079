// Owns `webContents`: Electron's face of one page, its events and its part of IPC.
// It must not size or place windows; BrowserWindow does.
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import path from 'node:path'
import type Electron from 'electron'
import { isBrowserHeadless, networkRules } from '../core/chromium.ts'
import { makeEvent } from '../core/events.ts'
import { netErrorCode } from '../core/net-errors.ts'
import { Page, pages } from '../core/page.ts'
import type { GateRequest } from '../core/request-gate.ts'
import { toBrowserUrl } from '../core/scheme-alias.ts'
import type { EarlyKey, FromPage, WindowGeometry } from '../page/messages.ts'
import { asElectron, failByName, failByNameInClass, lack } from '../strict.ts'
import { app } from './app.ts'
import { answerInvoke, codec, decodeArgs, IpcMain, ipcMain } from './ipc-main.ts'
import { pressAccelerator } from './menu.ts'
import { nativeTheme } from './native-theme.ts'
import { NativeImage } from './native-image.ts'
import { toPdfParameters } from './print.ts'
import { screen } from './screen.ts'
import { fromPartition, type Session, setContentsFinder } from './session.ts'
import { WebFrame } from './web-frame.ts'

/** What a page needs of the window around it. */
export interface WindowActions {
  size: () => { width: number; height: number }
  close: () => void
  destroy: () => void
  focus: () => void
  isFocused: () => boolean
  onTitle: (title: string) => void
  onResize: (geometry: WindowGeometry) => void
  onFocus: (isFocused: boolean) => void
  onPaint: () => void
  onGone: () => void
}

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse

const byId = new Map<number, WebContents>()
const byPage = new WeakMap<Page, WebContents>()
let lastId = 0

type Emulated = Pick<
  Electron.WebContents,
  | 'loadURL'
  | 'loadFile'
  | 'getURL'
  | 'getTitle'
  | 'isLoading'
  | 'isLoadingMainFrame'
  | 'isDestroyed'
  | 'isCrashed'
  | 'isFocused'
  | 'focus'
  | 'reload'
  | 'reloadIgnoringCache'
  | 'stop'
  | 'send'
  | 'executeJavaScript'
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy'
  | 'setZoomFactor'
  | 'getZoomFactor'
  | 'setZoomLevel'
  | 'getZoomLevel'
  | 'setVisualZoomLevelLimits'
  | 'printToPDF'
  | 'close'
  | 'forcefullyCrashRenderer'
  | 'openDevTools'
  | 'closeDevTools'
  | 'isDevToolsOpened'
  | 'toggleDevTools'
  | 'setIgnoreMenuShortcuts'
  | 'setBackgroundThrottling'
  | 'getUserAgent'
  | 'getOSProcessId'
  | 'getProcessId'
  | 'isAudioMuted'
  | 'setAudioMuted'
>

type WebRtcPolicy = Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0]

export class WebContents extends EventEmitter implements Emulated {
  readonly id: number
  readonly session: Session
  readonly ipc = new IpcMain()
  readonly mainFrame: WebFrame
  readonly #window: WindowActions
  readonly #preferences: Electron.WebPreferences
  readonly #page: Page
  readonly #frames = new Map<string, WebFrame>()
  #opening: Promise<void> | undefined
  #isWaiting = false
  #title = ''
  #isLoading = false
  #isCrashed = false
  #isAudioMuted = false
  #zoomFactor = 1
  #openHandler: OpenHandler | undefined
  #webrtcPolicy: WebRtcPolicy = 'default'

  constructor(window: WindowActions, preferences: Electron.WebPreferences) {
    super()
    this.setMaxListeners(0)
    refuseUnsafe(preferences)
    lastId += 1
    this.id = lastId
    this.#window = window
    this.#preferences = preferences
    this.session = fromPartition(preferences.partition ?? '')
    this.#page = new Page({
      message: (message) => this.#receive(message),
      startedNavigating: (url, isSameDocument) => this.#onStart(url, isSameDocument),
      navigated: (url) => this.emit('did-navigate', makeEvent({}), url, 200, 'OK'),
      navigatedInPage: (url) => this.emit('did-navigate-in-page', makeEvent({}), url, true, 0, 0),
      failed: (url, error) => this.#onFailure(url, error),
      domReady: () => this.#onDomReady(),
      painted: () => window.onPaint(),
      loaded: () => this.#onLoad(),
      windowOpened: (url, frameName, features) => this.#onWindowOpen(url, frameName, features),
      console: ({ type, args }) => {
        const message = args.map((arg) => String(arg.value ?? arg.description ?? '')).join(' ')
        this.emit('console-message', makeEvent({ level: type, message, lineNumber: 0, sourceId: '' }))
      },
      gone: () => this.#onGone(),
      crashed: () => {
        this.#isCrashed = true
        this.emit('render-process-gone', makeEvent({}), { reason: 'crashed', exitCode: 5 })
      },
    })
    this.mainFrame = new WebFrame(
      this.#page,
      this.id,
      () => this.#mainFrameOf(),
      () => null,
      {
        send: (channel, ...args) => this.send(channel, ...args),
        executeJavaScript: (code) => this.executeJavaScript(code),
        reload: () => {
          this.reload()
          return true
        },
      },
    )
    // After this event the listener is there, or gone.
    const tell = (name: unknown): void => {
      if (name === 'before-input-event') queueMicrotask(() => this.#tellKeys())
    }
    this.on('newListener', tell)
    this.on('removeListener', tell)
    byId.set(this.id, this)
    byPage.set(this.#page, this)
    setImmediate(() => app.emit('web-contents-created', makeEvent({}), this))
  }

  /** The page behind it, for BrowserWindow. */
  get page(): Page {
    return this.#page
  }

  /** Resolves when the browser's window exists; opens an empty one if nothing has been loaded yet. */
  async whenOpen(): Promise<void> {
    if (!this.#opening) {
      await this.#open(isBrowserHeadless() ? 'about:blank' : 'data:text/html,')
      this.#page.resume()
      this.#isWaiting = false
    }
    await this.#opening
  }

  #open(url: string): Promise<void> {
    const { width, height } = this.#window.size()
    this.#isWaiting = true
    this.#opening = this.#page
      .open(url, {
        width,
        height,
        preload: this.#preferences.preload,
        isInFrames: this.#preferences.nodeIntegrationInSubFrames ?? false,
        preloadProcess: {
          platform: process.platform,
          arch: process.arch,
          versions: definedOnly(process.versions),
          argv: [process.execPath, ...(this.#preferences.additionalArguments ?? [])],
        },
      })
      .then(async () => {
        if (nativeTheme.hasOwnChoice()) nativeTheme.applyTo(this.#page)
        if (this.#preferences.javascript !== false) return
        await this.#page.session.send('Emulation.setScriptExecutionDisabled', { value: true })
      })
    return this.#opening
  }

  async loadURL(url: string): Promise<void> {
    this.session.checkNetwork()
    if (networkRules().webrtc !== this.#webrtcPolicy)
      lack(
        `pages with WebRTC's policy "${this.#webrtcPolicy}", where it was started with "${networkRules().webrtc}"`,
      )
    // A window does not wait with the document of a data: address, so it opens on an empty one.
    if (url.startsWith('data:')) await this.whenOpen()
    const opening = this.#opening ?? this.#open(url)
    // Asked while the window opens: both are there before the page has its document.
    await Promise.all([
      opening,
      this.session.applyPermissions(asElectron<Electron.WebContents>(this), toBrowserUrl(url)),
    ])
    const settled = this.#whenSettled(url)
    if (this.#isWaiting) {
      this.#isWaiting = false
      this.#page.resume()
    } else if ((await this.#page.navigate(url)) === 'net::ERR_ABORTED') this.#onFailure(url, 'ERR_ABORTED')
    await settled
  }

  async loadFile(file: string, options: Electron.LoadFileOptions = {}): Promise<void> {
    const url = pathToFileURL(path.resolve(app.getAppPath(), file))
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value)
    if (options.search !== undefined) url.search = options.search
    if (options.hash !== undefined) url.hash = options.hash
    await this.loadURL(url.href)
  }

  #whenSettled(url: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const done = (): void => {
      // That of the empty document before it.
      if (url.startsWith('data:') && this.#page.url !== url) return
      this.off('did-finish-load', done)
      this.off('did-fail-load', fail)
      this.off('destroyed', destroyed)
      resolve(undefined)
    }
    const fail = (_event: unknown, errno: number, code: string): void => {
      this.off('did-finish-load', done)
      this.off('destroyed', destroyed)
      reject(Object.assign(new Error(`${code} (${errno}) loading '${url}'`), { errno, code, url }))
    }
    const destroyed = (): void => fail(undefined, -2, 'ERR_FAILED')
    this.on('did-finish-load', done)
    this.once('did-fail-load', fail)
    this.once('destroyed', destroyed)
    return promise
  }

  getURL(): string {
    return this.#page.url === 'data:text/html,' ? '' : this.#page.url
  }

  getTitle(): string {
    return this.#title
  }

  isLoading(): boolean {
    return this.#isLoading
  }

  isLoadingMainFrame(): boolean {
    return this.#isLoading
  }

  isDestroyed(): boolean {
    return this.#page.isGone
  }

  isCrashed(): boolean {
    return this.#isCrashed
  }

  isFocused(): boolean {
    return this.#window.isFocused()
  }

  focus(): void {
    this.#window.focus()
  }

  reload(): void {
    this.#reload(false)
  }

  reloadIgnoringCache(): void {
    this.#reload(true)
  }

  #reload(ignoreCache: boolean): void {
    if (this.#page.targetId === undefined || this.isDestroyed()) return
    this.#isCrashed = false
    this.#page.announce(toBrowserUrl(this.#page.url))
    this.#page.session.tell('Page.reload', { ignoreCache })
  }

  stop(): void {
    if (this.#page.targetId !== undefined) this.#page.session.tell('Page.stopLoading')
  }

  send(channel: string, ...args: unknown[]): void {
    this.#page.post({ type: 'message', channel, args: codec.encode(args) })
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    await this.whenOpen()
    const { result, exceptionDetails } = await this.#page.session.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as unknown
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  setWebRTCIPHandlingPolicy(policy: WebRtcPolicy): void {
    this.#webrtcPolicy = policy
  }

  #onWindowOpen(url: string, frameName: string, features: string): void {
    const details = {
      url,
      frameName,
      features,
      disposition: 'new-window',
      referrer: { url: this.getURL(), policy: '' },
    }
    const answer = this.#openHandler?.(asElectron<Electron.HandlerDetails>(details)) ?? { action: 'allow' }
    if (answer.action === 'allow') {
      console.error(`the Electron stand-in does not have child windows: ${url} was not opened`)
    }
  }

  setZoomFactor(factor: number): void {
    if (factor <= 0) throw new Error("'zoomFactor' must be a double greater than 0.0")
    this.#zoomFactor = factor
    this.#applyZoom()
  }

  getZoomFactor(): number {
    return this.#zoomFactor
  }

  // Source: Electron's documentation of setZoomLevel: each level is 20% of the one before.
  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level)
  }

  getZoomLevel(): number {
    return Math.log(this.#zoomFactor) / Math.log(1.2)
  }

  #applyZoom(): void {
    const zoom = JSON.stringify(String(this.#zoomFactor))
    this.#page.evaluateIsolated(`document.documentElement.style.zoom = ${zoom}`).catch((error: unknown) => {
      if (!this.isDestroyed()) console.error('The page could not be zoomed:', error)
    })
  }

  async setVisualZoomLevelLimits(): Promise<void> {
    await Promise.resolve()
  }

  async capturePage(rect?: Electron.Rectangle): Promise<NativeImage> {
    await this.whenOpen()
    const clip = rect && { ...rect, scale: 1 }
    const { data } = await this.#page.session.send('Page.captureScreenshot', {
      format: 'png',
      ...(clip ? { clip } : {}),
    })
    return new NativeImage(Buffer.from(data, 'base64'))
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    await this.whenOpen()
    const { data } = await this.#page.session.send('Page.printToPDF', toPdfParameters(options))
    return Buffer.from(data, 'base64')
  }

  close(): void {
    this.#window.close()
  }

  destroy(): void {
    this.#window.destroy()
  }

  forcefullyCrashRenderer(): void {
    this.#page.session.tell('Page.crash')
  }

  openDevTools(): void {
    // The browser opens its own, by F12, in a window that people see.
  }

  closeDevTools(): void {
    // See openDevTools.
  }

  isDevToolsOpened(): boolean {
    return false
  }

  toggleDevTools(): void {
    // See openDevTools.
  }

  setIgnoreMenuShortcuts(): void {
    // Menu shortcuts come after the page's own handlers anyway.
  }

  setBackgroundThrottling(): void {
    // Pages are never throttled here.
  }

  getUserAgent(): string {
    return this.session.getUserAgent()
  }

  getOSProcessId(): number {
    return process.pid
  }

  getProcessId(): number {
    return this.id
  }

  isAudioMuted(): boolean {
    return this.#isAudioMuted
  }

  setAudioMuted(muted: boolean): void {
    this.#isAudioMuted = muted
  }

  #mainFrameOf() {
    const { targetId } = this.#page
    return targetId === undefined ? undefined : this.#page.frames.get(targetId)
  }

  /** The frame of this id, the same object each time. */
  frameOf(id: string): WebFrame | null {
    if (id === this.#page.targetId) return this.mainFrame
    const known = this.#frames.get(id)
    if (known) return known
    const found = this.#page.frames.get(id)
    if (!found) return null
    const parent = (): WebFrame | null => (found.parentId === undefined ? null : this.frameOf(found.parentId))
    const frame = new WebFrame(this.#page, this.id, () => this.#page.frames.get(id), parent)
    this.#frames.set(id, frame)
    return frame
  }

  /** Asks the app whether the page may navigate. */
  judgeNavigation({ url, frame, resourceType }: GateRequest, isRedirect: boolean): boolean {
    const isMainFrame = resourceType === 'mainFrame'
    const webFrame = frame ? this.frameOf(frame.id) : null
    const event = makeEvent({ url, isMainFrame, isSameDocument: false, frame: webFrame, initiator: webFrame })
    if (isRedirect) this.emit('will-redirect', event, url, false, isMainFrame, this.id, 0)
    else {
      if (isMainFrame) this.emit('will-navigate', event, url, false, true, this.id, 0)
      if (!event.defaultPrevented) this.emit('will-frame-navigate', event)
    }
    return !event.defaultPrevented
  }

  #onStart(url: string, isSameDocument: boolean): void {
    if (!isSameDocument) {
      this.#isLoading = true
      this.emit('did-start-loading')
    }
    this.emit(
      'did-start-navigation',
      makeEvent({ url, isSameDocument, isMainFrame: true }),
      url,
      isSameDocument,
      true,
    )
  }

  #onDomReady(): void {
    if (this.#zoomFactor !== 1) this.#applyZoom()
    this.emit('dom-ready', makeEvent({}))
  }

  #onLoad(): void {
    this.#isLoading = false
    this.#isCrashed = false
    this.#window.onPaint()
    this.emit('did-frame-finish-load', makeEvent({}), true, this.id, 0)
    this.emit('did-finish-load')
    this.emit('did-stop-loading')
  }

  #onFailure(url: string, error: string): void {
    this.#isLoading = false
    this.emit('did-fail-load', makeEvent({}), netErrorCode(error), error, url, true, this.id, 0)
    this.emit('did-stop-loading')
  }

  #onGone(): void {
    byId.delete(this.id)
    this.emit('destroyed')
    this.#window.onGone()
  }

  #receive(message: FromPage): void {
    switch (message.type) {
      case 'hello':
        if (this.listenerCount('before-input-event') > 0) this.#tellKeys()
        screen.learn(message.surroundings)
        nativeTheme.learn(message.surroundings.prefersDark)
        return
      case 'surroundings':
        screen.learn(message.surroundings)
        nativeTheme.learn(message.surroundings.prefersDark)
        return
      case 'send':
        this.#deliver(message.channel, decodeArgs(message.args))
        return
      case 'invoke':
        answerInvoke(this.ipc, asElectron<Electron.IpcMainInvokeEvent>(this.#ipcEvent()), message).then(
          (reply) => this.#page.post(reply),
          (error: unknown) => console.error(error),
        )
        return
      case 'preload-error': {
        const error = Object.assign(new Error(message.message), { stack: message.stack })
        const isHeard = this.emit('preload-error', makeEvent({}), this.#preferences.preload, error)
        if (!isHeard)
          console.error(`Unable to load preload script: ${this.#preferences.preload ?? ''}\n`, error)
        return
      }
      case 'title':
        this.#title = message.title
        this.#window.onTitle(message.title)
        return
      case 'close':
        this.#window.close()
        return
      case 'resize':
        this.#window.onResize(message.geometry)
        return
      case 'focus':
      case 'blur':
        this.#window.onFocus(message.type === 'focus')
        this.emit(message.type)
        return
      case 'key':
        pressAccelerator(message.stroke)
        return
      case 'early-key': {
        // Nobody hears any more, which the page had not been told yet.
        if (this.listenerCount('before-input-event') === 0) {
          this.#giveKey(message.input)
          return
        }
        const event = makeEvent({})
        this.emit('before-input-event', event, { ...message.input, location: 0, modifiers: [] })
        // The browser has taken it from the page already, whatever the app says.
        if (!event.defaultPrevented) lack('keys that before-input-event lets through')
        return
      }
    }
  }

  /** Gives the page a key that was taken from it. */
  #giveKey({ type, key, code, control, shift, alt, meta, isAutoRepeat }: EarlyKey): void {
    const isText = type === 'keyDown' && key.length === 1 && !control && !alt && !meta
    this.#page.session.tell('Input.dispatchKeyEvent', {
      type,
      key,
      code,
      // Source: Chrome DevTools Protocol, Input.dispatchKeyEvent: alt 1, control 2, meta 4, shift 8.
      modifiers: Number(alt) + 2 * Number(control) + 4 * Number(meta) + 8 * Number(shift),
      autoRepeat: isAutoRepeat,
      ...(isText ? { text: key } : {}),
    })
  }

  #tellKeys(): void {
    if (this.isDestroyed()) return
    this.#page.post({ type: 'keys-first', isHeard: this.listenerCount('before-input-event') > 0 })
  }

  #ipcEvent() {
    return makeEvent({
      sender: this,
      senderFrame: this.mainFrame,
      frameId: this.mainFrame.routingId,
      processId: this.id,
      type: 'frame',
      ports: [],
    })
  }

  #deliver(channel: string, args: unknown[]): void {
    const reply = (replyChannel: string, ...replyArgs: unknown[]): void =>
      this.send(replyChannel, ...replyArgs)
    const event = Object.assign(this.#ipcEvent(), { reply })
    this.emit('ipc-message', event, channel, ...args)
    this.ipc.emit(channel, event, ...args)
    ipcMain.emit(channel, event, ...args)
  }
}

failByNameInClass('webContents', WebContents)

function definedOnly(versions: NodeJS.ProcessVersions): Record<string, string> {
  return Object.fromEntries(
    Object.entries(versions).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
}

/** Preferences that would loosen the page's walls are not emulated: such an app must not seem to work. */
function refuseUnsafe(preferences: Electron.WebPreferences): void {
  if (preferences.nodeIntegration) lack('webPreferences.nodeIntegration')
  if (preferences.contextIsolation === false) lack('webPreferences.contextIsolation: false')
  if (preferences.sandbox === false) lack('webPreferences.sandbox: false')
  if (preferences.webviewTag) lack('webPreferences.webviewTag')
}

/** The contents that made a request. */
export function contentsOf(request: GateRequest): WebContents | undefined {
  return request.page && byPage.get(request.page)
}

setContentsFinder((request) => {
  const contents = contentsOf(request)
  return contents && asElectron<Electron.WebContents>(contents)
})

export const webContents = failByName('webContents', {
  fromDevToolsTargetId: (targetId: string) => {
    const page = pages.get(targetId)
    return page && byPage.get(page)
  },
  fromId: (id: number) => byId.get(id),
  getAllWebContents: () => [...byId.values()],
  getFocusedWebContents: () => [...byId.values()].find((contents) => contents.isFocused()) ?? null,
})
