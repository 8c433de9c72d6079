// Owns: bringing the candles of one market and period from main into the chart's source. Must not: draw.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { CandlePeriod } from '../../../src-preload/shared/markets.ts'
import { CandleSource } from '../../charts/candle-source.ts'
import { call, on, toReport } from '../../lib/api.ts'
import type { Loadable } from '../../lib/loadable.ts'
import { failed, loading, ready } from '../../lib/loadable.ts'

/** Candles asked for at first and for each step back. */
const pageSize = 1000
/** The most that one call may ask for (contract: markets:getCandles). */
const mostPerCall = 10_000

/** What is known about the candles in the source; the candles themselves are in `source`. */
export interface CandlesInfo {
  readonly market: string
  readonly period: CandlePeriod
  readonly count: number
  readonly asOfMs: number | null
  /** Why main's last reading of the newest candles failed; null when it did not. */
  readonly lastError: ErrorReport | null
}

/** How many of the newest candles reach from `fromMs` to `toMs`, both ends included, with one to spare on each side. */
export function countCandles(fromMs: number, toMs: number, period: CandlePeriod): number {
  return Math.max(2, Math.ceil((toMs - fromMs) / (period * 60_000)) + 2)
}

export class CandleFeed {
  readonly source = new CandleSource(60)
  info = $state.raw<Loadable<CandlesInfo>>(loading)
  #market: string | null = null
  #period: CandlePeriod = 60
  #isStepping = false
  /** The oldest candle that the view has asked for: what main fetches before it is nobody's need here. */
  #wantedFromMs = Infinity

  /** Follows changes until the returned function is called. */
  start(): () => void {
    return on('markets:candlesChanged', ({ market, period, fromMs }) => {
      if (market === this.#market && period === this.#period) void this.#loadFrom(fromMs)
    })
  }

  /** Shows a market and period; what is shown already is only refreshed. */
  async show(market: string, period: CandlePeriod): Promise<void> {
    if (market !== this.#market || period !== this.#period) {
      this.#market = market
      this.#period = period
      this.source.reset(period)
      this.info = loading
      this.#wantedFromMs = Date.now() - pageSize * period * 60_000
    }
    await this.#fetch(null, pageSize)
  }

  clear(): void {
    this.#market = null
    this.source.reset()
    this.info = loading
  }

  /** Fetches the candles before the first one here, once at a time. Calls while that runs do nothing. */
  async loadOlder(): Promise<void> {
    const { buffer } = this.source
    if (this.#isStepping || this.source.reachesStart || buffer.length === 0) return
    this.#isStepping = true
    try {
      this.#wantedFromMs = Math.min(this.#wantedFromMs, buffer.firstMs - pageSize * this.#period * 60_000)
      await this.#fetch(buffer.firstMs - 1, pageSize)
    } finally {
      this.#isStepping = false
    }
  }

  async #loadFrom(fromMs: number): Promise<void> {
    const { buffer } = this.source
    if (buffer.length === 0) return this.#fetch(null, pageSize)
    const newestMs = Math.max(Date.now(), this.source.last()?.timeMs ?? 0)
    const count = countCandles(fromMs, newestMs, this.#period)
    if (count <= mostPerCall && fromMs >= buffer.firstMs) return this.#fetch(null, count)
    // Older candles came in behind: those up to what was asked for, and no further, or each page would ask for the next.
    const missing = Math.floor((buffer.firstMs - this.#wantedFromMs) / (this.#period * 60_000))
    if (missing >= 1) await this.#fetch(buffer.firstMs - 1, Math.min(missing, mostPerCall))
  }

  async #fetch(endMs: number | null, limit: number): Promise<void> {
    const market = this.#market
    const period = this.#period
    if (market === null) return
    const isCurrent = (): boolean => market === this.#market && period === this.#period
    try {
      const answer = await call('markets:getCandles', { market, period, endMs, limit })
      if (!isCurrent()) return
      this.source.merge(answer.candles)
      const [first] = answer.candles.timesMs
      const isFirst = first === undefined ? endMs !== null : first <= this.source.buffer.firstMs
      if (isFirst) this.source.setReachesStart(answer.reachesStart)
      // The age of the data is the age of its newest part; a step back says nothing about that.
      const before = this.info.status === 'ready' ? this.info.value : null
      const { asOfMs, lastError } = endMs === null || before === null ? answer : before
      this.info = ready({ market, period, count: this.source.buffer.length, asOfMs, lastError })
    } catch (error) {
      if (isCurrent()) this.info = failed(this.info, toReport(error))
    }
  }
}
