// The reference fed as ours is: the same windows of candles, from the same cache, set anew whenever they change.
import { CandleWindow, type Shown } from '../../../../src-renderer/charts/model/candles/candle-window.ts'
import type { CandleColumns } from '../../../../src-preload/contract/orders/entities.ts'
import { askCache } from './cache.ts'
import { ReferenceChart } from './reference-chart.ts'
import { minuteMs, readFacts, type Side } from './side.ts'

const widthPx = 1_600

function copyOf({ level }: Shown): CandleColumns {
  const { columns, start, length } = level.buffer
  const cut = (column: Float64Array) => new Float64Array(column).slice(start, start + length)
  return {
    timesMs: cut(columns.timesMs),
    open: cut(columns.open),
    high: cut(columns.high),
    low: cut(columns.low),
    close: cut(columns.close),
    volume: cut(columns.volume),
  }
}

export async function openSide(): Promise<Side> {
  const facts = await readFacts()
  const chart = new ReferenceChart(facts)
  const candles = new CandleWindow({
    market: facts.market,
    period: 1,
    source: askCache,
    now: () => facts.lastMs + minuteMs,
  })
  let held = ''
  let shown: Shown | null = null

  function show(fromMs: number, toMs: number): void {
    shown = candles.show(fromMs, toMs, widthPx)
    if (shown === null) return
    const { level } = shown
    const version = `${level.period} ${level.buffer.version}`
    if (version !== held) {
      held = version
      chart.hold(copyOf(shown))
    }
    chart.show(fromMs, toMs, level.buffer.firstMs, level.periodMs)
  }

  const view = { fromMs: facts.lastMs - facts.shown * minuteMs, toMs: facts.lastMs + 2 * minuteMs }
  const isReady = new Promise<void>((resolve) => {
    candles.subscribe(() => {
      show(view.fromMs, view.toMs)
      if (held !== '') resolve()
    })
  })
  show(view.fromMs, view.toMs)
  return {
    isReady,
    show,
    point: (x, y) => chart.point(x, y),
    live(close) {
      chart.update(close)
      return Promise.resolve()
    },
    isWhole: () => shown !== null && !shown.isPartial,
  }
}
