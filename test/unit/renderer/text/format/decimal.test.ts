// Figures on screen keep every digit of the decimal text they come from.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDecimal,
  isZeroDecimal,
  maxFractionDigits,
  maxIntegerLength,
  rateToPercent,
  splitDecimal,
} from '../../../../../src-renderer/text/format/decimal.ts'

const locale = 'en-US'

describe('figures of decimal text', () => {
  it('groups thousands and keeps every digit of a number that no float can hold', () => {
    expect(formatDecimal('123456789012345678901234567890.12345678901234567890', { locale })).toBe(
      '123,456,789,012,345,678,901,234,567,890.12345678901234567890',
    )
  })

  it('separates the trailing zeros that say nothing, and cuts none', () => {
    expect(splitDecimal('3063.500', { locale })).toEqual({
      sign: '',
      integer: '3,063',
      point: '.',
      fraction: '5',
      zeros: '00',
    })
    expect(splitDecimal('605567168.0', { locale })).toMatchObject({ fraction: '', zeros: '0' })
  })

  it('writes a true minus, a plus only where asked for, and no sign before zero', () => {
    expect(formatDecimal('-1.5', { locale })).toBe('\u22121.5')
    expect(formatDecimal('1.5', { locale })).toBe('1.5')
    expect(formatDecimal('1.5', { locale, plus: true })).toBe('+1.5')
    expect(formatDecimal('-0.00', { locale, plus: true })).toBe('0.00')
  })

  it('follows the locale in grouping and point, with Western digits', () => {
    expect(formatDecimal('1234567.8', { locale: 'de-DE' })).toBe('1.234.567,8')
    expect(formatDecimal('1234567.8', { locale: 'en-IN' })).toBe('12,34,567.8')
    expect(formatDecimal('1234.5', { locale: 'ar-EG' })).toMatch(/^[\d.,]+$/)
  })

  it('shows text that is no canonical decimal as it is', () => {
    for (const text of ['', '1e5', '+1', '1.', '.5', ' 1', 'NaN', '1,000']) {
      expect(splitDecimal(text)).toBeNull()
      expect(formatDecimal(text)).toBe(text)
    }
  })

  it('loses no digit of any decimal text', () => {
    const seed = Date.now() % 2 ** 31
    const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`))
    fc.assert(
      fc.property(
        fc.boolean(),
        digits(40),
        fc.option(digits(40), { nil: null }),
        (negative, integer, fraction) => {
          const text = `${negative ? '-' : ''}${integer}${fraction === null ? '' : `.${fraction}`}`
          const shown = formatDecimal(text, { locale }).replaceAll(',', '').replace('\u2212', '-')
          const [whole = '', rest = null] = text.replace('-', '').split('.')
          const expected = `${BigInt(whole)}${rest === null ? '' : `.${rest}`}`
          const sign = negative && /[1-9]/.test(text) ? '-' : ''
          expect(shown).toBe(sign + expected)
        },
      ),
      { seed, verbose: true },
    )
  })
})

describe('the room a column needs', () => {
  it('is that of its longest fraction and its longest integer part, separators included', () => {
    const texts = ['69596.15', '0.0000125634', null, '1']
    expect(maxFractionDigits(texts)).toBe(10)
    expect(maxIntegerLength(texts, { locale })).toBe('69,596'.length)
    expect(maxFractionDigits([])).toBe(0)
  })
})

describe('small facts about decimal text', () => {
  it('knows every way of writing zero', () => {
    for (const text of ['0', '0.0', '-0.00', '000.000']) expect(isZeroDecimal(text)).toBe(true)
    for (const text of ['0.01', '10', '']) expect(isZeroDecimal(text)).toBe(false)
  })

  it('turns a fee rate into percent by moving the point', () => {
    expect(rateToPercent('0.001')).toBe('0.1')
    expect(rateToPercent('0.0015')).toBe('0.15')
    expect(rateToPercent('0')).toBe('0')
    expect(rateToPercent('1')).toBe('100')
    expect(rateToPercent('12.5')).toBe('1250')
    expect(rateToPercent('-0.0005')).toBe('-0.05')
    expect(rateToPercent('abc')).toBeNull()
  })
})
