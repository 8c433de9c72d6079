// Computes a frame from candles, view and size. Only unchanged labels are reused between frames.
import type { ChartType, PriceScale } from '../../../src-preload/contract/markets/charts.ts'
import { firstReaching, shortestMs } from '../../../src-preload/domain/markets/intervals.ts'
import type { Zone } from '../../../src-preload/domain/locale/zone.ts'
import { makeComparedLines, type ComparedMarket } from '../compare/compared-line.ts'
import type { CandleWindow, Shown } from './candles/candle-window.ts'
import type { Frame, Scale } from './frame.ts'
import type { Layout } from './layout.ts'
import { HeikinAshi } from './candles/heikin-ashi.ts'
import { holesOf } from './candles/holes.ts'
import { makePanes } from './make-panes.ts'
import { makePriceAxis, type ManualPriceRange } from './make-price-axis.ts'
import type { ShownCandles } from './shown-candles.ts'
import type { Study } from '../indicators/studies.ts'
import { VolumeProfiles, type VolumeProfile } from '../indicators/volume-profile.ts'
import { TickTexts } from './tick-texts.ts'
import { TimeAxis } from './time-ticks.ts'
import { visibleRange, type Viewport } from './viewport.ts'

/** Inputs of a frame. */
export interface FrameInput {
  readonly window: Pick<CandleWindow, 'market' | 'period' | 'periodMs' | 'timeOf' | 'last'>
  readonly view: Viewport
  readonly layout: Layout
  readonly priceScale: PriceScale
  readonly type: ChartType
  /** Manual price range; null when all candles in view fill the pane. */
  readonly hand: ManualPriceRange | null
  readonly priceDecimals: number
  readonly zone: Zone
  /** Returns the content for a range at a width in device pixels. */
  readonly show: (fromMs: number, toMs: number, widthPx: number) => Shown | null
  readonly studiesOf: (shown: Shown) => readonly Study[]
  /** Shown on a percent scale only. */
  readonly compared: readonly ComparedMarket[]
}

const timeTickDistance = 92

/** Computes the frames of one chart. */
export class FrameMaker {
  readonly #timeAxis = new TimeAxis()
  readonly #texts = new TickTexts()
  readonly #heikinAshi = new HeikinAshi()
  readonly #profiles = new VolumeProfiles()

  /** Returns a frame; null when there is nothing to show or no room. */
  make(input: FrameInput): Frame | null {
    const { window, view, layout, zone } = input
    if (layout.width < 2 || layout.height < 2) return null
    const slots = visibleRange(view, layout.plotWidth)
    const fromMs = window.timeOf(slots.from)
    const toMs = window.timeOf(slots.to)
    const right = Math.round(layout.plotWidth * layout.dpr)
    const shown = input.show(fromMs, toMs, right)
    if (shown === null) return null
    const { level } = shown
    const firstIndex = level.buffer.lowerBound(firstReaching(level.period, fromMs))
    const endIndex = level.buffer.lowerBound(toMs)
    const studies = input.studiesOf(shown)
    const last = window.last()
    const { buffer } = level
    const range = { buffer, firstIndex, endIndex, fromMs }
    const isHeikinAshi = input.type === 'heikinAshi'
    const prices = isHeikinAshi
      ? this.#heikinAshi.of(
          buffer,
          holesOf(level).map(({ index }) => index),
        )
      : { ...buffer.columns, start: buffer.start }
    const compared = makeComparedLines(input.compared, { fromMs, toMs, widthPx: right })
    const axis = makePriceAxis({
      ...input,
      range,
      averaged: isHeikinAshi ? prices : null,
      studies,
      compared,
      last,
      texts: this.#texts,
    })
    return {
      ...axis,
      layout,
      market: window.market,
      compared,
      fromMs,
      toMs,
      period: window.period,
      periodMs: window.periodMs,
      level,
      incomplete: level.incomplete,
      firstIndex,
      endIndex,
      isPartial: shown.isPartial,
      unknown: shown.unknown,
      x: axisScale(slots.from * window.periodMs, slots.to * window.periodMs, right),
      type: input.type,
      prices,
      priceScale: input.priceScale,
      priceDecimals: input.priceDecimals,
      timeTicks: this.#timeAxis.ticks(
        fromMs,
        toMs,
        (timeTickDistance / view.spacing) * shortestMs(window.period),
        shortestMs(window.period),
        zone,
      ),
      panes: makePanes(layout, range, studies, input.priceDecimals, this.#texts),
      studies,
      profiles: this.#profilesOf(studies, range),
      zone,
      last,
    }
  }

  #profilesOf(
    studies: readonly Study[],
    { buffer, firstIndex, endIndex }: ShownCandles,
  ): ReadonlyMap<number, VolumeProfile | null> {
    const profiles = new Map<number, VolumeProfile | null>()
    for (const [at, { indicator }] of studies.entries()) {
      if (indicator.kind !== 'volumeProfile' || indicator.isHidden === true) continue
      profiles.set(at, this.#profiles.of(buffer, firstIndex, endIndex, indicator.rows))
    }
    return profiles
  }
}

/** The right edge of the plot is a whole pixel, so the last candle is cut exactly at the axis. */
function axisScale(from: number, to: number, right: number): Scale {
  const factor = right / (to - from)
  return { kind: 'linear', factor, offset: right - to * factor }
}
