// Owns: what has room in the toolbar and in the grid of charts, at any width. Must not: measure pixels of a browser.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitGrid } from '../../../../../src-renderer/views/markets/grid-fit.ts'
import { fitToolbar } from '../../../../../src-renderer/views/markets/toolbar-fit.ts'

describe('the toolbar', () => {
  it('never shows less in more room', () => {
    const count = (width: number): number => Object.values(fitToolbar(width)).filter(Boolean).length
    fc.assert(fc.property(fc.nat(3000), fc.nat(3000), (width, more) => count(width + more) >= count(width)))
    expect(count(0)).toBe(0)
    expect(count(1400)).toBe(3)
  })
})

describe('the grid of charts', () => {
  it('has a place for each chart, or shows one at a time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1 as const, 2 as const, 4 as const),
        fc.nat(3000),
        fc.nat(2000),
        (shown, width, height) => {
          const { columns, rows, isOneAtATime } = fitGrid(shown, width, height)
          return columns * rows === (isOneAtATime ? 1 : shown)
        },
      ),
    )
  })

  it('puts two under each other where they are too narrow side by side', () => {
    expect(fitGrid(2, 900, 300)).toEqual({ columns: 2, rows: 1, isOneAtATime: false })
    expect(fitGrid(2, 600, 700)).toEqual({ columns: 1, rows: 2, isOneAtATime: false })
    expect(fitGrid(2, 600, 300).isOneAtATime).toBe(true)
  })
})
