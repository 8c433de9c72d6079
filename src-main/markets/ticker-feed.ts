// Reads the tickers of all markets of the exchange by one request, again and again, and the names of its currencies once
// somebody asks for them. Begins with the answer that was kept. Pauses while the exchange is unreachable.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { Ticker } from '../../src-preload/contract/trading/trading-entities.ts'
import { startPoller } from '../async/poller.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Faults } from '../session/faults.ts'
import type { TickerKeeper } from './kept-tickers.ts'
import type { TimedTicker } from './ticker-figures.ts'
import type { Tools } from '../tools.ts'

/** Names of the work, for the log. */
const TICKERS = 'tickers'
const NAMES = 'currency names'
const KEPT = 'kept tickers'
/** Names are asked for again this long after a failure. */
const NAMES_AGAIN_MS = 600_000
const turn = { lane: 'markets', urgency: 'background' } as const

export interface TickerFeedOptions extends Pick<Tools, 'clock' | 'emit' | 'random'> {
  readonly session: AccountSession
  readonly faults: Faults
  readonly keeper: TickerKeeper
  /** Pause between two readings, in milliseconds; called before each. */
  readonly everyMs: () => number
}

/** Reads at once, then every `everyMs`. */
export function startTickerFeed(options: TickerFeedOptions) {
  const { session, clock, emit, faults, keeper, everyMs, random } = options
  let tickers: ReadonlyMap<string, TimedTicker> = new Map()
  let readAtMs: number | null = null
  let isAnswering = false
  let names: ReadonlyMap<string, string> | null = null
  let areNamesWanted = false
  let namesAskedMs = -Infinity

  async function loadKept(): Promise<void> {
    const kept = await keeper.load()
    if (kept === null || readAtMs !== null) return
    tickers = new Map(kept.tickers.map((timed) => [timed.ticker.market, timed]))
    readAtMs = kept.readAtMs
    emit('markets:tickersChanged', {})
  }
  const loaded = loadKept().catch((error: unknown) => void faults.note(KEPT, error))

  async function readNames(signal: AbortSignal): Promise<void> {
    if (names !== null || !areNamesWanted || clock.now() - namesAskedMs < NAMES_AGAIN_MS) return
    namesAskedMs = clock.now()
    try {
      const { rows } = await session.client.listCoins({ ...turn, signal })
      names = new Map(rows.flatMap(({ symbol, name }) => (name === null ? [] : [[symbol, name]])))
      faults.clear(NAMES)
      if (!signal.aborted) emit('markets:tickersChanged', {})
    } catch (error) {
      // The list is complete without them.
      faults.note(NAMES, error)
    }
  }

  const poller = startPoller({
    everyMs,
    random,
    isPaused: () => !session.connection.isReachable(),
    onError: (error) => {
      isAnswering = false
      if (faults.note(TICKERS, error)) emit('markets:tickersChanged', {})
    },
    run: async (signal) => {
      const askedAtMs = clock.now()
      const { rows } = await session.client.listTickers({}, { ...turn, signal })
      const offsetMs = session.time.offsetMs()
      // A service that computes its tickers less often says of when they are.
      const asOf = ({ atMs }: Ticker): number =>
        atMs === null ? askedAtMs : Math.max(0, Math.min(askedAtMs, atMs - offsetMs))
      tickers = new Map(
        rows
          .toSorted((a, b) => (a.market < b.market ? -1 : 1))
          .map((ticker) => [ticker.market, { ticker, asOfMs: asOf(ticker) }]),
      )
      readAtMs = askedAtMs
      isAnswering = true
      faults.clear(TICKERS)
      if (signal.aborted) return
      emit('markets:tickersChanged', {})
      await keeper.keep([...tickers.values()], askedAtMs)
      await readNames(signal)
    },
  })

  return {
    /** The last answer by symbol; empty until the first, or the kept one was read. */
    list: (): readonly Ticker[] => [...tickers.values()].map(({ ticker }) => ticker),
    /** When it was read; null for never. */
    readAtMs: (): number | null => readAtMs,
    /** The market's ticker of the last answer; null if it has none. */
    find: (market: string): TimedTicker | null => tickers.get(market) ?? null,
    // Offline nothing is read, and nobody learns here that the service has ceased to answer.
    /** True if the last reading succeeded and had this market, and the service can be reached. */
    isTold: (market: string): boolean =>
      isAnswering && session.connection.isReachable() && tickers.has(market),
    /** Why the last reading failed; null if it succeeded. */
    error: (): ErrorReport | null => faults.get(TICKERS),
    /** Name of a currency; null while unknown. Asks for the names with the next reading, once. */
    nameOf(currency: string): string | null {
      if (!areNamesWanted) {
        areNamesWanted = true
        poller.trigger()
      }
      return names?.get(currency) ?? null
    },
    trigger: (): void => poller.trigger(),
    /** Called when `everyMs` returns another value. */
    retime: (): void => poller.retime(),
    /** Aborts the reading; resolves when it has ended. */
    async stop(): Promise<void> {
      await poller.stop()
      await loaded
    },
  }
}

export type TickerFeed = ReturnType<typeof startTickerFeed>
