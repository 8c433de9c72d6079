// One WebSocket over a line that is open already. What goes wrong is told by a name: no error leaves this file, since the
// library's errors may repeat the address, and the private one holds the token.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import WebSocket from 'ws'
import type { StreamFault } from '../../../src-preload/domain/stream-faults.ts'
import { FloodGate, type FloodVerdict } from './flood-gate.ts'
import { readNetworkFault } from '../network-fault.ts'
import { MAX_FRAME_BYTES } from './stream-messages.ts'

export interface StreamSocketOptions {
  /** `ws:` or `wss:`, of the account's service, and for the private connection with its token. */
  readonly url: string
  /** The open line to it. */
  readonly line: Socket
  readonly userAgent: string
  readonly monotonicMs: () => number
}

/** Nothing is reported after `onClosed`, and nothing after `cut`. */
export interface StreamSocketEvents {
  readonly onOpened: () => void
  readonly onText: (text: string) => void
  readonly onBinary: () => void
  /** A ping or pong of the protocol came. */
  readonly onAlive: () => void
  /** @param waitMs - how long the service asks to stay away; 0 where it does not */
  readonly onClosed: (fault: StreamFault, waitMs: number) => void
}

const HANDSHAKE_LIMIT_MS = 15_000
/** A frame may come in so many parts. */
const MAX_PARTS = 1_024
/** The longest stay away that is honored. */
const MAX_WAIT_MS = 3_600_000

function faultOfStatus(status: number): StreamFault {
  if (status === 429) return 'rateLimited'
  if (status === 401) return 'unauthenticated'
  return status >= 300 && status < 400 ? 'redirect' : 'rejected'
}

function waitOf({ headers }: IncomingMessage): number {
  const text = headers['retry-after'] ?? ''
  return /^\d{1,9}$/.test(text) ? Math.min(Number(text) * 1_000, MAX_WAIT_MS) : 0
}

/** Why a line, a handshake or a connection failed, by the code of the error alone. */
export function faultOf(error: unknown): StreamFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/UNSUPPORTED_MESSAGE_LENGTH|TOO_MANY_BUFFERED/.test(code)) return 'tooLarge'
  if (code.startsWith('WS_ERR')) return 'protocol'
  if (error instanceof Error && /handshake has timed out/.test(error.message)) return 'timeout'
  return readNetworkFault(error).reason
}

const MAX_UNSENT_BYTES = 65_536

export function openStreamSocket(options: StreamSocketOptions, events: StreamSocketEvents) {
  const { line, monotonicMs } = options
  const gate = new FloodGate()
  let timer: NodeJS.Timeout | null = null
  let hasEnded = false
  const isEnded = (): boolean => hasEnded
  const socket = new WebSocket(options.url, {
    createConnection: () => line,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_PARTS,
    handshakeTimeout: HANDSHAKE_LIMIT_MS,
    followRedirects: false,
    // Answered below, where what waits to be sent is limited.
    autoPong: false,
    headers: { 'user-agent': options.userAgent },
  })

  function end(): void {
    hasEnded = true
    if (timer !== null) clearTimeout(timer)
    // What it still reports about its end concerns nobody; an error without a listener would be thrown.
    socket.removeAllListeners()
    socket.on('error', () => undefined)
    socket.terminate()
    line.destroy()
  }

  function fail(fault: StreamFault, waitMs = 0): void {
    if (hasEnded) return
    end()
    events.onClosed(fault, waitMs)
  }

  const isOpen = (): boolean => !isEnded() && socket.readyState === WebSocket.OPEN

  /** A service that asks and does not read would fill the memory with our answers. */
  function hasRoom(): boolean {
    if (!isOpen()) return false
    if (socket.bufferedAmount <= MAX_UNSENT_BYTES) return true
    fail('flood')
    return false
  }

  function pause(): void {
    if (timer !== null) return
    socket.pause()
    timer = setTimeout(() => {
      timer = null
      socket.resume()
    }, gate.leftMs(monotonicMs()))
  }

  function obey(verdict: FloodVerdict): void {
    if (verdict === 'pause') pause()
    if (verdict === 'cut') fail('flood')
  }

  /** Runs the handler of a frame, unless the connection was ended because of it. */
  function take(bytes: number, handle: () => void): void {
    if (isEnded()) return
    const startedMs = monotonicMs()
    obey(gate.note(bytes, startedMs))
    if (isEnded()) return
    handle()
    if (!isEnded()) obey(gate.spend(monotonicMs() - startedMs))
  }

  socket.on('open', () => events.onOpened())
  socket.on('message', (data, isBinary) => {
    if (!Buffer.isBuffer(data)) return
    take(data.length, () => {
      if (isBinary) events.onBinary()
      else events.onText(data.toString('utf8'))
    })
  })
  socket.on('ping', (data) => {
    take(data.length, () => {
      if (hasRoom()) socket.pong(data)
      events.onAlive()
    })
  })
  socket.on('pong', (data) => take(data.length, () => events.onAlive()))
  socket.on('unexpected-response', (_request, response) =>
    fail(faultOfStatus(response.statusCode ?? 0), waitOf(response)),
  )
  socket.on('error', (error) => fail(faultOf(error)))
  socket.on('close', () => fail('closed'))

  return {
    send(text: string): void {
      if (hasRoom()) socket.send(text)
    },
    ping(): void {
      if (hasRoom()) socket.ping()
    },
    /** Ends it at once and without a word. */
    cut(): void {
      if (!hasEnded) end()
    },
  }
}

export type StreamSocket = ReturnType<typeof openStreamSocket>
