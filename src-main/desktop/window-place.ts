// Owns: where a window is put: in the middle of the screen in use, or where it was, as far as that is still on a screen. Pure.
// Must not: make or move a window.
import type { Rectangle, Screen } from 'electron'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A window as it was left: the place and size it has when it is neither maximised nor full screen. */
export interface KeptPlace extends Readonly<Rectangle> {
  readonly isMaximized: boolean
  readonly isFullScreen: boolean
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

/** Some systems count an invisible frame, or the shadow, as part of a window that touches the edge. */
const slack = 8

function overlapOf(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** Distance of the middles, squared: only compared. */
function distanceOf(one: Rectangle, other: Rectangle): number {
  const x = one.x + one.width / 2 - other.x - other.width / 2
  const y = one.y + one.height / 2 - other.y - other.height / 2
  return x * x + y * y
}

/** What of one lies outside of the other, in at most four pieces. */
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
  // Where there is no room the upper left corner counts.
  return Math.max(least, Math.min(value, most))
}

/**
 * A kept window as it can be shown on the displays of now: as it was where all of it is in sight, over two of them too;
 * otherwise inside the display that has most of it, or the nearest where none has any, and smaller if need be.
 *
 * @param workAreas - each display without its task bar, in device-independent pixels, so that a changed scale is a changed area
 * @param least - smaller a window is never made
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
  // Displays may show the same, in whole or in part: areas are not added up.
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
