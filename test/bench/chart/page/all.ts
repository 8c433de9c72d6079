// The reference as it is mostly used: every candle loaded.
import { ReferenceChart } from './reference-chart.ts'
import { minuteMs, readAll, readFacts, type Side } from './side.ts'

export async function openSide(): Promise<Side> {
  const [facts, candles] = await Promise.all([readFacts(), readAll()])
  const chart = new ReferenceChart(facts)
  chart.hold(candles)
  const show = (fromMs: number, toMs: number): void => chart.show(fromMs, toMs, facts.firstMs, minuteMs)
  show(facts.lastMs - facts.shown * minuteMs, facts.lastMs + 2 * minuteMs)
  return {
    isReady: Promise.resolve(),
    show,
    point: (x, y) => chart.point(x, y),
    live(close) {
      chart.update(close)
      return Promise.resolve()
    },
    isWhole: () => true,
  }
}
