// Tracks the known ID ranges of the exchange's order list and plans the next page to read. Pure.
//
// Order IDs rise with time, lists are newest first, and each page is of one moment: so the IDs of a page, from oldest to
// newest, are a range without gaps, and two ranges that share an ID are one. Pages are addressed by number only, and rows
// move between two responses: down with each new order, up if the exchange ever removes one. So a page counts as the
// continuation of another only if it repeats at least its last row; a page that does not shows that rows have moved up.
import type { OrderRange, OrderSyncRecord } from '../../store/api/store-api.ts'

/** The relevant part of a page. */
export interface PageRows {
  /** IDs of all its rows, including unreadable ones. */
  readonly ids: readonly number[]
  /** Creation time of the oldest readable order. */
  readonly fromMs: number | null
}

export interface PagePlan {
  readonly limit: number
  /** From 1. */
  readonly page: number
}

const isWithin = (id: number, { fromId, toId }: OrderRange): boolean => id >= fromId && id <= toId

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

/**
 * The known ranges after reading a page, which is merged with the ranges it touches, or stands alone. Being the first page
 * merges nothing: it may come from a replica that lags behind the known ranges.
 */
export function addPage(before: readonly OrderRange[], { ids, fromMs }: PageRows): OrderRange[] {
  if (ids.length === 0) return [...before]
  const read = { fromId: Math.min(...ids), toId: Math.max(...ids) }
  const touching = before.filter(({ fromId, toId }) => fromId <= read.toId && toId >= read.fromId)
  const isNew = (id: number): boolean => !touching.some((stretch) => isWithin(id, stretch))
  const joined = touching.reduce<OrderRange>(
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

/**
 * True when a first page with these rows contains none of the newest known range: all its rows left the list, or the page is
 * outdated.
 */
export function isBelowTop([top]: readonly OrderRange[], ids: readonly number[]): boolean {
  return top !== undefined && ids.length > 0 && Math.max(...ids) < top.fromId
}

/**
 * The known ranges after the rows above an ID left the list. The IDs between are no longer known, so they are read again if
 * they return.
 */
export function dropAbove(before: readonly OrderRange[], id: number): OrderRange[] {
  return before.filter(({ fromId }) => fromId <= id)
}

/** The known ranges after the list was found to end behind the range that begins with `fromId`. */
export function endList(before: readonly OrderRange[], fromId: number): OrderRange[] {
  if (before.length === 0) return [{ fromId: 0, toId: 0, rows: 0, fromMs: null }]
  const at = before.findIndex((one) => one.fromId === fromId)
  // Rows known further down have left the list.
  return before
    .slice(0, at + 1 || before.length)
    .map((one, index) => (index === at ? { ...one, fromId: 0 } : one))
}

/** True when all kept orders are known, up to the newest page that was read. */
export function isWhole({ stretches }: Pick<OrderSyncRecord, 'stretches'>, keptFromMs: number): boolean {
  const [top] = stretches
  return top !== undefined && (top.fromId === 0 || (top.fromMs !== null && top.fromMs < keptFromMs))
}

/** Whether a page of this size, with this many known rows from its start, is suitable. */
export type Fits = (limit: number, repeated: number) => boolean

/**
 * The suitable page that repeats the last of `rows` known rows and returns as many new ones as possible; null if there is
 * none. Its size is chosen so that one of its borders is shortly before that row; a page of the maximum size would begin
 * anywhere, mostly right behind it.
 *
 * @param rows - known rows from the newest on, at least 1
 * @param largest - maximum rows per page, at least 1
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
 * The page that reaches beyond the last known row, as above. If every size has a border right behind that row, the page of
 * the maximum size, which ends with it: pages of at most 3 rows cannot pass row 6, 4 row 12, 5 and 6 row 60, 7 row 420, 8 row
 * 840, 9 and 10 row 2,520, 11 and 12 row 27,720, 13 to 15 row 360,360; 20 have no such row below 200 million.
 */
export function planPage(rows: number, largest: number): PagePlan {
  const page = choosePage(rows, largest, () => true)
  return page ?? { limit: largest, page: Math.floor((rows - 1) / largest) + 1 }
}
