// The streams of one account: a public and a private connection, opened at the first wish, and the order books.
import { EventEmitter } from 'node:events'
import type { StreamActivity } from '../../../src-preload/contract/app/connection.ts'
import type { BookView } from './book/order-book.ts'
import { MarketBooks, type ReadRestBook } from './book/market-books.ts'
import type { StreamCandle, StreamFill, StreamOrder, StreamTrade } from './row-messages.ts'
import { createStreamConnection } from './stream-connection.ts'
import type { StreamConnection, StreamLineOptions, StreamToken } from './stream-connection.ts'
import type { StreamMessage } from './stream-messages.ts'
import { readStreamName, type StreamKind, streamNames } from './stream-names.ts'

/** What the streams tell. Handlers run for each message, up to thousands a second, and must return at once. */
export interface StreamsEvents {
  trades: [market: string, rows: readonly StreamTrade[]]
  candle: [candle: StreamCandle]
  /** The book of this market has changed: view it when it is shown. */
  book: [market: string]
  /** Hints: what an order has become is read by REST. */
  order: [order: StreamOrder]
  fill: [fill: StreamFill]
  /** The service has confirmed these streams: from now on it tells their changes. */
  confirmed: [kind: StreamKind, names: readonly string[]]
  /** The connection was lost: what the service sent until it is open again is missing. */
  lost: [kind: StreamKind]
}

export interface StreamsOptions extends StreamLineOptions {
  /** See StreamConnectionOptions. */
  readonly getToken: (refused: string | null) => Promise<StreamToken>
  /** Whether the private connection is allowed at first, see Streams.allowPrivate. */
  readonly isPrivateAllowed: boolean
  readonly readBook: ReadRestBook
  /** Receives what a handler throws. */
  readonly onFault: (error: unknown) => void
}

const isPrivate = (name: string): boolean => name === streamNames.orders || name === streamNames.fills

