// Shapes of the equity curve in pixels. Exact figures become numbers only here. Pure.
import { linearTicks } from '../../../charts/model/scales.ts'
import { TimeAxis, type TimeTick } from '../../../charts/model/time-ticks.ts'
import type { EquityAnswer } from '../../../../src-preload/contract/portfolio/equity.ts'
import { decimalsOf } from '../../../../src-preload/domain/numbers/price-figures.ts'
import type { Zone } from '../../../../src-preload/domain/locale/zone.ts'
import { formatFixed } from '../../../text/format/locale.ts'

export interface EquityLine {
  /** Broken at points without a value. */
  readonly path: string
  /** Y coordinate of each point; null without a value. */
  readonly ys: readonly (number | null)[]
}

export interface EquityPicture {
  readonly value: EquityLine
  /** The path of the area below the curve. */
  readonly area: string
  /** In the order of the answer's benchmarks. */
  readonly benchmarks: readonly EquityLine[]
  readonly ticks: readonly { readonly y: number; readonly text: string }[]
  readonly times: readonly (TimeTick & { readonly x: number })[]
  /** X coordinate of each point. */
  readonly xs: readonly number[]
  /** Ranges of points without a value. */
  readonly gaps: readonly { readonly fromX: number; readonly toX: number }[]
  /** X coordinates of unknown deposits and withdrawals within the curve, with their index among the questions. */
  readonly steps: readonly { readonly x: number; readonly index: number }[]
}

const minTickPx = 24
const minTimePx = 90
const maxDecimals = 12
const minuteMs = 60_000
/** Minimum width of a gap or a lone point, so that it stays visible. */
const minWidthPx = 3

const round = (pixel: number): number => Math.round(pixel * 100) / 100

interface Run {
  readonly from: number
  to: number
  readonly isKnown: boolean
}

/** Runs of neighbors with a value, or without one. */
function splitRuns(values: readonly (number | null)[]): Run[] {
  const runs: Run[] = []
  for (const [at, value] of values.entries()) {
    const last = runs.at(-1)
    if (last?.isKnown === (value !== null)) last.to = at
    else runs.push({ from: at, to: at, isKnown: value !== null })
  }
  return runs
}

function drawLine(
  values: readonly (number | null)[],
  xs: readonly number[],
  yOf: (value: number) => number,
): EquityLine {
  const ys = values.map((value) => (value === null ? null : yOf(value)))
  const pieces = splitRuns(values).flatMap(({ from, to, isKnown }) => {
    if (!isKnown) return []
    const points = xs.slice(from, to + 1).map((x, at) => `${round(x)} ${ys[from + at] ?? 0}`)
    return points.length === 1 ? `M${points[0] ?? ''}h${minWidthPx}` : `M${points.join('L')}`
  })
  return { path: pieces.join(''), ys }
}

/**
 * @param width - of the drawing without axis labels
 * @param pane - where values are drawn, from the top
 */
export function drawEquity(
  { points, benchmarks, questions }: Pick<EquityAnswer, 'points' | 'benchmarks' | 'questions'>,
  width: number,
  pane: { readonly top: number; readonly height: number },
  zone: Zone,
): EquityPicture {
  const fromMs = points[0]?.atMs ?? 0
  const toMs = points.at(-1)?.atMs ?? 0
  const lengthMs = Math.max(1, toMs - fromMs)
  // A lone point stands at the right, where the present is.
  const xOf = (atMs: number): number =>
    toMs > fromMs ? ((atMs - fromMs) / lengthMs) * width : width - minWidthPx
  const xs = points.map(({ atMs }) => xOf(atMs))
  const toNumbers = (texts: readonly (string | null)[]): (number | null)[] =>
    texts.map((text) => (text === null ? null : Number(text)))
  const values = toNumbers(points.map(({ value }) => value))
  const held = benchmarks.map((one) => toNumbers(one.values))
  const known = [values, ...held].flat().filter((value) => value !== null)
  const low = known.reduce((least, value) => Math.min(least, value), known[0] ?? 0)
  const high = known.reduce((most, value) => Math.max(most, value), known[0] ?? 0)
  // A flat line is drawn in the middle.
  const pad = high > low ? (high - low) * 0.08 : Math.max(Math.abs(high) * 0.01, 1e-9)
  const [from, to] = [low - pad, high + pad]
  const yOf = (value: number): number => round(pane.top + ((to - value) / (to - from)) * pane.height)
  const ticks = linearTicks(from, to, ((to - from) / pane.height) * minTickPx, maxDecimals)
  const decimals = ticks.reduce((most, tick) => Math.max(most, decimalsOf(tick)), 0)
  const value = drawLine(values, xs, yOf)
  const foot = pane.top + pane.height
  const runs = splitRuns(values)
  const leastMs = (minTimePx / Math.max(1, width)) * lengthMs
  return {
    value,
    area: runs
      .flatMap(({ from: first, to: last, isKnown }) =>
        isKnown && last > first
          ? `${drawLine(values.slice(first, last + 1), xs.slice(first, last + 1), yOf).path}V${foot}H${round(xs[first] ?? 0)}Z`
          : [],
      )
      .join(''),
    benchmarks: held.map((one) => drawLine(one, xs, yOf)),
    ticks: ticks.map((tick) => ({ y: yOf(tick), text: formatFixed(tick, decimals) })),
    times: new TimeAxis()
      .ticks(fromMs, toMs, leastMs, minuteMs, zone)
      .map((tick) => ({ ...tick, x: round(xOf(tick.timeMs)) })),
    xs,
    gaps: runs.flatMap((run) => {
      if (run.isKnown) return []
      // A gap reaches to its neighbors, which have values.
      const fromX = xs[Math.max(0, run.from - 1)] ?? 0
      const toX = xs[Math.min(xs.length - 1, run.to + 1)] ?? 0
      return { fromX: round(fromX), toX: round(Math.max(toX, fromX + minWidthPx)) }
    }),
    steps: questions.flatMap(({ atMs }, index) =>
      atMs >= fromMs && atMs <= toMs ? { x: round(xOf(atMs)), index } : [],
    ),
  }
}

/** The point nearest to an x coordinate; null without any. */
export function pointAt({ xs }: Pick<EquityPicture, 'xs'>, x: number): number | null {
  let found: number | null = null
  let least = Infinity
  for (const [index, place] of xs.entries()) {
    const far = Math.abs(place - x)
    // Of two equally near points the newer, which is drawn on top.
    if (far > least) continue
    found = index
    least = far
  }
  return found
}
