// Receives the increments of one order book: by our streams, or by a bare client that parses JSON. It tells what that cost.
import WebSocket from 'ws'
import { createTrust } from '../../src-main/exchange/streams/stream-line.ts'
import { streamNames } from '../../src-main/exchange/streams/stream-names.ts'
import { createStreams } from '../../src-main/exchange/streams/streams.ts'
import { longestStall, type Stall } from './harness.ts'

/** What a phase cost this process. */
export interface Cost {
  readonly messages: number
  readonly cpuMs: number
  /** In use after a collection, in MB. */
  readonly memoryMb: number
  /** Null in a phase in which it was not watched: looking costs, too. */
  readonly stall: Stall | null
}

const [, , kind = '', port = '', market = ''] = process.argv
let messages = 0

function receiveByStreams(): void {
  const streams = createStreams({
    address: () => Promise.resolve(`http://127.0.0.1:${port}`),
    resolveProxy: () => Promise.resolve('DIRECT'),
    trust: createTrust(),
    userAgent: 'bench',
    random: Math.random,
    monotonicMs: () => performance.now(),
    nowMs: () => Date.now(),
    getToken: () => Promise.reject(new Error('no token')),
    isPrivateAllowed: false,
    readBook: () => Promise.reject(new Error('no book')),
    onFault: (error) => {
      throw error
    },
  })
  streams.events.on('book', () => (messages += 1))
  streams.subscribe([streamNames.book(market)])
}

/** What is read of it, so that nothing of the parsing can be left out. */
let lastSize = 0

function receiveBare(): void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/public`, { perMessageDeflate: false })
  socket.on('open', () =>
    socket.send(JSON.stringify({ event: 'subscribe', streams: [streamNames.book(market)] })),
  )
  socket.on('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
    const parsed: unknown = JSON.parse(text)
    lastSize = typeof parsed === 'object' && parsed !== null ? Object.keys(parsed).length : 0
    messages += lastSize
  })
}

function memoryMb(): number {
  // Twice: what the first collection lets go may hold more.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_000_000
}

let end: (() => void) | null = null

/** Measures until the next word. */
async function measure(isStallWatched: boolean): Promise<void> {
  const ended = new Promise<void>((resolve) => (end = resolve))
  const before = { messages, cpu: process.cpuUsage() }
  const stall = isStallWatched ? await longestStall(() => ended) : (await ended, null)
  const { user, system } = process.cpuUsage(before.cpu)
  const cost: Cost = {
    messages: messages - before.messages,
    cpuMs: (user + system) / 1_000,
    memoryMb: memoryMb(),
    stall,
  }
  process.send?.(cost)
}

process.on('message', (word) => {
  if (word === 'end') end?.()
  else void measure(word === 'stall')
})
process.once('disconnect', () => process.exit(0))
if (kind === 'ours') receiveByStreams()
else receiveBare()
process.send?.('ready')