export function createStreams(options: StreamsOptions) {
  const { monotonicMs, nowMs, onFault } = options
  const events = new EventEmitter<StreamsEvents>()
  /** How many wishes there are for each stream. */
  const wishes = new Map<string, number>()
  const lastErrors: Record<StreamKind, string | null> = { public: null, private: null }
  let isClosed = false
  let { isPrivateAllowed } = options

  function tell<Name extends keyof StreamsEvents>(name: Name, ...facts: StreamsEvents[Name]): void {
    try {
      // EventEmitter's own type of the arguments does not follow from a generic name.
      const emitter: EventEmitter = events
      emitter.emit(name, ...facts)
    } catch (error) {
      onFault(error)
    }
  }

  const books = new MarketBooks({
    random: options.random,
    monotonicMs,
    readBook: options.readBook,
    renew: (name) => connections.public.renew(name),
  })

  function take(kind: StreamKind, message: StreamMessage, atMs: number): void {
    switch (message.kind) {
      case 'increment':
      case 'snapshot':
        if (books.take(message, atMs)) tell('book', message.market)
        break
      case 'trades':
        tell('trades', message.market, message.rows)
        break
      case 'candle':
        tell('candle', message.candle)
        break
      case 'order':
        if (kind === 'private') tell('order', message.order)
        break
      case 'fill':
        if (kind === 'private') tell('fill', message.fill)
        break
      case 'error':
        lastErrors[kind] = message.text
        break
      case 'subscribed':
      case 'unsubscribed':
      case 'ping':
      case 'pong':
      case 'refused':
        break
    }
  }

  const connections: Readonly<Record<StreamKind, StreamConnection>> = {
    public: createStreamConnection({
      ...options,
      getToken: undefined,
      kind: 'public',
      onMessage: (message, atMs) => take('public', message, atMs),
      onSubscribed: (names, atMs) => books.subscribed(names, atMs),
      onConfirmed: (names, atMs) => {
        books.confirmed(names, atMs)
        tell('confirmed', 'public', names)
      },
      onLost: (atMs) => {
        books.lost(atMs)
        tell('lost', 'public')
      },
      onTick: (atMs) => books.tick(atMs),
    }),
    private: createStreamConnection({
      ...options,
      kind: 'private',
      onMessage: (message, atMs) => take('private', message, atMs),
      onConfirmed: (names) => tell('confirmed', 'private', names),
      onLost: () => tell('lost', 'private'),
    }),
  }

  function applyWishes(): void {
    const names = [...wishes.keys()]
    const publicNames = names.filter((name) => !isPrivate(name))
    books.keep(publicNames)
    connections.public.want(publicNames)
    connections.private.want(isPrivateAllowed ? names.filter(isPrivate) : [])
  }

  function change(names: readonly string[], by: 1 | -1): void {
    if (isClosed) return
    for (const name of names) {
      const count = (wishes.get(name) ?? 0) + by
      if (count > 0) wishes.set(name, count)
      else wishes.delete(name)
    }
    applyWishes()
  }

  /** A time of the clock that only goes forward, on the local clock. */
  const localMs = (atMs: number): number => Math.round(atMs + nowMs() - monotonicMs())

  function reportOf(kind: StreamKind): StreamActivity {
    const connection = connections[kind]
    const figures = connection.figures()
    const state = connection.state()
    return {
      kind,
      ...figures,
      lastMessageAtMs: figures.lastMessageAtMs === null ? null : localMs(figures.lastMessageAtMs),
      status: state.status,
      fault: state.status === 'waiting' ? state.fault : null,
      retryAtMs: state.status === 'waiting' ? localMs(state.retryAtMs) : null,
      gaps: kind === 'public' ? books.gaps : 0,
      reconnects: Math.max(0, connection.opened() - 1),
      subscriptions: [...wishes.keys()]
        .filter((name) => isPrivate(name) === (kind === 'private'))
        .map((name) => ({ name, isConfirmed: connection.isConfirmed(name), book: books.statusOf(name) })),
      lastError: lastErrors[kind],
    }
  }

  return {
    events: events as Pick<EventEmitter<StreamsEvents>, 'on' | 'off'>,
    /**
     * Subscribes to streams (see streamNames) until the returned function is called. Several wishes for one stream are one
     * subscription. The book's stream brings the book of its market.
     */
    subscribe(names: readonly string[]): () => void {
      const known = [...new Set(names.filter((name) => readStreamName(name) !== null))]
      change(known, 1)
      let isOver = false
      return () => {
        if (!isOver) change(known, -1)
        isOver = true
      }
    },
    /** Up to `depth` levels of each side; null where the book is not subscribed to. */
    book: (market: string, depth: number): BookView | null => books.view(market, depth),
    /** True while the connection is open and the service has confirmed the stream on it. */
    isConfirmed(name: string): boolean {
      const connection = connections[isPrivate(name) ? 'private' : 'public']
      return connection.state().status === 'open' && connection.isConfirmed(name)
    },
    /** When the connection was last known to work, on the local clock; null for never. */
    aliveAtMs(kind: StreamKind): number | null {
      const atMs = connections[kind].aliveAtMs()
      return atMs === null ? null : localMs(atMs)
    },
    /** How both connections do. */
    report: (): StreamActivity[] => [reportOf('public'), reportOf('private')],
    /** Connects now instead of at the next attempt, as after sleep or a new sign-in. */
    retry(): void {
      if (isClosed) return
      connections.public.retry()
      connections.private.retry()
    },
    /** Ends the private connection where it is not allowed, as while the app is locked, and opens it where it is again. */
    allowPrivate(isAllowed: boolean): void {
      if (isClosed || isAllowed === isPrivateAllowed) return
      isPrivateAllowed = isAllowed
      applyWishes()
    },
    close(): void {
      isClosed = true
      connections.public.close()
      connections.private.close()
      books.close()
      events.removeAllListeners()
    },
  }
}

export type Streams = ReturnType<typeof createStreams>
