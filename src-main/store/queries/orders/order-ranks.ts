// Owns: how many orders stand before a place, without reading them all: every so many rows of each combination's index are noted.
// Must not: note more than a few milliseconds' worth at once, or use notes of rows that have changed since.
import type Sqlite from 'better-sqlite3'
import type { OrderPlace } from '../../order-pages.ts'
import type { OrderFacet } from './order-facets.ts'
import { comparePlaces, columnOf, mostId, startOf } from './sort-lanes.ts'
import type { SortColumn, Span } from './sort-lanes.ts'
import { leastKey, noKey } from '../../decimal-key.ts'

export const noteSql = (column: SortColumn) => `
  SELECT ${columnOf[column]} AS key, id FROM orders WHERE facet_id = ? AND (${columnOf[column]}, id) < (?, ?)
  ORDER BY ${columnOf[column]} DESC, id DESC LIMIT 1 OFFSET ?`
export const countBetweenSql = (column: SortColumn) => `
  SELECT count(*) AS count FROM orders
  WHERE facet_id = ? AND (${columnOf[column]}, id) > (?, ?) AND (${columnOf[column]}, id) < (?, ?)`

/** Rows from one note to the next: of few rows fewer, for many small combinations come to many rows as well. */
const stepOf = ({ ordersCount }: OrderFacet): number => (ordersCount > 8_192 ? 256 : 32)
/** How many rows are passed by in one step of noting: a few milliseconds. */
const mostRowsPassed = 20_000
/** Rows that may be read after the nearest known place. */
const mostRowsWalked = 512

interface Notes {
  readonly changesCount: number
  readonly step: number
  /** Each the last of another `step` rows, from the highest key down. */
  readonly places: OrderPlace[]
  isDone: boolean
}

export interface OrderRanks {
  /** Notes a piece; true once all is noted that these combinations have now. */
  prepare(facets: readonly OrderFacet[]): boolean
  /** How many orders lie within a span. Only where all is noted. */
  count(facets: readonly OrderFacet[], span: Span): number
  /** A place within the list and how many stand before it: at the offset, or less than a page's walk ahead. */
  seek(
    facets: readonly OrderFacet[],
    span: Span,
    isDescending: boolean,
    offset: number,
  ): { after: OrderPlace; rank: number }
}

export function prepareOrderRanks(db: Sqlite.Database, column: SortColumn): OrderRanks {
  const note = db.prepare<[number, number | string, number, number], OrderPlace>(noteSql(column))
  const between = db.prepare<[number, number | string, number, number | string, number], { count: number }>(
    countBetweenSql(column),
  )
  const known = new Map<number, Notes>()
  const isDown = comparePlaces(true)
  const top = { key: typeof startKey(column) === 'number' ? mostId : '~', id: mostId }
  let candidates: { readonly name: string; readonly places: OrderPlace[] } | null = null

  /** Rows of one combination that stand above a place in its index. */
  function above(facet: OrderFacet, place: OrderPlace): number {
    const notes = known.get(facet.id)
    let first = 0
    let end = notes?.places.length ?? 0
    while (first < end) {
      const middle = (first + end) >> 1
      const noted = notes?.places[middle]
      if (noted !== undefined && isAbove(noted, place)) first = middle + 1
      else end = middle
    }
    const from = notes?.places[first - 1]
    const upper = from ?? top
    const rest = between.get(facet.id, place.key, place.id, upper.key, upper.id)?.count ?? 0
    // The noted row itself is among those of its step, and not between.
    return first * (notes?.step ?? 0) + rest
  }

  /** In the order of the index, where a missing key is the lowest. */
  function isAbove(a: OrderPlace, b: OrderPlace): boolean {
    return a.key === b.key ? a.id > b.id : isDown(a, b) < 0
  }

  const sumAbove = (facets: readonly OrderFacet[], place: OrderPlace): number =>
    facets.reduce((sum, facet) => sum + above(facet, place), 0)

  /** Answers of places within the span how many of its orders stand before them in the list. */
  function ranker(
    facets: readonly OrderFacet[],
    { low, high }: Span,
    isDescending: boolean,
  ): (place: OrderPlace) => number {
    if (isDescending) {
      const outside = sumAbove(facets, { key: high, id: mostId })
      return (place) => sumAbove(facets, place) - outside
    }
    const withKey = sumAbove(facets, { key: low === noKey ? leastKey : low, id: -1 })
    return ({ key, id }) => {
      const standing = sumAbove(facets, { key, id })
      if (key === noKey) return standing
      const newer = standing - sumAbove(facets, { key, id: mostId })
      return withKey - sumAbove(facets, { key, id: -1 }) + newer
    }
  }

  /** All noted places of these combinations, in the order of the list. */
  function candidatesOf(facets: readonly OrderFacet[], isDescending: boolean): readonly OrderPlace[] {
    const name = `${String(isDescending)} ${facets.map(({ id, changesCount }) => `${id}:${changesCount}`).join(' ')}`
    if (candidates?.name !== name) {
      const places = facets.flatMap(({ id }) => known.get(id)?.places ?? [])
      candidates = { name, places: places.sort(comparePlaces(isDescending)) }
    }
    return candidates.places
  }

  return {
    prepare(facets) {
      let passed = 0
      for (const facet of facets) {
        let notes = known.get(facet.id)
        if (notes?.changesCount !== facet.changesCount) {
          notes = { changesCount: facet.changesCount, step: stepOf(facet), places: [], isDone: false }
          known.set(facet.id, notes)
        }
        while (!notes.isDone) {
          if (passed >= mostRowsPassed) return false
          const from = notes.places.at(-1) ?? top
          const place = note.get(facet.id, from.key, from.id, notes.step - 1)
          passed += notes.step
          if (place === undefined) notes.isDone = true
          else notes.places.push(place)
        }
      }
      return true
    },

    count: (facets, { low, high }) =>
      low > high ? 0 : sumAbove(facets, { key: low, id: -1 }) - sumAbove(facets, { key: high, id: mostId }),

    seek(facets, span, isDescending, offset) {
      const places = candidatesOf(facets, isDescending)
      const start = startOf(span, isDescending)
      const all = facets.reduce((sum, { ordersCount }) => sum + ordersCount, 0)
      const rankOf = ranker(facets, span, isDescending)
      let best = { after: start, rank: 0 }
      let first = -1
      let end = places.length
      let isGuess = true
      while (end - first > 1 && offset - best.rank > mostRowsWalked) {
        // A guess by even steps, and where it was not near, the middle of what is left.
        const share = (offset - best.rank) / Math.max(1, all - best.rank)
        const guess = first + Math.ceil((end - first) * share)
        const at = isGuess ? Math.min(end - 1, Math.max(first + 1, guess)) : (first + end) >> 1
        isGuess = !isGuess
        const place = places[at]
        if (place === undefined) break
        const rank = isWithin(place, span) ? rankOf(place) : null
        if (rank === null ? isBefore(place, span, isDescending) : rank <= offset) {
          first = at
          // The place itself is among what follows.
          if (rank !== null && rank > best.rank) best = { after: { key: place.key, id: place.id + 1 }, rank }
        } else end = at
      }
      return best
    },
  }
}

const startKey = (column: SortColumn): number | string =>
  column === 'created' || column === 'updated' ? 0 : noKey

const isWithin = ({ key }: OrderPlace, { low, high }: Span): boolean => key >= low && key <= high

/** Of a place outside of the span: whether it stands before it in the list. */
function isBefore({ key }: OrderPlace, { low, high }: Span, isDescending: boolean): boolean {
  return isDescending ? key > high : key !== noKey && key < low
}
