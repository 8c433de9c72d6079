import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BookOrder } from '../../../src-preload/contract/trading/trading-entities.ts'
import { bookLevelsOf } from '../../../src-preload/domain/markets/book-levels.ts'
import { soakRounds } from '../../fixtures/soak.ts'

let ids = 0
const orderOf = (side: 'buy' | 'sell', price: string | null, remainingVolume: string): BookOrder => ({
  id: (ids += 1),
  side,
  price,
  remainingVolume,
})

describe('the levels of a book', () => {
  it('are one for each price, however it is written, best first on both sides', () => {
    const { asks, bids } = bookLevelsOf({
      asks: [
        orderOf('sell', '1336.70', '1'),
        orderOf('sell', '1336.63', '0.6'),
        orderOf('sell', '1336.630', '0.00000000000000000001'),
      ],
      bids: [orderOf('buy', '1000', '2'), orderOf('buy', '999.9', '1'), orderOf('buy', '1000.1', '3')],
    })
    expect(asks).toEqual([
      { price: '1336.63', volume: '0.60000000000000000001' },
      { price: '1336.7', volume: '1' },
    ])
    expect(bids.map(({ price }) => price)).toEqual(['1000.1', '1000', '999.9'])
  })

  it('leave out what has no price or nothing left', () => {
    const bids = [orderOf('buy', null, '5'), orderOf('buy', '7', '0.0')]
    expect(bookLevelsOf({ asks: [], bids })).toEqual({ asks: [], bids: [] })
  })

  it('hold the whole volume of the orders, to the last digit', () => {
    const cents = fc.integer({ min: 1, max: 500 })
    const units = fc.bigInt({ min: 1n, max: 10n ** 30n })
    const decimal = (value: bigint): string =>
      `${String(value / 10n ** 18n)}.${String(value % 10n ** 18n).padStart(18, '0')}`
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, units), { maxLength: 40 }), (list) => {
        const asks = list.map(([price, volume]) => orderOf('sell', String(price / 100), decimal(volume)))
        const levels = bookLevelsOf({ asks, bids: [] }).asks
        const sumOf = (volumes: readonly string[]): bigint =>
          volumes.reduce((sum, text) => {
            const [whole = '', fraction = ''] = text.split('.')
            return sum + BigInt(whole) * 10n ** 18n + BigInt(fraction.padEnd(18, '0'))
          }, 0n)
        expect(sumOf(levels.map(({ volume }) => volume))).toBe(
          list.reduce((sum, [, volume]) => sum + volume, 0n),
        )
        expect(levels.map(({ price }) => Number(price))).toEqual(
          [...new Set(list.map(([price]) => price / 100))].sort((one, other) => one - other),
        )
      }),
      { numRuns: soakRounds(300) },
    )
  })
})
