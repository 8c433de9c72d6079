// Sums of volumes are those of the decimals that were written.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DoubleSum, sumDoubles } from '../../../src-preload/domain/numbers/double-sum.ts'
import { aggregate } from '../../../src-main/store/worker/candle-aggregate.ts'
import type { AggregateRow, CandleRow } from '../../../src-main/store/worker/candle-aggregate.ts'
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

/** The sum is the nearest double; and where `rest` is 0, it is written as what the sum is. */
function expectExact(sum: number, rest: number | null, exact: bigint): void {
  expect(sum).toBe(fromUnits(exact))
  const digits = String(exact).replace('-', '').replace(/0+$/, '').length
  const isNormal = sum === 0 || (Math.abs(sum) >= 2 ** -1022 && Number.isFinite(sum))
  expect(rest).toBe(digits <= 15 && isNormal ? 0 : null)
  if (rest === 0) expect(toUnits(sum)).toBe(exact)
}

test(`a sum is that of the decimals as they are written, rounded once, in whatever order (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(value, fc.boolean()), { maxLength: 30 }), (signed) => {
      const values = signed.map(([size, isNegative]) => (isNegative ? -size : size))
      const sum = new DoubleSum()
      for (const each of values) sum.add(each)
      expectExact(sum.value + 0, sum.isExact ? 0 : null, sumUnits(values))
    }),
    { seed, numRuns: 1000 },
  )
})

test(`volumes as a service writes them add up without float noise (seed ${seed})`, () => {
  const decimal = fc
    .tuple(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 6 }))
    .map(([units, scale]) => units / 10 ** scale)
  fc.assert(
    fc.property(fc.array(decimal, { maxLength: 300 }), (values) => {
      const sum = sumDoubles(values)
      expect(toUnits(sum)).toBe(sumUnits(values))
      expect(String(sum).replace(/\D/g, '').length).toBeLessThanOrEqual(16)
    }),
    { seed, numRuns: 200 },
  )
})

test.each([
  ['noise of the halves of a double', [0.1, 0.2], 0.3],
  ['a day of hours', [1158000.7, 677.2], 1158677.9],
  ['more digits than a double tells apart', [999_999_999_999_999, 0.1, 0.9], 1e15],
  ['more decimals than there are powers of ten', [1e-30, 2e-30], 3e-30],
  ['tenths', Array.from({ length: 10 }, () => 0.1), 1],
  ['nothing', [], 0],
  ['beyond all doubles', [Number.MAX_VALUE, Number.MAX_VALUE, 1], Infinity],
])('%s', (_name, values, expected) => {
  expect(sumDoubles(values)).toBe(expected)
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
