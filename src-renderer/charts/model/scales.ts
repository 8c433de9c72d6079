// Round ticks on linear, logarithmic and percent axes. Pure.

/** Smallest of 1, 2, 5 times a power of ten that is at least `least` (above zero). */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  for (const factor of [1, 2, 5, 10]) {
    // The tolerance forgives the last bit of a logarithm: 1000 is a thousand steps of one.
    if (power * factor >= least * (1 - 1e-9)) return power * factor
  }
  return power * 10
}

/** Upper limit of ticks; more indicates a caller's mistake. */
const maxTicks = 200

/**
 * Round values from `min` to `max`, at least `minStep` apart and never finer than `10 ** -decimals`. Values are whole
 * multiples of the step, so errors do not accumulate.
 */
export function linearTicks(min: number, max: number, minStep: number, decimals: number): number[] {
  if (!(max > min) || !(minStep > 0) || !Number.isFinite(max - min)) return []
  const step = niceStep(Math.max(minStep, 10 ** -decimals))
  const ticks: number[] = []
  const scale = step < 1 ? Math.round(1 / step) : 0
  const first = Math.ceil(min / step - 1e-9)
  const count = Math.min(maxTicks, Math.floor(max / step + 1e-9) - first)
  // Adding zero turns -0 into 0.
  for (let n = 0; n <= count; n++) ticks.push((scale > 0 ? (first + n) / scale : (first + n) * step) + 0)
  return ticks
}

/** Divisions of a decade, densest first. */
const decades: readonly (readonly number[])[] = [
  [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9],
  [1, 1.5, 2, 3, 4, 5, 7],
  [1, 2, 3, 5],
  [1, 2, 5],
  [1, 3],
  [1],
]

/**
 * Round values from `min` (above zero) to `max` on a logarithmic scale, at least `minLogStep` apart in natural logarithms:
 * divisions of decades for wide ranges, linear steps for narrow ones, whichever yields more ticks.
 */
export function logTicks(min: number, max: number, minLogStep: number, decimals: number): number[] {
  if (!(min > 0) || !(max > min) || !(minLogStep > 0) || !Number.isFinite(max)) return []
  // Steps are smallest at the top of the scale: a step that fits there fits everywhere.
  const narrow = linearTicks(min, max, max * -Math.expm1(-minLogStep), decimals)
  const wide = decadeTicks(min, max, minLogStep).filter((value) => Number(value.toFixed(decimals)) === value)
  return narrow.length >= wide.length ? narrow : wide
}

function decadeTicks(min: number, max: number, minLogStep: number): number[] {
  const divisions = decades.find((candidate) => smallestGap(candidate) >= minLogStep)
  const stride = divisions === undefined ? Math.ceil(minLogStep / Math.LN10) : 1
  const ticks: number[] = []
  const first = Math.floor(Math.floor(Math.log10(min)) / stride) * stride
  for (let power = first; power <= Math.ceil(Math.log10(max)); power += stride) {
    for (const division of divisions ?? [1]) {
      // Parsed from text, because 1.2 times a power of ten has noise that a label would show.
      const value = Number(`${division}e${power}`)
      if (value >= min && value <= max && ticks.length < maxTicks) ticks.push(value)
    }
  }
  return ticks
}

function smallestGap(divisions: readonly number[]): number {
  return divisions
    .map((value, at) => Math.log((divisions[at + 1] ?? 10) / value))
    .reduce((a, b) => Math.min(a, b))
}

/** A tick of a percent scale: its price and percentage. */
export interface PercentTick {
  readonly price: number
  readonly percent: number
}

/** Round percentages of `base` (above zero) for prices from `min` to `max`, at least `minStep` of price apart. */
export function percentTicks(min: number, max: number, minStep: number, base: number): PercentTick[] {
  if (!(base > 0)) return []
  const toPercent = (price: number): number => (price / base - 1) * 100
  return linearTicks(toPercent(min), toPercent(max), (minStep / base) * 100, 4).map((percent) => ({
    percent,
    price: base * (1 + percent / 100),
  }))
}
