// Owns: which drawn row shows which row of the list, so that a scroll by one row changes one. Pure. Must not: touch the DOM.

/** The places that `count` drawn rows show from `first` on: each keeps its place while that is in sight. */
export function slotPlaces(first: number, count: number, origin: number): number[] {
  if (count <= 0) return []
  return Array.from({ length: count }, (_, slot) => {
    const off = (slot + origin - first) % count
    return first + (off < 0 ? off + count : off)
  })
}
