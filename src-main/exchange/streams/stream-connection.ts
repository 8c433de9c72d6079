// One connection of an account, public or private: core, socket, timer and figures put together.
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { StreamFault } from '../../../src-preload/domain/stream-faults.ts'
import { cleanMessage } from '../answers/envelope.ts'
import { untilAborted } from '../rate-limit/until-aborted.ts'
import { type Route, readRoutes } from './proxy-routes.ts'
import { StreamCore, type StreamState } from './stream-core.ts'
import { openLine } from './stream-line.ts'
import { binaryFrame, type StreamMessage } from './stream-messages.ts'
import { type StreamFigures, StreamMeter } from './stream-meter.ts'
import type { StreamKind } from './stream-names.ts'
import { faultOf, openStreamSocket, type StreamSocket } from './stream-socket.ts'

/** An access token for a handshake. */
export interface StreamToken {
  readonly token: string
  /** When it ends, on the local clock; null if unknown. */
  readonly endsAtMs: number | null
}

export interface StreamLineOptions {
  /** Base URL of the account's service as parseBaseUrl returns it: its host and port are the only ones spoken to. */
  readonly address: () => Promise<string>
  /** The proxy for an address, as Electron's session.resolveProxy tells it. */
  readonly resolveProxy: (url: string) => Promise<string>
  readonly trust: () => SecureContext
  readonly userAgent: string
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** A clock that only goes forward, in milliseconds. */
  readonly monotonicMs: () => number
  /** The local clock. */
  readonly nowMs: () => number
}

export interface StreamConnectionOptions extends StreamLineOptions {
  readonly kind: StreamKind
  /**
   * The access token of a private connection. Rejects where there is none.
   * @param refused - the token that the service has just refused
   */
  readonly getToken?: ((refused: string | null) => Promise<StreamToken>) | undefined
  readonly onMessage: (message: StreamMessage, nowMs: number) => void
  readonly onSubscribed?: ((names: readonly string[], nowMs: number) => void) | undefined
  readonly onConfirmed?: ((names: readonly string[], nowMs: number) => void) | undefined
  readonly onLost?: ((nowMs: number) => void) | undefined
  readonly onTick?: ((nowMs: number) => void) | undefined
}

/** Until the line is open and the token there. */
const CONNECT_LIMIT_MS = 20_000
const TICK_MS = 250

/** An attempt that failed before there was a socket. */
class Failure extends Error {
  readonly fault: StreamFault
  constructor(fault: StreamFault) {
    super(fault)
    this.fault = fault
  }
}

/** The address of a connection without a token. */
function addressOf(baseUrl: string, kind: StreamKind): URL {
  const url = new URL(`${baseUrl}/${kind}`)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url
}

