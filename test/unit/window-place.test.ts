import type { Display, Point } from 'electron'
import { describe, expect, it } from 'vitest'
import { placeOnScreenInUse } from '../../src-main/window-place.ts'

const size = { width: 460, height: 560 }

/** Screens side by side; the nearest is the one whose part of the desktop has the pointer. */
function desktop(pointer: Point, ...workAreas: Display['workArea'][]) {
  return {
    getCursorScreenPoint: () => pointer,
    getDisplayNearestPoint: ({ x }: Point) => {
      const workArea = workAreas.find((area) => x >= area.x && x < area.x + area.width) ?? workAreas[0]
      return { workArea } as Display
    },
  }
}

const left = { x: -1920, y: 0, width: 1920, height: 1040 }
const main = { x: 0, y: 25, width: 2560, height: 1415 }

describe('the place of the confirmation window', () => {
  it('is the middle of the screen that has the pointer', () => {
    expect(placeOnScreenInUse(desktop({ x: 100, y: 100 }, left, main), size)).toEqual({ x: 1050, y: 453 })
    expect(placeOnScreenInUse(desktop({ x: -5, y: 900 }, left, main), size)).toEqual({ x: -1190, y: 240 })
  })

  it('keeps the upper left corner in sight on a screen that is too small', () => {
    const small = { x: 10, y: 20, width: 400, height: 300 }
    expect(placeOnScreenInUse(desktop({ x: 50, y: 50 }, small), size)).toEqual({ x: 10, y: 20 })
  })
})
