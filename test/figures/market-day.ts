// The figures of the last 24 hours of a market, from its minutes.
import { PriceTable } from './prices.ts'
import { Rational, sumOf } from './rational.ts'
import type { RawRows } from './raw-rows.ts'

const MINUTE_MS = 60_000
const WINDOW_MINUTES = 1440

export interface MarketDay {
  readonly lastPrice: Rational
  /** Close of the minute before the window, or of the last one before it that is here. */
  readonly reference: Rational | null
  /** last price ÷ reference − 1. */
  readonly change: Rational | null
  readonly high: Rational | null
  readonly low: Rational | null
  /** Sum of the minutes' volumes, in base currency. */
  readonly volume: Rational
  /** Start of the first minute of the window. */
  readonly fromMs: number
}

/**
 * The 1,440 minutes that end with the running one. A minute without a trade is flat at the close before it, so it widens
 * neither high nor low beyond the reference; such minutes are left out of high and low. Null where the market has no price.
 */
export function computeMarketDay(rows: RawRows, market: string): MarketDay | null {
  const runningMs = Math.floor(rows.nowMs / MINUTE_MS) * MINUTE_MS
  const fromMs = runningMs - (WINDOW_MINUTES - 1) * MINUTE_MS
  const prices = new PriceTable(rows)
  const last = prices.marketNow(market)
  if (last === null) return null
  const reference = prices.marketAt(market, fromMs - 1)?.value ?? null
  const minutes = (rows.candles.get(market) ?? []).filter(
    ({ startMs }) => startMs >= fromMs && startMs <= runningMs,
  )
  const traded = minutes.filter(({ volume }) => volume.sign() > 0)
  const pick = (values: readonly Rational[], sign: 1 | -1): Rational | null =>
    values.reduce<Rational | null>(
      (best, value) => (best === null || value.compare(best) === sign ? value : best),
      null,
    )
  return {
    lastPrice: last.value,
    reference,
    change:
      reference === null || reference.sign() === 0
        ? null
        : last.value.divide(reference).subtract(Rational.one),
    high: pick(
      traded.map(({ high }) => high),
      1,
    ),
    low: pick(
      traded.map(({ low }) => low),
      -1,
    ),
    volume: sumOf(minutes.map(({ volume }) => volume)),
    fromMs,
  }
}
