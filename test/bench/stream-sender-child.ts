// A server that sends increments of one order book at a steady rate to whoever subscribes.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

const perSecond = Number(process.argv[2])
const market = process.argv[3] ?? ''
const EVERY_MS = 10
const LEVELS = 200

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
const clients = new Set<WebSocket>()
let sequence = 0
let state = 1

/** A whole number below the limit, the same in every run. */
function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * limit)
}

const priceOf = (side: string, level: number): string =>
  ((side === 'asks' ? 200_000 + level : 199_999 - level) / 100).toFixed(2)

function nextIncrement(): string {
  sequence += 1
  const side = below(2) === 0 ? 'asks' : 'bids'
  const level = Math.floor((below(LEVELS) * below(LEVELS)) / LEVELS)
  const amount = below(4) === 0 ? '' : (below(10_000_000) / 1_000_000).toFixed(6)
  return JSON.stringify({ [`${market}.ob-inc`]: { [side]: [priceOf(side, level), amount], sequence } })
}

function snapshot(): string {
  const levelsOf = (side: string) =>
    Array.from({ length: LEVELS }, (_, level) => [priceOf(side, level), '1.0'])
  return JSON.stringify({
    [`${market}.ob-snap`]: { asks: levelsOf('asks'), bids: levelsOf('bids'), sequence },
  })
}

server.on('connection', (socket) => {
  socket.on('message', () => {
    socket.send(snapshot())
    socket.send(JSON.stringify({ success: { message: 'subscribed', streams: [`${market}.ob-inc`] } }))
    clients.add(socket)
  })
  socket.on('close', () => clients.delete(socket))
})

const startedAt = performance.now()
let sent = 0
setInterval(() => {
  const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
  for (; sent < due; sent += 1) {
    if (clients.size === 0) continue
    const text = nextIncrement()
    for (const client of clients) client.send(text)
  }
}, EVERY_MS)

await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit(0))
