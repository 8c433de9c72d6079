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
  /** It is the first page: at its moment the list had nothing newer. */
  readonly isFirst: boolean
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
 * What is known after a page was read: it joins the stretches that it touches, or stands alone. What was known above a
 * first page has gone from the list, and nothing lies between.
 */
export function addPage(before: readonly OrderStretch[], page: PageRows): OrderStretch[] {
  const { ids, fromMs, isFirst } = page
  if (ids.length === 0) return [...before]
  const above = isFirst ? before.map(({ toId }) => toId) : []
  const read = { fromId: Math.min(...ids), toId: Math.max(...ids, ...above) }
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

/**
 * The page that repeats the last of so many known rows and brings as many new ones as can be. Its size is chosen so
 * that one of its borders lies shortly before that row; a page of the greatest size would begin anywhere, and mostly
 * right behind it.
 *
 * @param rows - known from the newest on, at least 1
 * @param largest - rows that a page may have, at least 1
 */
export function planPage(rows: number, largest: number): PagePlan {
  let best = largest
  let leastLost = Infinity
  for (let limit = largest; limit >= largest / 2 && largest - limit < leastLost; limit -= 1) {
    const repeated = ((rows - 1) % limit) + 1
    const lost = largest - limit + repeated
    if (lost < leastLost) {
      leastLost = lost
      best = limit
    }
  }
  return { limit: best, page: Math.floor((rows - 1) / best) + 1 }
}
