// An order book by hand: what random histories do not show one by one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDecimals } from '../../../../../src-preload/domain/numbers/exact-decimal.ts'
import { BookLevels, MAX_LEVELS_KEPT } from '../../../../../src-main/exchange/streams/book/book-levels.ts'
import type { BookIncrement, BookSide } from '../../../../../src-main/exchange/streams/book/book-messages.ts'
import type { BookContent } from '../../../../../src-main/exchange/streams/book/book-sides.ts'
import { OrderBook } from '../../../../../src-main/exchange/streams/book/order-book.ts'
import { restBookOf } from '../../../../../src-main/exchange/streams/book/rest-book.ts'
import { soakRounds } from '../../../../fixtures/soak.ts'

function increment(sequence: number, side: BookSide, price: string, amount: string | null): BookIncrement {
  return { kind: 'increment', market: 'ethusdc', sequence, changes: [{ side, price, amount }], unread: 0 }
}

function snapshot(sequence: number, ask = '2', bid = '1') {
  const sides = { asks: [{ price: ask, amount: '1' }], bids: [{ price: bid, amount: '1' }] }
  return { kind: 'snapshot', market: 'ethusdc', sequence, ...sides, unread: 0 } as const
}

const base: BookContent = {
  asks: [{ price: '2', amount: '1' }],
  bids: [{ price: '1', amount: '1' }],
  unknownFrom: { asks: null, bids: null },
}

function openBook(): OrderBook {
  const book = new OrderBook(() => 0)
  book.subscribed(0)
  return book
}

/** A book whose base came from REST at `nowMs`. */
function fromRest(nowMs: number): OrderBook {
  const book = openBook()
  book.tick(nowMs)
  const need = book.takeNeed(nowMs)
  if (need?.kind !== 'base') throw new Error('no base was asked for')
  book.takeBase(need.reading, base, nowMs)
  return book
}

describe('a book', () => {
  test('that is crossed for a second is right, and wrong after it', () => {
    const book = openBook()
    book.takeSnapshot(snapshot(1), 0)
    book.takeIncrement(increment(2, 'bids', '2.5', '1'), 100)
    book.tick(1_000)
    expect(book.view(5)).toMatchObject({ status: 'exact', isCrossed: true })
    book.takeIncrement(increment(3, 'asks', '2', null), 1_050)
    expect(book.view(5).isCrossed).toBe(false)
    book.takeIncrement(increment(4, 'asks', '2.50', '1'), 2_000)
    book.tick(3_001)
    expect(book.status).toBe('waiting')
    expect([book.lastLoss, book.gaps, book.takeNeed(3_001)]).toEqual(['crossed', 1, { kind: 'stream' }])
  })

  test('waits for its snapshot three seconds, half a second after the answer, then asks REST', () => {
    const silent = openBook()
    silent.tick(2_900)
    expect(silent.takeNeed(2_900)).toBeNull()
    silent.tick(3_000)
    expect(silent.takeNeed(3_000)).toEqual({ kind: 'base', reading: 1 })
    const answered = openBook()
    answered.confirmed(100)
    answered.tick(600)
    expect(answered.takeNeed(600)).toEqual({ kind: 'base', reading: 1 })
  })

  test('from REST is read again every 15 seconds, and at once after a gap', () => {
    const book = fromRest(3_000)
    expect(book.takeNeed(17_999)).toBeNull()
    expect(book.takeNeed(18_000)).toEqual({ kind: 'base', reading: 2 })
    book.takeIncrement(increment(8, 'asks', '2', '4'), 18_100)
    book.takeBase(2, base, 18_200)
    // The increment may be newer than the answer.
    expect(book.view(5)).toMatchObject({
      status: 'approximate',
      sequence: 8,
      asks: [{ price: '2', amount: '4' }],
    })
    book.takeIncrement(increment(10, 'asks', '2', '5'), 19_000)
    expect(book.view(5)).toMatchObject({ status: 'waiting', asks: [], sequence: null })
    expect(book.takeNeed(19_000)).toEqual({ kind: 'base', reading: 3 })
  })

  test('takes no answer of REST that is older than a gap', () => {
    const book = openBook()
    book.tick(3_000)
    book.takeNeed(3_000)
    book.takeIncrement(increment(5, 'asks', '3', '1'), 3_100)
    book.takeIncrement(increment(7, 'asks', '4', '1'), 3_200)
    book.takeBase(1, base, 3_300)
    expect(book.status).toBe('waiting')
    expect(book.takeNeed(3_300)).toEqual({ kind: 'base', reading: 2 })
  })

  test('asks REST again after a failure, later each time', () => {
    const book = openBook()
    book.tick(3_000)
    let nowMs = 3_000
    const pauses: number[] = []
    for (let reading = 1; reading <= 9; reading += 1) {
      const since = nowMs
      while (book.takeNeed(nowMs) === null) nowMs += 10
      pauses.push(nowMs - since)
      book.baseFailed(reading, nowMs)
    }
    expect(pauses[0]).toBe(0)
    expect(pauses[1]).toBeGreaterThanOrEqual(1_000)
    expect(pauses[8]).toBeGreaterThanOrEqual(8_000)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000)
  })

  test('knows a repeated increment from a sequence that the exchange began anew', () => {
    const book = openBook()
    book.takeSnapshot(snapshot(1), 0)
    book.takeIncrement(increment(2, 'asks', '3', '1'), 10)
    book.takeIncrement(increment(3, 'asks', '4', '1'), 10)
    book.takeIncrement(increment(2, 'asks', '3', '1'), 20)
    expect(book.view(5)).toMatchObject({ status: 'exact', sequence: 3 })
    book.takeIncrement(increment(2, 'asks', '7', '1'), 5_000)
    expect([book.status, book.lastLoss]).toEqual(['waiting', 'repeated'])
  })

  test('takes increments that its snapshot has for two seconds', () => {
    const book = openBook()
    book.takeSnapshot(snapshot(9), 0)
    book.takeIncrement(increment(8, 'asks', '3', '1'), 1_999)
    expect(book.view(5)).toMatchObject({ status: 'exact', sequence: 9, asks: [{ price: '2' }] })
    book.takeIncrement(increment(8, 'asks', '3', '1'), 2_001)
    expect(book.status).toBe('waiting')
  })

  test('starts anew at a level that could not be read, and takes no snapshot with one', () => {
    const book = openBook()
    book.takeSnapshot({ ...snapshot(1), unread: 1 }, 0)
    expect(book.status).toBe('waiting')
    book.takeSnapshot(snapshot(1), 0)
    book.takeIncrement({ ...increment(2, 'asks', '3', '1'), unread: 1 }, 10)
    expect([book.status, book.lastLoss]).toEqual(['waiting', 'unread'])
  })

  test('forgets all when the connection is gone', () => {
    const book = openBook()
    book.takeSnapshot(snapshot(1), 0)
    book.disconnected(10)
    expect(book.view(5)).toMatchObject({ status: 'waiting', asks: [], bids: [], sequence: null })
    expect([book.gaps, book.takeNeed(60_000)]).toEqual([0, null])
  })
})

