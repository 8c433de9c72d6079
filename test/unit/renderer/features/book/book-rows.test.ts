// What is written in the rows of a book, and that only changed rows become others.
import { describe, expect, it } from 'vitest'
import type { ShownBook } from '../../../../../src-preload/contract/markets/book.ts'
import { listLevels } from '../../../../../src-renderer/features/book/book-levels.ts'
import { BookRows, type RowStyle } from '../../../../../src-renderer/features/book/book-rows.ts'
import { drawDepth, levelAt } from '../../../../../src-renderer/features/book/depth-picture.ts'
import { makeBook } from './make-book.ts'

const style: RowStyle = { priceDecimals: 2, sums: 'base', quoteDecimals: 2, own: new Map() }
const sidesOf = (book: ShownBook) => ({ asks: listLevels(book, 'asks'), bids: listLevels(book, 'bids') })

describe('the rows of a book', () => {
  it('have one display precision per column, and bars as parts of the largest sum', () => {
    const { asks, bids } = new BookRows().write(sidesOf(makeBook()), {
      ...style,
      own: new Map([['bids 99', { orders: 2, amount: '1' }]]),
    })
    expect(asks.map(({ priceText, amountText, sumText }) => [priceText, amountText, sumText])).toEqual([
      ['100.50', '1.00', '1.00'],
      ['101.00', '2.00', '3.00'],
      ['102.00', '3.25', '6.25'],
    ])
    expect(bids.at(-1)).toMatchObject({ sumText: '7.50', share: 1, ownOrders: 0 })
    expect(bids[1]?.ownOrders).toBe(2)
    const inQuote = new BookRows().write(sidesOf(makeBook()), { ...style, sums: 'quote' })
    expect(inQuote.asks.map(({ sumText }) => sumText)).toEqual(['100.50', '302.50', '634.00'])
  })

  it('say "at least" where more may rest, and never write a small amount as nothing', () => {
    const book = makeBook({
      asks: { levels: [['100.5', '0.00001', '0.001005']], isLastPartial: true },
    })
    expect(new BookRows().write(sidesOf(book), style).asks[0]?.amountText).toBe('≥ <0.0001')
  })

  it('stay the same objects where nothing changed', () => {
    const rows = new BookRows()
    const before = rows.write(sidesOf(makeBook()), style)
    const book = makeBook()
    book.asks.levels[2] = ['102', '4.25', '433.5']
    const after = rows.write(sidesOf(book), style)
    expect(after.asks[0]).toBe(before.asks[0])
    expect(after.bids[2]).toBe(before.bids[2])
    expect(after.asks[2]).not.toBe(before.asks[2])
  })
})

describe('the depth chart', () => {
  const draw = (book: ShownBook) => drawDepth(sidesOf(book), '100', 'base', { width: 200, height: 220 }, 2)

  it('shows the same sums as the book, as far on both sides', () => {
    const picture = draw(makeBook())
    expect(picture?.midX).toBe(100)
    expect(picture?.bids.map(({ x, level }) => [x, level.sumBase])).toEqual([
      [75, '1.5'],
      [50, '3.5'],
      [0, '7.5'],
    ])
    expect(picture?.asks.at(-1)).toMatchObject({ x: 200, level: { sumBase: '6.25' } })
    expect(picture?.bids.at(-1)?.y).toBe(12)
  })

  it('reads the step under the pointer, and the best level within the spread', () => {
    const picture = draw(makeBook())
    if (picture === null) throw new Error('no picture')
    expect(levelAt(picture, 60)?.price).toBe('99.5')
    expect(levelAt(picture, 40)?.price).toBe('99')
    expect(levelAt(picture, 199)?.price).toBe('101')
    expect(levelAt(picture, 104)?.price).toBe('100.5')
    expect(levelAt(picture, 95)?.price).toBe('99.5')
  })

  it('is nothing without levels', () => {
    const none = { levels: [], isLastPartial: false }
    expect(draw(makeBook({ asks: none, bids: none }))).toBeNull()
    expect(draw(makeBook({ asks: none }))?.bids.length).toBe(3)
  })
})
