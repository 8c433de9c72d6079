import { describe, expect, it } from 'vitest'
import { candlePeriods } from '../../../src-preload/domain/markets/markets.ts'
import { commandOf, type KeyPress } from '../../../src-renderer/charts/input/keys.ts'
import { parsePeriod, typePeriod } from '../../../src-renderer/charts/input/typed-period.ts'
import { periodNames } from '../../../src-renderer/text/format/words.ts'

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>>

const pressOf = (key: string, held: Held = {}, code = ''): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const press = (key: string, held: Held = {}, code = '') => commandOf(pressOf(key, held, code))

describe('keys', () => {
  it('move by one candle, and further with Ctrl or Command', () => {
    expect(press('ArrowLeft')).toEqual({ kind: 'moveCursor', direction: -1, isFar: false })
    expect(press('ArrowRight', { ctrlKey: true })).toEqual({ kind: 'moveCursor', direction: 1, isFar: true })
    expect(press('ArrowRight', { metaKey: true })).toEqual({ kind: 'moveCursor', direction: 1, isFar: true })
  })

  it('zoom, jump, stretch prices and reset', () => {
    expect(
      ['+', '=', '-', 'Home', 'End', 'PageUp', 'PageDown', 'Escape'].map((key) => press(key)?.kind),
    ).toEqual(['zoom', 'zoom', 'zoom', 'home', 'end', 'page', 'page', 'escape'])
    expect(press('ArrowUp', { ctrlKey: true })).toEqual({ kind: 'zoom', direction: 1 })
    expect(press('ArrowDown', { metaKey: true })).toEqual({ kind: 'zoom', direction: -1 })
    expect(press('ArrowUp', { shiftKey: true })).toEqual({ kind: 'stretchPrices', direction: 1 })
    expect(press('®', { altKey: true }, 'KeyR')).toEqual({ kind: 'reset' })
    expect(press('©', { altKey: true }, 'KeyG')).toEqual({ kind: 'goTo' })
  })

  it("leave the app's own keys alone", () => {
    expect(press('+', { ctrlKey: true })).toBeNull()
    expect(press('ArrowLeft', { altKey: true }, 'ArrowLeft')).toBeNull()
    expect(press('r', { altKey: true, ctrlKey: true }, 'KeyR')).toBeNull()
    expect(['r', 'Tab', 'ArrowUp', 'Enter'].map((key) => press(key))).toEqual([null, null, null, null])
  })
})

describe('a typed period', () => {
  const type = (...keys: string[]) => {
    let text = ''
    let last = typePeriod(text, pressOf('x'))
    for (const key of keys) {
      last = typePeriod(text, pressOf(key), last.kind === 'unknown')
      if (last.kind === 'typing' || last.kind === 'unknown') text = last.text
      else if (last.kind !== 'none') text = ''
    }
    return last
  }

  it('is chosen with Enter, in minutes or with a unit', () => {
    expect(type('5', 'Enter')).toEqual({ kind: 'chosen', period: 5 })
    expect(type('6', '0', 'Enter')).toEqual({ kind: 'chosen', period: 60 })
    expect(type('4', 'h', 'Enter')).toEqual({ kind: 'chosen', period: 240 })
    expect(type('1', 'D', 'Enter')).toEqual({ kind: 'chosen', period: 1440 })
    expect(type('1', 'w', 'Enter')).toEqual({ kind: 'chosen', period: 10_080 })
  })

  it('may be every period of the interface, written as it is shown or in minutes', () => {
    for (const period of candlePeriods) {
      expect(parsePeriod(periodNames[period].short)).toBe(period)
      expect(parsePeriod(String(period))).toBe(period)
    }
  })

  it('may be a month, whose letter is the only one of which the case counts', () => {
    expect(type('1', 'M', 'Enter')).toEqual({ kind: 'chosen', period: 'month' })
    expect(type('1', 'm', 'Enter')).toEqual({ kind: 'chosen', period: 1 })
    expect(type('1', 'M', 'Backspace', 'm', 'Enter')).toEqual({ kind: 'chosen', period: 1 })
    expect(parsePeriod(periodNames.month.short)).toBe('month')
    // No other number of months is an interval: capitals are minutes there.
    expect(['5M', '15M', '30M'].map(parsePeriod)).toEqual([5, 15, 30])
    expect(['3M', '12M', 'M', '1MM', '1M1'].map(parsePeriod)).toEqual(new Array<null>(5).fill(null))
  })

  it('that there is not says so and can be corrected', () => {
    expect(type('7', 'Enter')).toEqual({ kind: 'unknown', text: '7' })
    expect(type('7', 'Enter', 'Backspace')).toEqual({ kind: 'cancelled' })
    expect(type('6', '1', 'Enter', 'Backspace', '0', 'Enter')).toEqual({ kind: 'chosen', period: 60 })
    expect(['0', '1h5', 'h', '5hh', '', '٥', '1e3', '90m'].map(parsePeriod)).toEqual(
      new Array<null>(8).fill(null),
    )
  })

  it('begins anew with a digit after one that there is not, which can be corrected otherwise', () => {
    expect(type('7', 'Enter', '1', 'd', 'Enter')).toEqual({ kind: 'chosen', period: 1440 })
    expect(type('2', 'Enter', 'h', 'Enter')).toEqual({ kind: 'chosen', period: 120 })
    expect(type('7', '0', 'Enter', 'Backspace')).toEqual({ kind: 'typing', text: '7' })
  })

  it('begins with a digit, ends with Escape, and never grows without end', () => {
    expect(type('h')).toEqual({ kind: 'none' })
    expect(type('1', 'Escape')).toEqual({ kind: 'cancelled' })
    expect(type('1', '2', '3', '4', '5', '6', '7')).toEqual({ kind: 'typing', text: '12345' })
    expect(typePeriod('', pressOf('1', { ctrlKey: true }))).toEqual({ kind: 'none' })
    expect(typePeriod('1', pressOf('ArrowLeft'))).toEqual({ kind: 'none' })
  })
})
