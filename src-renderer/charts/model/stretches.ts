// Owns: the arithmetic of stretches of time. Pure. Must not: know candles.

/** A stretch of time in epoch milliseconds, both ends inclusive. */
export interface TimeStretch {
  readonly fromMs: number
  readonly toMs: number
}

export const noStretches: readonly TimeStretch[] = []

/** The whole periods since 1970 that a stretch touches, and none before that. */
export function wholePeriods({ fromMs, toMs }: TimeStretch, periodMs: number): TimeStretch {
  return {
    fromMs: Math.max(0, Math.floor(fromMs / periodMs) * periodMs),
    toMs: (Math.floor(Math.max(0, toMs) / periodMs) + 1) * periodMs - 1,
  }
}

/** The whole periods since 1970 that lie in a stretch; it ends before it begins where there are none. */
export function periodsWithin({ fromMs, toMs }: TimeStretch, periodMs: number): TimeStretch {
  return {
    fromMs: Math.ceil(fromMs / periodMs) * periodMs,
    toMs: Math.floor((toMs + 1) / periodMs) * periodMs - 1,
  }
}

/** How many whole periods a stretch of them has. */
export function countPeriods({ fromMs, toMs }: TimeStretch, periodMs: number): number {
  return Math.max(0, Math.ceil((toMs - fromMs) / periodMs))
}

/** What ascending stretches have between two times. */
export function cut(stretches: readonly TimeStretch[], fromMs: number, toMs: number): readonly TimeStretch[] {
  if (!stretches.some((one) => one.fromMs <= toMs && one.toMs >= fromMs)) return noStretches
  return stretches
    .filter((one) => one.fromMs <= toMs && one.toMs >= fromMs)
    .map((one) => ({ fromMs: Math.max(fromMs, one.fromMs), toMs: Math.min(toMs, one.toMs) }))
}

/** The stretches outside of `asked`, and those inside as `told`; ascending, those that touch joined. */
export function patch(
  stretches: readonly TimeStretch[],
  asked: TimeStretch,
  told: readonly TimeStretch[],
): readonly TimeStretch[] {
  const all = [
    ...cut(stretches, -Infinity, asked.fromMs - 1),
    ...cut(told, asked.fromMs, asked.toMs),
    ...cut(stretches, asked.toMs + 1, Infinity),
  ]
  const joined: TimeStretch[] = []
  for (const each of all) {
    const before = joined.at(-1)
    if (before !== undefined && each.fromMs <= before.toMs + 1) {
      joined[joined.length - 1] = { fromMs: before.fromMs, toMs: Math.max(before.toMs, each.toMs) }
    } else joined.push(each)
  }
  return joined
}

/** The ascending times outside of `asked`, and those inside as `told`; the same array as before where they are the same. */
export function patchTimes(
  times: readonly number[],
  asked: TimeStretch,
  told: readonly number[],
): readonly number[] {
  const all = [
    ...times.filter((timeMs) => timeMs < asked.fromMs),
    ...told.filter((timeMs) => timeMs >= asked.fromMs && timeMs <= asked.toMs),
    ...times.filter((timeMs) => timeMs > asked.toMs),
  ]
  return all.length === times.length && all.every((timeMs, at) => timeMs === times[at]) ? times : all
}

/** The times within a stretch; the same array as before where that is all of them. */
export function keepTimes(times: readonly number[], { fromMs, toMs }: TimeStretch): readonly number[] {
  const kept = times.filter((timeMs) => timeMs >= fromMs && timeMs <= toMs)
  return kept.length === times.length ? times : kept
}

/** Values by time: those outside of `asked`, and inside those of `told` that are numbers; the same map where nothing changed. */
export function patchValues(
  values: ReadonlyMap<number, number>,
  asked: TimeStretch,
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

/** The values of times within a stretch; the same map where that is all of them. */
export function keepValues(
  values: ReadonlyMap<number, number>,
  { fromMs, toMs }: TimeStretch,
): ReadonlyMap<number, number> {
  const kept = new Map([...values].filter(([timeMs]) => timeMs >= fromMs && timeMs <= toMs))
  return kept.size === values.size ? values : kept
}
