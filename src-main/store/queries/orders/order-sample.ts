// Owns: a small sample of an account's orders, by which it is guessed how many there are of a kind. Must not: be taken for a count,
// or decide anything but by which way orders are looked for.
import type Sqlite from 'better-sqlite3'
import { bucketMs } from './order-list.ts'

/** What is looked at of each order. */
export interface SampledOrder {
  readonly facetId: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly priceKey: string
  readonly volumeKey: string
  readonly cancelReason: string | null
}

/** Finding a place costs as much as reading some rows there. */
const places = 64
const rowsOfPlace = 8
/** A sample is good until there are so many times as many orders, or so many times fewer. */
const mostGrowth = 1.25
const mostSamples = 4
/** Fewer than this tell nothing. */
const leastKnown = 12

export const bucketsSql = `
  SELECT bucket, sum(orders_count) AS count FROM order_counts
  WHERE facet_id IN (SELECT id FROM order_facets WHERE account_key = ?) GROUP BY bucket ORDER BY bucket`
export const sampleSql = `
  SELECT facet_id AS facetId, created_at_ms AS createdAtMs, updated_at_ms AS updatedAtMs, price_key AS priceKey,
    volume_key AS volumeKey, cancel_reason AS cancelReason
  FROM orders WHERE account_key = ? AND created_at_ms <= ? ORDER BY created_at_ms DESC, id DESC LIMIT ?`

export interface OrderSample {
  /** The share of the orders of some combinations (null: of all) that are like this; null where too few of them are known. */
  share(facetIds: ReadonlySet<number> | null, isLike: (order: SampledOrder) => boolean): number | null
  /** The share of them that stands before the first that is like this; null where no order of the sample is. */
  depth(
    facetIds: ReadonlySet<number> | null,
    compare: (a: SampledOrder, b: SampledOrder) => number,
    isLike: (order: SampledOrder) => boolean,
  ): number | null
}

interface Bucket {
  readonly bucket: number
  readonly count: number
}

/** Times that divide the orders into so many parts of about the same number, whenever they were made. */
function spreadTimes(buckets: readonly Bucket[], parts: number): number[] {
  const all = buckets.reduce((sum, { count }) => sum + count, 0)
  const times: number[] = []
  let before = 0
  for (const { bucket, count } of buckets) {
    for (;;) {
      const within = ((times.length + 0.5) * all) / parts - before
      if (times.length >= parts || within > count) break
      times.push(Math.floor((bucket + within / count) * bucketMs))
    }
    before += count
  }
  return times
}

/** Answers the sample of an account with so many orders. */
export function prepareOrderSamples(
  db: Sqlite.Database,
): (accountKey: number, ordersCount: number) => OrderSample {
  const selectBuckets = db.prepare<[number], Bucket>(bucketsSql)
  const select = db.prepare<[number, number, number], SampledOrder>(sampleSql)
  const kept = new Map<number, { readonly ordersCount: number; readonly sample: OrderSample }>()

  function take(accountKey: number): OrderSample {
    const sampled = spreadTimes(selectBuckets.all(accountKey), places).flatMap((atMs) =>
      select.all(accountKey, atMs, rowsOfPlace),
    )
    const among = (facetIds: ReadonlySet<number> | null): SampledOrder[] =>
      facetIds === null ? sampled : sampled.filter(({ facetId }) => facetIds.has(facetId))
    return {
      depth(facetIds, compare, isLike) {
        const known = among(facetIds)
        const first = known.filter(isLike).sort(compare)[0]
        if (first === undefined) return null
        return known.filter((order) => compare(order, first) < 0).length / known.length
      },
      share(facetIds, isLike) {
        const known = among(facetIds)
        return known.length < leastKnown ? null : known.filter(isLike).length / known.length
      },
    }
  }

  return (accountKey, ordersCount) => {
    const known = kept.get(accountKey)
    if (
      known !== undefined &&
      ordersCount <= known.ordersCount * mostGrowth &&
      known.ordersCount <= ordersCount * mostGrowth
    ) {
      return known.sample
    }
    const sample = take(accountKey)
    kept.delete(accountKey)
    for (const oldest of kept.keys()) {
      if (kept.size < mostSamples) break
      kept.delete(oldest)
    }
    kept.set(accountKey, { ordersCount, sample })
    return sample
  }
}
