// Writes candles as table rows in chunks, oldest first. Numbers are not rounded.
import type { CandleColumns } from '../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { type ChartInterval, intervalMs } from '../../../src-preload/domain/markets/intervals.ts'
import { splitMarket } from '../../../src-preload/domain/markets/markets.ts'
import { toDecimalText } from '../../exchange/decimal-text.ts'
import type { Store } from '../../store/api/store-api.ts'
import { toCsv, toCsvRows } from '../../exports/csv.ts'

/** One chunk is some hundred kilobytes of text. */
const STARTS_PER_CHUNK = 5_000

/** The candles to write. Times are candle starts in milliseconds since the epoch. */
export interface CandleFileQuery {
  readonly network: string
  readonly market: string
  readonly period: ChartInterval
  readonly fromMs: number
  /** Inclusive: starts from `fromMs` to `toMs`. */
  readonly toMs: number
  /** Periods that ended by then no longer change. */
  readonly settledMs: number
}

export interface CandleFile {
  /** The file's text in chunks. */
  readonly pieces: AsyncIterable<Buffer>
  /** Number of candles in the chunks so far. */
  rows(): number
}

/** Columns with their units. The order is part of the format: append new ones at the end. */
function columnsOf(market: string): string[] {
  const units = splitMarket(market)
  const quote = units?.quote.toUpperCase() ?? 'quote currency'
  const base = units?.base.toUpperCase() ?? 'base currency'
  const prices = ['Open', 'High', 'Low', 'Close'].map((name) => `${name} (${quote})`)
  return ['Start (UTC)', ...prices, `Volume (${base})`, 'Final']
}

/** The shortest decimal that parses to a double, so the number that the service sent; without an exponent. */
function numberText(value: number): string {
  const text = toDecimalText(String(value))
  if (text === null) throw new AppError('internal', { what: 'candle that is no number' })
  return text
}

function rowsOf(candles: CandleColumns, incomplete: readonly number[]): string[][] {
  const { timesMs, open, high, low, close, volume } = candles
  const unfinished = new Set(incomplete)
  return Array.from(timesMs, (timeMs, at) => [
    new Date(timeMs).toISOString(),
    ...[open, high, low, close, volume].map((column) => numberText(column[at] ?? NaN)),
    // Such a candle has the values of its last fetch.
    unfinished.has(timeMs) ? 'no' : 'yes',
  ])
}

/**
 * Candles of the period itself, or aggregates of shorter ones if all of those are here. A candle with a missing part is left
 * out; one that may still change, or was last fetched before it had ended, is not final.
 */
export function readCandleFile(store: Pick<Store, 'getCandleRange'>, query: CandleFileQuery): CandleFile {
  const { network, market, period, fromMs, toMs, settledMs } = query
  const spanMs = STARTS_PER_CHUNK * Math.floor(intervalMs(period))
  let rows = 0

  async function* readPieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(toCsv(columnsOf(market), []))
    for (let atMs = fromMs; atMs <= toMs; atMs += spanMs) {
      const range = { fromMs: atMs, toMs: Math.min(toMs, atMs + spanMs - 1) }
      // More than there can be, so that no longer period is chosen.
      const most = STARTS_PER_CHUNK * 2
      const { candles, incomplete } = await store.getCandleRange(network, market, {
        ...range,
        most,
        shortest: period,
        settledMs,
      })
      rows += candles.timesMs.length
      if (candles.timesMs.length > 0) yield Buffer.from(toCsvRows(rowsOf(candles, incomplete)))
    }
  }

  return { pieces: readPieces(), rows: () => rows }
}
