// Owns: merging several sorted sources of keys into one page. Must not: know SQL.

/** Where an order stands in the list: newest first, equal times by id descending. */
export interface OrderKey {
  readonly createdAtMs: number
  readonly id: number
}

/** Negative when `a` stands before `b` in the list. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  return b.createdAtMs - a.createdAtMs || b.id - a.id
}

/** Reads up to `count` keys that come strictly after `after` in its list; fewer only at its end. */
export type KeySource<Key> = (after: Key, count: number) => Key[]

/**
 * The first `limit` keys after `after` over all sources, in the order of `compare`. Each source is read in small portions and
 * only while its keys are used up, so that many sources cost little more than one.
 */
export function mergeKeys<Key>(
  sources: readonly KeySource<Key>[],
  after: Key,
  limit: number,
  compare: (a: Key, b: Key) => number,
): Key[] {
  return startMerge(sources, after, limit, compare)(limit)
}

/**
 * As {@link mergeKeys}, to be gone on with: each call answers the next `limit` keys; what was read and not answered is kept.
 * @param usual - how many are mostly asked for
 */
export function startMerge<Key>(
  sources: readonly KeySource<Key>[],
  after: Key,
  usual: number,
  compare: (a: Key, b: Key) => number,
): (limit: number) => Key[] {
  const portion = Math.min(usual, Math.max(8, Math.ceil((2 * usual) / Math.max(1, sources.length))))
  const lanes = sources.map((read) => ({ read, keys: read(after, portion), at: 0 }))
  return (limit) => {
    const page: Key[] = []
    while (page.length < limit) {
      let first: (typeof lanes)[number] | null = null
      let firstKey: Key | null = null
      for (const lane of lanes) {
        const key = lane.keys[lane.at]
        if (key !== undefined && (firstKey === null || compare(key, firstKey) < 0)) {
          first = lane
          firstKey = key
        }
      }
      if (first === null || firstKey === null) break
      page.push(firstKey)
      first.at += 1
      // A full portion that is used up may have a successor; a short one was the source's end.
      if (first.at === portion) {
        first.keys = first.read(firstKey, portion)
        first.at = 0
      }
    }
    return page
  }
}
