// Candles of one chart while it is on screen, refreshed on events from main.
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import type { ChartInterval } from '../../../../src-preload/domain/markets/intervals.ts'
import { CandleWindow, type WindowStatus } from '../../../charts/model/candles/candle-window.ts'
import { call, on, toReport } from '../../../shell/page/api.ts'

export class ChartFeed {
  readonly window: CandleWindow
  #status = $state.raw<WindowStatus>({ isSettled: false, asOfMs: null, lastError: null, error: null })
  #lastClose = $state<number | null>(null)

  constructor(market: string, period: ChartInterval) {
    this.window = new CandleWindow({
      market,
      period,
      source: (wanted) => call('markets:getCandleRange', { market, ...wanted }),
      now: Date.now,
    })
  }

  /** True before the first response or failure. */
  get isLoading(): boolean {
    return !this.#status.isSettled && !this.hasCandles
  }

  get hasCandles(): boolean {
    return this.#lastClose !== null
  }

  /** The newest price; null without candles. */
  get lastClose(): number | null {
    return this.#lastClose
  }

  /** When the newest candles were loaded; null when never. */
  get asOfMs(): number | null {
    return this.#status.asOfMs
  }

  /** Why candles could not be refreshed; null when they could. */
  get error(): ErrorReport | null {
    const { error, lastError } = this.#status
    return error === null ? lastError : toReport(error)
  }

  /** Why not even cached candles could be read: the chart has nothing to show. */
  get failure(): ErrorReport | null {
    const { error } = this.#status
    return error === null || this.hasCandles ? null : toReport(error)
  }

  /** Subscribes to main until the returned function is called, which frees the candles. */
  follow(): () => void {
    const { window } = this
    let wasOnline = true
    const read = (): void => {
      this.#status = window.status
      this.#lastClose = window.last()?.close ?? null
    }
    const stops = [
      window.subscribe(read),
      on('markets:candlesChanged', ({ market, period, fromMs }) => {
        if (market === window.market) window.refresh(fromMs, period)
      }),
      // Main retries failed requests only when asked.
      on('connection:changed', ({ status }) => {
        if (status === 'online' && !wasOnline) window.retry()
        wasOnline = status === 'online'
      }),
    ]
    read()
    return () => {
      stops.forEach((stop) => stop())
      window.dispose()
    }
  }
}
