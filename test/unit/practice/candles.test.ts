// The candles as numbers: exact sums, continuity, the look of a market.
import { describe, expect, it } from 'vitest'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { CandleBook, type CandleTicks } from '../../../src-main/practice/markets/candles.ts'
import { candleWidth } from '../../../src-main/practice/markets/daily-candles.ts'
import { tradesOfMinute } from '../../../src-main/practice/markets/market-trades.ts'
import { practiceMarkets, type PracticeMarket } from '../../../src-main/practice/markets/markets.ts'

const day = (iso: string): number => Date.parse(iso) / 86_400_000
const someDay = day('2026-11-02')

function candlesOf(columns: Float64Array): CandleTicks[] {
  return Array.from({ length: columns.length / candleWidth }, (_, index) => {
    const [open = NaN, max = NaN, min = NaN, last = NaN, volume = NaN] = columns.subarray(
      index * candleWidth,
      (index + 1) * candleWidth,
    )
    return { open, max, min, last, volume }
  })
}

function sum(parts: readonly CandleTicks[]): CandleTicks {
  return {
    open: parts[0]?.open ?? NaN,
    max: Math.max(...parts.map(({ max }) => max)),
    min: Math.min(...parts.map(({ min }) => min)),
    last: parts.at(-1)?.last ?? NaN,
    volume: parts.reduce((total, { volume }) => total + volume, 0),
  }
}

const minutesOf = (book: CandleBook, market: PracticeMarket, from: number, count: number): CandleTicks[] =>
  candlesOf(book.run(market, 1, from, count).columns)

describe.each(practiceMarkets)('$symbol', (market) => {
  const book = new CandleBook(7)

  it('adds its minutes up exactly in all twelve periods', () => {
    for (const period of candlePeriods) {
      const first = Math.ceil((someDay * 1440) / period)
      const count = Math.max(2, Math.min(60, Math.floor(4_000 / period)))
      const wholes = candlesOf(book.run(market, period, first, count).columns)
      const minutes = minutesOf(book, market, first * period, count * period)
      wholes.forEach((whole, index) => {
        expect(whole).toEqual(sum(minutes.slice(index * period, (index + 1) * period)))
      })
    }
  })

  it('goes on where the minute before ended, in whole ticks and units, with sane ranges', () => {
    const minutes = minutesOf(book, market, someDay * 1440 - 1_440, 4 * 1_440)
    minutes.forEach((candle, index) => {
      for (const value of Object.values(candle)) expect(Number.isInteger(value)).toBe(true)
      expect(candle.min).toBeGreaterThan(0)
      expect(candle.max).toBeGreaterThanOrEqual(Math.max(candle.open, candle.last))
      expect(candle.min).toBeLessThanOrEqual(Math.min(candle.open, candle.last))
      const before = minutes[index - 1]
      if (before !== undefined) expect(candle.open).toBe(before.last)
      if (candle.volume === 0) expect(candle.max).toBe(candle.min)
      else expect(candle.volume).toBeGreaterThanOrEqual(12)
    })
  })

  it('gives the same minute however it is asked for', () => {
    const minutes = minutesOf(book, market, someDay * 1440, 1440)
    const cold = new CandleBook(7)
    for (let step = 0; step < 200; step += 1) {
      const minute = (step * 389) % 1440
      expect(cold.minute(market, someDay * 1440 + minute)).toEqual(minutes[minute])
    }
    expect(new CandleBook(8).minute(market, someDay * 1440)).not.toEqual(minutes[0])
  })

  it('has trades in every busy minute that open, peak, sink, close and add up with it', () => {
    const from = someDay * 1440
    minutesOf(book, market, from, 600).forEach((candle, index) => {
      const trades = tradesOfMinute(7, market, from + index, candle)
      expect(trades.length > 0).toBe(candle.volume > 0)
      if (trades.length === 0) return
      const asCandles = trades.map(({ price, units }) => ({
        open: price,
        max: price,
        min: price,
        last: price,
        volume: units,
      }))
      expect(sum(asCandles)).toEqual(candle)
      expect(trades.every(({ units }) => units > 0)).toBe(true)
      const seconds = trades.map(({ second }) => second)
      expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
      expect(seconds.every((second) => Math.floor(second / 60) === from + index)).toBe(true)
      expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
    })
  })

  it('is neither dull nor absurd over its whole life', () => {
    for (const seed of [1, 7, 12_345]) {
      const life = someDay - market.listedDay
      const days = candlesOf(new CandleBook(seed).run(market, 1440, market.listedDay, life).columns)
      const unit = 10 ** market.priceDecimals
      const prices = days.map(({ last }) => last / unit)
      expect(Math.min(...prices)).toBeGreaterThan(market.level / 20)
      expect(Math.max(...prices)).toBeLessThan(market.level * 20)
      const moves = days.map(({ open, last }) => Math.abs(Math.log(last / open)))
      const usual = moves.reduce((total, move) => total + move, 0) / moves.length
      expect(usual).toBeGreaterThan(market.dailyVolatility * 0.2)
      expect(usual).toBeLessThan(market.dailyVolatility * 2)
      expect(Math.max(...moves)).toBeLessThan(market.dailyVolatility * 12)
      expect(new Set(prices).size).toBeGreaterThan(market.symbol === 'usdcusdt' ? 20 : days.length / 4)
    }
  })
})

describe('volume', () => {
  it('follows the day: busier in the afternoon (UTC) than before dawn', () => {
    const book = new CandleBook(7)
    const [market] = practiceMarkets
    if (market === undefined) throw new Error('no market')
    const hours = candlesOf(book.run(market, 60, someDay * 24 - 24 * 200, 24 * 200).columns)
    const at = (from: number, to: number): number =>
      hours
        .filter((_, index) => index % 24 >= from && index % 24 < to)
        .reduce((total, { volume }) => total + volume, 0)
    expect(at(14, 18)).toBeGreaterThan(1.4 * at(2, 6))
  })
})
