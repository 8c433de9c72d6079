// Which numbers of an indicator are taken and what is said of the others.
import { describe, expect, it } from 'vitest'
import { indicator as schema, type Indicator } from '../../../../../src-preload/contract/markets/charts.ts'
import { nameStudy } from '../../../../../src-renderer/charts/indicators/study-text.ts'
import {
  changeNumbers,
  findIndicators,
  hasSame,
  offered,
  settingsOf,
} from '../../../../../src-renderer/features/markets/chart/toolbar/indicator-choices.ts'

const sma: Indicator = { kind: 'sma', length: 20 }
const bands: Indicator = { kind: 'bollinger', length: 20, deviations: 2 }
const macd: Indicator = { kind: 'macd', fast: 12, slow: 26, signal: 9 }

describe('the indicators that are offered', () => {
  it('are all different, and within what is kept', () => {
    offered.forEach((one, at) => {
      expect(hasSame(offered.slice(at + 1), one)).toBe(false)
      expect(schema.parse(one)).toEqual(one)
    })
  })

  it('change nothing when their own numbers are set again', () => {
    for (const one of offered) {
      const texts = settingsOf(one).map(({ value }) => String(value))
      expect(changeNumbers(one, texts, [])).toEqual({ indicator: one, fault: null })
    }
  })

  it('take the least and the most of each number that they say, and main takes them too', () => {
    for (const one of offered) {
      for (const setting of settingsOf(one)) {
        expect(schema.parse(setting.set(setting.least))).toEqual(setting.set(setting.least))
        expect(schema.parse(setting.set(setting.most))).toEqual(setting.set(setting.most))
      }
    }
  })
})

describe('the search of indicators', () => {
  const found = (text: string): string[] => findIndicators(offered, text).map(nameStudy)

  it('finds by short name, long name, other words and numbers, and all without a word', () => {
    expect(found('')).toHaveLength(offered.length)
    expect(found('hull')).toEqual(['HMA 20'])
    expect(found('KC')).toEqual(['KC 20 10 2'])
    expect(found('volatility wilder')).toEqual(['ATR 14'])
    expect(found('sma 50')).toEqual(['SMA 50'])
    expect(found('nothing of this')).toEqual([])
  })
})

describe('inputs of the table', () => {
  it('are refused by main where one is missing, broken or out of bounds', () => {
    for (const inputs of [[], [20, 10], [20, 10, 0], [20.5, 10, 2], [501, 10, 2], [20, 10, 2, 1]]) {
      expect(schema.safeParse({ kind: 'listed', id: 'keltner', inputs }).success).toBe(false)
    }
  })
})

describe('a typed number', () => {
  it('is taken with spaces, zeros in front and a comma', () => {
    expect(changeNumbers(sma, [' 030 '], [])).toEqual({ indicator: { ...sma, length: 30 }, fault: null })
    expect(changeNumbers(bands, ['20', '2,5'], []).indicator).toEqual({ ...bands, deviations: 2.5 })
    expect(changeNumbers(bands, ['20', '.5'], []).indicator).toEqual({ ...bands, deviations: 0.5 })
  })

  it.each(['', ' ', '0', '501', '-5', '2.5', '1e2', 'abc', '٣', '1 000', '99999'])(
    '%j is no length',
    (text) => {
      expect(changeNumbers(sma, [text], [])).toEqual({
        indicator: null,
        fault: 'Length must be a whole number from 1 to 500.',
      })
    },
  )

  it.each(['', '0', '0.09', '10.1', '-1', '1.2.3', '.', 'NaN'])('%j is no number of deviations', (text) => {
    expect(changeNumbers(bands, ['20', text], []).fault).toBe('Deviations must be a number from 0.1 to 10.')
  })

  it('of one change makes no RSI', () => {
    expect(changeNumbers({ kind: 'rsi', length: 14 }, ['1'], []).fault).toBe(
      'Length must be a whole number from 2 to 500.',
    )
  })

  it('changes several of MACD at once, of which fast is the shorter', () => {
    expect(changeNumbers(macd, ['50', '200', '5'], []).indicator).toEqual({
      kind: 'macd',
      fast: 50,
      slow: 200,
      signal: 5,
    })
    expect(changeNumbers(macd, ['26', '26', '9'], []).fault).toBe('Fast must be shorter than slow.')
  })

  it('that would make a second of the same is refused', () => {
    expect(changeNumbers(sma, ['50'], [{ kind: 'sma', length: 50 }]).fault).toBe(
      'SMA 50 is already on the chart.',
    )
    expect(changeNumbers(sma, ['50'], [{ kind: 'ema', length: 50 }]).fault).toBeNull()
  })
})
