// Owns: the candles in view as rows of words, for the table beside the chart. Pure. Must not: round a price or a volume.
import type { Frame } from './frame.ts'
import { isFinal, readCandle, shownAs, type Reading } from './reading.ts'
import { describeVwap, nameStudy, readStudies } from '../indicators/study-words.ts'

export interface TableRow {
  readonly timeMs: number
  readonly reading: Reading
  /** False while the candle may still change, or where it was last told before it had ended. */
  readonly isFinal: boolean
  /** One for each column of the studies. */
  readonly studies: readonly string[]
}

export interface TableRows {
  /** The columns that indicators have. */
  readonly studyNames: readonly string[]
  /** Newest first. */
  readonly rows: readonly TableRow[]
  /** How many candles are in view; more than there are rows where those were cut. */
  readonly total: number
  /** "1m shown as 4h", where what is drawn is not of the chosen period. */
  readonly shownAs: string
  /** Of which candles the VWAP is made; empty where none is shown. */
  readonly vwap: string
}

/** More rows than this nobody reads, and a browser takes long to lay out. */
export const mostRows = 500

/** The newest candles in view of a picture. */
export function tableRows(frame: Frame): TableRows {
  const { level, firstIndex, endIndex, studies, priceDecimals, zone } = frame
  const rows: TableRow[] = []
  for (let index = endIndex - 1; index >= Math.max(firstIndex, endIndex - mostRows); index--) {
    const candle = level.buffer.candleAt(index)
    if (candle === null) continue
    rows.push({
      timeMs: candle.timeMs,
      reading: readCandle(candle, level.period, priceDecimals, zone),
      isFinal: isFinal(frame, candle),
      studies: readStudies(studies, index, priceDecimals).map(({ text }) => text),
    })
  }
  return {
    studyNames: studies.flatMap(({ indicator, lines }) =>
      lines.map(({ role }) =>
        lines.length === 1 ? nameStudy(indicator) : `${nameStudy(indicator)} ${role}`,
      ),
    ),
    rows,
    total: Math.max(0, endIndex - firstIndex),
    shownAs: shownAs(frame.period, level.period),
    vwap: describeVwap(
      studies,
      rows.map(({ timeMs }) => level.buffer.lowerBound(timeMs)),
    ),
  }
}

/** True when two pictures have the same rows, so that a table need not be made anew. */
export function hasSameRows(a: Frame, version: number, b: Frame): boolean {
  return (
    a.level === b.level &&
    version === b.level.buffer.version &&
    a.firstIndex === b.firstIndex &&
    a.endIndex === b.endIndex &&
    a.studies === b.studies &&
    a.incomplete === b.incomplete &&
    a.zone === b.zone &&
    a.priceDecimals === b.priceDecimals
  )
}