describe('the levels of a side', () => {
  const price = fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.constantFrom('', '.0', '.5', '.50', '.000000000000000000001'))
    .map(([whole, fraction]) => `9007199254740993${String(whole)}${fraction}`)
  const change = fc.tuple(price, fc.constantFrom(null, '1', '2.50'))

  test('are those of a plain map in exact order, whatever their number of decimals', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<BookSide>('asks', 'bids'),
        fc.array(change, { maxLength: 60 }),
        (side, changes) => {
          const levels = new BookLevels(side)
          const plain: { price: string; amount: string }[] = []
          for (const [at, amount] of changes) {
            levels.set(at, amount)
            const place = plain.findIndex((one) => compareDecimals(one.price, at) === 0)
            if (place >= 0 && amount === null) plain.splice(place, 1)
            else if (place >= 0) plain[place] = { price: plain[place]?.price ?? at, amount: amount ?? '' }
            else if (amount !== null) plain.push({ price: at, amount })
          }
          plain.sort((one, other) => compareDecimals(one.price, other.price) * (side === 'asks' ? 1 : -1))
          expect(levels.list(1_000)).toEqual(plain)
          expect(levels.list(2)).toEqual(plain.slice(0, 2))
        },
      ),
      { numRuns: soakRounds(200) },
    )
  })

  test('are as many as are kept, and what was beyond them is unknown', () => {
    const levels = new BookLevels('bids')
    for (let at = 1; at <= MAX_LEVELS_KEPT + 10; at += 1) levels.set(String(at), '1')
    expect([levels.count, levels.unknownFrom]).toEqual([MAX_LEVELS_KEPT, '10'])
    levels.set('10', '2')
    levels.set('5', '2')
    levels.set('10.5', '2')
    expect(levels.count).toBe(MAX_LEVELS_KEPT)
    expect(levels.list(MAX_LEVELS_KEPT).at(-1)).toEqual({ price: '11', amount: '1' })
    expect(levels.unknownFrom).toBe('10.5')
  })
})

test('a book of single orders has their exact sums, and nothing from its last price on where it was cut', () => {
  const order = (price: string | null, remainingVolume: string) =>
    ({ id: 1, side: 'buy', price, remainingVolume }) as const
  const asks = [order('2', '0.1'), order('2.0', '0.2'), order(null, '9'), order('3', '1')]
  expect(restBookOf({ asks, bids: [order('1', '1')] }, 4)).toEqual({
    asks: [{ price: '2', amount: '0.3' }],
    bids: [{ price: '1', amount: '1' }],
    unknownFrom: { asks: '3', bids: null },
  })
  // Where an order could not be read, no amount at the end is sure, however few there are.
  expect(restBookOf({ asks, bids: [] }, 0)).toMatchObject({ unknownFrom: { asks: '3', bids: null } })
})
