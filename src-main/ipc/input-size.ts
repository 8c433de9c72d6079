// Owns: how much a page may send in one call. Must not: know any channel; their schemas judge what is in it.

/** No honest input comes near: the largest is a keystore file of 64 kB as text. Channels that take more say so themselves. */
export const inputLimits = { size: 256 * 1024, depth: 16 } as const

/** What one entry of an object, list, map or set counts beside its content. */
const entrySize = 8

/** How many entries a value has, and how to read them; asked in this order, so that nothing huge is copied. */
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
 * True when an input that crossed the border is of a size that is worth reading: characters of its texts and keys, bytes of
 * its buffers, and a little for each entry. Stops counting at the limit, so that a hostile input costs no more than a large
 * one. Cycles, which structured clone carries, count as endless depth.
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
