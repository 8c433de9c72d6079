// Owns one page of the browser: its two worlds, its navigations as the browser reports them, messages in and out.
// It must not know Electron's API: it tells what happens to its listener.
import { randomBytes } from 'node:crypto'
import type { FromPage, ToPage } from '../page/messages.ts'
import {
  bindingName,
  isolatedWorldName,
  isolatedWorldScript,
  mainWorldScript,
  receiverName,
} from '../page/scripts.ts'
import { browserSession } from './chromium.ts'
import type { CdpSession, Protocol } from './cdp.ts'
import { toAppUrl, toBrowserUrl, withoutFragment } from './scheme-alias.ts'
import { openTarget, type Target } from './targets.ts'

/** A frame inside the page, or the main frame itself (no parent). URLs are the app's. */
export interface Frame {
  id: string
  parentId: string | undefined
  url: string
  name: string
}

/** What a page tells its owner. URLs are the app's. */
export interface PageListener {
  message: (message: FromPage) => void
  startedNavigating: (url: string, isSameDocument: boolean) => void
  navigated: (url: string) => void
  navigatedInPage: (url: string) => void
  failed: (url: string, error: string) => void
  domReady: () => void
  painted: () => void
  loaded: () => void
  /** The page tried to open a window; it does not exist any more. */
  windowOpened: (url: string, frameName: string, features: string) => void
  console: (event: Protocol.Runtime.consoleAPICalledPayload) => void
  gone: () => void
  crashed: () => void
}

interface PageOptions {
  width: number
  height: number
  preload: string | undefined
  /** Whether the preload is for frames inside the page too. */
  isInFrames: boolean
  preloadProcess: { platform: string; arch: string; versions: Record<string, string>; argv: string[] }
}

/** Open pages by the id of their target, which is also the id of their main frame. */
export const pages = new Map<string, Page>()

export class Page {
  readonly frames = new Map<string, Frame>()
  readonly #secret = randomBytes(12).toString('hex')
  readonly #listener: PageListener
  readonly #announced = new Set<string>()
  readonly #resumed = Promise.withResolvers<undefined>()
  #target: Target | undefined
  #worldId: number | undefined
  #loaderId = ''
  #isFailed = false
  #networkError = 'ERR_FAILED'
  #url = ''
  #isGone = false

  constructor(listener: PageListener) {
    this.#listener = listener
  }

  get targetId(): string | undefined {
    return this.#target?.id
  }

  get windowId(): number | undefined {
    return this.#target?.windowId
  }

