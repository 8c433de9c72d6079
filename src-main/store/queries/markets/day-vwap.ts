// The volume-weighted average price since 00:00 UTC, from minutes, at the ends of longer candles.
import type Sqlite from 'better-sqlite3'
import type { CandlePeriod } from '../../../../src-preload/domain/markets/markets.ts'
import { VwapSum } from '../../../../src-preload/domain/numbers/vwap-sum.ts'
import { floorTo } from '../../worker/candle-aggregate.ts'
import type { DayVwapMethods } from '../../api/candle-range.ts'
import { inReadTransaction } from '../../worker/pragmas.ts'
import { prepareCandleSources, type CandleSource } from './candle-sources.ts'

const minuteMs = 60_000
const dayMinutes: CandlePeriod = 1440
const dayMs = dayMinutes * minuteMs
/** More days are not read in one call: about ninety thousand minutes. */
export const MAX_VWAP_DAYS = 62

export function prepareDayVwap(db: Sqlite.Database): DayVwapMethods {
  const listSources = prepareCandleSources(db)
  return {
    getDayVwap: (network, market, period, timesMs, settledMs) =>
      inReadTransaction(db, () => {
        const values = new Float64Array(timesMs.length).fill(NaN)
        const firstMs = timesMs[0]
        const lastMs = timesMs.at(-1)
        if (firstMs === undefined || lastMs === undefined || period >= dayMinutes) return values
        const toMs = floorTo(lastMs, dayMs)
        const days = {
          fromMs: Math.max(floorTo(firstMs, dayMs), toMs - (MAX_VWAP_DAYS - 1) * dayMs),
          toMs,
        }
        const minutes = listSources(network, market, dayMinutes, days).find(
          (source) => source.periodMs === minuteMs,
        )
        if (minutes === undefined) return values
        let at = timesMs.findIndex((timeMs) => timeMs >= days.fromMs)
        for (let dayStartMs = days.fromMs; dayStartMs <= toMs; dayStartMs += dayMs) {
          let end = at
          while ((timesMs[end] ?? Infinity) < dayStartMs + dayMs) end += 1
          if (end > at) {
            fillDay(
              minutes,
              dayStartMs,
              settledMs,
              period,
              timesMs.subarray(at, end),
              values.subarray(at, end),
            )
          }
          at = end
        }
        return values
      }),
  }
}

/** Fills in the values of one day's candles, or leaves them where a minute of the day is missing. */
function fillDay(
  minutes: CandleSource,
  dayStartMs: number,
  settledMs: number,
  period: CandlePeriod,
  timesMs: Float64Array,
  into: Float64Array,
): void {
  const knownMs = minutes.knows(dayStartMs)?.untilMs ?? -Infinity
  const dayEndMs = dayStartMs + dayMs
  if (knownMs < Math.min(dayEndMs, floorTo(settledMs, minuteMs))) return
  const rows = minutes.readBetween(dayStartMs, dayEndMs - 1)
  // A minute behind what is known: a hole lies before it.
  if ((rows.at(-1)?.[0] ?? -Infinity) >= knownMs) return
  const sum = new VwapSum()
  let next = 0
  for (const [at, timeMs] of timesMs.entries()) {
    for (; (rows[next]?.[0] ?? Infinity) < timeMs + period * minuteMs; next += 1) {
      const [, , high = NaN, low = NaN, close = NaN, volume = NaN] = rows[next] ?? []
      sum.add(high, low, close, volume)
    }
    into[at] = sum.value
  }
}
