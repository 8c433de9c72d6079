// Shapes of the history chart in pixels: two panes with scales and ticks. Exact figures become numbers only here. Pure.
import { linearTicks } from '../../../charts/model/scales.ts'
import { TimeAxis, type TimeTick } from '../../../charts/model/time-ticks.ts'
import { decimalsOf } from '../../../../src-preload/domain/price-figures.ts'
import { formatFixed } from '../../../text/format/locale.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import type { HistoryMoment } from './history-series.ts'

export interface Pane {
  readonly top: number
  readonly height: number
}

export interface PaneTick {
  readonly y: number
  readonly text: string
}

export interface Span {
  readonly fromX: number
  readonly toX: number
}

export interface LinePicture {
  /** Path of the line; broken at samples without a figure, and where the excluded currencies change. */
  readonly line: string
  /** Path of the area between the line and the pane's bottom, or its zero line. */
  readonly area: string
  /** Y coordinate of each sample; null without a figure. */
  readonly ys: readonly (number | null)[]
}

export interface PanePicture<Line extends string> {
  /** All on the pane's scale. */
  readonly lines: Readonly<Record<Line, LinePicture>>
  readonly ticks: readonly PaneTick[]
  /** Y coordinate of zero; null when it is outside the pane. */
  readonly zeroY: number | null
}

export interface HistoryPicture {
  readonly value: PanePicture<'costBasis' | 'marketValue'>
  readonly result: PanePicture<'realized' | 'unrealized'>
  readonly times: readonly (TimeTick & { readonly x: number })[]
  /** X coordinate of each sample. */
  readonly xs: readonly number[]
  /** Ranges of samples without a figure. */
  readonly gaps: readonly Span[]
}

const minTickPx = 20
const minTimePx = 90
/** Maximum decimals of a tick. */
const maxDecimals = 12
const minuteMs = 60_000
/** Minimum width of a gap, so that it stays visible. */
const minGapPx = 3

const round = (pixel: number): number => Math.round(pixel * 100) / 100

function widen(fromX: number, toX: number): Span {
  const more = Math.max(0, minGapPx - (toX - fromX)) / 2
  return { fromX: round(fromX - more), toX: round(toX + more) }
}

type Numbers = readonly (number | null)[]

/** Runs of neighbors with a figure over the same currencies, or without one. */
function splitRuns(
  numbers: Numbers,
  scopes: readonly string[],
): { readonly from: number; readonly to: number; readonly isKnown: boolean }[] {
  const runs: { from: number; to: number; isKnown: boolean }[] = []
  for (const [at, number] of numbers.entries()) {
    const isKnown = number !== null
    const last = runs.at(-1)
    if (last?.isKnown === isKnown && (!isKnown || scopes[at] === scopes[at - 1])) last.to = at
    else runs.push({ from: at, to: at, isKnown })
  }
  return runs
}

/** X coordinates of the samples, and the currencies of each one's figures. */
interface Places {
  readonly xs: readonly number[]
  readonly scopes: readonly string[]
}

function drawLine(
  numbers: Numbers,
  { xs, scopes }: Places,
  yOf: (value: number) => number,
  foot: number,
): LinePicture {
  const ys = numbers.map((each) => (each === null ? null : yOf(each)))
  const lines: string[] = []
  const areas: string[] = []
  for (const run of splitRuns(numbers, scopes)) {
    if (!run.isKnown) continue
    const points = xs
      .slice(run.from, run.to + 1)
      .map((x, index) => ({ x: round(x), y: ys[run.from + index] ?? 0 }))
    const [first = { x: 0, y: 0 }] = points
    const alone = widen(first.x, first.x)
    const line =
      points.length === 1
        ? `M${alone.fromX} ${first.y}H${alone.toX}`
        : points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
    lines.push(line)
    areas.push(`${line}V${foot}H${points.length === 1 ? alone.fromX : first.x}Z`)
  }
  return { line: lines.join(''), area: areas.join(''), ys }
}

