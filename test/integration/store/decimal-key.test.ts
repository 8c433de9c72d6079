// The keys of decimals compare as the decimals do.
import Big from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soakRounds } from '../../fixtures/soak.ts'
import { decimalKey, leastKey, mostKey, noKey } from '../../../src-main/store/worker/decimal-key.ts'
import { seed } from './support.ts'

const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((each) => each.join(''))
/** Many zeros, few digits: neighbors, equal numbers in different writing, and both ends. */
const fewDigits = fc
  .array(fc.constantFrom('0', '0', '1', '9'), { minLength: 1, maxLength: 6 })
  .map((each) => each.join(''))
const part = fc.oneof(digits(60), fewDigits, digits(3))
const decimal = fc.tuple(fc.boolean(), part, fc.option(part)).map(([isNegative, whole, fraction]) => {
  return `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`
})

const sign = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

test(`keys compare as the numbers do, to the last of 60 digits on either side (seed ${seed})`, () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const [keyA, keyB] = [decimalKey(a), decimalKey(b)]
      const expected = new Big(a).cmp(new Big(b))
      expect(sign(keyA, keyB)).toBe(expected)
      // As SQLite compares: by bytes.
      expect(Math.sign(Buffer.compare(Buffer.from(keyA), Buffer.from(keyB)))).toBe(expected)
    }),
    { seed, numRuns: soakRounds(4_000) },
  )
})

test('numbers that are equal have one key, however they are written', () => {
  for (const text of ['1.5', '01.5', '1.50', '001.500000']) expect(decimalKey(text)).toBe(decimalKey('1.5'))
  for (const text of ['0', '-0', '0.0', '000', '-0.000']) expect(decimalKey(text)).toBe(decimalKey('0'))
  expect(decimalKey('-1.50')).toBe(decimalKey('-1.5'))
})

test('nothing is below every number, and the ends hold the largest and the smallest of them', () => {
  const ends = ['9'.repeat(60), `-${'9'.repeat(60)}`, `0.${'0'.repeat(59)}1`, `-0.${'0'.repeat(59)}1`, '0']
  expect(decimalKey(null)).toBe(noKey)
  for (const key of ends.map(decimalKey)) {
    expect([mostKey, key, leastKey, noKey].sort()).toEqual([noKey, leastKey, key, mostKey])
  }
})
