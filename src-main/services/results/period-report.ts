// Owns: what the fills of a period come to, by market, currency and day. Pure and exact.
// Must not: read anything; report-reader.ts brings the fills.
import type { PeriodReport } from '../../../src-preload/contract/portfolio.ts'
import { add, type Exact, exactText, parseExact, zero } from '../../../src-preload/shared/exact.ts'
import { splitMarket } from '../../../src-preload/shared/markets.ts'
import type { Zone } from '../../../src-preload/shared/zone.ts'
import type { RangeOrders, TimedFill, TimeRange } from '../../store/result-rows.ts'
import { createCostBook, type FillSize, sizeOf } from './average-cost.ts'
import { createReportDays } from './report-days.ts'
import { addTo, listSums } from './sums.ts'

/** One market's fills, to be added in the order of time: those of before the period too, for what they had cost. */
export interface MarketFold {
  add(fill: TimedFill): void
}

export interface ReportFold {
  /** Each market is folded once, one after the other or at the same time. */
  market(market: string): MarketFold
  finish(orders: RangeOrders, knownFromMs: number | null): PeriodReport
}

interface MarketSums {
  trades: number
  boughtAmount: Exact
  boughtValue: Exact
  soldAmount: Exact
  soldValue: Exact
  /** Null from the first sale on whose cost is not known. */
  realised: Exact | null
}

/** A market whose symbol does not say its quote currency is its own: amounts of it are added to no others. */
const quoteOf = (market: string): string => splitMarket(market)?.quote ?? market

/** @param zone - of the days */
export function createReportFold({ fromMs, toMs }: TimeRange, zone: Zone): ReportFold {
  const markets = new Map<string, MarketSums>()
  const volumes = new Map<string, Exact>()
  const fees = new Map<string, Exact>()
  const days = createReportDays()

  function count(market: string, fill: TimedFill, size: FillSize, realised: Exact | null): void {
    const { side, amount, value } = size
    const sums = markets.get(market) ?? {
      trades: 0,
      boughtAmount: zero,
      boughtValue: zero,
      soldAmount: zero,
      soldValue: zero,
      realised: zero,
    }
    markets.set(market, sums)
    sums.trades += 1
    if (side === 'buy') {
      sums.boughtAmount = add(sums.boughtAmount, amount)
      sums.boughtValue = add(sums.boughtValue, value)
    } else {
      sums.soldAmount = add(sums.soldAmount, amount)
      sums.soldValue = add(sums.soldValue, value)
      sums.realised = realised && sums.realised && add(sums.realised, realised)
    }
    const quote = quoteOf(market)
    addTo(volumes, quote, value)
    // The day may begin before 1970, where no time is.
    const dayMs = Math.max(0, zone.startOfDay(fill.atMs))
    days.add(dayMs, quote, value, side === 'sell' ? (realised ?? 'unknown') : null)
    if (fill.feeCurrency !== null && fill.feeAmount !== null)
      addTo(fees, fill.feeCurrency, parseExact(fill.feeAmount))
  }

  return {
    market(market) {
      const book = createCostBook()
      return {
        add(fill) {
          if (fill.atMs >= toMs) return
          const size = sizeOf(fill)
          const realised = book.add(size)
          if (fill.atMs >= fromMs) count(market, fill, size, realised)
        },
      }
    },

    finish(orders, knownFromMs) {
      const listed = [...markets].sort(([a], [b]) => (a < b ? -1 : 1))
      return {
        fromMs,
        toMs,
        timeZone: zone.name,
        orders: { created: orders.created, filled: orders.filled, cancelled: orders.cancelled },
        trades: listed.reduce((total, [, { trades }]) => total + trades, 0),
        markets: listed.map(([market, sums]) => ({
          market,
          quote: quoteOf(market),
          trades: sums.trades,
          boughtAmount: exactText(sums.boughtAmount),
          boughtValue: exactText(sums.boughtValue),
          soldAmount: exactText(sums.soldAmount),
          soldValue: exactText(sums.soldValue),
          realised: sums.realised && exactText(sums.realised),
        })),
        volumes: listSums(volumes),
        fees: listSums(fees),
        best: days.extremes(1),
        worst: days.extremes(-1),
        days: days.list(),
        ordersWithoutFills: orders.withoutFills,
        earlierOrdersWithoutFills: orders.earlierWithoutFills,
        knownFromMs,
      }
    },
  }
}
