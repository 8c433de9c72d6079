// A relay before a practice exchange that makes its public streams busy when it is told to: changes of the books and trades, at a
// steady rate, shared out over the streams that are subscribed. Its own messages and the exchange's have one sequence in each book.
import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { BusyOrder, SentMark } from './busy-exchange.ts'

const target = new URL(process.argv[2] ?? '')
/** Of this market the best bid's amount is a mark: no two are alike. */
const markedMarket = process.argv[3] ?? ''
const EVERY_MS = 10
/** Levels of each side that change: what a window shows of them. */
const LEVELS = 20
/** So many of the changes of the marked market are marks. */
const MARK_EVERY = 4

type Side = 'asks' | 'bids'
interface Book {
  readonly asks: Map<string, string>
  readonly bids: Map<string, string>
  sequence: number
}
interface Client {
  readonly socket: WebSocket
  readonly streams: Set<string>
  readonly books: Map<string, Book>
}

const clients = new Set<Client>()
let rate = { books: 0, trades: 0 }
let marks: SentMark[] = []
let tradeId = Date.now() * 1_000
let turn = 0
let state = 1

/** A whole number below the limit, the same in every run. */
function below(limit: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 4_294_967_296) * limit)
}

const nowMs = (): number => performance.timeOrigin + performance.now()

/** Best first. */
function pricesOf(book: Book, side: Side): string[] {
  const sign = side === 'asks' ? 1 : -1
  return [...book[side].keys()].sort((one, other) => sign * (Number(one) - Number(other)))
}

function take(book: Book, side: Side, [price = '', amount = '']: readonly string[]): void {
  if (amount === '') book[side].delete(price)
  else book[side].set(price, amount)
}

/** Notes what a message of the exchange says of a book, and gives it the sequence of this relay. */
function passOn(client: Client, text: string): string {
  if (!text.includes('.ob-')) return text
  const message = JSON.parse(text) as Record<string, Record<string, unknown>>
  for (const [stream, body] of Object.entries(message)) {
    const [market = '', kind] = stream.split('.')
    const before = client.books.get(market)
    if (kind === 'ob-snap') {
      const book: Book = { asks: new Map(), bids: new Map(), sequence: before?.sequence ?? 0 }
      for (const side of ['asks', 'bids'] as const)
        for (const level of (body[side] ?? []) as string[][]) take(book, side, level)
      client.books.set(market, book)
      body['sequence'] = book.sequence
    } else if (kind === 'ob-inc' && before !== undefined) {
      before.sequence += 1
      for (const side of ['asks', 'bids'] as const)
        if (Array.isArray(body[side])) take(before, side, body[side] as string[])
      body['sequence'] = before.sequence
    }
  }
  return JSON.stringify(message)
}

/** Only amounts of levels that are there: a book is never crossed. */
function changeBook(client: Client, market: string, book: Book): void {
  const isMark = market === markedMarket && turn % MARK_EVERY === 0
  const side: Side = isMark || below(2) === 0 ? 'bids' : 'asks'
  const prices = pricesOf(book, side)
  const price = prices[isMark ? 0 : 1 + below(Math.min(LEVELS, prices.length - 1))]
  if (price === undefined) return
  turn += 1
  book.sequence += 1
  const amount = ((10_000 + (isMark ? turn % 80_000 : below(10_000))) / 10_000).toFixed(4)
  book[side].set(price, amount)
  client.socket.send(
    JSON.stringify({ [`${market}.ob-inc`]: { [side]: [price, amount], sequence: book.sequence } }),
  )
  if (isMark) marks.push({ amount: Number(amount), sentAtMs: nowMs() })
}

function trade(client: Client, market: string): void {
  const book = client.books.get(market) ?? [...client.books.values()][0]
  const price = book === undefined ? undefined : pricesOf(book, 'bids')[0]
  if (price === undefined) return
  tradeId += 1
  const taker_type = below(2) === 0 ? 'buy' : 'sell'
  const amount = ((1 + below(10_000)) / 10_000).toFixed(4)
  const trades = [{ tid: tradeId, price, amount, date: Math.floor(Date.now() / 1_000), taker_type }]
  client.socket.send(JSON.stringify({ [`${market}.trades`]: { trades } }))
}

/** How much is due of each kind since the last look; what could not be sent is not made up for. */
function makeBusy(perSecond: number, work: (client: Client, at: number) => void): () => void {
  let due = 0
  let at = 0
  return () => {
    const client = [...clients].at(-1)
    due += (perSecond * EVERY_MS) / 1_000
    for (; due >= 1; due -= 1, at += 1) if (client !== undefined) work(client, at)
  }
}

let work: readonly (() => void)[] = []
function begin({ books, trades }: typeof rate): void {
  rate = { books, trades }
  work = [
    makeBusy(rate.books, (client, at) => {
      const all = [...client.books].filter(([market]) => client.streams.has(`${market}.ob-inc`))
      const [market, book] = all[at % Math.max(1, all.length)] ?? []
      if (market !== undefined && book !== undefined) changeBook(client, market, book)
    }),
    makeBusy(rate.trades, (client, at) => {
      // Only a market whose book is followed has a price that is right.
      const all = [...client.books.keys()].filter((market) => client.streams.has(`${market}.trades`))
      const market = all[at % Math.max(1, all.length)]
      if (market !== undefined) trade(client, market)
    }),
  ]
}
setInterval(() => {
  for (const one of work) one()
}, EVERY_MS)

const server = createServer((incoming, answer) => {
  const onward = ask(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: { ...incoming.headers, host: target.host } },
    (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    },
  )
  onward.on('error', () => answer.destroy())
  incoming.pipe(onward)
})
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
server.on('upgrade', (incoming, socket, head) => {
  socket.on('error', () => undefined)
  const url = new URL(incoming.url ?? '/', target)
  const isPublic = url.pathname.startsWith('/public')
  url.protocol = 'ws:'
  const onward = new WebSocket(url, { perMessageDeflate: false })
  onward.once('error', () => socket.destroy())
  onward.once('open', () => {
    sockets.handleUpgrade(incoming, socket, head, (opened) => {
      const streams = (url.searchParams.get('stream') ?? '').split(',').filter(Boolean)
      const client: Client = { socket: opened, streams: new Set(streams), books: new Map() }
      if (isPublic) clients.add(client)
      opened.on('message', (data: Buffer) => {
        const text = data.toString()
        if (text.startsWith('{')) {
          const { event, streams: named } = JSON.parse(text) as { event: string; streams: string[] }
          for (const stream of named)
            if (event === 'subscribe') client.streams.add(stream)
            else client.streams.delete(stream)
        }
        onward.send(text)
      })
      onward.on('message', (data: Buffer) => {
        const text = data.toString()
        opened.send(isPublic ? passOn(client, text) : text)
      })
      for (const [one, other] of [
        [opened, onward],
        [onward, opened],
      ] as const) {
        one.on('error', () => undefined)
        one.on('close', () => {
          clients.delete(client)
          other.close()
        })
      }
    })
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')

process.on('message', (order: BusyOrder) => {
  if (order === 'marks') {
    process.send?.(marks)
    marks = []
  } else begin(order)
})
process.send?.((server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit(0))
