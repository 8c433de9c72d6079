// Where the card of the tour stands: beside its part, and within the window. Pure.

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
interface Size {
  readonly width: number
  readonly height: number
}

const gapPx = 8

/**
 * Right of the part, else left of it, else above it, else below; over the part where the window has no room.
 * @param part - in the window, in CSS pixels; null where it is not on screen
 */
export function placeCard(
  part: Box | null,
  card: Size,
  window: Size,
): { readonly x: number; readonly y: number } {
  const within = (at: number, length: number, room: number): number =>
    Math.round(Math.max(gapPx, Math.min(at, room - length - gapPx)))
  const clamp = (x: number, y: number) => ({
    x: within(x, card.width, window.width),
    y: within(y, card.height, window.height),
  })
  if (part === null) return clamp((window.width - card.width) / 2, (window.height - card.height) / 2)
  const top = part.y + Math.min(gapPx, part.height / 2)
  const right = part.x + part.width + gapPx
  if (right + card.width + gapPx <= window.width) return clamp(right, top)
  const left = part.x - card.width - gapPx
  if (left >= gapPx) return clamp(left, top)
  const above = part.y - card.height - gapPx
  if (above >= gapPx) return clamp(part.x + gapPx, above)
  return clamp(part.x + gapPx, part.y + part.height + gapPx)
}
