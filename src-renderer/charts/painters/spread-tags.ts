// Labels of the price axis beside each other: in the order of their prices, none over another, all within the price pane. Pure.

/** A label's place in device pixels. */
export interface TagBox {
  /** Row of its price, not rounded: of two prices at one pixel the higher is above. */
  readonly middle: number
  readonly top: number
  readonly height: number
}

const heightOf = (tags: readonly TagBox[]): number => tags.reduce((sum, { height }) => sum + height, 0)

/** Tags from the top, moved apart as far as it takes, between two rows that have room for all of them. */
function spreadBetween<Tag extends TagBox>(tags: readonly Tag[], from: number, to: number): Tag[] {
  let free = from
  const pushed = tags.map((tag) => {
    const top = Math.max(tag.top, free)
    free = top + tag.height
    return { ...tag, top }
  })
  let limit = to
  return pushed
    .toReversed()
    .map((tag) => {
      const top = Math.min(tag.top, limit - tag.height)
      limit = top
      return { ...tag, top }
    })
    .toReversed()
}

/**
 * Spreads tags of layers around the tag of the last price, which gives way only where those on one side need its room. Where the pane
 * has no room for all, those furthest from the last price are left out.
 *
 * @param bottom - bottom of the price pane, in device pixels
 */
export function spreadTags<Tag extends TagBox>(
  tags: readonly Tag[],
  last: Tag | null,
  bottom: number,
): { readonly tags: readonly Tag[]; readonly last: Tag | null } {
  const center = last === null ? bottom / 2 : last.middle
  const kept = tags.toSorted((a, b) => a.middle - b.middle)
  const room = bottom - (last?.height ?? 0)
  while (kept.length > 0 && heightOf(kept) > room) {
    const [first, end] = [kept[0], kept.at(-1)]
    const isFirst = center - (first?.middle ?? 0) > (end?.middle ?? 0) - center
    if (isFirst) kept.shift()
    else kept.pop()
  }
  if (last === null) return { tags: spreadBetween(kept, 0, bottom), last }
  const above = kept.filter(({ middle }) => middle <= last.middle)
  const below = kept.slice(above.length)
  const lowest = bottom - heightOf(below) - last.height
  const top = Math.max(heightOf(above), Math.min(last.top, lowest))
  const end = top + last.height
  return {
    tags: [...spreadBetween(above, 0, top), ...spreadBetween(below, end, bottom)],
    last: { ...last, top },
  }
}
