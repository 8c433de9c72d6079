// Decimal arithmetic against fractions.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  add,
  compare,
  exactText,
  multiply,
  multiplyDivideHalfEven,
  one,
  parseExact,
  subtract,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { Fraction } from '../portfolio/results/fractions.ts'

const digits = (min: number, max: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'),
    minLength: min,
    maxLength: max,
  })
/** Any canonical decimal text, zeros in front and at the end among them. */
const decimal = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 60), digits(0, 60))
  .map(([sign, whole, rest]) => `${sign}${whole}${rest === '' ? '' : `.${rest}`}`)
const fraction = (text: string): Fraction => Fraction.of(text)

it('sums, differences and products keep every digit', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [x, y] = [parseExact(a), parseExact(b)]
      expect(exactText(add(x, y))).toBe(fraction(a).plus(fraction(b)).text())
      expect(exactText(subtract(x, y))).toBe(fraction(a).minus(fraction(b)).text())
      expect(exactText(multiply(x, y))).toBe(fraction(a).times(fraction(b)).text())
      const order = fraction(a).isBelow(fraction(b)) ? -1 : fraction(b).isBelow(fraction(a)) ? 1 : 0
      expect(compare(x, y)).toBe(order)
    }),
    { numRuns: 2_000 },
  )
})

it('a quotient is rounded once, half to even', () => {
  const nonZero = decimal.filter((text) => /[1-9]/.test(text))
  fc.assert(
    fc.property(decimal, decimal, nonZero, fc.nat(30), (a, b, c, decimals) => {
      const exact = fraction(a).times(fraction(b)).over(fraction(c))
      const found = multiplyDivideHalfEven(parseExact(a), parseExact(b), parseExact(c), decimals)
      expect(exactText(found)).toBe(exact.rounded(decimals).text())
    }),
    { numRuns: 2_000 },
  )
})

it.each([
  ['0.5', 0, '0'],
  ['1.5', 0, '2'],
  ['2.5', 0, '2'],
  ['-0.5', 0, '0'],
  ['-1.5', 0, '-2'],
  ['2.5000000000000000000000001', 0, '3'],
  ['0.125', 2, '0.12'],
  ['0.135', 2, '0.14'],
  ['1.10', 2, '1.1'],
  ['-0.00', 1, '0'],
  ['007.50', 5, '7.5'],
])('%s with %i decimals is %s', (text, decimals, rounded) => {
  expect(exactText(multiplyDivideHalfEven(parseExact(text), one, one, decimals))).toBe(rounded)
})

it.each(['', ' 5', '0x10', '+1', '.5', '5.', '1e3', '1.2.3', 'abc', '1,5'])('refuses %j', (text) => {
  expect(() => parseExact(text)).toThrow()
})
