// Splits a candle into equal time parts that aggregate exactly to it: first open, highest max, lowest min, last close, summed
// volume.
import { candleWidth } from './daily-candles.ts'
import { bellOf, hash32, labelOf } from '../random.ts'

const stepLabel = labelOf('split step')
const upLabel = labelOf('split high')
const downLabel = labelOf('split low')
const weightLabel = labelOf('split volume')
const quietLabel = labelOf('split quiet')

/** The most parts a candle is divided into. */
const maxParts = 6

/**
 * Minimum volume units of a minute with trades: enough for a trade at each of open, max, min and last. A day must hold at
 * least 1,440 times as many.
 */
export const minUnits = 12

export interface Division {
  readonly parts: number
  /** Minutes in one part. */
  readonly partMinutes: number
  /** Relative activity of each part (day rhythm); if missing, all are equal. */
  readonly rhythm?: readonly number[]
  /** Chance of a part without any trade. */
  readonly quietChance: number
}

// Scratch buffers: the functions here never yield, so they can share one set.
const path = new Float64Array(maxParts + 1)
const tops = new Float64Array(maxParts)
const bottoms = new Float64Array(maxParts)
const weights = new Float64Array(maxParts)
const active = new Uint8Array(maxParts)

/** Marks which parts have trades; at least one does. */
function chooseActive(seed: number, node: number, division: Division): void {
  let count = 0
  for (let part = 0; part < division.parts; part += 1) {
    const isQuiet =
      division.quietChance > 0 && hash32(seed, quietLabel, node, part) < division.quietChance * 0xffff_ffff
    active[part] = isQuiet ? 0 : 1
    if (!isQuiet) count += 1
  }
  if (count === 0) active[hash32(seed, quietLabel, node) % division.parts] = 1
}

/** A random path from open to last with a high and a low for each part, not yet fitted to the candle's range. */
function sketch(
  seed: number,
  node: number,
  division: Division,
  open: number,
  last: number,
  range: number,
): void {
  const { parts, rhythm } = division
  const scale = range / (Math.sqrt(parts) * 1.3)
  let walked = 0
  path[0] = 0
  for (let part = 0; part < parts; part += 1) {
    const bell = bellOf(hash32(seed, stepLabel, node, part))
    const pace = Math.sqrt(rhythm?.[part] ?? 1) * (active[part] ?? 0)
    walked += bell * pace * scale
    path[part + 1] = walked
  }
  // Pull the random walk to its required end, in proportion to each part's activity.
  let moving = 0
  for (let part = 0; part < parts; part += 1) moving += active[part] ?? 0
  const pull = (last - open - walked) / moving
  let pulled = 0
  path[0] = open
  for (let part = 0; part < parts; part += 1) {
    pulled += pull * (active[part] ?? 0)
    const left = path[part] ?? 0
    const right = pulled + open + (path[part + 1] ?? 0)
    path[part + 1] = right
    // A part that ends where it began still moved in between; without a floor, quiet parts would get quieter at every
    // division.
    const size = scale * 0.55 * (active[part] ?? 0)
    tops[part] =
      Math.max(left, right) + size * (0.45 + 0.45 * Math.abs(bellOf(hash32(seed, upLabel, node, part))))
    bottoms[part] =
      Math.min(left, right) - size * (0.45 + 0.45 * Math.abs(bellOf(hash32(seed, downLabel, node, part))))
  }
  path[parts] = last
}

function indexOfLargest(values: Float64Array, count: number, sign: 1 | -1): number {
  let best = 0
  for (let index = 1; index < count; index += 1) {
    if (sign * (values[index] ?? 0) > sign * (values[best] ?? 0)) best = index
  }
  return best
}

/** Divides the volume exactly: a minimum for every part with trades, the rest by rhythm, range and chance. */
function divideVolume(
  seed: number,
  node: number,
  division: Division,
  volume: number,
  out: Float64Array,
  offset: number,
): void {
  const { parts, partMinutes, rhythm } = division
  const floor = minUnits * partMinutes
  let total = 0
  let rest = volume
  for (let part = 0; part < parts; part += 1) {
    const on = active[part] ?? 0
    const range = (out[offset + part * candleWidth + 1] ?? 0) - (out[offset + part * candleWidth + 2] ?? 0)
    const chance = Math.exp(0.55 * bellOf(hash32(seed, weightLabel, node, part)))
    weights[part] = on * (rhythm?.[part] ?? 1) * chance * (1 + range)
    total += weights[part] ?? 0
    rest -= floor * on
  }
  let given = 0
  let share = 0
  for (let part = 0; part < parts; part += 1) {
    share += weights[part] ?? 0
    const upTo = part === parts - 1 ? rest : Math.floor(rest * Math.min(1, share / total))
    out[offset + part * candleWidth + 4] = upTo - given + floor * (active[part] ?? 0)
    given = upTo
  }
  // The rounding remainder goes to the last part with trades.
  let receiver = parts - 1
  while (receiver > 0 && active[receiver] === 0) receiver -= 1
  if (receiver < parts - 1) {
    const final = offset + (parts - 1) * candleWidth + 4
    const target = offset + receiver * candleWidth + 4
    out[target] = (out[target] ?? 0) + (out[final] ?? 0)
    out[final] = 0
  }
}

/**
 * Splits the candle at `source[from]` into `division.parts` candles written to `out[offset]`. `node` identifies the candle
 * (unique per seed), so the same candle is always split identically. Prices stay whole ticks, volumes whole units. A candle
 * without volume splits into flat, empty parts.
 */
export function splitCandle(
  seed: number,
  node: number,
  division: Division,
  source: Float64Array,
  from: number,
  out: Float64Array,
  offset: number,
): void {
  const open = source[from] ?? 0
  const max = source[from + 1] ?? 0
  const min = source[from + 2] ?? 0
  const last = source[from + 3] ?? 0
  const volume = source[from + 4] ?? 0
  const { parts } = division
  if (volume === 0) {
    for (let part = 0; part < parts; part += 1) {
      out.fill(open, offset + part * candleWidth, offset + part * candleWidth + 4)
      out[offset + part * candleWidth + 4] = 0
    }
    return
  }
  chooseActive(seed, node, division)
  sketch(seed, node, division, open, last, Math.max(max - min, 0.5))
  const peak = indexOfLargest(tops, parts, 1)
  const trough = indexOfLargest(bottoms, parts, -1)
  const above = Math.max(open, last)
  const below = Math.min(open, last)
  // A monotone map fits the sketch into the candle's range and keeps its ends, which preserves the order.
  const up = (max - above) / Math.max((tops[peak] ?? 0) - above, 1e-9)
  const down = (below - min) / Math.max(below - (bottoms[trough] ?? 0), 1e-9)
  const fit = (value: number): number => {
    if (value > above) return Math.min(max, Math.round(above + (value - above) * up))
    if (value < below) return Math.max(min, Math.round(below - (below - value) * down))
    return Math.round(value)
  }
  for (let part = 0; part < parts; part += 1) {
    const at = offset + part * candleWidth
    const first = fit(path[part] ?? 0)
    // A part without trades ends exactly where it began.
    const end = part === parts - 1 ? last : fit(path[part + 1] ?? 0)
    out[at] = first
    out[at + 1] = part === peak ? max : Math.max(fit(tops[part] ?? 0), first, end)
    out[at + 2] = part === trough ? min : Math.min(fit(bottoms[part] ?? 0), first, end)
    out[at + 3] = end
  }
  divideVolume(seed, node, division, volume, out, offset)
}
