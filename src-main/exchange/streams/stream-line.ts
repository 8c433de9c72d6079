// Opens the line of a stream to the account's service: directly or through the system's proxy, with the certificates that this
// computer trusts. Knows no token.
import { request as httpRequest } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Route } from './proxy-routes.ts'

/** Where the service is. */
export interface StreamTarget {
  /** Without brackets where it is an IPv6 address. */
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

/** Certificates that are trusted: those of Node, which are Mozilla's, and those of the system, as the browser's stack does. */
export function createTrust(): () => SecureContext {
  let context: SecureContext | null = null
  return () => {
    context ??= createSecureContext({
      ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
    })
    return context
  }
}

/** The proxy could not be reached or did not connect; `code` is one that readNetworkFault knows. */
class ProxyError extends Error {
  readonly code = 'ERR_PROXY_CONNECTION_FAILED'
}

/** Resolves once the socket emits `ready`; a failed or aborted one is destroyed. */
function whenReady(socket: Socket, ready: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      signal.removeEventListener('abort', onAbort)
      socket.off('error', onError)
      socket.off('close', onClose)
    }
    const onError = (error: Error): void => {
      settle()
      socket.destroy()
      reject(error)
    }
    const onClose = (): void => onError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    const onAbort = (): void => onError(new Error('aborted'))
    socket.once(ready, () => {
      settle()
      resolve(socket)
    })
    // Stays: a socket that fails before its next owner listens, or after it was given up, must not end the app.
    socket.on('error', () => undefined)
    socket.on('error', onError)
    socket.on('close', onClose)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}

function encrypt(
  { host, port }: Pick<StreamTarget, 'host' | 'port'>,
  through: Socket | null,
  trust: () => SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const secure = connectTls({
    host,
    port,
    ...(through === null ? {} : { socket: through }),
    // A name only: the protocol has none for addresses.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    secureContext: trust(),
    ALPNProtocols: ['http/1.1'],
    // Said here so that no variable of the environment can turn it off.
    rejectUnauthorized: true,
  })
  return whenReady(secure, 'secureConnect', signal)
}

/** Asks a proxy, over its own line, to connect to the service. */
function askProxy(line: Socket, { host, port }: StreamTarget, signal: AbortSignal): Promise<Socket> {
  const place = `${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: 'CONNECT',
      path: place,
      headers: { host: place },
      createConnection: () => line,
      signal,
    })
    const refuse = (): void => {
      line.destroy()
      reject(new ProxyError())
    }
    request.on('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) resolve(socket)
      else refuse()
    })
    request.on('response', refuse)
    request.on('error', refuse)
    request.end()
  })
}

async function openThrough(
  proxy: Extract<Route, { kind: 'proxy' }>,
  target: StreamTarget,
  trust: () => SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const { host, port, isSecure } = proxy
  try {
    const line = isSecure
      ? await encrypt(proxy, null, trust, signal)
      : await whenReady(connectTcp({ host, port }), 'connect', signal)
    return await askProxy(line, target, signal)
  } catch {
    // Whatever it was, it is the proxy's.
    throw new ProxyError()
  }
}

/**
 * Opens a socket to the service, encrypted where the service is. Rejects with what Node reports, and when
 * `signal` is aborted.
 */
export async function openLine(
  route: Route,
  target: StreamTarget,
  trust: () => SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const { host, port, isSecure } = target
  const through = route.kind === 'direct' ? null : await openThrough(route, target, trust, signal)
  if (isSecure) return encrypt(target, through, trust, signal)
  return through ?? whenReady(connectTcp({ host, port }), 'connect', signal)
}