export function createStreamConnection(options: StreamConnectionOptions) {
  const { kind, monotonicMs, getToken } = options
  const meter = new StreamMeter()
  let socket: StreamSocket | null = null
  let attempt: AbortController | null = null
  let attempts = 0
  let openings = 0
  let timer: NodeJS.Timeout | null = null
  let token: StreamToken | null = null
  /** The token of the last handshake, where the service refused it. It is told once: another refusal is no matter of its age. */
  let refused: string | null = null
  let refusals = 0

  const core = new StreamCore({
    random: options.random,
    connect: () => void connect(),
    send: (text) => socket?.send(text),
    ping: () => socket?.ping(),
    cut: () => {
      attempt?.abort()
      socket?.cut()
      socket = null
    },
    onMessage: (message, nowMs) => {
      meter.note(message, nowMs)
      options.onMessage(message.kind === 'error' ? cleanError(message.text) : message, nowMs)
    },
    onSubscribed: (names, nowMs) => options.onSubscribed?.(names, nowMs),
    onConfirmed: (names, nowMs) => options.onConfirmed?.(names, nowMs),
    onLost: (nowMs) => options.onLost?.(nowMs),
  })

  /** A service may repeat the address that it was asked for. */
  function cleanError(text: string): StreamMessage {
    const sent = token === null ? [] : [token.token, encodeURIComponent(token.token)]
    return { kind: 'error', text: cleanMessage(text, sent) }
  }

  async function findRoute(baseUrl: string): Promise<Route> {
    // The settings see the host only, as for REST.
    const routes = readRoutes(await options.resolveProxy(`${new URL(baseUrl).origin}/`))
    const route = routes[attempts % Math.max(1, routes.length)]
    if (route === undefined) throw new Failure('proxyKind')
    return route
  }

  async function findToken(): Promise<StreamToken | null> {
    if (getToken === undefined) return null
    try {
      return await getToken(refusals === 1 ? refused : null)
    } catch {
      // The session has the reason and shows it.
      throw new Failure('signedOut')
    }
  }

  async function open(signal: AbortSignal): Promise<{ readonly line: Socket; readonly url: string }> {
    const baseUrl = await options.address()
    const route = await findRoute(baseUrl)
    token = await findToken()
    const url = addressOf(baseUrl, kind)
    const isSecure = url.protocol === 'wss:'
    const target = {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
      isSecure,
    }
    const line = await openLine(route, target, options.trust, signal)
    if (token !== null) url.search = `auth_header=${encodeURIComponent(token.token)}`
    return { line, url: url.href }
  }

  async function connect(): Promise<void> {
    const own = new AbortController()
    attempt?.abort()
    attempt = own
    const limit = AbortSignal.timeout(CONNECT_LIMIT_MS)
    try {
      const ending = AbortSignal.any([own.signal, limit])
      const { line, url } = await untilAborted(open(ending), ending)
      if (own.signal.aborted) line.destroy()
      else socket = openSocket(line, url)
    } catch (error) {
      if (own.signal.aborted) return
      core.closed(
        error instanceof Failure ? error.fault : limit.aborted ? 'timeout' : faultOf(error),
        monotonicMs(),
      )
    } finally {
      attempts += 1
    }
  }

  function openSocket(line: Socket, url: string): StreamSocket {
    return openStreamSocket(
      { url, line, userAgent: options.userAgent, monotonicMs },
      {
        onOpened: () => {
          openings += 1
          refusals = 0
          core.opened(monotonicMs())
        },
        onText: (text) => core.text(text, monotonicMs()),
        onBinary: () => {
          core.alive(monotonicMs())
          meter.note(binaryFrame, monotonicMs())
        },
        onAlive: () => core.alive(monotonicMs()),
        onClosed: (fault, waitMs) => {
          socket = null
          if (fault === 'unauthenticated') {
            refused = token?.token ?? null
            refusals += 1
          }
          core.closed(fault, monotonicMs(), waitMs)
        },
      },
    )
  }

  function tick(): void {
    const nowMs = monotonicMs()
    const endsAtMs = token?.endsAtMs ?? null
    if (core.state.status === 'open' && endsAtMs !== null && options.nowMs() >= endsAtMs) {
      core.cut('tokenEnded', nowMs)
    }
    core.tick(nowMs)
    options.onTick?.(nowMs)
  }

  /** Without a connection nobody needs it. */
  function forgetToken(): void {
    token = null
    refused = null
    refusals = 0
  }

  function runTimer(): void {
    const isNeeded = core.state.status !== 'idle'
    if (isNeeded) timer ??= setInterval(tick, TICK_MS)
    else if (timer !== null) {
      clearInterval(timer)
      timer = null
    }
  }

  return {
    want(names: Iterable<string>): void {
      core.want(names, monotonicMs())
      runTimer()
      if (core.state.status === 'idle') forgetToken()
    },
    renew: (name: string): void => core.renew(name, monotonicMs()),
    /** See StreamCore.retry. */
    retry: (): void => core.retry(monotonicMs()),
    /** Ends the connection until it is wanted again. */
    close(): void {
      core.stop(monotonicMs())
      runTimer()
      forgetToken()
    },
    state: (): StreamState => core.state,
    figures: (): StreamFigures => meter.read(monotonicMs()),
    isConfirmed: (name: string): boolean => core.subscriptions.isConfirmed(name),
    /** How often it was opened. */
    opened: (): number => openings,
    /** When the line was last known to work: a frame of any kind came; null for never. */
    aliveAtMs: (): number | null => (core.aliveAtMs === 0 ? null : core.aliveAtMs),
  }
}

export type StreamConnection = ReturnType<typeof createStreamConnection>
