// Assigns list rows to drawn rows, so that scrolling by one row changes one. Pure.

/** List rows of `count` drawn rows from `first` on: each keeps its row while visible. */
export function slotPlaces(first: number, count: number, origin: number): number[] {
  if (count <= 0) return []
  return Array.from({ length: count }, (_, slot) => {
    const off = (slot + origin - first) % count
    return first + (off < 0 ? off + count : off)
  })
}
