// What has room in the toolbar and in the grid of charts, at any width.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitGrid } from '../../../../../src-renderer/features/markets/chart/grid-fit.ts'
import {
  firstNeeds,
  fitToolbar,
  learnNeed,
  type ToolbarFit,
} from '../../../../../src-renderer/features/markets/chart/toolbar/toolbar-fit.ts'

/** An interval is chosen more often than a tool. */
const counted = ({ hasTools, hasPeriods, hasDisplay, hasAllPeriods }: ToolbarFit): number =>
  [hasTools, hasPeriods, hasPeriods, hasDisplay, hasAllPeriods].filter(Boolean).length

describe('the toolbar', () => {
  it('never shows less in more room, but for tools that give way to intervals', () => {
    const count = (width: number, needs = firstNeeds): number => counted(fitToolbar(width, needs))
    const pixels = fc.nat(3000)
    const anyNeeds = fc.record({
      allPeriods: pixels,
      all: pixels,
      periods: pixels,
      inline: pixels,
      tools: pixels,
    })
    fc.assert(
      fc.property(
        pixels,
        pixels,
        anyNeeds,
        (width, more, needs) => count(width + more, needs) >= count(width, needs),
      ),
    )
    expect(count(0)).toBe(0)
    expect(count(1400)).toBe(5)
    // A usual window of 1,280 pixels leaves the toolbar so much.
    expect(fitToolbar(564, firstNeeds)).toMatchObject({ hasPeriods: true, hasTools: false })
  })

  it('with longer words gives way until it fits, or nothing is left to give way', () => {
    // As wide as the words of some language make it, with all, without rare periods, scale, tools, periods, both.
    const anyWidths = fc.tuple(...Array.from({ length: 6 }, () => fc.nat(2000)))
    fc.assert(
      fc.property(
        fc.nat(3000),
        anyWidths,
        (width, [allPeriods = 0, all = 0, periods = 0, inline = 0, tools = 0, least = 0]) => {
          let needs = firstNeeds
          for (let turn = 0; turn < 6; turn += 1) {
            const fit = fitToolbar(width, needs)
            const filled = fit.hasAllPeriods
              ? allPeriods
              : fit.hasDisplay
                ? all
                : fit.hasPeriods
                  ? fit.hasTools
                    ? periods
                    : inline
                  : fit.hasTools
                    ? tools
                    : least
            if (filled <= width) return true
            needs = learnNeed(needs, fit, filled)
          }
          return counted(fitToolbar(width, needs)) === 0
        },
      ),
    )
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
