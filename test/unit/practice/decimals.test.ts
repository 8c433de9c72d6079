// Exact decimal text and the service's spellings of time.
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideRounded, formatDecimal, formatFixed, powerOfTen } from '../../../src-main/practice/decimals.ts'
import { formatMicrosecondTime, formatOffsetTime } from '../../../src-main/practice/iso-time.ts'

describe('decimal text', () => {
  it('drops trailing zeros but keeps one decimal, as the service does', () => {
    expect(formatDecimal(0n, 4)).toBe('0.0')
    expect(formatDecimal(20_000_000n, 4)).toBe('2000.0')
    expect(formatDecimal(10n, 4)).toBe('0.001')
    expect(formatDecimal(-15n, 1)).toBe('-1.5')
    expect(formatDecimal(7n, 0)).toBe('7.0')
    expect(formatFixed(1_000_000n, 6)).toBe('1.000000')
    expect(formatFixed(5n, 0)).toBe('5')
  })

  it('says the same number as big.js', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 30 }),
        (value, places) => {
          const expected = Big(value.toString()).times(Big(`1e-${places}`))
          return expected.eq(formatDecimal(value, places)) && expected.eq(formatFixed(value, places))
        },
      ),
    )
  })

  it('rounds halves away from zero', () => {
    expect([5n, 4n, 6n, -5n, -4n, -6n].map((value) => divideRounded(value, 10n))).toEqual([
      1n,
      0n,
      1n,
      -1n,
      0n,
      -1n,
    ])
    // A constructor of its own: other files share the module.
    const Whole = Big()
    Whole.DP = 0
    Whole.RM = Big.roundHalfUp
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (a, b) => Whole(a.toString()).div(b.toString()).eq(divideRounded(a, b).toString()),
      ),
    )
    expect(powerOfTen(3)).toBe(1000n)
  })
})

describe('time', () => {
  it.each([
    ['2023-09-15T13:11:39.900Z', '2023-09-15T15:11:39+02:00'],
    ['2023-01-15T13:11:39Z', '2023-01-15T14:11:39+01:00'],
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
    ['2024-03-31T01:00:00Z', '2024-03-31T03:00:00+02:00'],
    ['2026-12-31T23:30:00Z', '2027-01-01T00:30:00+01:00'],
  ])('%s is written %s', (utc, expected) => {
    expect(formatOffsetTime(Date.parse(utc))).toBe(expected)
    expect(Date.parse(expected)).toBe(Math.floor(Date.parse(utc) / 1000) * 1000)
  })

  it('has microseconds for transfers', () => {
    expect(formatMicrosecondTime(Date.parse('2023-07-26T05:11:47.285Z'), 7)).toBe(
      '2023-07-26T05:11:47.285007Z',
    )
  })
})
