// Position of a card beside a place of a chart. Pure; all values in one unit.

interface Size {
  readonly width: number
  readonly height: number
}

const gap = 12
const edge = 8
/** In the corner it is below the chart's legend. */
const cornerTop = 48

/**
 * Bottom right of the place; left or above when there is no room; always inside the area. Without a place, the top right
 * corner.
 */
export function placeCard(
  place: { readonly x: number; readonly y: number } | null,
  card: Size,
  room: Size,
): { readonly left: number; readonly top: number } {
  const keep = (wanted: number, size: number, whole: number): number =>
    Math.max(edge, Math.min(whole - size - edge, wanted))
  if (place === null)
    return { left: keep(Infinity, card.width, room.width), top: keep(cornerTop, card.height, room.height) }
  const right = place.x + gap
  const below = place.y + gap
  const left = right + card.width + edge <= room.width ? right : place.x - gap - card.width
  const top = below + card.height + edge <= room.height ? below : place.y - gap - card.height
  return { left: keep(left, card.width, room.width), top: keep(top, card.height, room.height) }
}
