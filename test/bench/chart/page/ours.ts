// Our chart as the Markets page has it, over the bench's cache.
import { mount } from 'svelte'
import CandleChart from '../../../../src-renderer/charts/CandleChart.svelte'
import { CandleWindow } from '../../../../src-renderer/charts/model/candles/candle-window.ts'
import { DrawingsLayer } from '../../../../src-renderer/charts/drawings/drawings-layer.ts'
import { MarksLayer } from '../../../../src-renderer/charts/layers/marks.ts'
import type { ChartMark } from '../../../../src-preload/contract/markets/charts.ts'
import type { Frame } from '../../../../src-renderer/charts/model/frame.ts'
import { askCache } from './cache.ts'
import type { Drawing } from '../../../../src-preload/contract/markets/drawings.ts'
import { averages, type BenchFacts, host, linesOf, minuteMs, readFacts, type Side } from './side.ts'

/** What the component exports; outside of the renderer's own project its type is not known. */
interface ChartFace {
  show(fromMs: number, toMs: number): void
  watchFrame(listener: (frame: Frame | null) => void): () => void
}

function marksOf(facts: BenchFacts): ChartMark[] {
  return facts.marks.map(({ id, price, amount, createdAtMs, takerType }) => ({
    kind: 'fill',
    orderId: id,
    tradeId: id,
    side: takerType,
    atMs: createdAtMs,
    price,
    amount,
  }))
}

function drawingsOf(facts: BenchFacts): Drawing[] {
  return linesOf(facts).map(({ from, to }) => ({
    kind: 'trend',
    id: crypto.randomUUID(),
    market: facts.market,
    createdAtMs: facts.lastMs,
    style: { color: 'accent', width: 1, dash: 'solid' },
    text: '',
    isLocked: false,
    isHidden: false,
    points: [from, to].map(({ createdAtMs, price }) => ({ atMs: createdAtMs, price })),
  }))
}

export async function openSide(): Promise<Side> {
  const facts = await readFacts()
  const now = (): number => facts.lastMs + minuteMs / 2
  const candles = new CandleWindow({ market: facts.market, period: 1, source: askCache, now })
  const marks = new MarksLayer()
  marks.set(marksOf(facts))
  const drawings = new DrawingsLayer()
  drawings.set(drawingsOf(facts))
  const element = host()
  const chart = mount(CandleChart, {
    target: element,
    props: {
      window: candles,
      priceDecimals: 2,
      label: 'ETH/USDC, 1 minute candles',
      now,
      indicators: averages.map((length) => ({ kind: 'sma', length })),
      layers: [drawings, marks],
    },
  }) as ChartFace
  let frame: Frame | null = null
  const isReady = new Promise<void>((resolve) => {
    chart.watchFrame((shown) => {
      frame = shown
      if (shown !== null && shown.level.buffer.length > 0) resolve()
    })
  })
  const target = element.querySelector('[role="application"]') ?? element
  return {
    isReady,
    show: (fromMs, toMs) => chart.show(fromMs, toMs),
    point: (clientX, clientY) =>
      target.dispatchEvent(
        new PointerEvent('pointermove', { clientX, clientY, pointerType: 'mouse', bubbles: true }),
      ),
    live: () =>
      new Promise((resolve) => {
        const stop = candles.subscribe((change) => {
          if (change !== 'data') return
          stop()
          resolve()
        })
        candles.refresh(facts.lastMs, 1)
      }),
    isWhole: () => frame !== null && !frame.isPartial,
  }
}
