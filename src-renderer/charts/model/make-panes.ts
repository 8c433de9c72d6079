// Scales and ticks of the panes below the price. Pure.
import type { Indicator } from '../../../src-preload/contract/charts.ts'
import { decimalsOf } from '../../../src-preload/domain/price-figures.ts'
import type { AxisTick, PaneFrame } from './frame.ts'
import type { Layout, LowerPane, WantedPane } from './layout.ts'
import { scaleOf, type ShownCandles } from './make-price-axis.ts'
import { linearTicks, niceStep } from './scales.ts'
import type { Study } from '../indicators/studies.ts'
import type { TickTexts } from './tick-texts.ts'

const tickDistance = 28
const volumeTickDistance = 34
/** Oversold and overbought levels of RSI. */
const rsiBounds = [30, 70] as const

/** Returns the panes a chart needs below its price. */
export function wantedPanes(hasVolume: boolean, indicators: readonly Indicator[]): readonly WantedPane[] {
  const lower = indicators.flatMap(({ kind }, study): WantedPane[] =>
    kind === 'rsi' || kind === 'macd' ? [{ kind, study }] : [],
  )
  return hasVolume ? [{ kind: 'volume', study: -1 }, ...lower] : lower
}

/** Returns each pane of the layout with its scale. */
export function makePanes(
  layout: Layout,
  range: ShownCandles,
  studies: readonly Study[],
  decimals: number,
  texts: TickTexts,
): readonly PaneFrame[] {
  return layout.panes.map((pane) => {
    const study = studies[pane.study] ?? null
    switch (pane.kind) {
      case 'volume':
        return volumePane(pane, layout.dpr, range, texts)
      case 'rsi':
        return rsiPane(pane, layout.dpr, study, texts)
      case 'macd':
        return macdPane(pane, layout.dpr, study, range, decimals, texts)
    }
  })
}

function volumePane(pane: LowerPane, dpr: number, range: ShownCandles, texts: TickTexts): PaneFrame {
  const most = range.buffer.extent(range.firstIndex, range.endIndex)?.volume ?? 0
  return {
    kind: 'volume',
    pane,
    scale: scaleOf('linear', 0, pane.innerBottom * dpr, most || 1, pane.innerTop * dpr),
    ticks: volumeTicks(most, pane.height, texts),
    study: null,
  }
}

function volumeTicks(most: number, height: number, texts: TickTexts): AxisTick[] {
  if (!(most > 0)) return []
  const step = niceStep(most / Math.max(1, Math.floor((height - 12) / volumeTickDistance)))
  const ticks: AxisTick[] = []
  for (let n = 1; n * step <= most; n++) ticks.push({ value: n * step, text: texts.volume(n * step) })
  return ticks
}

function rsiPane(pane: LowerPane, dpr: number, study: Study | null, texts: TickTexts): PaneFrame {
  return {
    kind: 'rsi',
    pane,
    scale: scaleOf('linear', 0, pane.innerBottom * dpr, 100, pane.innerTop * dpr),
    ticks: rsiBounds.map((value) => ({ value, text: texts.fixed(value, 0) })),
    study,
  }
}

/** From the lowest to the highest visible value, including zero. */
function macdPane(
  pane: LowerPane,
  dpr: number,
  study: Study | null,
  range: ShownCandles,
  decimals: number,
  texts: TickTexts,
): PaneFrame {
  let low = 0
  let high = 0
  for (const { values } of study?.lines ?? []) {
    for (let at = range.firstIndex; at < range.endIndex; at++) {
      const value = values[at] ?? NaN
      if (value < low) low = value
      else if (value > high) high = value
    }
  }
  if (high === low) high = low + 10 ** -decimals
  const scale = scaleOf('linear', low, pane.innerBottom * dpr, high, pane.innerTop * dpr)
  // A difference of averages is finer than prices.
  const values = linearTicks(low, high, (tickDistance * dpr) / Math.abs(scale.factor), decimals + 4)
  const needed = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)
  return {
    kind: 'macd',
    pane,
    scale,
    ticks: values.map((value) => ({ value, text: texts.fixed(value, needed) })),
    study,
  }
}
