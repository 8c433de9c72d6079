// Volume by price of a range of candles. Pure.
import type { CandleBuffer } from '../model/candles/candle-buffer.ts'

/** Volume traded between two prices, as far as candles tell. */
export interface ProfileRow {
  readonly low: number
  readonly high: number
  /** Of candles that closed at or above their open, and of the others. */
  readonly up: number
  readonly down: number
}

export interface VolumeProfile {
  /** From the lowest price up. */
  readonly rows: readonly ProfileRow[]
  /** Index of the point of control: the row with the most volume. */
  readonly control: number
  /** Rows [valueFrom, valueEnd) are the value area. */
  readonly valueFrom: number
  readonly valueEnd: number
}

/** Share of the volume in the value area. */
const valueShare = 0.7

/**
 * Divides the range from the lowest low to the highest high of candles [from, end) into rows of equal height. A candle's
 * volume is spread evenly from its low to its high: a row gets volume × overlap ÷ (high − low); a candle without a range
 * gives all to the row of its price. The point of control is the row with the most volume, the lower one of equals. The
 * value area begins with it and takes the larger of the two rows beside it, the upper one of equals, until it has 70 % of
 * the volume.
 *
 * @returns null without candles, a price range or volume
 */
export function volumeProfile(
  { columns, start }: Pick<CandleBuffer, 'columns' | 'start'>,
  from: number,
  end: number,
  count: number,
): VolumeProfile | null {
  const at = (column: Float64Array, index: number): number => column[start + index] ?? NaN
  let [bottom, top] = [Infinity, -Infinity]
  for (let index = from; index < end; index++) {
    bottom = Math.min(bottom, at(columns.low, index))
    top = Math.max(top, at(columns.high, index))
  }
  if (!(top > bottom)) return null
  const height = (top - bottom) / count
  const rowOf = (price: number): number =>
    Math.max(0, Math.min(count - 1, Math.floor((price - bottom) / height)))
  const [up, down] = [new Float64Array(count), new Float64Array(count)]
  for (let index = from; index < end; index++) {
    const [low, high] = [at(columns.low, index), at(columns.high, index)]
    const volume = at(columns.volume, index)
    const into = at(columns.close, index) >= at(columns.open, index) ? up : down
    const [first, last] = [rowOf(low), rowOf(high)]
    for (let row = first; row <= last; row++) {
      const overlap = Math.min(high, bottom + (row + 1) * height) - Math.max(low, bottom + row * height)
      const share = first === last ? 1 : Math.max(0, overlap) / (high - low)
      into[row] = (into[row] ?? 0) + volume * share
    }
  }
  const rows = Array.from({ length: count }, (_, row) => ({
    low: bottom + row * height,
    high: bottom + (row + 1) * height,
    up: up[row] ?? 0,
    down: down[row] ?? 0,
  }))
  const total = rows.reduce((sum, row) => sum + row.up + row.down, 0)
  return total > 0 ? { rows, ...valueAreaOf(rows, total) } : null
}

function valueAreaOf(rows: readonly ProfileRow[], total: number): Omit<VolumeProfile, 'rows'> {
  const volumeAt = (row: number): number => {
    const { up, down } = rows[row] ?? { up: -1, down: 0 }
    return up + down
  }
  const control = rows.reduce((most, _row, at) => (volumeAt(at) > volumeAt(most) ? at : most), 0)
  let [valueFrom, valueEnd, sum] = [control, control + 1, volumeAt(control)]
  while (sum < total * valueShare && valueEnd - valueFrom < rows.length) {
    // Beyond the last row is less than any volume.
    if (volumeAt(valueEnd) >= volumeAt(valueFrom - 1)) sum += volumeAt(valueEnd++)
    else sum += volumeAt(--valueFrom)
  }
  return { control, valueFrom, valueEnd }
}

/** Keeps the last profile of each number of rows: most frames show the candles of the frame before. */
export class VolumeProfiles {
  readonly #known = new Map<
    number,
    { readonly parts: readonly unknown[]; readonly made: VolumeProfile | null }
  >()

  /** The profile of candles [from, end) of a buffer. */
  of(buffer: CandleBuffer, from: number, end: number, count: number): VolumeProfile | null {
    const parts = [buffer, buffer.version, from, end]
    const known = this.#known.get(count)
    if (known?.parts.every((part, at) => part === parts[at]) === true) return known.made
    const made = volumeProfile(buffer, from, end, count)
    this.#known.set(count, { parts, made })
    return made
  }
}
