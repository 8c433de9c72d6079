// Computes window bounds: centered on the active screen, or the saved bounds as far as they are still visible. Pure.
import type { Rectangle, Screen } from 'electron'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Saved window bounds: position and size in the normal state, neither maximized nor full screen. */
export interface SavedBounds extends Readonly<Rectangle> {
  readonly isMaximized: boolean
  readonly isFullScreen: boolean
}

/**
 * Centered on the work area of the screen with the mouse pointer. Device-independent pixels. On a screen that is too small,
 * the upper left corner stays visible.
 */
export function centerOnActiveScreen(
  screen: Pick<Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>,
  { width, height }: Size,
): { x: number; y: number } {
  const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
  return {
    x: workArea.x + Math.max(0, Math.round((workArea.width - width) / 2)),
    y: workArea.y + Math.max(0, Math.round((workArea.height - height) / 2)),
  }
}

/** Some systems include an invisible frame or a shadow in the bounds of a window at the screen's edge. */
const slack = 8

function overlapOf(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Squared distance of the centers, for comparison only. */
function distanceOf(one: Rectangle, other: Rectangle): number {
  const x = one.x + one.width / 2 - other.x - other.width / 2
  const y = one.y + one.height / 2 - other.y - other.height / 2
  return x * x + y * y
}

/** The parts of one rectangle outside the other, at most four. */
function cutOut(one: Rectangle, other: Rectangle): Rectangle[] {
  if (overlapOf(one, other) === 0) return [one]
  const [right, bottom] = [one.x + one.width, one.y + one.height]
  const top = Math.max(one.y, other.y)
  const end = Math.min(bottom, other.y + other.height)
  const between = (x: number, y: number, toX: number, toY: number): Rectangle => ({
    x,
    y,
    width: toX - x,
    height: toY - y,
  })
  return [
    between(one.x, one.y, right, top),
    between(one.x, end, right, bottom),
    between(one.x, top, other.x, end),
    between(other.x + other.width, top, right, end),
  ].filter(({ width, height }) => width > 0 && height > 0)
}

function clamp(value: number, least: number, most: number): number {
  // Without enough room, the upper left corner wins.
  return Math.max(least, Math.min(value, most))
}

/**
 * Fits saved bounds to the current displays: unchanged if completely visible, even across displays; otherwise moved into the
 * display with the largest overlap, or the nearest one, and shrunk if necessary.
 *
 * @param workAreas - each display without its task bar, in device-independent pixels
 * @param least - minimum window size
 */
export function fitOnScreens(kept: Rectangle, workAreas: readonly Rectangle[], least: Size): Rectangle {
  const window = {
    x: kept.x,
    y: kept.y,
    width: Math.max(kept.width, least.width),
    height: Math.max(kept.height, least.height),
  }
  const core = {
    x: window.x + slack,
    y: window.y + slack,
    width: window.width - 2 * slack,
    height: window.height - 2 * slack,
  }
  // Displays may overlap or mirror each other, so areas are not summed.
  const hidden = workAreas.reduce<Rectangle[]>(
    (rest, area) => rest.flatMap((one) => cutOut(one, area)),
    [core],
  )
  if (hidden.length === 0) return window

  const [home] = workAreas.toSorted(
    (one, other) =>
      overlapOf(window, other) - overlapOf(window, one) ||
      distanceOf(window, one) - distanceOf(window, other),
  )
  if (home === undefined) return window
  const width = Math.max(Math.min(window.width, home.width), least.width)
  const height = Math.max(Math.min(window.height, home.height), least.height)
  return {
    x: clamp(window.x, home.x, home.x + home.width - width),
    y: clamp(window.y, home.y, home.y + home.height - height),
    width,
    height,
  }
}
