// Owns: merging several newest-first sources of order keys into one page. Must not: know SQL.

/** Where an order stands in the list: newest first, equal times by id descending. */
export interface OrderKey {
  readonly createdAtMs: number
  readonly id: number
}

/** Reads up to `count` keys that come strictly after `after` in the list. */
export type KeySource = (after: OrderKey, count: number) => OrderKey[]

/** Negative when `a` stands before `b` in the list. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  return b.createdAtMs - a.createdAtMs || b.id - a.id
}

/**
 * The first `limit` keys after `after` over all sources. Each source is read in small portions and only while its keys
 * are used up, so that many sources cost little more than one.
 */
export function mergeKeys(sources: readonly KeySource[], after: OrderKey, limit: number): OrderKey[] {
  const portion = Math.min(limit, Math.max(8, Math.ceil((2 * limit) / Math.max(1, sources.length))))
  const lanes = sources.map((read) => ({ read, keys: read(after, portion), at: 0 }))
  const page: OrderKey[] = []
  while (page.length < limit) {
    let first: (typeof lanes)[number] | null = null
    let firstKey: OrderKey | null = null
    for (const lane of lanes) {
      const key = lane.keys[lane.at]
      if (key && (!firstKey || compareKeys(key, firstKey) < 0)) {
        first = lane
        firstKey = key
      }
    }
    if (!first || !firstKey) break
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
