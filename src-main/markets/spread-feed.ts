// Reads the best bid and ask of the watched markets by their order books, while the watch list shows spreads: tickers tell
// neither (facts, B1).
import type { BestPrices } from '../../src-preload/contract/markets/markets.ts'
import type { BookOrder } from '../../src-preload/contract/trading/trading-entities.ts'
import { compareDecimals } from '../../src-preload/domain/numbers/exact-decimal.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import { startPoller } from '../async/poller.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Faults } from '../session/faults.ts'
import type { Tools } from '../tools.ts'

/** Name of the work, for the log. */
const SPREADS = 'spreads'
/** Orders of each side: the first ones may be market orders, which have no price. */
const BOOK_ORDERS = 5
/** Each market is a request. */
const LEAST_EVERY_MS = 30_000
/** Prices read longer ago are no current spread. */
const MAX_AGE_MS = 180_000
const turn = { lane: 'markets', urgency: 'background' } as const

export interface SpreadFeedOptions extends Pick<Tools, 'clock' | 'emit' | 'random'> {
  readonly session: AccountSession
  readonly faults: Faults
  readonly markets: () => Promise<readonly string[]>
  /** True while the list shows spreads. */
  readonly isShown: () => Promise<boolean>
  /** Pause between two readings, in milliseconds; called before each. At least 30 seconds. */
  readonly everyMs: () => number
}

/** The best price of a side, whatever the order of its rows; null without one. */
function bestOf(orders: readonly BookOrder[], side: 'bid' | 'ask'): string | null {
  const sign = side === 'bid' ? -1 : 1
  const prices = orders.flatMap(({ price }) => (price === null ? [] : [price]))
  return prices.toSorted((a, b) => sign * compareDecimals(a, b))[0] ?? null
}

/** Reads at once, then every `everyMs`, while spreads are shown. */
export function startSpreadFeed(options: SpreadFeedOptions) {
  const { session, clock, emit, faults, markets, isShown, random } = options
  const known = new Map<string, BestPrices & { readonly askedAtMs: number }>()

  /** False where the exchange refused the book, or told one that cannot be read: that keeps no other market's back. */
  async function read(market: string, signal: AbortSignal): Promise<boolean> {
    const askedAtMs = clock.now()
    try {
      const query = { market, asksLimit: BOOK_ORDERS, bidsLimit: BOOK_ORDERS }
      const { asks, bids } = await session.client.getOrderBook(query, { ...turn, signal })
      const [bid, ask] = [bestOf(bids, 'bid'), bestOf(asks, 'ask')]
      if (bid === null || ask === null) known.delete(market)
      else known.set(market, { bid, ask, askedAtMs })
      return true
    } catch (error) {
      if (!isAppError(error, 'rejectedByExchange', 'contractViolation', 'notFound')) throw error
      known.delete(market)
      faults.note(SPREADS, error)
      return false
    }
  }

  const poller = startPoller({
    everyMs: () => Math.max(LEAST_EVERY_MS, options.everyMs()),
    random,
    isPaused: () => !session.connection.isReachable(),
    onError: (error) => void faults.note(SPREADS, error),
    run: async (signal) => {
      if (!(await isShown())) return
      let areAllRead = true
      for (const market of await markets()) {
        if (!(await read(market, signal))) areAllRead = false
        signal.throwIfAborted()
      }
      if (areAllRead) faults.clear(SPREADS)
      emit('markets:listChanged', {})
    },
  })

  return {
    /** Null for a market whose best prices are not known now. */
    find(market: string): BestPrices | null {
      const best = known.get(market)
      const ageMs = best === undefined ? Infinity : clock.now() - best.askedAtMs
      return best === undefined || ageMs < 0 || ageMs > MAX_AGE_MS ? null : { bid: best.bid, ask: best.ask }
    },
    /** Reads now: the list shows spreads from now on, or has another market. */
    trigger: (): void => poller.trigger(),
    /** Called when `everyMs` returns another value. */
    retime: (): void => poller.retime(),
    /** Aborts the reading; resolves when it has ended. */
    stop: (): Promise<void> => poller.stop(),
  }
}

export type SpreadFeed = ReturnType<typeof startSpreadFeed>
