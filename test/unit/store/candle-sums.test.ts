// Owns: proving that sums of volumes are exact. Must not: know the store.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aggregate } from '../../../src-main/store/candle-aggregate.ts'
import type { AggregateRow, CandleRow } from '../../../src-main/store/candle-aggregate.ts'
import { sumExactly } from '../../../src-main/store/exact-sum.ts'
import { fromUnits, sumUnits, toUnits } from './candle-oracle.ts'
import { seed } from './support.ts'

/** Doubles of every size, many of them with few bits, so that sums come to lie halfway between two doubles. */
const value = fc.oneof(
  fc.double({ min: 0, max: 1e300, noNaN: true }),
  fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -1070, max: 900 })).map(([a, b]) => a * 2 ** b),
  fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -60, max: 60 })).map(([a, b]) => a * 2 ** b),
  fc.integer({ min: 0, max: 1e9 }).map((units) => units / 1e8),
)
const row = (volume: number): CandleRow => [0, 1, 1, 1, 1, volume]

/** What is left of the exact sum is told, or said not to be one double. */
function expectExact(sum: number, rest: number | null, exact: bigint): void {
  expect(sum).toBe(fromUnits(exact))
  const left = exact - toUnits(sum)
  if (toUnits(fromUnits(left)) === left) expect(rest).toBe(fromUnits(left))
  else expect(rest).toBeNull()
}

test('the oracle knows every double and rounds as the machine does', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(fromUnits(toUnits(a))).toBe(a)
      expect(fromUnits(toUnits(a) + toUnits(b))).toBe(a + b)
      expect(fromUnits(toUnits(a) - toUnits(b))).toBe(a - b + 0)
    }),
    { seed, numRuns: 500 },
  )
})

test(`a sum is the exact one, rounded once, in whatever order (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(value, fc.boolean()), { maxLength: 30 }), (signed) => {
      const values = signed.map(([size, isNegative]) => (isNegative ? -size : size))
      const { sum, rest } = sumExactly(values)
      expectExact(sum, rest, sumUnits(values))
    }),
    { seed, numRuns: 1000 },
  )
})

test.each([
  ['a hair above halfway goes up', [1, 2 ** -53, 2 ** -106], 1 + 2 ** -52],
  ['halfway goes to the even one', [1, 2 ** -53], 1],
  ['and from there up', [1 + 2 ** -52, 2 ** -53], 1 + 2 ** -51],
  ['tenths', Array.from({ length: 10 }, () => 0.1), 1],
  ['nothing', [], 0],
  ['beyond all doubles', [Number.MAX_VALUE, Number.MAX_VALUE, 1], Infinity],
])('%s', (_name, values, expected) => {
  expect(sumExactly(values).sum).toBe(expected)
})

test(`candles of candles of candles hold the exact volume (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      }),
      (weeks) => {
        const combine = (rows: (CandleRow | AggregateRow)[], volumes: number[]) =>
          aggregate(rows, 0, rows.length, 0, () => volumes)
        const days = weeks.map((hours) =>
          combine(
            hours.map((volumes) => combine(volumes.map(row), volumes)),
            hours.flat(),
          ),
        )
        const [, , , , , sum, rest] = combine(days, weeks.flat(2))
        expectExact(sum, rest, sumUnits(weeks.flat(2)))
      },
    ),
    { seed, numRuns: 500 },
  )
})

test('a volume beyond all doubles is Infinity at every level', () => {
  const volumes = [Number.MAX_VALUE, Number.MAX_VALUE]
  const day = aggregate(volumes.map(row), 0, 2, 0, () => volumes)
  expect(day.slice(5)).toEqual([Infinity, null])
  expect(aggregate([day, row(1)], 0, 2, 0, () => [...volumes, 1]).slice(5)).toEqual([Infinity, null])
})
