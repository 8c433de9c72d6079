// Finds a page of the merge of several sorted lists without reading what lies before it. Pure.

/** A sorted list, read by offset; fewer places than asked for only at its end. */
export type ReadPlaces<Place> = (offset: number, limit: number) => readonly Place[]

/** A place of the merge and the index of its list. */
export interface MergedPlace<Place> {
  readonly list: number
  readonly place: Place
}

/** So many places are merged one by one; more are skipped by halves. */
const NEAR = 256

/**
 * Returns the places from `offset` on of all lists merged in order. Equal places follow the order of the lists.
 *
 * Skipping: of `n` lists, look at place `step` of each, with `n × step` places still to be skipped. The list whose place comes
 * first has `step` places that all belong to those skipped, because fewer than `n × step` places come before it.
 *
 * @param compare - negative where the first place comes first
 */
export function mergePlaces<Place>(
  lists: readonly ReadPlaces<Place>[],
  compare: (a: Place, b: Place) => number,
  offset: number,
  limit: number,
): MergedPlace<Place>[] {
  const inOrder = (a: MergedPlace<Place>, b: MergedPlace<Place>): number =>
    compare(a.place, b.place) || a.list - b.list
  const skipped = lists.map(() => 0)
  let left = offset
  while (left > NEAR && lists.length > 0) {
    const step = Math.floor(left / lists.length)
    const [first] = lists
      .flatMap((read, list) =>
        read((skipped[list] ?? 0) + step - 1, 1).map((place): MergedPlace<Place> => ({ list, place })),
      )
      .sort(inOrder)
    // Every list ends before its place, so all of them together end before the offset.
    if (first === undefined) return []
    skipped[first.list] = (skipped[first.list] ?? 0) + step
    left -= step
  }
  return lists
    .flatMap((read, list) =>
      read(skipped[list] ?? 0, left + limit).map((place): MergedPlace<Place> => ({ list, place })),
    )
    .sort(inOrder)
    .slice(left, left + limit)
}

/** An account's sorted list, as a part of the list of several accounts. */
export interface OwnedList<Row, Place> {
  readonly accountId: string
  readonly version: number
  /** How many rows it has; null where nobody knows. */
  readonly total: number | null
  readonly page: ReadPlaces<Place>
  /** None where the row went meanwhile. */
  readonly read: (place: Place) => readonly Row[]
}

/** A page of the lists of several accounts as one list, whose rows say whose they are. */
export function pageOfAll<Row extends object, Place>(
  lists: readonly OwnedList<Row, Place>[],
  compare: (a: Place, b: Place) => number,
  offset: number,
  limit: number,
) {
  const found = mergePlaces(
    lists.map(({ page }) => page),
    compare,
    offset,
    limit,
  )
  const isEnd = found.length < limit && (found.length > 0 || offset === 0)
  return {
    rows: found.flatMap(({ list: at, place }) => {
      const list = lists[at]
      return list === undefined ? [] : list.read(place).map((row) => ({ ...row, accountId: list.accountId }))
    }),
    total: isEnd ? offset + found.length : sumOfKnown(lists.map(({ total }) => total)),
    version: lists.reduce((sum, { version }) => sum + version, 0),
  }
}

/** The sum of the counts of several lists; null where one is not known. */
const sumOfKnown = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)