  /** The page's URL as the app knows it, or ''. */
  get url(): string {
    return this.#url
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** The page's own session. Throws before `open`. */
  get session(): CdpSession {
    if (!this.#target) throw new Error('The page has not been opened yet.')
    return this.#target.session
  }

  /** Opens the window on its first URL, with both worlds in place before the first script; it then waits for `resume`. */
  async open(url: string, options: PageOptions): Promise<void> {
    const first = toBrowserUrl(url)
    this.announce(first)
    const target = await openTarget(first, options.width, options.height, (id) => {
      pages.set(id, this)
      this.frames.set(id, { id, parentId: undefined, url: '', name: '' })
    })
    this.#target = target
    void target.gone.then(() => this.markGone())
    this.#listen(target)
    const { session } = target
    const add = (source: string, worldName?: string): Promise<unknown> =>
      session.send(
        'Page.addScriptToEvaluateOnNewDocument',
        worldName === undefined ? { source } : { source, worldName },
      )
    await Promise.all([
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: bindingName, executionContextName: isolatedWorldName }),
      add(mainWorldScript(this.#secret, options.preload, options.isInFrames)),
      add(isolatedWorldScript(this.#secret, options.preload, options.preloadProcess), isolatedWorldName),
    ])
  }

  resume(): void {
    this.#target?.resume()
    this.#resumed.resolve(undefined)
  }

  /**
   * Resolves when the page may have its first document (or is gone). Waiting for the debugger is not enough: whatever
   * else is attached to the browser, Playwright for one, can end that wait before the preload is in place.
   */
  get whenResumed(): Promise<undefined> {
    return this.#resumed.promise
  }

  /** Says that the next navigation to this URL is the app's own wish: it is not offered to `will-navigate`. */
  announce(browserUrl: string): void {
    this.#announced.add(withoutFragment(browserUrl))
  }

  /** True, once, for an announced navigation. */
  takeAnnounced(browserUrl: string): boolean {
    return this.#announced.delete(withoutFragment(browserUrl))
  }

  isCurrent(browserUrl: string): boolean {
    return withoutFragment(toBrowserUrl(this.#url)) === withoutFragment(browserUrl)
  }

  /** Remembers why the network refused the document, for `failed`. */
  noteNetworkError(error: string): void {
    this.#networkError = error
  }

  /** Loads another URL in the open page. Resolves with the browser's error text, if any. */
  async navigate(url: string): Promise<string | undefined> {
    const browserUrl = toBrowserUrl(url)
    this.announce(browserUrl)
    const { errorText } = await this.session.send('Page.navigate', { url: browserUrl })
    if (errorText !== undefined) this.noteNetworkError(errorText.replace('net::', ''))
    return errorText
  }

  /** Posts to the preload's world of the current document; dropped, as in Electron, when there is none. */
  post(message: ToPage): void {
    if (this.#worldId === undefined || this.#isGone) return
    this.session.tell('Runtime.evaluate', {
      expression: `${receiverName}(${JSON.stringify(message)})`,
      contextId: this.#worldId,
      silent: true,
    })
  }

  /** Evaluates in the preload's world, as a user's gesture; undefined while there is no document. */
  async evaluateIsolated(expression: string): Promise<unknown> {
    if (this.#worldId === undefined) return undefined
    const contextId = this.#worldId
    const { result } = await this.session.send('Runtime.evaluate', {
      expression,
      contextId,
      userGesture: true,
      returnByValue: true,
    })
    return result.value as unknown
  }

  /** Asks the browser to close the window; the end is told by `gone`. */
  async close(): Promise<void> {
    if (!this.#target || this.#isGone) return
    try {
      await browserSession().send('Target.closeTarget', { targetId: this.#target.id })
    } catch {
      // The browser itself is going: so is the page.
      this.markGone()
    }
  }

  markGone(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#resumed.resolve(undefined)
    if (this.#target) pages.delete(this.#target.id)
    this.#listener.gone()
  }

  markCrashed(): void {
    this.#worldId = undefined
    this.#listener.crashed()
  }

  #listen({ id, session }: Target): void {
    const listener = this.#listener
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== bindingName) return
      const message = JSON.parse(payload) as FromPage
      if (message.type === 'hello') {
        this.#worldId = executionContextId
        this.#setUrl(message.url)
      }
      if (executionContextId === this.#worldId) listener.message(message)
    })
    session.on('Runtime.executionContextsCleared', () => {
      this.#worldId = undefined
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (executionContextId === this.#worldId) this.#worldId = undefined
    })
    session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this.frames.set(frameId, { id: frameId, parentId: parentFrameId, url: '', name: '' })
    })
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') this.frames.delete(frameId)
    })
    session.on('Page.frameStartedNavigating', ({ frameId, url, navigationType }) => {
      if (frameId === id) listener.startedNavigating(toAppUrl(url), navigationType === 'sameDocument')
    })
    session.on('Page.frameNavigated', ({ frame }) => this.#onCommit(frame))
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId !== id) return
      this.#setUrl(url)
      listener.navigatedInPage(this.#url)
    })
    session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
      if (frameId !== id || loaderId !== this.#loaderId || this.#isFailed) return
      if (name === 'DOMContentLoaded') listener.domReady()
      else if (name === 'firstPaint') listener.painted()
      else if (name === 'load') listener.loaded()
    })
    session.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
      listener.windowOpened(toAppUrl(url), windowName, windowFeatures.join(',')),
    )
    session.on('Runtime.consoleAPICalled', (event) => listener.console(event))
  }

  #setUrl(browserUrl: string): void {
    this.#url = browserUrl.startsWith('about:blank') ? '' : toAppUrl(browserUrl)
    const frame = this.#target && this.frames.get(this.#target.id)
    if (frame) frame.url = this.#url
  }

  #onCommit(frame: Protocol.Page.Frame): void {
    const url = frame.url + (frame.urlFragment ?? '')
    if (frame.parentId !== undefined) {
      const { id, parentId, name = '' } = frame
      this.frames.set(id, { id, parentId, url: toAppUrl(url), name })
      return
    }
    this.#loaderId = frame.loaderId
    this.#isFailed = frame.unreachableUrl !== undefined
    if (frame.unreachableUrl !== undefined) {
      this.#listener.failed(toAppUrl(frame.unreachableUrl), this.#networkError)
      return
    }
    this.#setUrl(url)
    this.#listener.navigated(this.#url)
  }
}
