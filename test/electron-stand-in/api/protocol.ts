// Owns `protocol`: which custom schemes exist and who answers them.
// It must not touch the browser: the request gate asks it.
import type Electron from 'electron'
import type { GateRequest } from '../core/request-gate.ts'
import { customSchemes } from '../core/scheme-alias.ts'
import { failByName, lack } from '../strict.ts'
import { app } from './app.ts'

type Handler = (request: Request) => Response | Promise<Response>

const builtIn = new Set(['http', 'https', 'file', 'ws', 'wss', 'data', 'blob', 'about'])

/** A page's request as the app's handlers get it. */
export function toRequest({ url, method, requestHeaders: headers, body }: GateRequest): Request {
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return new Request(url, hasBody ? { method, headers, body: Uint8Array.from(body) } : { method, headers })
}

/** The schemes of one session. */
export function createProtocol() {
  const handlers = new Map<string, Handler>()
  const protocol = failByName('protocol', {
    registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
      if (app.isReady()) {
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
      }
      for (const { scheme } of schemes) customSchemes.add(scheme.toLowerCase())
    },
    handle: (scheme: string, handler: Handler) => {
      if (builtIn.has(scheme)) lack(`protocol.handle('${scheme}')`)
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      customSchemes.add(scheme)
      handlers.set(scheme, handler)
    },
    unhandle: (scheme: string) => {
      if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
    },
    isProtocolHandled: (scheme: string) => handlers.has(scheme) || builtIn.has(scheme),
  } satisfies Pick<
    Electron.Protocol,
    'registerSchemesAsPrivileged' | 'handle' | 'unhandle' | 'isProtocolHandled'
  >)
  /** The handler of a URL's scheme, if there is one. */
  const handlerFor = (url: string): Handler | undefined =>
    handlers.get(url.slice(0, Math.max(0, url.indexOf(':'))).toLowerCase())
  return { protocol, handlerFor }
}

/** That of the default session, which is also what net.fetch asks. */
export const defaultProtocol = createProtocol()
export const { protocol } = defaultProtocol
