// WebSocket endpoints /public and /private: handshake, subscriptions, pings, limits (facts, B13 and B14).
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import type { Service } from '../service.ts'
import { largestMessageBytes, StreamClient } from './stream-client.ts'
import { StreamFaults, type StreamFaultRates } from './stream-faults.ts'
import { StreamHub, type StreamOptions } from './stream-hub.ts'

export interface StreamServerOptions extends StreamOptions {
  readonly faults: StreamFaultRates
  readonly faultSeed: number
  /** A private connection ends after so many seconds; null for never. */
  readonly privateSeconds: number | null
}

/** Upstream's: a ping about every 54 s. One that has no pong by the next is the last. */
const pingMs = 54_000

const request = z.object({
  event: z.enum(['subscribe', 'unsubscribe']),
  streams: z.array(z.string().max(64)).max(100),
})

export interface StreamServer {
  close(): void
}

export function openStreamServer(
  server: Server,
  service: Service,
  options: StreamServerOptions,
): StreamServer {
  const hub = new StreamHub(service, options)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    perMessageDeflate: false,
  })
  let connections = 0
  const handshakes = new StreamFaults(options.faults, options.faultSeed)

  async function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = URL.parse(incoming.url ?? '', 'http://localhost')
    const path = url?.pathname.replace(/\/$/, '')
    if (url === null || (path !== '/public' && path !== '/private')) {
      refuse(socket, '404 Not Found')
      return
    }
    // A browser's page names its origin, and no page may use this service; programs name none.
    if (incoming.headers.origin !== undefined) {
      refuse(socket, '403 Forbidden')
      return
    }
    if (handshakes.refusesHandshake()) {
      refuse(socket, '503 Service Unavailable')
      return
    }
    let account: number | null = null
    if (path === '/private') {
      try {
        account = (await service.tokens.authenticate(url.searchParams.get('auth_header') ?? '')).index
      } catch {
        refuse(socket, '401 Unauthorized')
        return
      }
    }
    sockets.handleUpgrade(incoming, socket, head, (opened) =>
      serve(opened, account, (url.searchParams.get('stream') ?? '').split(',').filter(Boolean)),
    )
  }

  function serve(socket: WebSocket, account: number | null, streams: readonly string[]): void {
    connections += 1
    const client = new StreamClient(
      socket,
      account,
      new StreamFaults(options.faults, options.faultSeed + connections),
    )
    hub.add(client)
    let isAlive = true
    socket.on('pong', () => {
      isAlive = true
    })
    const pings = setInterval(() => {
      if (!isAlive) socket.terminate()
      isAlive = false
      socket.ping()
    }, pingMs)
    const { privateSeconds } = options
    const end =
      account === null || privateSeconds === null
        ? null
        : setTimeout(() => socket.close(1008), privateSeconds * 1000)
    socket.on('message', (data: Buffer) => {
      try {
        hear(client, data.toString())
      } catch (error) {
        options.onFault(error)
      }
    })
    // A message that is too large, or no WebSocket at all: the socket is closed by then.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(pings)
      if (end !== null) clearTimeout(end)
      hub.remove(client)
    })
    hub.subscribe(client, streams)
  }

  function hear(client: StreamClient, text: string): void {
    if (text === 'ping') {
      client.answerText('pong')
      return
    }
    const asked = readRequest(text)
    if (typeof asked === 'string') {
      client.answer({ error: asked })
      return
    }
    if (asked.event === 'subscribe') hub.subscribe(client, asked.streams)
    else for (const stream of asked.streams) client.streams.delete(stream)
    const message = asked.event === 'subscribe' ? 'subscribed' : 'unsubscribed'
    client.answer({ success: { message, streams: [...client.streams] } })
  }

  const onUpgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => undefined)
    upgrade(incoming, socket, head).catch((error: unknown) => {
      socket.destroy()
      options.onFault(error)
    })
  }
  server.on('upgrade', onUpgrade)
  return {
    close: () => {
      server.off('upgrade', onUpgrade)
      hub.close()
      sockets.close()
    },
  }
}

/** A request, or why it cannot be read. */
function readRequest(text: string): z.infer<typeof request> | string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'invalid JSON'
  }
  const read = request.safeParse(json)
  return read.success ? read.data : 'invalid request'
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy())
}
