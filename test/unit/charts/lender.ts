// A lender of candles for tests of the window: a market made of minutes, answered by the rule of main.
import type { CandleRange } from '../../../src-preload/contract/markets/markets.ts'
import {
  type ChartInterval,
  endOf,
  startFrom,
  startOf,
} from '../../../src-preload/domain/markets/intervals.ts'
import type { WantedCandles } from '../../../src-renderer/charts/model/candles/candle-window.ts'
import { aggregateAll, type CandleRow } from '../../../src-main/store/worker/candle-aggregate.ts'
import { choosePeriod } from '../../../src-main/store/worker/range-plan.ts'
import { columnsOf, type Row } from './synthetic.ts'

export const minuteMs = 60_000
const settleMs = 2 * minuteMs

export interface LenderOptions {
  /** Minute candles, ascending. */
  readonly rows: readonly Row[]
  readonly nowMs: number
  /** What lies before is at the service only; 0: all is here. */
  readonly cachedFromMs?: number
}

/** The rows that start between two times, both inclusive. */
export function within(all: readonly Row[], fromMs: number, toMs: number): readonly Row[] {
  const first = all.findIndex(([timeMs]) => timeMs >= fromMs)
  const last = all.findLastIndex(([timeMs]) => timeMs <= toMs)
  return first < 0 ? [] : all.slice(first, last + 1)
}

/** Main with the minutes of one market: what is not cached is a gap until `fill` is called. */
export class Lender {
  readonly asked: WantedCandles[] = []
  nowMs: number
  asOfMs: number
  cachedFromMs: number
  lastError: CandleRange['lastError'] = null
  /** The VWAP of every candle; null: none is told. */
  vwap: number | null = null
  /** Thrown by every call while it is set. */
  failure: Error | null = null
  readonly #rows: CandleRow[]
  readonly #made = new Map<ChartInterval, readonly Row[]>()
  #gate: Promise<void> | null = null
  #open: () => void = () => undefined

  constructor({ rows, nowMs, cachedFromMs = 0 }: LenderOptions) {
    this.#rows = rows.map((row): CandleRow => [...row])
    this.nowMs = nowMs
    this.asOfMs = nowMs
    this.cachedFromMs = cachedFromMs
  }

  /** Answers wait until `release`. */
  hold(): void {
    this.#gate = new Promise((resolve) => (this.#open = resolve))
  }

  release(): void {
    this.#gate = null
    this.#open()
  }

  /** A minute that is told anew or for the first time, at the end. */
  tell(row: Row): void {
    if (this.#rows.at(-1)?.[0] === row[0]) this.#rows.pop()
    this.#rows.push([...row])
    this.nowMs = Math.max(this.nowMs, row[0] + minuteMs / 2)
    this.asOfMs = this.nowMs
    this.#made.clear()
  }

  fill(fromMs: number): void {
    this.cachedFromMs = fromMs
    this.#made.clear()
  }

  get #isAllHere(): boolean {
    return this.cachedFromMs <= (this.#rows[0]?.[0] ?? Infinity)
  }

  /** All candles of a period that are here from their beginning. */
  truth(period: ChartInterval): readonly Row[] {
    const known = this.#made.get(period)
    if (known !== undefined) return known
    // A period that began before what is here lacks a part of itself.
    const wholeFromMs = this.#isAllHere ? 0 : startFrom(period, this.cachedFromMs)
    const here = this.#rows.filter(([timeMs]) => timeMs >= wholeFromMs)
    const made = aggregateAll(here, period).map(([timeMs, open, high, low, close, volume]): Row => [
      timeMs,
      open,
      high,
      low,
      close,
      volume,
    ])
    this.#made.set(period, made)
    return made
  }

  /** Resolves when nothing is asked any more. */
  async quiet(): Promise<void> {
    const most = this.asked.length + 100
    for (let before = -1; before !== this.asked.length;) {
      before = this.asked.length
      if (before > most) throw new Error('asks without end')
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  readonly source = async (wanted: WantedCandles): Promise<CandleRange> => {
    this.asked.push(wanted)
    const isWhole = [wanted.fromMs, wanted.toMs, wanted.widthPx].every(Number.isInteger)
    if (!isWhole || wanted.fromMs < 0 || wanted.toMs < wanted.fromMs) throw new Error('validation')
    if (wanted.widthPx < 100 || wanted.widthPx > 8_000) throw new Error('validation')
    const gate = this.#gate
    const answer = this.failure === null ? this.#answer(wanted) : null
    if (gate !== null) await gate
    if (answer === null) throw this.failure ?? new Error('failed')
    return answer
  }

  #answer({ fromMs, toMs, widthPx, shortest, vwap }: WantedCandles): CandleRange {
    const { period, buckets } = choosePeriod({ fromMs, toMs, most: widthPx * 2 }, shortest)
    const all = this.truth(period)
    const rows = within(all, buckets.fromMs, toMs)
    // What was not told yet is not known.
    const settledMs = Math.min(this.nowMs, this.asOfMs) - settleMs
    const startMs = this.#rows[0]?.[0] ?? Infinity
    const isAllHere = this.#isAllHere
    const gaps: { fromMs: number; toMs: number }[] = []
    const addGap = (from: number, to: number): void => {
      const endMs = Math.min(to, toMs, this.nowMs)
      if (from <= endMs) gaps.push({ fromMs: from, toMs: endMs })
    }
    const heldFromMs = isAllHere ? 0 : startFrom(period, this.cachedFromMs)
    const openFromMs = Math.max(heldFromMs, startOf(period, settledMs))
    addGap(buckets.fromMs, Math.min(heldFromMs, endOf(period, buckets.toMs)) - 1)
    addGap(Math.max(openFromMs, buckets.fromMs), toMs)
    const firstMs = rows[0]?.[0]
    return {
      period,
      candles: columnsOf(rows),
      incomplete: rows.map(([timeMs]) => timeMs).filter((timeMs) => endOf(period, timeMs) > settledMs),
      minuteVwap:
        vwap && this.vwap !== null ? new Float64Array(rows.length).fill(this.vwap) : new Float64Array(),
      newestMs: rows.at(-1)?.[0] ?? null,
      gaps,
      reachesStart: isAllHere && (firstMs === undefined ? toMs < startMs : firstMs === all[0]?.[0]),
      asOfMs: this.#rows.length === 0 ? null : this.asOfMs,
      lastError: this.lastError,
    }
  }
}
