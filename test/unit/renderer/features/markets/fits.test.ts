// What has room in the toolbar and in the grid of charts, at any width.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitGrid } from '../../../../../src-renderer/features/markets/chart/grid-fit.ts'
import {
  comparingNeeds,
  firstNeeds,
  fitToolbar,
  learnNeed,
  type ToolbarFit,
} from '../../../../../src-renderer/features/markets/chart/toolbar/toolbar-fit.ts'

/** An interval is chosen more often than a tool. */
const counted = ({ hasTools, periods, hasDisplay, hasAllPeriods }: ToolbarFit): number =>
  [hasTools, hasDisplay, hasAllPeriods].filter(Boolean).length + 2 * (hasAllPeriods ? 12 : periods)

describe('the toolbar', () => {
  it('never shows less in more room, but for tools that give way to intervals', () => {
    const count = (width: number, needs = firstNeeds, favorites = 6): number =>
      counted(fitToolbar(width, needs, favorites))
    const pixels = fc.nat(3000)
    const anyFavorites = fc.nat(12)
    const anyNeeds = fc.record({
      allPeriods: pixels,
      all: pixels,
      periods: pixels,
      tight: pixels,
      inline: pixels,
      tools: pixels,
    })
    fc.assert(
      fc.property(
        pixels,
        pixels,
        anyNeeds,
        anyFavorites,
        (width, more, needs, favorites) =>
          count(width + more, needs, favorites) >= count(width, needs, favorites),
      ),
    )
    expect(count(0)).toBe(0)
    expect(fitToolbar(1400, firstNeeds, 6)).toMatchObject({ hasAllPeriods: true, hasDisplay: true })
  })

  it('shows the usual intervals and two more in what a window of 1,280 pixels leaves it', () => {
    const shown = [0, 3, 6, 7, 8, 9, 12].map((favorites) => {
      const { periods, isIconic, hasTools } = fitToolbar(564, firstNeeds, favorites)
      return { favorites, periods, isIconic, hasTools }
    })
    expect(shown).toEqual([
      { favorites: 0, periods: 0, isIconic: false, hasTools: true },
      { favorites: 3, periods: 3, isIconic: false, hasTools: true },
      { favorites: 6, periods: 6, isIconic: false, hasTools: false },
      { favorites: 7, periods: 7, isIconic: true, hasTools: false },
      { favorites: 8, periods: 8, isIconic: true, hasTools: false },
      { favorites: 9, periods: 8, isIconic: true, hasTools: false },
      { favorites: 12, periods: 8, isIconic: true, hasTools: false },
    ])
  })

  it('keeps the tools beside the usual intervals where they fit closer together', () => {
    const shown = [537, 538, 609, 610, 709, 710, 913].map((width) => {
      const { periods, hasTools, hasDisplay, isTight } = fitToolbar(width, firstNeeds, 6)
      return [width, periods, hasTools, hasDisplay, isTight]
    })
    expect(shown).toEqual([
      [537, 6, false, false, true],
      [538, 6, false, false, true],
      [609, 6, false, false, true],
      [610, 6, true, false, true],
      [709, 6, true, false, true],
      [710, 6, true, false, false],
      [913, 6, true, true, false],
    ])
    // Without the buttons of the scale there is room for the others earlier.
    expect(fitToolbar(830, comparingNeeds, 6)).toMatchObject({ hasTools: true, hasDisplay: true })
  })

  it('with longer words gives way until it fits, or nothing is left to give way', () => {
    // As wide as the words of some language make it, with all, without rare periods, scale, space, tools, periods, both, and per period.
    const anyWidths = fc.tuple(...Array.from({ length: 7 }, () => fc.nat(2000)))
    fc.assert(
      fc.property(
        fc.nat(3000),
        fc.nat(12),
        fc.nat(100),
        anyWidths,
        (
          width,
          favorites,
          each,
          [allPeriods = 0, all = 0, periods = 0, tight = 0, inline = 0, tools = 0, least = 0],
        ) => {
          const filledBy = (fit: ToolbarFit): number => {
            if (fit.hasAllPeriods) return allPeriods
            const byPeriods = fit.periods * each
            if (fit.hasDisplay) return all + byPeriods
            const withTools = fit.isTight ? tight : periods
            if (fit.periods > 0) return (fit.hasTools ? withTools : inline) + byPeriods
            return fit.hasTools ? tools : least
          }
          let needs = firstNeeds
          // Each turn takes a part of the toolbar, or an interval.
          for (let turn = 0; turn < 19; turn += 1) {
            const fit = fitToolbar(width, needs, favorites)
            const filled = filledBy(fit)
            if (filled <= width) return true
            needs = learnNeed(needs, fit, filled)
          }
          return counted(fitToolbar(width, needs, favorites)) === 0
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
