// Limits the size of one call's input. Channel schemas validate its content.

/** Far above any legitimate input: the largest is a 64 kB keystore file as text. Channels that accept more declare it. */
export const inputLimits = { size: 256 * 1024, depth: 16 } as const

/** Size counted for one entry of an object, list, map or set, besides its content. */
const entrySize = 8

/** Entry count of a value and its lazy iterator, so that huge values are not copied. */
function entriesOf(value: object): { count: number; read: () => Iterable<unknown> } {
  if (value instanceof Map) {
    const map: ReadonlyMap<unknown, unknown> = value
    return { count: map.size * 2, read: () => [...map.keys(), ...map.values()] }
  }
  if (value instanceof Set) {
    const set: ReadonlySet<unknown> = value
    return { count: set.size, read: () => set }
  }
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return { count: list.length, read: () => list }
  }
  const keys = Object.keys(value)
  return { count: keys.length, read: () => [...keys, ...Object.values<unknown>({ ...value })] }
}

/**
 * True when an input is within the size and depth limits: characters of texts and keys, bytes of buffers, and a constant per
 * entry. Counting stops at the limit, so a hostile input costs no more than a large one. Cycles, which structured clone
 * preserves, exceed the depth.
 * @param size - in bytes and characters
 */
export function isWithinLimits(input: unknown, size: number = inputLimits.size): boolean {
  let left = size

  function fits(value: unknown, depth: number): boolean {
    left -= entrySize
    if (typeof value === 'string') left -= value.length
    else if (typeof value === 'bigint') left -= value.toString(16).length
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) left -= value.byteLength
    else if (typeof value === 'object' && value !== null) {
      if (depth >= inputLimits.depth) return false
      const { count, read } = entriesOf(value)
      if (count * entrySize > left) return false
      for (const entry of read()) if (!fits(entry, depth + 1)) return false
    }
    return left >= 0
  }

  return fits(input, 0)
}
