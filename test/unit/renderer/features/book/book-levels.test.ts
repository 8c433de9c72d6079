// Sums, spread, steps and own orders of a book, compared with whole small units by code of the test alone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShownBook } from '../../../../../src-preload/contract/markets/book.ts'
import { exactText } from '../../../../../src-preload/domain/numbers/exact-decimal.ts'
import {
  distanceOf,
  listLevels,
  listSteps,
  spreadOf,
} from '../../../../../src-renderer/features/book/book-levels.ts'
import { ownLevelsOf } from '../../../../../src-renderer/features/book/own-levels.ts'
import { makeBook } from './make-book.ts'

describe('the levels of a book', () => {
  it('have exact cumulative sums in both currencies, from the best price on', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt(1n, 10n ** 15n), fc.bigInt(1n, 10n ** 15n)), { maxLength: 50 }),
        (rows) => {
          const write = (units: bigint, scale: number): string => exactText({ units, scale })
          const levels = rows.map(([price, amount]): [string, string, string] => [
            write(price, 6),
            write(amount, 9),
            write(price * amount, 15),
          ])
          const book: ShownBook = { ...makeBook(), asks: { levels, isLastPartial: true } }
          let base = 0n
          let quote = 0n
          listLevels(book, 'asks').forEach((level, at) => {
            const [price = 0n, amount = 0n] = rows[at] ?? []
            base += amount
            quote += price * amount
            expect(level).toMatchObject({ sumBase: write(base, 9), sumQuote: write(quote, 15) })
            expect(level.isPartial).toBe(at === rows.length - 1)
          })
        },
      ),
    )
  })

  it('have a spread and a mid price, but not while they cross or a side is missing', () => {
    expect(spreadOf({ bestAsk: '1222.53', bestBid: '1222.5' })).toEqual({
      mid: '1222.515',
      spread: '0.03',
      percent: { text: '0.01', mark: '<' },
    })
    expect(spreadOf({ bestAsk: '100', bestBid: '99' })?.percent).toEqual({ text: '1.01', mark: '' })
    expect(spreadOf({ bestAsk: '99', bestBid: '100' })).toBeNull()
    expect(spreadOf({ bestAsk: null, bestBid: '100' })).toBeNull()
    expect(distanceOf('99', '100')).toEqual({ isBelow: true, text: '1.00', mark: '' })
    expect(distanceOf('101', '100')).toEqual({ isBelow: false, text: '1.00', mark: '' })
  })
})

describe('the steps', () => {
  it('are whole ticks up to a twentieth of the price, and the chosen one stays among them', () => {
    expect(listSteps(2, '1222.5', null)).toEqual(['0.01', '0.05', '0.1', '0.5', '1', '5', '10', '50'])
    expect(listSteps(4, '0.02', null)).toEqual(['0.0001', '0.0005', '0.001'])
    expect(listSteps(0, '5', null)).toEqual(['1'])
    expect(listSteps(2, null, '0.001').slice(0, 2)).toEqual(['0.001', '0.01'])
  })
})

describe('own orders', () => {
  it('are at the level that their price is rounded to, each side its way', () => {
    const own = ownLevelsOf(
      [
        { side: 'buy', price: '1222.52', remainingVolume: '0.1' },
        { side: 'buy', price: '1222.59', remainingVolume: '0.000000001' },
        { side: 'sell', price: '1222.61', remainingVolume: '2' },
        { side: 'sell', price: null, remainingVolume: '9' },
      ],
      '0.1',
    )
    expect([...own]).toEqual([
      ['bids 1222.5', { orders: 2, amount: '0.100000001' }],
      ['asks 1222.7', { orders: 1, amount: '2' }],
    ])
    expect([...ownLevelsOf([{ side: 'buy', price: '5.0', remainingVolume: '1' }], null).keys()]).toEqual([
      'bids 5',
    ])
  })
})