function drawPane<Line extends string>(
  [one, other]: readonly [readonly [Line, Numbers], readonly [Line, Numbers]],
  places: Places,
  { top, height }: Pane,
  hasZero: boolean,
): PanePicture<Line> {
  const known = [...one[1], ...other[1]].filter((each) => each !== null)
  if (hasZero || known.length === 0) known.push(0)
  const low = known.reduce((least, each) => Math.min(least, each), Infinity)
  const high = known.reduce((most, each) => Math.max(most, each), -Infinity)
  // A flat line is drawn in the middle.
  const pad = high > low ? (high - low) * 0.08 : Math.max(Math.abs(high) * 0.01, 1e-9)
  const [from, to] = [low - pad, high + pad]
  const yOf = (value: number): number => round(top + ((to - value) / (to - from)) * height)
  const ticks = linearTicks(from, to, ((to - from) / height) * minTickPx, maxDecimals)
  const decimals = ticks.reduce((most, tick) => Math.max(most, decimalsOf(tick)), 0)
  const zeroY = from < 0 && to > 0 ? yOf(0) : null
  const foot = zeroY ?? top + height
  const lines: Partial<Record<Line, LinePicture>> = {}
  for (const [name, numbers] of [one, other]) lines[name] = drawLine(numbers, places, yOf, foot)
  return {
    // Both names have a line here.
    lines: lines as Record<Line, LinePicture>,
    ticks: ticks.map((tick) => ({ y: yOf(tick), text: formatFixed(tick, decimals) })),
    zeroY,
  }
}

/**
 * @param range - time range of the full width
 * @param width - of the drawing without axis labels
 */
export function drawHistory(
  moments: readonly HistoryMoment[],
  range: { readonly fromMs: number; readonly toMs: number },
  width: number,
  panes: { readonly value: Pane; readonly result: Pane },
  zone: Zone,
): HistoryPicture {
  const lengthMs = Math.max(1, range.toMs - range.fromMs)
  const xOf = (timeMs: number): number =>
    Math.min(width, Math.max(0, ((timeMs - range.fromMs) / lengthMs) * width))
  const xs = moments.map(({ atMs }) => xOf(atMs))
  const scopes = moments.map((moment) => (moment.kind === 'sample' ? moment.leftOut.join(' ') : ''))
  const places: Places = { xs, scopes }
  const numbersOf = (field: 'costBasis' | 'marketValue' | 'realized' | 'unrealized'): Numbers =>
    moments.map((moment) => {
      const figure = moment.kind === 'sample' ? moment[field] : null
      return figure === null ? null : Number(figure)
    })
  const costs = numbersOf('costBasis')
  const leastMs = (minTimePx / Math.max(1, width)) * lengthMs
  const times = new TimeAxis().ticks(range.fromMs, range.toMs, leastMs, minuteMs, zone)
  return {
    value: drawPane(
      [
        ['costBasis', costs],
        ['marketValue', numbersOf('marketValue')],
      ],
      places,
      panes.value,
      false,
    ),
    result: drawPane(
      [
        ['realized', numbersOf('realized')],
        ['unrealized', numbersOf('unrealized')],
      ],
      places,
      panes.result,
      true,
    ),
    gaps: splitRuns(costs, scopes).flatMap((run) => {
      const [first, last] = [xs[run.from], xs[run.to]]
      return run.isKnown || first === undefined || last === undefined ? [] : [widen(first, last)]
    }),
    times: times.map((tick) => ({ ...tick, x: round(xOf(tick.timeMs)) })),
    xs,
  }
}

/** The sample nearest to an x coordinate; null without any. */
export function sampleAt(picture: HistoryPicture, x: number): number | null {
  let found: number | null = null
  let least = Infinity
  for (const [index, place] of picture.xs.entries()) {
    const far = Math.abs(place - x)
    // Of two equally near samples the newer, which is drawn on top.
    if (far > least) continue
    found = index
    least = far
  }
  return found
}
