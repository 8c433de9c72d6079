// Follows the order book of one market in one session, by stream and, where that fails, by REST.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ShownBook, WatchedBook } from '../../src-preload/contract/markets/book.ts'
import { type Poller, startPoller } from '../async/poller.ts'
import { createThrottle } from '../async/throttle.ts'
import type { BookContent } from '../exchange/streams/book/book-sides.ts'
import { BOOK_ORDERS, restBookOf } from '../exchange/streams/book/rest-book.ts'
import { streamNames } from '../exchange/streams/stream-names.ts'
import type { AccountSession } from '../session/account-session.ts'
import { freshnessOf } from '../session/freshness.ts'
import type { FreshnessSource } from '../session/freshness-board.ts'
import { LevelReader, priceDecimalsOf } from './shown-levels.ts'
import type { Tools } from '../tools.ts'

/** Pictures come at most this often: two frames of a screen. */
export const FRAME_MS = 33
/** Age, connection and what came by REST are looked at this often; they have no message. */
const LOOK_EVERY_MS = 500
/** A stream without a book for longer is helped out by REST. */
const STREAM_LIMIT_MS = 2_000
/** Pause between two readings by REST while the stream has no book. */
const READ_EVERY_MS = 3_000

export interface FollowedBookOptions extends Pick<Tools, 'clock' | 'random'> {
  readonly session: Pick<AccountSession, 'streams' | 'client' | 'connection' | 'signal'>
  readonly watched: WatchedBook
  readonly isPowerSaving: () => boolean
  /** False: nobody sees the window, and nothing is sent. */
  readonly isShown: () => boolean
  readonly report: (error: unknown) => ErrorReport
  /** Called with the first picture at once, and then with each that differs. */
  readonly onChange: (book: ShownBook) => void
}

/** The newest levels, and where they are from. */
interface KnownBook extends BookContent {
  readonly isStreamed: boolean
  /** When they were last known to be current, on the local clock; null for never. */
  readonly asOfMs: number | null
}

const nothingKnown: BookContent = { asks: [], bids: [], unknownFrom: { asks: null, bids: null } }

export function followBook(options: FollowedBookOptions) {
  const { session, clock, random } = options
  const { streams, client, connection } = session
  const { market } = options.watched
  const name = streamNames.book(market)
  let { watched } = options
  let reader = new LevelReader(watched.step, watched.depth)
  let known: KnownBook | null = null
  let lastError: ErrorReport | null = null
  let priceDecimals = 0
  let lastSent = ''
  let poller: Poller | null = null
  /** Since when the stream has no book, on the clock that only goes forward; null if it has one. */
  let missingSinceMs: number | null = performance.now()

  const isStreamMissing = (): boolean =>
    missingSinceMs !== null && performance.now() - missingSinceMs >= STREAM_LIMIT_MS

  function noteStream(isThere: boolean): void {
    if (isThere) {
      missingSinceMs = null
      lastError = null
      void poller?.stop()
      poller = null
    } else missingSinceMs ??= performance.now()
  }

  async function readByRest(signal: AbortSignal): Promise<void> {
    const sides = { asksLimit: BOOK_ORDERS, bidsLimit: BOOK_ORDERS }
    const book = await client.getOrderBook({ market, ...sides }, { signal })
    if (signal.aborted) return
    lastError = null
    const content = restBookOf(book, book.unread === null ? BOOK_ORDERS : 0)
    known = { ...content, isStreamed: false, asOfMs: clock.now() }
    pictures.ask()
  }

  function startReading(): void {
    poller ??= startPoller({
      everyMs: () => READ_EVERY_MS * (options.isPowerSaving() ? 2 : 1),
      isPaused: () => !options.isShown() || !isStreamMissing() || !connection.isReachable(),
      run: readByRest,
      onError: (error) => {
        lastError = options.report(error)
        pictures.ask()
      },
      random,
    })
  }

  const source: FreshnessSource = {
    kind: 'public',
    streams: [name],
    isCaughtUp: () => missingSinceMs === null,
    answeredAtMs: () => known?.asOfMs ?? null,
  }

  /** The levels that can be shown now: of the stream, else the newest of before. */
  function readLevels() {
    const status = streams.book(market, 0)?.status ?? 'waiting'
    noteStream(status !== 'waiting')
    if (status === 'waiting') {
      const content = known ?? nothingKnown
      return { ...reader.read(() => content), status: known === null ? status : ('approximate' as const) }
    }
    const read = reader.read((depth) => streams.book(market, depth) ?? nothingKnown)
    known = { ...read.view, isStreamed: true, asOfMs: streams.aliveAtMs('public') }
    return { ...read, status }
  }

  function send(): void {
    if (!options.isShown()) return
    const { view, shown, status } = readLevels()
    priceDecimals = priceDecimalsOf(view, priceDecimals)
    const freshness = freshnessOf({
      isStreamed: source.isCaughtUp() && streams.isConfirmed(name),
      aliveAtMs: streams.aliveAtMs('public'),
      answeredAtMs: source.answeredAtMs(),
      connection: connection.getState(),
      nowMs: clock.now(),
    })
    const book: ShownBook = {
      ...watched,
      status,
      freshness,
      ...shown,
      bestAsk: view.asks[0]?.price ?? null,
      bestBid: view.bids[0]?.price ?? null,
      priceDecimals,
      lastError,
    }
    const text = JSON.stringify(book)
    if (text === lastSent) return
    lastSent = text
    options.onChange(book)
  }

  const pictures = createThrottle(FRAME_MS, send)
  const noteBook = (changed: string): void => {
    if (changed === market) pictures.ask()
  }
  const noteLost = (): void => pictures.ask()
  streams.events.on('book', noteBook)
  streams.events.on('lost', noteLost)
  const unsubscribe = streams.subscribe([name])
  const timer = setInterval(() => {
    if (!options.isShown()) return
    pictures.ask()
    if (isStreamMissing()) startReading()
  }, LOOK_EVERY_MS)
  pictures.ask()

  return {
    /** How current it is, for whoever reports that. */
    freshness: source,
    /** Sends the newest picture if it differs, as after the window is shown again. */
    look: (): void => pictures.ask(),
    /** Changes how it is shown, and sends it; the market stays. */
    show(next: WatchedBook): void {
      watched = next
      lastSent = ''
      reader = new LevelReader(next.step, next.depth)
      pictures.ask()
    },
    stop(): void {
      clearInterval(timer)
      pictures.stop()
      void poller?.stop()
      streams.events.off('book', noteBook)
      streams.events.off('lost', noteLost)
      unsubscribe()
    },
  }
}

export type FollowedBook = ReturnType<typeof followBook>
