// The window of a chart keeps up with the real store while candles come in, piece by piece.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import {
  addSlots,
  type ChartInterval,
  endOf,
  intervalMs,
  startOf,
} from '../../../src-preload/domain/markets/intervals.ts'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import type { CandlePeriod } from '../../../src-preload/domain/markets/markets.ts'
import { aggregateAll, type CandleRow } from '../../../src-main/store/worker/candle-aggregate.ts'
import { CandleWindow, type WantedCandles } from '../../../src-renderer/charts/model/candles/candle-window.ts'
import type { CandleRange } from '../../../src-preload/contract/markets/markets.ts'
import { openStoreMethods, settleMs } from '../store/candle-history.ts'
import { columnsOf, rowAt, type Row } from '../../unit/charts/synthetic.ts'

const minuteMs = 60_000
/** Two days before the end of a month. */
const bornMs = Date.UTC(2023, 10, 29)
/** Long periods would have one candle in so short a life; months have two. */
const intervals: readonly ChartInterval[] = [...candlePeriods.filter((each) => each <= 240), 'month']

const step = fc.record({
  /** A page of candles that main reads: of a period, ending so many before the newest. */
  period: fc.constantFrom<CandlePeriod>(1, 1, 1, 5, 60, 1440),
  back: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })),
  count: fc.integer({ min: 1, max: 1_000 }),
  /** In thirds of a minute. */
  waits: fc.integer({ min: 0, max: 200 }),
  /** Where the chart looks then: its end in minutes before now, and its span. */
  end: fc.oneof(fc.constant(-20), fc.integer({ min: -20, max: 4_000 })),
  span: fc.integer({ min: 20, max: 4_000 }),
  looks: fc.boolean(),
})

