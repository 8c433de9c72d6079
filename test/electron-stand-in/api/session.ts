// Owns `session`: the default one and partitions in memory, each with its permissions, web requests, schemes and network rules.
// It must not pretend that a partition keeps storage apart: all windows are in one profile of the browser.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { browserSession, networkRules } from '../core/chromium.ts'
import { type GateAnswer, type GateRequest, setGate } from '../core/request-gate.ts'
import { originOf, toAppUrl } from '../core/scheme-alias.ts'
import { failByName, failByNameInClass, lack } from '../strict.ts'
import { electronVersion } from './app.ts'
import { fetchAnything, type FetchInit } from './net.ts'
import { createProtocol, defaultProtocol, toRequest } from './protocol.ts'
import { WebRequest } from './web-request.ts'

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]
type Permission = Parameters<NonNullable<RequestHandler>>[1]

/** Electron's permission names and the browser's. */
const permissions: readonly [Permission, string][] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['midi', 'midi'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['idle-detection', 'idle-detection'],
  ['display-capture', 'display-capture'],
  ['storage-access', 'storage-access'],
  ['window-management', 'window-management'],
]

let findContents: (request: GateRequest) => Electron.WebContents | undefined = () => undefined

/** Tells how to find the webContents that made a request; given by web-contents.ts. */
export function setContentsFinder(find: (request: GateRequest) => Electron.WebContents | undefined): void {
  findContents = find
}

type Emulated = Pick<
  Electron.Session,
  | 'fetch'
  | 'closeAllConnections'
  | 'getUserAgent'
  | 'setProxy'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setSpellCheckerEnabled'
  | 'isPersistent'
  | 'clearCache'
>

interface Connections {
  destroy(): Promise<void>
}

/** Connections of their own, kept open between requests as Chromium keeps them. */
function openConnections(): Connections {
  // Node has its agents inside; it shows the one that all share, once one of its classes for requests was looked at.
  const shared: unknown =
    typeof globalThis.Headers === 'function' &&
    Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))
  if (typeof shared !== 'object' || shared === null)
    return lack('session.fromPartition on this version of Node')
  return Reflect.construct(shared.constructor as new () => Connections, [])
}

const sessions = new Map<string, Session>()

export class Session extends EventEmitter implements Emulated {
  readonly protocol: ReturnType<typeof createProtocol>['protocol']
  /** The handler of a URL's scheme in this session. */
  readonly handlerFor: ReturnType<typeof createProtocol>['handlerFor']
  readonly webRequest = new WebRequest((request) => findContents(request), askSessions)
  readonly #name: string
  #connections: Connections | undefined
  #onRequest: RequestHandler = null
  #onCheck: CheckHandler = null
  #proxy: string | undefined

  /** @param name - that of its partition; '' for the default session */
  constructor(name: string, made = createProtocol()) {
    super()
    this.#name = name
    this.protocol = made.protocol
    this.handlerFor = made.handlerFor
    sessions.set(name, this)
  }

