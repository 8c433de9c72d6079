// Computes the frames of one chart, with a stable axis width and up-to-date indicators.
import { isLonger } from '../../src-preload/domain/markets/intervals.ts'
import type { ChartType, Indicator, PriceScale } from '../../src-preload/contract/markets/charts.ts'
import { formatFixed } from '../text/format/locale.ts'
import type { Zone } from '../../src-preload/domain/locale/zone.ts'
import type { ComparedMarket } from './compare/compared-line.ts'
import type { CandleWindow } from './model/candles/candle-window.ts'
import type { ChartView } from './chart-view.ts'
import type { Frame } from './model/frame.ts'
import { layOut, type Size } from './model/layout.ts'
import { FrameMaker } from './model/make-frame.ts'
import { wantedPanes } from './model/make-panes.ts'
import { Studies } from './indicators/studies.ts'
import { percentText } from './model/tick-texts.ts'

/** Display options of candles. */
export interface FrameChoices {
  readonly priceDecimals: number
  readonly scale: PriceScale
  readonly type: ChartType
  readonly hasVolume: boolean
  readonly indicators: readonly Indicator[]
  /** Heights of their panes that the user set, by indicator. */
  readonly paneHeights: readonly (number | null)[]
  /** With any, the scale is percent. */
  readonly compared: readonly ComparedMarket[]
  readonly zone: Zone
}

const axisPadding = 20
const axisStep = 8

export class ChartFrames {
  readonly #maker = new FrameMaker()
  readonly #studies = new Studies()
  #axisWidth = 0

  /** Resets the axis width. Otherwise the axis only widens, in steps, so that it stays still while panning. */
  forgetAxis(): void {
    this.#axisWidth = 0
  }

  /**
   * Returns the frame for a view; null when there is nothing to show.
   *
   * @param measure - returns the width of an axis label in CSS pixels
   */
  make(
    window: CandleWindow,
    view: ChartView,
    size: Size,
    choices: FrameChoices,
    measure: (text: string) => number,
  ): Frame | null {
    const { indicators, zone, hasVolume } = choices
    for (;;) {
      const layout = layOut(size, this.#axisWidth, wantedPanes(hasVolume, indicators, choices.paneHeights))
      if (!view.fit(layout.plotWidth) || view.viewport === null) return null
      const frame = this.#maker.make({
        window,
        view: view.viewport,
        layout,
        priceScale: shownScale(choices),
        type: choices.type,
        compared: choices.compared,
        hand: view.hand,
        priceDecimals: choices.priceDecimals,
        zone,
        show: (fromMs, toMs, widthPx) => window.show(fromMs, toMs, widthPx),
        studiesOf: ({ level }) => this.#studies.compute(level, indicators, window.knownFrom(level)),
      })
      if (frame === null) return null
      const needed = neededAxisWidth(frame, measure)
      if (needed <= this.#axisWidth) return frame
      this.#axisWidth = needed
    }
  }
}

/** The scale on screen: compared markets have nothing but percent in common. */
export function shownScale({ scale, compared }: Pick<FrameChoices, 'scale' | 'compared'>): PriceScale {
  return compared.length > 0 ? 'percent' : scale
}

function neededAxisWidth(frame: Frame, measure: (text: string) => number): number {
  const { min, max } = frame.priceRange
  const { percentBase, priceDecimals, layout } = frame
  const prices = [min, max, frame.last?.close ?? max].map((price) =>
    percentBase === null ? sampleOf(price, priceDecimals) : percentText(price, percentBase),
  )
  // The time that is left of a long candle is wider than a low price.
  const countdown = isLonger(frame.period, 60) ? ['00:00:00'] : []
  const ticks = frame.panes.flatMap((pane) => pane.ticks.map(({ text }) => text))
  const widest = [...prices, ...countdown, ...ticks]
    // Digits have equal width, so labels of equal length share one cached measurement.
    .map((text) => measure(text.replace(/\d/g, '0')))
    .reduce((a, b) => Math.max(a, b))
  return Math.min(Math.ceil((widest + axisPadding) / axisStep) * axisStep, Math.floor(layout.width / 2))
}

/** Returns a price with the longest label of its magnitude. */
function sampleOf(price: number, decimals: number): string {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(price) || 1)))
  return formatFixed(size, decimals)
}
