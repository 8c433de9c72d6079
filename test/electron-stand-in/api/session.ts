// Owns `session`: the one session that windows have, its permissions and its web requests; partitions in memory.
// It must not pretend that a partition keeps anything apart: pages in one are those of a data: address, which keep nothing.
import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { browserSession } from '../core/chromium.ts'
import { type GateAnswer, type GateRequest, setGate } from '../core/request-gate.ts'
import { originOf, toAppUrl } from '../core/scheme-alias.ts'
import { failByName, failByNameInClass, lack } from '../strict.ts'
import { electronVersion } from './app.ts'
import { fetchAnything, type FetchInit } from './net.ts'
import { protocol } from './protocol.ts'
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
  | 'getUserAgent'
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setSpellCheckerEnabled'
  | 'isPersistent'
  | 'clearCache'
>

export class Session extends EventEmitter implements Emulated {
  readonly protocol = protocol
  readonly webRequest = new WebRequest((request) => findContents(request))
  #onRequest: RequestHandler = null
  #onCheck: CheckHandler = null

  fetch = fetchAnything

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
    return true
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

export const defaultSession = new Session()

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

type RequestListener = (
  details: Pick<Electron.OnBeforeRequestListenerDetails, 'id' | 'url' | 'method'>,
  callback: (response: Electron.CallbackResponse) => void,
) => void

/** A session in memory that requests can be sent in. Node's fetch sends none of them twice. */
export class PartitionSession
  extends EventEmitter
  implements Pick<Electron.Session, 'fetch' | 'closeAllConnections'>
{
  #connections: Connections | undefined
  #onRequest: RequestListener | null = null
  readonly webRequest = failByName('webRequest', {
    onBeforeRequest: (listener: RequestListener | null) => {
      this.#onRequest = listener
      setGate({ beforePartitionRequest: judgePartitionRequest })
    },
  })

  /** Undefined where nobody listens. */
  judge({ id, url, method }: GateRequest): Promise<GateAnswer> | undefined {
    const listener = this.#onRequest
    return listener === null
      ? undefined
      : new Promise((resolve) => {
          listener({ id, url, method }, ({ cancel = false }) => {
            resolve({ isCancelled: cancel })
          })
        })
  }

  setPermissionRequestHandler(): void {
    // Pages of data: addresses have no origin that a permission could be given to.
  }

  setPermissionCheckHandler(): void {
    // See setPermissionRequestHandler.
  }

  fetch = (input: string | Request, init?: FetchInit): Promise<Response> =>
    fetchAnything(input, { ...init, dispatcher: (this.#connections ??= openConnections()) })

  /** As in Electron, requests under way fail. */
  async closeAllConnections(): Promise<void> {
    const closing = this.#connections
    this.#connections = undefined
    await closing?.destroy()
  }
}

failByNameInClass('session', PartitionSession)

const partitions = new Map<string, PartitionSession>()

function judgePartitionRequest(request: GateRequest): Promise<GateAnswer> | undefined {
  const session: unknown = findContents(request)?.session
  return session instanceof PartitionSession ? session.judge(request) : undefined
}

/** The session of this name, made when there is none yet. */
export function fromPartition(name: string): Session | PartitionSession {
  if (name === '') return defaultSession
  if (name.startsWith('persist:')) return lack('session.fromPartition that is kept on disk')
  const partition = partitions.get(name) ?? new PartitionSession()
  partitions.set(name, partition)
  return partition
}

export const session = failByName('session', {
  defaultSession,
  fromPartition,
  fromPath: () => lack('session.fromPath: there is one session only'),
})
