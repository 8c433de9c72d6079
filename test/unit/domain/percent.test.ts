// Percents as screens and files write them: rounded half to even, and 0 and 100 only where exactly so.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseExact } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { filledPercent } from '../../../src-preload/domain/orders/filled-percent.ts'
import { fixedTextHalfEven, percentHalfEven } from '../../../src-preload/domain/numbers/percent.ts'
import { percentText, Rational } from '../../figures/oracle.ts'

const filled = (executedVolume: string, originVolume: string): string | null =>
  filledPercent({ executedVolume, originVolume })

describe('Filled %', () => {
  it('is rounded half to even to one decimal, not cut', () => {
    expect(filled('79.9', '1377.79')).toBe('5.8')
    expect(filled('1.2499999999999999999999999', '10')).toBe('12.5')
    expect(filled('0.125', '100')).toBe('0.1')
    expect(filled('5.25', '100')).toBe('5.2')
    expect(filled('5.35', '100')).toBe('5.4')
  })

  it('says 0 and 100 only where exactly so, with the same decimals as any other', () => {
    expect(filled('0.0', '10')).toBe('0.0')
    expect(filled('10.0', '10')).toBe('100.0')
    expect(filled('9.9999999', '10')).toBe('99.9')
    expect(filled('2.99999999999999999999999', '3')).toBe('99.9')
    expect(filled('0.000001', '10')).toBe('0.1')
    expect(filled('10.000001', '10')).toBe('100.1')
  })

  it('is unknown where there is nothing to be a share of', () => {
    expect(filled('0', '0.0')).toBeNull()
  })
})

describe('a percent', () => {
  it('says on which side of its text the share lies, where that had to be moved off 0 or 100', () => {
    const of = (part: string, whole: string) => percentHalfEven(parseExact(part), parseExact(whole), 2)
    expect(of('0.00001', '1')).toEqual({ text: '0.01', mark: '<' })
    expect(of('0.99999', '1')).toEqual({ text: '99.99', mark: '>' })
    expect(of('0.5', '1')).toEqual({ text: '50.00', mark: '' })
    expect(() => of('1', '0')).toThrow(RangeError)
  })

  it('is that of exact fractions', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(digits, digits, fc.nat(6), (part, rest, decimals) => {
        const whole = part + rest + 1n
        const { text } = percentHalfEven({ units: part, scale: 3 }, { units: whole, scale: 3 }, decimals)
        const share = Rational.parse(String(part)).divide(Rational.parse(String(whole)))
        expect(text).toBe(percentText(share.multiply(Rational.of(100)), decimals))
      }),
    )
  })

  it('and any figure has exactly the decimals asked for', () => {
    expect(fixedTextHalfEven(parseExact('1.5'), 2)).toBe('1.50')
    expect(fixedTextHalfEven(parseExact('-0.125'), 2)).toBe('-0.12')
    expect(fixedTextHalfEven(parseExact('2.5'), 0)).toBe('2')
    expect(fixedTextHalfEven(parseExact('7'), 1)).toBe('7.0')
  })
})
