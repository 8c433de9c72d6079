// The candles in view as table rows of text. Prices and volumes are never rounded. Pure.
import { hasSameCompared } from '../compare/compared-line.ts'
import { comparedColumn, readComparedAt } from '../compare/compared-reading.ts'
import type { Frame } from './frame.ts'
import { isFinal, readCandle, shownAs, type Reading } from './reading.ts'
import { describeVwap, nameStudy, readLines } from '../indicators/study-text.ts'

export interface TableRow {
  readonly timeMs: number
  readonly reading: Reading
  /** False while the candle may still change, or when it was last updated before it ended. */
  readonly isFinal: boolean
  /** One text per study column. */
  readonly studies: readonly string[]
  /** One percentage per compared column. */
  readonly compared: readonly string[]
}

export interface TableRows {
  /** Names of the indicator columns. */
  readonly studyNames: readonly string[]
  /** Names of the columns in percent: the market itself and the compared ones; empty without those. */
  readonly comparedNames: readonly string[]
  /** Name of the zone of all rows; null where it changes between them. */
  readonly zone: string | null
  /** Newest first. */
  readonly rows: readonly TableRow[]
  /** Number of candles in view; more than the rows when those were cut. */
  readonly total: number
  /** "1m shown as 4h" when the drawn period differs from the chosen one. */
  readonly shownAs: string
  /** Source periods of the VWAP; empty when none is shown. */
  readonly vwap: string
}

/** Row limit: more rows are slow to lay out. */
export const maxRows = 500

/** Returns the newest candles in view of a frame. */
export function tableRows(frame: Frame): TableRows {
  const { level, firstIndex, endIndex, studies, priceDecimals, zone } = frame
  const rows: TableRow[] = []
  for (let index = endIndex - 1; index >= Math.max(firstIndex, endIndex - maxRows); index--) {
    const candle = level.buffer.candleAt(index)
    if (candle === null) continue
    rows.push({
      timeMs: candle.timeMs,
      reading: readCandle(candle, level.period, priceDecimals, zone),
      isFinal: isFinal(frame, candle),
      studies: studies.flatMap((study) => readLines(study, index, priceDecimals).map(({ text }) => text)),
      compared: readComparedAt(frame, index).map(({ text }) => text),
    })
  }
  const zones = new Set(rows.map(({ reading }) => reading.zone))
  const [only = null] = zones
  return {
    zone: zones.size === 1 ? only : null,
    studyNames: studies.flatMap(({ indicator, lines }) =>
      lines.map(({ role }) =>
        lines.length === 1 ? nameStudy(indicator) : `${nameStudy(indicator)} ${role}`,
      ),
    ),
    comparedNames:
      frame.compared.length === 0
        ? []
        : [frame, ...frame.compared].map(({ market }) => comparedColumn(market)),
    rows,
    total: Math.max(0, endIndex - firstIndex),
    shownAs: shownAs(frame.period, level.period),
    vwap: describeVwap(
      studies,
      rows.map(({ timeMs }) => level.buffer.lowerBound(timeMs)),
    ),
  }
}

/** True when two frames have the same rows, so the table need not be rebuilt. */
export function hasSameRows(a: Frame, version: number, b: Frame): boolean {
  return (
    a.level === b.level &&
    version === b.level.buffer.version &&
    a.firstIndex === b.firstIndex &&
    a.endIndex === b.endIndex &&
    a.studies === b.studies &&
    a.incomplete === b.incomplete &&
    a.zone === b.zone &&
    a.priceDecimals === b.priceDecimals &&
    hasSameCompared(a, b)
  )
}
