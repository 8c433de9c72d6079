// What may be chosen of an indicator's price and look.
import { describe, expect, it } from 'vitest'
import { indicator as schema, type Indicator } from '../../../../../src-preload/contract/markets/charts.ts'
import { drawingWidths } from '../../../../../src-preload/domain/markets/drawings.ts'
import { widthOf } from '../../../../../src-renderer/charts/indicators/study-look.ts'
import {
  coloredLines,
  sourceNames,
  usualStyle,
  withColor,
  withStyle,
} from '../../../../../src-renderer/features/markets/chart/indicators/study-style.ts'
import {
  offered,
  sourceOf,
  withSource,
} from '../../../../../src-renderer/features/markets/chart/toolbar/indicator-choices.ts'

const bands: Indicator = { kind: 'bollinger', length: 20, deviations: 2 }

describe('the price of an indicator', () => {
  it('is kept by main for each that takes one, and the close leaves no trace', () => {
    const taking = offered.filter((one) => sourceOf(one) !== null)
    expect(taking.length).toBeGreaterThan(8)
    for (const one of taking) {
      for (const { value } of sourceNames) {
        const changed = withSource(one, value)
        expect(schema.parse(changed)).toEqual(changed)
        expect(sourceOf(changed)).toBe(value)
        expect(Object.keys(withSource(changed, 'close'))).toEqual(Object.keys(one))
      }
    }
  })

  it('is none of what takes several', () => {
    for (const one of offered.filter((each) => sourceOf(each) === null)) {
      expect(withSource(one, 'open')).toEqual(one)
    }
  })
})

describe('the look of an indicator', () => {
  it('has a color for each line, and none for bars', () => {
    expect(coloredLines(bands, 7)).toEqual([
      { at: 0, name: 'upper', usual: 'line2' },
      { at: 1, name: 'middle', usual: 'line2' },
      { at: 2, name: 'lower', usual: 'line2' },
    ])
    expect(coloredLines({ kind: 'macd', fast: 12, slow: 26, signal: 9 }, 0).map(({ at }) => at)).toEqual([
      0, 1,
    ])
    for (const one of offered) expect(coloredLines(one, 0).length).toBeLessThanOrEqual(5)
  })

  it('is one pixel wide at first, and as wide as was chosen', () => {
    expect(widthOf(bands)).toBe(1)
    const widths = drawingWidths.map((width) => widthOf({ ...bands, style: { colors: [], width } }))
    expect(widths).toEqual([1, 2, 3, 4])
  })

  it('keeps the other colors, and leaves no trace where it is the usual one', () => {
    const style = withColor(withColor(usualStyle, 2, 'amber'), 0, 'line6')
    expect(style.colors).toEqual(['line6', null, 'amber'])
    const styled = withStyle(bands, style)
    expect(schema.parse(styled)).toEqual({ ...bands, style })
    expect(withStyle(styled, withColor(withColor(style, 0, null), 2, null))).toEqual(bands)
    expect(withStyle(bands, { ...usualStyle, width: 2 })).toEqual({
      ...bands,
      style: { colors: [], width: 2 },
    })
  })
})
