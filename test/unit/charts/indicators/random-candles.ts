// Long series of random candles from a seed, for the tests of indicators.
import type { CandleColumns } from '../../../../src-preload/contract/orders/entities.ts'
import { makeColumns } from '../../../../src-renderer/charts/model/candles/candle-buffer.ts'
import { randomFrom } from '../../../../scripts/random.ts'

export interface CandleKind {
  /** The price it begins at, and goes back to after each jump. */
  readonly price: number
  /** Other magnitudes that the price jumps to now and then. */
  readonly jumps?: readonly number[]
  /** Stretches in which nothing moves, and hours without any volume. */
  readonly hasFlats?: boolean
  readonly stepMs: number
}

/** `count` candles of a random walk, without gaps, from 29 October 2025, 00:00 UTC on. */
export function randomCandles(seed: number, count: number, kind: CandleKind): CandleColumns {
  const random = randomFrom(seed)
  const columns = makeColumns(count)
  const prices = [kind.price, ...(kind.jumps ?? [])]
  let price = kind.price
  let flatFor = 0
  for (let at = 0; at < count; at++) {
    if (flatFor > 0) flatFor--
    else if (kind.hasFlats === true && random() < 0.005) flatFor = Math.floor(random() * 200)
    if (prices.length > 1 && random() < 0.002) price = prices[Math.floor(random() * prices.length)] ?? price
    const open = price
    if (flatFor === 0) price *= 1 + (random() - 0.5) * 0.02
    const spread = flatFor === 0 ? random() * 0.01 : 0
    columns.timesMs[at] = Date.UTC(2025, 9, 29) + at * kind.stepMs
    columns.open[at] = open
    columns.high[at] = Math.max(open, price) * (1 + spread)
    columns.low[at] = Math.min(open, price) * (1 - spread)
    columns.close[at] = price
    columns.volume[at] = flatFor > 0 && random() < 0.5 ? 0 : random() * 10 ** Math.floor(random() * 8 - 3)
  }
  return columns
}
