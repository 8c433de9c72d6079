// Owns: what is known of the service's list of orders, and which page of it to ask for next. Pure.
// Must not: fetch or store.
//
// Ids of orders rise with time, lists are newest first, and each page is of one moment: so the ids of a page, from its
// oldest to its newest, are a stretch without gaps, and two stretches that share an id are one. Pages are told by
// number only, and rows move between two answers: down with each new order, up should the service ever take one from
// its list. So a page counts as the continuation of another only where it repeats at least its last row; a page that
// does not shows that rows have moved up.
import type { OrderStretch, OrderSyncRecord } from '../../store/store-api.ts'

/** What of a page matters here. */
export interface PageRows {
  /** Of all its rows, those that could not be read among them. */
  readonly ids: readonly number[]
  /** When the oldest order that could be read was created. */
  readonly fromMs: number | null
}

export interface PagePlan {
  readonly limit: number
  /** From 1. */
  readonly page: number
}

const isWithin = (id: number, { fromId, toId }: OrderStretch): boolean => id >= fromId && id <= toId

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

/**
 * What is known after a page was read: it joins the stretches that it touches, or stands alone. That it was the first
 * page joins nothing: it may be of a copy of the list that lags behind what is known already.
 */
export function addPage(before: readonly OrderStretch[], { ids, fromMs }: PageRows): OrderStretch[] {
  if (ids.length === 0) return [...before]
  const read = { fromId: Math.min(...ids), toId: Math.max(...ids) }
  const touching = before.filter(({ fromId, toId }) => fromId <= read.toId && toId >= read.fromId)
  const isNew = (id: number): boolean => !touching.some((stretch) => isWithin(id, stretch))
  const joined = touching.reduce<OrderStretch>(
    (all, one) => ({
      fromId: Math.min(all.fromId, one.fromId),
      toId: Math.max(all.toId, one.toId),
      rows: all.rows + one.rows,
      fromMs: earlier(all.fromMs, one.fromMs),
    }),
    { ...read, rows: new Set(ids.filter(isNew)).size, fromMs },
  )
  return [...before.filter((stretch) => !touching.includes(stretch)), joined].sort((a, b) => b.toId - a.toId)
}

/** A first page with these rows shows none of the newest known stretch: all its rows have gone, or the page is old. */
export function isBelowTop([top]: readonly OrderStretch[], ids: readonly number[]): boolean {
  return top !== undefined && ids.length > 0 && Math.max(...ids) < top.fromId
}

/**
 * What is known after the rows above an id have gone from the list. What lies between them and that id is not taken for
 * known: should they come back, it is read.
 */
export function dropAbove(before: readonly OrderStretch[], id: number): OrderStretch[] {
  return before.filter(({ fromId }) => fromId <= id)
}

/** What is known after the list was found to end behind the stretch that begins with `fromId`. */
export function endList(before: readonly OrderStretch[], fromId: number): OrderStretch[] {
  if (before.length === 0) return [{ fromId: 0, toId: 0, rows: 0, fromMs: null }]
  const at = before.findIndex((one) => one.fromId === fromId)
  // What was known further down has gone from the list.
  return before
    .slice(0, at + 1 || before.length)
    .map((one, index) => (index === at ? { ...one, fromId: 0 } : one))
}

/** All orders that are kept are known, from the newest page that was read. */
export function isWhole({ stretches }: Pick<OrderSyncRecord, 'stretches'>, keptFromMs: number): boolean {
  const [top] = stretches
  return top !== undefined && (top.fromId === 0 || (top.fromMs !== null && top.fromMs < keptFromMs))
}

/** A page of so many rows would do, of which so many from its first on are known. */
export type Fits = (limit: number, repeated: number) => boolean

/**
 * The page that repeats the last of so many known rows and brings as many new ones as can be, of those that fit; null
 * where none does. Its size is chosen so that one of its borders lies shortly before that row; a page of the greatest
 * size would begin anywhere, and mostly right behind it.
 *
 * @param rows - known from the newest on, at least 1
 * @param largest - rows that a page may have, at least 1
 */
export function choosePage(rows: number, largest: number, fits: Fits): PagePlan | null {
  let best: number | null = null
  let leastLost = Infinity
  for (let limit = largest; limit > 1 && largest - limit < leastLost; limit -= 1) {
    const repeated = ((rows - 1) % limit) + 1
    const lost = largest - limit + repeated
    if (repeated < limit && lost < leastLost && fits(limit, repeated)) {
      leastLost = lost
      best = limit
    }
  }
  return best === null ? null : { limit: best, page: Math.floor((rows - 1) / best) + 1 }
}

/**
 * The page that reaches beyond the last of so many known rows, as above. Where every size has a border right behind that
 * row, the page of the greatest size, which ends with it: pages of at most 3 rows cannot pass row 6, 4 row 12, 5 and 6
 * row 60, 7 row 420, 8 row 840, 9 and 10 row 2,520, 11 and 12 row 27,720, 13 to 15 row 360,360; 20 have no such row
 * below 200 million.
 */
export function planPage(rows: number, largest: number): PagePlan {
  const page = choosePage(rows, largest, () => true)
  return page ?? { limit: largest, page: Math.floor((rows - 1) / largest) + 1 }
}
