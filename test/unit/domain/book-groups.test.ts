// Levels are grouped by price steps; the sums are compared with whole numbers of a fixed small unit, by code of the test alone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BookSide,
  groupLevels,
  groupPriceOf,
  type PricedAmount,
} from '../../../src-preload/domain/markets/book-groups.ts'
import { exactText } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { soakRounds } from '../../fixtures/soak.ts'

const level = (price: string, amount: string): PricedAmount => ({ price, amount })

describe('groups of levels', () => {
  it('round bids down and asks up, and add amounts exactly', () => {
    const bids = [level('1222.52', '0.1'), level('1222.49', '0.2'), level('1222.4', '0.00000000000000000001')]
    expect(groupLevels(bids, 'bids', '0.1', 10, null)).toEqual({
      groups: [
        { ...level('1222.5', '0.1'), value: '122.252' },
        { ...level('1222.4', '0.20000000000000000001'), value: '244.498000000000000012224' },
      ],
      isLastPartial: false,
    })
    const asks = [level('1222.51', '1'), level('1222.6', '2'), level('1222.601', '3')]
    expect(groupLevels(asks, 'asks', '0.1', 10, null).groups).toMatchObject([
      level('1222.6', '3'),
      level('1222.7', '3'),
    ])
  })

  it('are one per price without a step, however the price is written', () => {
    expect(groupLevels([level('5.0', '1'), level('5', '2')], 'asks', null, 10, null).groups).toEqual([
      { ...level('5', '3'), value: '15' },
    ])
  })

  it('say where the last one may have more than is known', () => {
    const bids = [level('100', '1'), level('99', '1'), level('91', '1')]
    expect(groupLevels(bids, 'bids', '10', 10, '90.5').isLastPartial).toBe(true)
    expect(groupLevels(bids, 'bids', '10', 10, '89.5').isLastPartial).toBe(false)
    // The group after it is known to have begun, so this one is whole.
    expect(groupLevels(bids, 'bids', '10', 1, '90.5')).toMatchObject({
      groups: [level('100', '1')],
      isLastPartial: false,
    })
  })

  it('equal sums of whole small units for any levels and steps', () => {
    const decimals = 12
    const write = (units: bigint): string => exactText({ units, scale: decimals })
    const positive = fc.bigInt(1n, 10n ** 18n)
    fc.assert(
      fc.property(
        fc.uniqueArray(positive, { minLength: 1, maxLength: 60 }),
        fc.array(positive, { minLength: 60, maxLength: 60 }),
        fc.bigInt(1n, 10n ** 17n),
        fc.constantFrom<BookSide>('asks', 'bids'),
        (prices, amounts, step, side) => {
          const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1) * (side === 'asks' ? 1 : -1))
          const expected = new Map<bigint, bigint>()
          sorted.forEach((price, at) => {
            const floor = price / step
            const group = (side === 'asks' && floor * step !== price ? floor + 1n : floor) * step
            expected.set(group, (expected.get(group) ?? 0n) + (amounts[at] ?? 0n))
          })
          const levels = sorted.map((price, at) => level(write(price), write(amounts[at] ?? 0n)))
          const { groups } = groupLevels(levels, side, write(step), 100, null)
          const values = sorted.reduce((sum, price, at) => sum + price * (amounts[at] ?? 0n), 0n)
          const valueOf = ({ value }: { value: string }): bigint => toUnits(value, 2 * decimals)
          expect(groups.reduce((sum, group) => sum + valueOf(group), 0n)).toBe(values)
          expect(groups.map(({ price, amount }) => level(price, amount))).toEqual(
            [...expected].map(([price, sum]) => level(write(price), write(sum))),
          )
          const total = groups.reduce((sum, { amount }) => sum + toUnits(amount), 0n)
          expect(total).toBe([...expected.values()].reduce((sum, each) => sum + each, 0n))
        },
      ),
      { numRuns: soakRounds(200) },
    )
    function toUnits(text: string, scale = decimals): bigint {
      const [whole = '', fraction = ''] = text.split('.')
      return BigInt(whole + fraction.padEnd(scale, '0'))
    }
  })

  it('never make an offer look better than it is', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 9n), (units, width) => {
        const price = { units, scale: 6 }
        const step = { units: width, scale: 4 }
        const at = (side: BookSide): number => Number(exactText(groupPriceOf(price, step, side)))
        const exact = Number(exactText(price))
        expect(at('bids')).toBeLessThanOrEqual(exact)
        expect(at('asks')).toBeGreaterThanOrEqual(exact)
      }),
    )
  })
})
