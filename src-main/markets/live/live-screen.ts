// Keeps the streams of what is on screen, and its freshness: the market feed tells it what that is, and asks it how often to poll.
import { freshnessTopics } from '../../../src-preload/domain/freshness.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { streamNames } from '../../exchange/streams/stream-names.ts'
import type { FreshnessBoard } from '../../session/freshness-board.ts'
import type { CatchUpMark } from './catch-up.ts'
import { createLiveMarkets, type LiveMarketsOptions } from './live-markets.ts'
import { wordOf } from './live-rows.ts'

/** A period's last trades may be counted late: its candle is read this long after the next one was told of. */
const READ_ENDED_AFTER_MS = 2_000
/** Markets whose trades are streamed; the others of the list have their prices by polling. */
const MAX_STREAMED_MARKETS = 100

/** The candles of one market and period. */
export interface CandleSeries {
  readonly market: string
  readonly period: CandlePeriod
}

/** An answer that is being asked for: to be noted once it is kept. */
export interface Asking {
  readonly topic: string
  readonly stream: string
  readonly mark: CatchUpMark
  readonly askedAtMs: number
}

export interface LiveScreenOptions extends Omit<LiveMarketsOptions, 'onConfirmed' | 'onLost' | 'onEnded'> {
  readonly freshness: FreshnessBoard
  /** Whether streams may be held for the screen. */
  readonly mayStream: () => boolean
  /** Called to read a topic of the screen now; all of them where none is named. */
  readonly onStale: (topic?: string) => void
  /** Called when topics are polled again, for their streams were lost. */
  readonly onLost: () => void
}

export function createLiveScreen(options: LiveScreenOptions) {
  const { freshness, clock, mayStream, onStale } = options
  let watched: { readonly charts: readonly CandleSeries[]; readonly tape: string | null } = {
    charts: [],
    tape: null,
  }
  let listed: readonly string[] = []
  /** How each topic on screen is taken off the board. */
  const shown = new Map<string, () => void>()
  const answeredAtMs = new Map<string, number>()
  /** Periods that have ended, by topic. */
  const ended = new Map<string, NodeJS.Timeout>()

  const live = createLiveMarkets({
    ...options,
    // What came before the confirmation is asked for once more.
    onConfirmed: () => onStale(),
    onLost: () => {
      freshness.check()
      options.onLost()
    },
    onEnded: (market, period) => {
      const topic = freshnessTopics.candles(market, period)
      if (ended.has(topic)) return
      const read = (): void => {
        ended.delete(topic)
        onStale(topic)
      }
      ended.set(topic, setTimeout(read, READ_ENDED_AFTER_MS))
    },
  })

  const candleStream = ({ market, period }: CandleSeries): string =>
    streamNames.candles(market, wordOf(period))

  function stream(): void {
    const { charts, tape } = watched
    if ((charts.length === 0 && tape === null) || !mayStream()) {
      live.want({ charts: [], markets: [] })
      return
    }
    const own = [...(tape === null ? [] : [tape]), ...charts.map(({ market }) => market)]
    live.want({ charts, markets: [...new Set([...own, ...listed])].slice(0, MAX_STREAMED_MARKETS) })
  }

  /** Puts what is on screen on the board, and takes the rest off. @param wanted - streams by topic */
  function show(wanted: ReadonlyMap<string, string>): void {
    for (const [topic, hide] of [...shown]) {
      if (wanted.has(topic)) continue
      shown.delete(topic)
      answeredAtMs.delete(topic)
      hide()
    }
    for (const [topic, name] of wanted) {
      if (shown.has(topic)) continue
      const source = {
        kind: 'public',
        streams: [name],
        isCaughtUp: () => live.isCaughtUp(name),
        answeredAtMs: () => answeredAtMs.get(topic) ?? null,
      } as const
      shown.set(topic, freshness.show(topic, source))
    }
  }

  const ask = (topic: string, name: string): Asking => ({
    topic,
    stream: name,
    mark: live.mark(name),
    askedAtMs: clock.now(),
  })

  return {
    /** What is on screen; its streams are held while they may be. */
    watch(charts: readonly CandleSeries[], tape: string | null): void {
      watched = { charts, tape }
      const topics = new Map<string, string>()
      for (const series of charts)
        topics.set(freshnessTopics.candles(series.market, series.period), candleStream(series))
      if (tape !== null) topics.set(freshnessTopics.trades(tape), streamNames.trades(tape))
      show(topics)
      stream()
    },
    /** The list's markets: their last prices are streamed while anything is on screen. */
    list(markets: readonly string[]): void {
      listed = markets
      stream()
    },
    /** Called when `mayStream` returns another value. */
    gateChanged: stream,
    isLive: (topic: string): boolean => freshness.of(topic)?.status === 'live',
    /** To be called before an answer is asked for. */
    askCandles: (series: CandleSeries): Asking =>
      ask(freshnessTopics.candles(series.market, series.period), candleStream(series)),
    askTrades: (market: string): Asking => ask(freshnessTopics.trades(market), streamNames.trades(market)),
    /** The answer is kept. `isWhole`: all of it could be read. */
    answered({ topic, stream: name, mark, askedAtMs }: Asking, isWhole = true): void {
      if (isWhole) live.answered(name, mark)
      if (!shown.has(topic)) return
      answeredAtMs.set(topic, askedAtMs)
      freshness.check()
    },
    /** How many trades of a market were streamed since the last call. */
    takeTradeCount: (market: string): number => live.takeTradeCount(market),
    /** Ends the subscriptions; resolves when the last rows are written. */
    async stop(): Promise<void> {
      for (const timer of ended.values()) clearTimeout(timer)
      show(new Map())
      await live.stop()
    },
  }
}
