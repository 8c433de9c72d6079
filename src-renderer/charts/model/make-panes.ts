// Scales and ticks of the panes below the price. Pure.
import type { Indicator } from '../../../src-preload/contract/markets/charts.ts'
import { listedIndicators, type IndicatorPlace } from '../../../src-preload/domain/markets/indicators.ts'
import { decimalsOf } from '../../../src-preload/domain/numbers/price-figures.ts'
import type { PaneFrame } from './frame.ts'
import type { Layout, LowerPane, WantedPane } from './layout.ts'
import { scaleOf } from './make-price-axis.ts'
import type { ShownCandles } from './shown-candles.ts'
import { linearTicks } from './scales.ts'
import { paneOf, type Study } from '../indicators/studies.ts'
import type { TickTexts } from './tick-texts.ts'

const tickDistance = 28
/** Oversold and overbought levels of RSI. */
const rsiBounds = [30, 70] as const

/** Returns the panes that a chart needs beside its price. `heights`: those that the user set, by indicator. */
export function wantedPanes(
  hasVolume: boolean,
  indicators: readonly Indicator[],
  heights: readonly (number | null)[] = [],
): readonly WantedPane[] {
  const lower = indicators.flatMap((indicator, study): WantedPane[] => {
    const kind = paneOf(indicator)
    const setHeight = heights[study] ?? null
    if (kind === 'price') return []
    return [setHeight === null ? { kind, study } : { kind, study, setHeight }]
  })
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
    if (study?.indicator.isHidden === true) return emptyPane(pane, layout.dpr, study)
    switch (pane.kind) {
      case 'volume':
        return volumePane(pane, layout.dpr, range)
      case 'rsi':
        return rsiPane(pane, layout.dpr, study, texts)
      case 'macd':
        return freePane(pane, layout.dpr, study, range, decimals + 4, true, texts)
      case 'listed':
        return listedPane(pane, layout.dpr, study, range, decimals, texts)
    }
  })
}

/** The pane of a hidden indicator keeps its place. */
function emptyPane(pane: LowerPane, dpr: number, study: Study): PaneFrame {
  return {
    kind: pane.kind,
    pane,
    scale: scaleOf('linear', 0, pane.innerBottom * dpr, 1, pane.innerTop * dpr),
    ticks: [],
    study,
  }
}

/** Without ticks: the axis beside it has the prices, and the legend the volume of a candle. */
function volumePane(pane: LowerPane, dpr: number, range: ShownCandles): PaneFrame {
  const most = range.buffer.extent(range.firstIndex, range.endIndex)?.volume ?? 0
  return {
    kind: 'volume',
    pane,
    scale: scaleOf('linear', 0, pane.innerBottom * dpr, most || 1, pane.innerTop * dpr),
    ticks: [],
    study: null,
  }
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

/** Place of a table indicator; null for others. */
export function placeOf(study: Study | null): IndicatorPlace | null {
  return study?.indicator.kind === 'listed' ? listedIndicators[study.indicator.id].place : null
}

function listedPane(
  pane: LowerPane,
  dpr: number,
  study: Study | null,
  range: ShownCandles,
  decimals: number,
  texts: TickTexts,
): PaneFrame {
  const place = placeOf(study)
  if (place?.kind !== 'bounded') {
    const hasZero = place?.kind === 'free' && place.hasZero
    return freePane(pane, dpr, study, range, decimals + 2, hasZero, texts)
  }
  return {
    kind: pane.kind,
    pane,
    scale: scaleOf('linear', place.low, pane.innerBottom * dpr, place.high, pane.innerTop * dpr),
    ticks: place.levels.map((value) => ({ value, text: texts.fixed(value, 0) })),
    study,
  }
}

/** From the lowest to the highest visible value. `most`: finest decimals of a tick. */
function freePane(
  pane: LowerPane,
  dpr: number,
  study: Study | null,
  range: ShownCandles,
  most: number,
  hasZero: boolean,
  texts: TickTexts,
): PaneFrame {
  let [low, high] = hasZero ? [0, 0] : [Infinity, -Infinity]
  for (const { values } of study?.lines ?? []) {
    for (let at = range.firstIndex; at < range.endIndex; at++) {
      const value = values[at] ?? NaN
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  if (low > high) [low, high] = [0, 0]
  if (high === low) high = low + 10 ** -Math.max(0, most - 4)
  const scale = scaleOf('linear', low, pane.innerBottom * dpr, high, pane.innerTop * dpr)
  // A difference of averages is finer than prices.
  const values = linearTicks(low, high, (tickDistance * dpr) / Math.abs(scale.factor), most)
  const needed = values.reduce((all, value) => Math.max(all, decimalsOf(value)), 0)
  return {
    kind: pane.kind,
    pane,
    scale,
    ticks: values.map((value) => ({ value, text: texts.fixed(value, needed) })),
    study,
  }
}
