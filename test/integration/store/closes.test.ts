// The price of a market at an earlier time, from candles of all periods.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { open, sampleCandles, toldAt } from './support.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const base = 20_000 * dayMs

it('is the newest close that had been made by then, of whichever period and market', async () => {
  const store = await open()
  const told = toldAt(base + 10 * dayMs)
  await store.putCandles('n', 'ethusdc', 1440, sampleCandles([base], 10), null, told)
  await store.putCandles('n', 'ethusdc', 60, sampleCandles([base + dayMs + hourMs], 20), null, told)
  await store.putCandles('n', 'usdceth', 1, sampleCandles([base + dayMs + 2 * hourMs], 30), null, told)
  await store.putCandles('other', 'ethusdc', 1, sampleCandles([base], 99), null, told)
  const markets = ['ethusdc', 'usdceth']
  const times = [
    base + dayMs - 1,
    base + dayMs,
    base + dayMs + 2 * hourMs - 1,
    base + dayMs + 2 * hourMs,
    base + dayMs + 2 * hourMs + minuteMs,
  ]
  expect(await store.listClosesAt('n', markets, times)).toEqual([
    null,
    { market: 'ethusdc', price: 10, asOfMs: base + dayMs },
    { market: 'ethusdc', price: 10, asOfMs: base + dayMs },
    { market: 'ethusdc', price: 20, asOfMs: base + dayMs + 2 * hourMs },
    { market: 'usdceth', price: 30, asOfMs: base + dayMs + 2 * hourMs + minuteMs },
  ])
  expect(await store.listCandleMarkets('n')).toEqual(['ethusdc', 'usdceth'])
  expect(await store.listClosesAt('n', ['btcusdc'], [base])).toEqual([null])
  expect(await store.listClosesAt('n', [], [base])).toEqual([null])
})

it('of a candle that was told last while it was forming is no newer than that, until it has been told whole', async () => {
  const store = await open()
  const halfMs = base + hourMs / 2
  await store.putCandles('n', 'ethusdc', 60, sampleCandles([base], 5), null, toldAt(halfMs))
  const ask = () => store.listClosesAt('n', ['ethusdc'], [base + hourMs, base + 2 * hourMs])
  expect((await ask()).map((close) => close?.asOfMs)).toEqual([halfMs, halfMs])
  const whole = { fromMs: base, toMs: base + hourMs, reachesStart: false }
  const told = toldAt(base + 3 * hourMs)
  await store.putCandles('n', 'ethusdc', 60, sampleCandles([base, base + hourMs], 6), whole, told)
  expect((await ask()).map((close) => [close?.price, close?.asOfMs])).toEqual([
    [6, base + hourMs],
    [6, base + 2 * hourMs],
  ])
})

it('of a candle that was never told whole is no newer than its start, also once later ones are here', async () => {
  const store = await open()
  await store.putCandles('n', 'ethusdc', 1440, sampleCandles([base], 5), null, toldAt(base + hourMs))
  const laterMs = base + 4 * dayMs
  await store.putCandles('n', 'ethusdc', 1440, sampleCandles([laterMs], 6), null, toldAt(laterMs + hourMs))
  const [close] = await store.listClosesAt('n', ['ethusdc'], [base + 2 * dayMs])
  expect(close).toEqual({ market: 'ethusdc', price: 5, asOfMs: base })
})

it('is never of a candle that ended later, and none newer is here', async () => {
  const periods = [1, 5, 60, 1440] as const satisfies readonly CandlePeriod[]
  const candle = fc.record({ period: fc.constantFrom(...periods), at: fc.nat(3_000) })
  const store = await open()
  let runs = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(candle, { maxLength: 30 }),
      fc.array(fc.nat(3_000 * minuteMs), { minLength: 1, maxLength: 20 }),
      async (candles, offsets) => {
        const network = `n${(runs += 1)}`
        const known = candles.map(({ period, at }) => {
          const startMs = base + Math.floor(at / period) * period * minuteMs
          return { period, startMs, endMs: startMs + period * minuteMs }
        })
        for (const { period, startMs } of known) {
          const told = toldAt(base + 100 * dayMs)
          await store.putCandles(network, 'ethusdc', period, sampleCandles([startMs], period), null, told)
        }
        const times = offsets.map((offset) => base + offset)
        const found = await store.listClosesAt(network, ['ethusdc'], times)
        for (const [index, atMs] of times.entries()) {
          const ends = known.filter(({ endMs }) => endMs <= atMs).map(({ endMs }) => endMs)
          expect(found[index]?.asOfMs ?? null).toBe(ends.length === 0 ? null : Math.max(...ends))
        }
      },
    ),
    { numRuns: 25 },
  )
})
