import type { Display, Point, Rectangle } from 'electron'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitOnScreens, centerOnActiveScreen } from '../../../src-main/desktop/windows/window-bounds.ts'

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
    expect(centerOnActiveScreen(desktop({ x: 100, y: 100 }, left, main), size)).toEqual({ x: 1050, y: 453 })
    expect(centerOnActiveScreen(desktop({ x: -5, y: 900 }, left, main), size)).toEqual({ x: -1190, y: 240 })
  })

  it('keeps the upper left corner in sight on a screen that is too small', () => {
    const small = { x: 10, y: 20, width: 400, height: 300 }
    expect(centerOnActiveScreen(desktop({ x: 50, y: 50 }, small), size)).toEqual({ x: 10, y: 20 })
  })
})

const least = { width: 900, height: 600 }
const box = (x: number, y: number, width: number, height: number): Rectangle => ({ x, y, width, height })
/** Full HD with a task bar below, and one of the same size on its left. */
const desk = box(0, 0, 1920, 1040)
const second = box(-1920, 0, 1920, 1040)
const laptop = box(0, 25, 1440, 875)

describe('a window that was left somewhere', () => {
  it.each([
    ['in the middle of its display', box(240, 70, 1440, 900), [desk]],
    ['on the second display', box(-1800, 60, 1440, 900), [desk, second]],
    ['over two displays', box(-700, 60, 1440, 900), [desk, second]],
    ['at the very edge, as systems snap it, with a frame that nobody sees', box(-7, 0, 974, 1047), [desk]],
    ['filling its display', desk, [desk]],
    ['where another display shows the same', box(240, 70, 1440, 900), [desk, desk]],
  ])('%s is put there again', (_what, kept, areas) => {
    expect(fitOnScreens(kept, areas, least)).toEqual(kept)
  })

  it.each([
    ['on a display that is gone', box(-1800, 60, 1440, 900), [desk], box(0, 60, 1440, 900)],
    ['far outside of everything', box(50_000, -50_000, 1000, 700), [desk], box(920, 0, 1000, 700)],
    ['mostly below the edge', box(300, 1000, 1000, 700), [desk], box(300, 340, 1000, 700)],
    ['with its title above the edge', box(300, -200, 1000, 700), [desk], box(300, 0, 1000, 700)],
    ['under the menu bar', box(10, 0, 1000, 700), [laptop], box(10, 25, 1000, 700)],
    [
      'partly beside the display that has most of it',
      box(1500, 60, 1000, 700),
      [second, desk],
      box(920, 60, 1000, 700),
    ],
    // 3840 wide at 100 % is 1920 at 200 %: the display has shrunk under the window.
    ['larger than its display has become', box(200, 100, 3000, 1800), [desk], box(0, 0, 1920, 1040)],
    [
      'nearer to one of two displays that both have none of it',
      box(-9000, 0, 1000, 700),
      [desk, second],
      box(-1920, 0, 1000, 700),
    ],
    [
      'over the step between displays of different heights',
      box(-500, 500, 1000, 700),
      [desk, box(-1280, 0, 1280, 720)],
      box(0, 340, 1000, 700),
    ],
    [
      'half beside a display, a part of which a smaller one shows too',
      box(-480, 0, 1000, 700),
      [desk, box(0, 0, 1024, 768)],
      box(0, 0, 1000, 700),
    ],
  ])('%s is brought into sight', (_what, kept, areas, expected) => {
    expect(fitOnScreens(kept, areas, least)).toEqual(expected)
  })

  it('keeps its upper left corner in sight where a display is smaller than a window may be', () => {
    const tiny = box(100, 50, 800, 480)
    expect(fitOnScreens(box(400, 300, 1000, 700), [tiny], least)).toEqual(box(100, 50, 900, 600))
  })

  it('stays as it was where no display can be told', () => {
    expect(fitOnScreens(box(9, 9, 1000, 700), [], least)).toEqual(box(9, 9, 1000, 700))
  })

  it('is in sight on any row of displays, and is not moved again by the next start', () => {
    const row = fc
      .array(
        fc.record({
          width: fc.integer({ min: 900, max: 5120 }),
          height: fc.integer({ min: 600, max: 2880 }),
          top: fc.integer({ min: -800, max: 800 }),
        }),
        { minLength: 1, maxLength: 4 },
      )
      .map((displays) => {
        let x = -2000
        return displays.map(({ width, height, top }) => {
          x += width
          return box(x - width, top, width, height)
        })
      })
    const anywhere = fc.integer({ min: -20_000, max: 20_000 })
    const size = fc.integer({ min: 1, max: 8_000 })
    fc.assert(
      fc.property(row, anywhere, anywhere, size, size, (areas, x, y, width, height) => {
        const placed = fitOnScreens(box(x, y, width, height), areas, least)
        expect(fitOnScreens(placed, areas, least)).toEqual(placed)
        // Its title bar can be reached: its upper edge lies on some display, but for what the system may hide.
        const isReachable = areas.some(
          (area) =>
            placed.y >= area.y - 8 &&
            placed.y + 32 <= area.y + area.height &&
            Math.min(placed.x + placed.width, area.x + area.width) - Math.max(placed.x, area.x) >= 100,
        )
        expect(isReachable).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})
