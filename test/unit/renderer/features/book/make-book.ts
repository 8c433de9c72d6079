// A book as main sends it: three levels of each side around 100.
import type { ShownBook } from '../../../../../src-preload/contract/markets/book.ts'

export function makeBook(changes: Partial<ShownBook> = {}): ShownBook {
  return {
    market: 'ethusdc',
    step: null,
    depth: 20,
    status: 'exact',
    freshness: { status: 'live' },
    asks: {
      levels: [
        ['100.5', '1', '100.5'],
        ['101', '2', '202'],
        ['102', '3.25', '331.5'],
      ],
      isLastPartial: false,
    },
    bids: {
      levels: [
        ['99.5', '1.5', '149.25'],
        ['99', '2', '198'],
        ['98', '4', '392'],
      ],
      isLastPartial: false,
    },
    bestAsk: '100.5',
    bestBid: '99.5',
    priceDecimals: 2,
    lastError: null,
    ...changes,
  }
}
