// Remembers how many rows a few filters let through, until the rows change.

/** Lists of all accounts need one for each. */
const MAX_COUNTS = 64

export function createCounts() {
  const known = new Map<string, { readonly version: number; readonly count: number }>()
  const nameOf = (accountKey: number, filter: object): string => JSON.stringify([accountKey, filter])
  return {
    /** Returns null where the count of this version is not known. */
    find(accountKey: number, filter: object, version: number): number | null {
      const found = known.get(nameOf(accountKey, filter))
      return found?.version === version ? found.count : null
    },
    put(accountKey: number, filter: object, version: number, count: number): number {
      const name = nameOf(accountKey, filter)
      known.delete(name)
      known.set(name, { version, count })
      const [oldest] = known.keys()
      if (known.size > MAX_COUNTS && oldest !== undefined) known.delete(oldest)
      return count
    },
  }
}
