// Owns: where a window of a given size is put. Must not: make or move a window.
import type { Screen } from 'electron'

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The middle of the screen in use, which is the one with the mouse pointer, without its task bar. Device-independent
 * pixels. A screen that is too small keeps the upper left corner of the window in sight.
 */
export function placeOnScreenInUse(
  screen: Pick<Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>,
  { width, height }: Size,
): { x: number; y: number } {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  return {
    x: workArea.x + Math.max(0, Math.round((workArea.width - width) / 2)),
    y: workArea.y + Math.max(0, Math.round((workArea.height - height) / 2)),
  }
}
