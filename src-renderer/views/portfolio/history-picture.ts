// Owns: the shapes of a history in pixels: its two lanes, their scales and ticks. Pure; the exit of these figures to pixels.
// Must not: know colours, words or the DOM.
import { linearTicks } from '../../charts/scales.ts'
import { TimeAxis, type TimeTick } from '../../charts/time-ticks.ts'
import { decimalsOf } from '../../lib/format/chart-number.ts'
import { formatFixed } from '../../lib/format/locale.ts'
import type { Zone } from '../../../src-preload/shared/zone.ts'
import type { HistorySample } from './history-series.ts'

export interface Lane {
  readonly top: number
  readonly height: number
}

export interface LaneTick {
  readonly y: number
  readonly text: string
}

export interface LanePicture {
  /** Path of the line. */
  readonly line: string
  /** Path of what lies between the line and the lane's foot, or its zero where it has one. */
  readonly area: string
  readonly ticks: readonly LaneTick[]
  /** Where zero is; null where it is not in the lane. */
  readonly zeroY: number | null
  /** The height of each sample. */
  readonly ys: readonly number[]
}

export interface HistoryPicture {
  readonly value: LanePicture
  readonly result: LanePicture
  readonly times: readonly (TimeTick & { readonly x: number })[]
  /** Where each sample begins and ends. */
  readonly spans: readonly { readonly fromX: number; readonly toX: number }[]
}

const leastTickPx = 28
const leastTimePx = 90
/** Finer than this no tick of money is. */
const mostDecimals = 12
const minuteMs = 60_000

const round = (pixel: number): number => Math.round(pixel * 100) / 100

function drawLane(
  numbers: readonly number[],
  spans: readonly { fromX: number; toX: number }[],
  { top, height }: Lane,
  hasZero: boolean,
): LanePicture {
  const known = hasZero ? [...numbers, 0] : numbers
  const low = known.reduce((one, other) => Math.min(one, other), Infinity)
  const high = known.reduce((one, other) => Math.max(one, other), -Infinity)
  // A level line stands in the middle.
  const pad = high > low ? (high - low) * 0.08 : Math.max(Math.abs(high) * 0.01, 1e-9)
  const [from, to] = [low - pad, high + pad]
  const yOf = (value: number): number => round(top + ((to - value) / (to - from)) * height)
  const ticks = linearTicks(from, to, ((to - from) / height) * leastTickPx, mostDecimals)
  const decimals = ticks.reduce((most, tick) => Math.max(most, decimalsOf(tick)), 0)
  const ys = numbers.map(yOf)
  const zeroY = from < 0 && to > 0 ? yOf(0) : null
  const line = spans
    .map(({ fromX, toX }, index) => {
      const y = ys[index] ?? 0
      return `${index === 0 ? 'M' : 'L'}${round(fromX)} ${y}H${round(toX)}`
    })
    .join('')
  const foot = zeroY ?? top + height
  const [first, last] = [spans[0], spans.at(-1)]
  return {
    line,
    area: first === undefined || last === undefined ? '' : `${line}V${foot}H${round(first.fromX)}Z`,
    ticks: ticks.map((tick) => ({ y: yOf(tick), text: formatFixed(tick, decimals) })),
    zeroY,
    ys,
  }
}

/**
 * @param range - what the width stands for
 * @param width - of the drawing without the labels of its scales
 */
export function drawHistory(
  samples: readonly HistorySample[],
  range: { readonly fromMs: number; readonly toMs: number },
  width: number,
  lanes: { readonly value: Lane; readonly result: Lane },
  zone: Zone,
): HistoryPicture {
  const lengthMs = Math.max(1, range.toMs - range.fromMs)
  const xOf = (timeMs: number): number =>
    Math.min(width, Math.max(0, ((timeMs - range.fromMs) / lengthMs) * width))
  const spans = samples.map(({ fromMs, toMs }) => ({ fromX: xOf(fromMs), toX: xOf(toMs) }))
  const leastMs = (leastTimePx / Math.max(1, width)) * lengthMs
  const times = new TimeAxis().ticks(range.fromMs, range.toMs, leastMs, minuteMs, zone)
  return {
    value: drawLane(
      samples.map(({ value }) => Number(value)),
      spans,
      lanes.value,
      false,
    ),
    result: drawLane(
      samples.map(({ result }) => Number(result)),
      spans,
      lanes.result,
      true,
    ),
    times: times.map((tick) => ({ ...tick, x: round(xOf(tick.timeMs)) })),
    spans,
  }
}

/** The sample nearest to a place; null without any. */
export function sampleAt(picture: HistoryPicture, x: number): number | null {
  let found: number | null = null
  let least = Infinity
  for (const [index, { fromX, toX }] of picture.spans.entries()) {
    const far = Math.max(fromX - x, x - toX, 0)
    // Of two as near the newer, which lies over the other.
    if (far > least) continue
    found = index
    least = far
  }
  return found
}
