// A market's candles behind a real server, with the ways in which services may differ.
import {
  type ReceivedRequest,
  type ScriptedServer,
  startScriptedServer,
} from '../../../fixtures/scripted-server.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const KLINE = '/sapi/v1/market/kline/'

export interface CandleServerOptions {
  /** The service's time. */
  readonly nowMs: () => number
  /** When each market began; what is not named is unknown to the service. */
  readonly startsMs: Readonly<Record<string, number>>
  /** The service's own limit. */
  readonly most?: number
  /** Which of the candles asked for come when there are more than the limit. */
  readonly cuts?: 'oldest' | 'newest'
  /** The service had none of a minute or an hour then (of a day it always has one). */
  readonly isHole?: (timeMs: number) => boolean
  /** It does not look at the range at all. */
  readonly ignoresRange?: boolean
}

export type CandleRow = [second: number, open: number, max: number, min: number, last: number, volume: number]

export interface CandleServer extends ScriptedServer {
  /** All that it has of a market, as of now, which starts within a range. */
  rowsOf(market: string, period: number, fromMs: number, toMs: number): CandleRow[]
  /** Questions for candles so far: market, period and range in milliseconds. */
  asked(): { market: string; period: number; fromMs: number; toMs: number; limit: number }[]
}

/** Any values, but always the same ones for the same candle, until it has ended. */
function rowAt(market: string, period: number, timeMs: number, isForming: boolean): CandleRow {
  const base = ((timeMs / MINUTE) * 7 + period + market.length) % 1_000
  return [timeMs / 1_000, base, base + 2, base - 1, base + (isForming ? 0.25 : 1), isForming ? 1 : 10]
}

function ok(payload: unknown) {
  return { json: { status: 'success', message: '', payload } }
}

const unknownMarket = {
  status: 400,
  json: { status: 'error', message: 'please enter a valid market', payload: '' },
}

export async function startCandleServer(options: CandleServerOptions): Promise<CandleServer> {
  const { nowMs, startsMs, most = 10_000, cuts = 'oldest', isHole = () => false } = options

  function rowsOf(market: string, period: number, fromMs: number, toMs: number): CandleRow[] {
    const periodMs = period * MINUTE
    const startMs = Math.floor((startsMs[market] ?? Infinity) / periodMs) * periodMs
    const endMs = Math.min(toMs, nowMs())
    const rows: CandleRow[] = []
    for (
      let timeMs = Math.ceil(Math.max(fromMs, startMs) / periodMs) * periodMs;
      timeMs <= endMs;
      timeMs += periodMs
    ) {
      if (period < 1_440 && isHole(timeMs)) continue
      rows.push(rowAt(market, period, timeMs, timeMs + periodMs > nowMs()))
    }
    return rows
  }

  const rangeOf = ({ query }: ReceivedRequest) => ({
    market: query['market'] ?? '',
    period: Number(query['period']),
    fromMs: Number(query['start_time']) * 1_000,
    toMs: Number(query['end_time']) * 1_000,
    limit: Number(query['limit']),
  })

  const server = await startScriptedServer((request) => {
    if (request.path !== KLINE) return ok([])
    const { market, period, fromMs, toMs, limit } = rangeOf(request)
    if (startsMs[market] === undefined) return unknownMarket
    const count = Math.min(limit, most)
    if (options.ignoresRange === true) return ok(rowsOf(market, period, nowMs() - DAY, nowMs()).slice(-count))
    const rows = rowsOf(market, period, fromMs, toMs)
    return ok(cuts === 'oldest' ? rows.slice(0, count) : rows.slice(-count))
  })

  return {
    ...server,
    rowsOf,
    asked: () => server.requests.filter(({ path }) => path === KLINE).map(rangeOf),
  }
}