it('shows what a fresh question to the store would tell, whatever came in and wherever one looked meanwhile', async () => {
  const { store } = openStoreMethods()
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...intervals),
      fc.array(step, { minLength: 1, maxLength: 10 }),
      async (chosen, steps) => {
        const market = `m${String(run++)}`
        let nowMs = bornMs + 3 * 1_440 * minuteMs
        let calls = 0

        /** The service's candles of now; the minute that forms has other values each time. */
        function tellCandles(period: CandlePeriod, fromMs: number, toMs: number): Row[] {
          const minutes: CandleRow[] = []
          const endMs = Math.min(nowMs, toMs + period * minuteMs - 1)
          for (let timeMs = Math.max(bornMs, fromMs); timeMs <= endMs; timeMs += minuteMs) {
            if ((timeMs / minuteMs) % 7 === 3) continue
            const isForming = timeMs + minuteMs > nowMs
            minutes.push([...rowAt(timeMs, isForming ? (nowMs / 20_000) % 97 : 0)])
          }
          return aggregateAll(minutes, period).map(([at, open, high, low, close, volume]): Row => [
            at,
            open,
            high,
            low,
            close,
            volume,
          ])
        }

        function ask({ fromMs, toMs, widthPx, shortest }: WantedCandles): CandleRange {
          const query = { fromMs, toMs, most: widthPx * 2, shortest, settledMs: nowMs - settleMs }
          const { gaps, ...rest } = store.getCandleRange('n', market, query)
          const past = gaps.filter((gap) => gap.fromMs <= nowMs)
          const cut = past.map((gap) => ({ fromMs: gap.fromMs, toMs: Math.min(gap.toMs, nowMs) }))
          return { ...rest, gaps: cut, minuteVwap: new Float64Array(), lastError: null }
        }

        const candles = new CandleWindow({
          market,
          period: chosen,
          source: (wanted) => {
            calls += 1
            return Promise.resolve(ask(wanted))
          },
          now: () => nowMs,
        })
        const quiet = async (): Promise<void> => {
          for (let before = -1; before !== calls;) {
            before = calls
            await new Promise((resolve) => setImmediate(resolve))
          }
        }
        candles.begin(200)
        for (const { period, back, count, waits, end, span, looks } of steps) {
          nowMs += waits * 20_000
          const periodMs = period * minuteMs
          const toMs = Math.floor(nowMs / periodMs - back / period) * periodMs
          const fromMs = Math.max(bornMs, toMs - Math.ceil(count / Math.sqrt(period)) * periodMs)
          if (fromMs <= toMs) {
            const covers = { fromMs: Math.floor(fromMs / periodMs) * periodMs, toMs, reachesStart: false }
            const told = columnsOf(tellCandles(period, covers.fromMs, toMs))
            const times = { asOfMs: nowMs, nowMs, settledMs: nowMs - settleMs }
            const { changedFromMs } = store.putCandles('n', market, period, told, covers, times)
            if (changedFromMs !== null) candles.refresh(changedFromMs, period)
          }
          const viewToMs = nowMs - end * minuteMs
          const viewFromMs = viewToMs - span * Math.sqrt(intervalMs(chosen) / minuteMs) * minuteMs
          candles.show(viewFromMs, viewToMs, 400)
          if (!looks) continue
          await quiet()
          const shown = candles.show(viewFromMs, viewToMs, 400)
          if (shown === null) continue
          const { level } = shown
          const wholeMs = startOf(level.period, viewFromMs)
          const fresh = ask({
            fromMs: wholeMs,
            toMs: endOf(level.period, startOf(level.period, viewToMs)) - 1,
            widthPx: 8_000,
            shortest: level.period,
            vwap: false,
          })
          const { buffer } = level
          const actual = Array.from({ length: buffer.length }, (_, index) => buffer.candleAt(index))
          const times = fresh.candles.timesMs
          // What is known in part only is answered by the time as well: by whichever source knows it longest.
          const isWhole = ({ timeMs }: { timeMs: number }): boolean =>
            !fresh.gaps.some((gap) => gap.fromMs <= timeMs && gap.toMs >= timeMs)
          const inView = actual
            .filter((one) => one !== null)
            .filter((one) => one.timeMs >= wholeMs && one.timeMs <= viewToMs && isWhole(one))
          const expected = Array.from(times, (timeMs, index) => ({
            timeMs,
            open: fresh.candles.open[index],
            high: fresh.candles.high[index],
            low: fresh.candles.low[index],
            close: fresh.candles.close[index],
            volume: fresh.candles.volume[index],
          })).filter((one) => one.timeMs <= viewToMs && isWhole(one))
          expect(inView).toEqual(expected)
          expect(shown.isPartial).toBe(false)
          const newestMs = candles.lastMs ?? 0
          // Up to the candle before the newest one the end of what is known is drawn as such.
          const openMs = addSlots(chosen, newestMs, -1) - 5 * minuteMs
          const isOld = (gap: { toMs: number }): boolean =>
            gap.toMs < Math.min(newestMs - 1_440 * minuteMs, openMs)
          // Cut to the view first, as the window tells them: a gap that is not old may be so as far as it is in view.
          const old = fresh.gaps
            .map((gap) => ({ fromMs: Math.max(gap.fromMs, viewFromMs), toMs: Math.min(gap.toMs, viewToMs) }))
            .filter((gap) => gap.fromMs <= gap.toMs && isOld(gap))
          expect(shown.unknown.filter(isOld)).toEqual(old)
          const tail = ask({
            fromMs: nowMs - 6_000 * minuteMs,
            toMs: nowMs,
            widthPx: 8_000,
            shortest: chosen,
            vwap: false,
          })
          // Where only longer candles are here of the newest times, the newest of those stands in.
          const tailMs = tail.candles.timesMs.at(-1) ?? 0
          if (newestMs > tailMs) continue
          expect(newestMs).toBe(tailMs)
          if (chosen === 1) expect(candles.last()?.close).toBe(tail.candles.close.at(-1))
        }
        candles.dispose()
      },
    ),
    { numRuns: soakRounds(10) },
  )
})
