// Arithmetic of time ranges. Pure.
import {
  type ChartInterval,
  endOf,
  startFrom,
  startOf,
} from '../../../../src-preload/domain/markets/intervals.ts'

/** A time range in epoch milliseconds, both ends inclusive. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

export const noRanges: readonly TimeRange[] = []

/** The whole periods since 1970 that a range touches, none before 1970. */
export function wholePeriods({ fromMs, toMs }: TimeRange, interval: ChartInterval): TimeRange {
  return {
    fromMs: Math.max(0, startOf(interval, fromMs)),
    toMs: endOf(interval, startOf(interval, Math.max(0, toMs))) - 1,
  }
}

/** The whole periods since 1970 inside a range; ends before it starts when there are none. */
export function periodsWithin({ fromMs, toMs }: TimeRange, interval: ChartInterval): TimeRange {
  return {
    fromMs: startFrom(interval, fromMs),
    toMs: startOf(interval, toMs + 1) - 1,
  }
}

/** Number of whole periods in a range of them. */
export function countPeriods({ fromMs, toMs }: TimeRange, periodMs: number): number {
  return Math.max(0, Math.ceil((toMs - fromMs) / periodMs))
}

/** The parts of ascending ranges between two times. */
export function cut(stretches: readonly TimeRange[], fromMs: number, toMs: number): readonly TimeRange[] {
  if (!stretches.some((one) => one.fromMs <= toMs && one.toMs >= fromMs)) return noRanges
  return stretches
    .filter((one) => one.fromMs <= toMs && one.toMs >= fromMs)
    .map((one) => ({ fromMs: Math.max(fromMs, one.fromMs), toMs: Math.min(toMs, one.toMs) }))
}

/** Replaces the ranges inside `asked` with `told`; ascending, touching ranges joined. */
export function patch(
  stretches: readonly TimeRange[],
  asked: TimeRange,
  told: readonly TimeRange[],
): readonly TimeRange[] {
  const all = [
    ...cut(stretches, -Infinity, asked.fromMs - 1),
    ...cut(told, asked.fromMs, asked.toMs),
    ...cut(stretches, asked.toMs + 1, Infinity),
  ]
  const joined: TimeRange[] = []
  for (const each of all) {
    const before = joined.at(-1)
    if (before !== undefined && each.fromMs <= before.toMs + 1) {
      joined[joined.length - 1] = { fromMs: before.fromMs, toMs: Math.max(before.toMs, each.toMs) }
    } else joined.push(each)
  }
  return joined
}

/** Replaces the ascending times inside `asked` with `told`; the same array when unchanged. */
export function patchTimes(
  times: readonly number[],
  asked: TimeRange,
  told: readonly number[],
): readonly number[] {
  const all = [
    ...times.filter((timeMs) => timeMs < asked.fromMs),
    ...told.filter((timeMs) => timeMs >= asked.fromMs && timeMs <= asked.toMs),
    ...times.filter((timeMs) => timeMs > asked.toMs),
  ]
  return all.length === times.length && all.every((timeMs, at) => timeMs === times[at]) ? times : all
}

/** The times within a range; the same array when that is all of them. */
export function keepTimes(times: readonly number[], { fromMs, toMs }: TimeRange): readonly number[] {
  const kept = times.filter((timeMs) => timeMs >= fromMs && timeMs <= toMs)
  return kept.length === times.length ? times : kept
}

/** Replaces the values inside `asked` with those of `told` that are numbers; the same map when unchanged. */
export function patchValues(
  values: ReadonlyMap<number, number>,
  asked: TimeRange,
  timesMs: Float64Array,
  told: Float64Array,
): ReadonlyMap<number, number> {
  const patched = new Map<number, number>()
  for (const [timeMs, value] of values) {
    if (timeMs < asked.fromMs || timeMs > asked.toMs) patched.set(timeMs, value)
  }
  for (const [at, value] of told.entries()) {
    const timeMs = timesMs[at] ?? NaN
    if (timeMs >= asked.fromMs && timeMs <= asked.toMs && !Number.isNaN(value)) patched.set(timeMs, value)
  }
  const isSame = patched.size === values.size && [...patched].every(([at, value]) => values.get(at) === value)
  return isSame ? values : patched
}

/** The values of times within a range; the same map when that is all of them. */
export function keepValues(
  values: ReadonlyMap<number, number>,
  { fromMs, toMs }: TimeRange,
): ReadonlyMap<number, number> {
  const kept = new Map([...values].filter(([timeMs]) => timeMs >= fromMs && timeMs <= toMs))
  return kept.size === values.size ? values : kept
}