  /** Made by Node, which sends nothing of a partition twice: each has connections of its own. */
  fetch = (input: string | Request, init?: FetchInit): Promise<Response> =>
    this.#name === ''
      ? fetchAnything(input, init)
      : fetchAnything(input, { ...init, dispatcher: (this.#connections ??= openConnections()) })

  /** As in Electron, requests under way fail. */
  async closeAllConnections(): Promise<void> {
    const closing = this.#connections
    this.#connections = undefined
    await closing?.destroy()
  }

  /** Holds for pages alone; the browser has had these rules since it was started, so others fail by name. */
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    const { proxyRules = '', proxyBypassRules = '' } = config
    const wanted = config.mode === 'direct' ? '' : `${proxyRules} but ${proxyBypassRules}`
    const { proxy, bypass } = networkRules()
    const given = proxy === '' ? '' : `${proxy} but ${bypass}`
    if (wanted !== given) lack(`session.setProxy to "${wanted}", where it was started with "${given}"`)
    this.#proxy = wanted
    await Promise.resolve()
  }

  /** Node, which sends the app's own requests here, has no proxy. */
  async resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT')
  }

  /** Fails by name where a page would have another network here than in Electron. */
  checkNetwork(): void {
    if (networkRules().proxy !== '' && this.#proxy === undefined)
      lack('windows in a session without setProxy, but with STANDIN_NETWORK=open')
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#onRequest = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#onCheck = handler
  }

  setDevicePermissionHandler(): void {
    // No device is ever granted: nobody could choose one.
  }

  setDisplayMediaRequestHandler(): void {
    // Screen capture is refused by the permission handlers, or asked by the browser.
  }

  setSpellCheckerEnabled(): void {
    // The browser has no dictionary to check with.
  }

  isPersistent(): boolean {
    return this.#name === ''
  }

  async clearCache(): Promise<void> {
    await Promise.resolve()
  }

  getUserAgent(): string {
    return `Mozilla/5.0 (stand-in) Chrome/${process.versions['chrome']} Electron/${electronVersion()}`
  }

  /**
   * The debugging protocol cannot answer prompts one by one, so the app's handlers are asked beforehand, permission by
   * permission, and their answers are set for the origin. No handler means granted, as in Electron.
   */
  async applyPermissions(contents: Electron.WebContents, browserUrl: string): Promise<void> {
    if (!/^https?:/.test(browserUrl)) return
    const origin = new URL(browserUrl).origin
    await Promise.all(
      permissions.map(async ([permission, name]) => {
        const isGranted = await this.#judge(contents, permission, toAppUrl(`${origin}/`))
        const setting = isGranted ? 'granted' : 'denied'
        await browserSession()
          .send('Browser.setPermission', { permission: { name }, setting, origin })
          .catch((error: unknown) => {
            // A browser that does not know the permission does not grant it either.
            if (process.env['STANDIN_TRACE'] === '1') console.error(name, error)
          })
      }),
    )
  }

  async #judge(contents: Electron.WebContents, permission: Permission, url: string): Promise<boolean> {
    const details = { requestingUrl: url, isMainFrame: true }
    if (this.#onCheck && !this.#onCheck(contents, permission, originOf(url), details)) return false
    const onRequest = this.#onRequest
    if (!onRequest) return true
    return await new Promise((resolve) => onRequest(contents, permission, resolve, details))
  }
}

failByNameInClass('session', Session)

export const defaultSession = new Session('', defaultProtocol)

/** Those that a request concerns: its page's, or all where it has no page. */
function sessionsOf(request: GateRequest): Session[] {
  const own: unknown = findContents(request)?.session
  return own instanceof Session ? [own] : [...sessions.values()]
}

/** The first answer of a session that is more than "go on". */
async function firstAnswer(asked: readonly (Promise<GateAnswer> | undefined)[]): Promise<GateAnswer> {
  for (const answer of asked) {
    const given = (await answer) ?? {}
    if (Object.values(given).some((value) => value !== undefined && value !== false)) return given
  }
  return {}
}

/** Has the gate ask what the sessions listen for, and no more: each hook costs a round trip per request. */
function askSessions(): void {
  const has = (hook: keyof WebRequest['hooks']): boolean =>
    [...sessions.values()].some(({ webRequest }) => webRequest.hooks[hook] !== undefined)
  setGate({
    beforeRequest: has('beforeRequest')
      ? (request) => firstAnswer(sessionsOf(request).map((s) => s.webRequest.hooks.beforeRequest?.(request)))
      : undefined,
    beforeSendHeaders: has('beforeSendHeaders')
      ? (request) =>
          firstAnswer(sessionsOf(request).map((s) => s.webRequest.hooks.beforeSendHeaders?.(request)))
      : undefined,
    headersReceived: has('headersReceived')
      ? (request, status, headers) =>
          firstAnswer(
            sessionsOf(request).map((s) => s.webRequest.hooks.headersReceived?.(request, status, headers)),
          )
      : undefined,
    completed: has('completed')
      ? (request, status, headers) => {
          for (const { webRequest } of sessionsOf(request))
            webRequest.hooks.completed?.(request, status, headers)
        }
      : undefined,
  })
}

/** Answers a request of a page for a custom scheme; undefined where the page's session does not handle it. */
export function serveCustomScheme(request: GateRequest): Promise<Response> | undefined {
  for (const { handlerFor } of sessionsOf(request)) {
    const handler = handlerFor(request.url)
    if (handler) return Promise.resolve(handler(toRequest(request)))
  }
  return undefined
}

/** The session of this name, made when there is none yet. */
export function fromPartition(name: string): Session {
  if (name.startsWith('persist:')) return lack('session.fromPartition that is kept on disk')
  return sessions.get(name) ?? new Session(name)
}

export const session = failByName('session', {
  defaultSession,
  fromPartition,
  fromPath: () => lack('session.fromPath'),
})
