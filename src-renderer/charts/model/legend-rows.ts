// The indicators of a frame as rows of the legend. Pure.
import type { DrawingColor } from '../../../src-preload/domain/drawings.ts'
import { rolesOf } from '../indicators/studies.ts'
import { lineColor } from '../indicators/study-look.ts'
import { nameStudy, readActive, type LineReading } from '../indicators/study-text.ts'
import type { Frame } from './frame.ts'

/** An indicator in the legend. */
export interface LegendRow {
  /** Index among the chart's indicators. */
  readonly index: number
  readonly name: string
  /** Of its first line. */
  readonly color: DrawingColor
  readonly isHidden: boolean
  /** None of a hidden indicator, and where there is no candle. */
  readonly lines: readonly LineReading[]
  /** Top of the indicator's pane in CSS pixels; null over the candles, also of one whose pane does not fit. */
  readonly paneTop: number | null
}

/** Reads all indicators at candle `index` of the frame's level; -1 for none. */
export function legendRows(frame: Frame, index: number): readonly LegendRow[] {
  return frame.studies.map((study, at) => ({
    index: at,
    name: nameStudy(study.indicator),
    color: lineColor(study.indicator, rolesOf(study.indicator)[0] ?? 'average', 0, at),
    isHidden: study.indicator.isHidden === true,
    lines: index < 0 ? [] : readActive(study, index, frame.priceDecimals),
    paneTop: frame.panes.find((pane) => pane.study === study)?.pane.top ?? null,
  }))
}
