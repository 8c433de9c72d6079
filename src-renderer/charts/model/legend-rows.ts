// The indicators of a frame as rows of the legend. Pure.
import type { DrawingColor } from '../../../src-preload/domain/markets/drawings.ts'
import { formatFixed } from '../../text/format/locale.ts'
import { lineColor } from '../indicators/study-look.ts'
import { nameStudy, readActive, type LineReading, type StudyReading } from '../indicators/study-text.ts'
import { rolesOf } from '../indicators/studies.ts'
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

/** A legend without its values. */
export interface LegendHead extends Omit<LegendRow, 'lines'> {
  readonly lineNames: readonly string[]
  /** Place on the screen: those over the candles come first. */
  readonly order: number
}

export function legendHeads(rows: readonly LegendRow[]): readonly LegendHead[] {
  const isOver = ({ paneTop }: LegendRow): boolean => paneTop === null
  const sorted = [...rows.filter(isOver), ...rows.filter((row) => !isOver(row))]
  return rows.map((row) => {
    const { lines, ...head } = row
    return { ...head, lineNames: lines.map(({ lineName }) => lineName), order: sorted.indexOf(row) }
  })
}

export function areSameHeads(one: readonly LegendHead[], other: readonly LegendHead[]): boolean {
  const isSame = (a: LegendHead, b: LegendHead | undefined): boolean =>
    b !== undefined &&
    a.name === b.name &&
    a.color === b.color &&
    a.isHidden === b.isHidden &&
    a.paneTop === b.paneTop &&
    a.order === b.order &&
    a.lineNames.length === b.lineNames.length &&
    a.lineNames.join() === b.lineNames.join()
  return one.length === other.length && one.every((head, at) => isSame(head, other[at]))
}

/** Room of a figure in widths of a digit: its digits and signs, and half for what separates them. */
function roomOf(text: string): number {
  const narrow = text.replace(/[^., \u00a0\u202f]/g, '').length
  return text.length - narrow / 2
}

/** Room of the values of each row that was enough for all of them so far: it never shrinks, so that nothing behind them moves. */
export function keepRoom(
  rows: readonly LegendRow[],
  before: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  return rows.map(({ lines }, row) => {
    const room = before[row] ?? []
    // Between the candles there are no values, and the room of those beside them stays.
    return [
      ...lines.map(({ text }, line) => Math.max(roomOf(text), room[line] ?? 0)),
      ...room.slice(lines.length),
    ]
  })
}

/** Reads all indicators at candle `index` of the frame's level; -1 for none. */
export function legendRows(frame: Frame, index: number): readonly LegendRow[] {
  return frame.studies.map((study, at) => ({
    index: at,
    name: nameStudy(study.indicator),
    color: lineColor(study.indicator, rolesOf(study.indicator)[0] ?? 'average', 0, at),
    isHidden: study.indicator.isHidden === true,
    lines: index < 0 ? [] : [...readActive(study, index, frame.priceDecimals), ...readProfile(frame, at)],
    paneTop: frame.panes.find((pane) => pane.study === study)?.pane.top ?? null,
  }))
}

/** The same as one list of values, for speech and pictures. */
export function readRows(rows: readonly LegendRow[]): readonly StudyReading[] {
  return rows.flatMap(({ name, lines, index }) => lines.map((line) => ({ name, ...line, colorIndex: index })))
}

/** Prices of a volume profile: the middle of the point of control, and the edges of the value area. */
function readProfile({ profiles, priceDecimals }: Frame, at: number): readonly LineReading[] {
  const profile = profiles.get(at) ?? null
  if (profile === null) return []
  const { rows, control, valueFrom, valueEnd } = profile
  const text = (price: number | undefined): string => formatFixed(price ?? NaN, priceDecimals)
  const middle = ((rows[control]?.low ?? NaN) + (rows[control]?.high ?? NaN)) / 2
  return [
    { lineName: 'POC', text: text(middle) },
    { lineName: 'VAH', text: text(rows[valueEnd - 1]?.high) },
    { lineName: 'VAL', text: text(rows[valueFrom]?.low) },
  ]
}
