// Lots for tests.
import type { Lot, LotsAnswer } from '../../../../../src-preload/contract/portfolio/lots.ts'
import type { Opening } from '../../../../../src-preload/contract/portfolio/opening.ts'
import { known } from './make-pnl.ts'

export const makeLot = (changes: Partial<Lot> = {}): Lot => ({
  openedMs: Date.UTC(2026, 10, 3, 9, 30),
  isOpening: false,
  amount: '2',
  cost: known('3006'),
  grossCost: known('3000'),
  unitCost: known('1503'),
  marketValue: '3700.5',
  unrealized: known('694.5'),
  ...changes,
})

/** An opening and a lot of ETH, and a book of BTC that is estimated. */
export function makeLots(changes: Partial<LotsAnswer> = {}): LotsAnswer {
  const opening = makeLot({
    ...{
      openedMs: null,
      isOpening: true,
      amount: '1',
      cost: known('1200'),
      grossCost: known('1200'),
      unitCost: known('1200'),
    },
    ...{ marketValue: '1850.25', unrealized: known('650.25') },
  })
  const total = {
    ...{ amount: '3', cost: known('4206'), grossCost: known('4200'), unitCost: known('1402') },
    ...{ marketValue: '5550.75', unrealized: known('1344.75') },
  }
  return {
    method: 'fifo',
    pnlCurrency: 'usdc',
    currencies: [
      { currency: 'btc', state: 'estimated', fault: { reason: 'notChecked' }, lots: 1 },
      { currency: 'eth', state: 'known', fault: null, lots: 2 },
    ],
    currency: 'eth',
    lots: [opening, makeLot()],
    total,
    split: 'none',
    readingMs: Date.UTC(2026, 10, 20, 12),
    ...changes,
  }
}

/** An opening of 1 ETH that cost 1,200 and was not split. */
export const makeOpening = (changes: Partial<Opening> = {}): Opening => ({
  ...{ currency: 'eth', pnlCurrency: 'usdc', amount: '1', cost: known('1200') },
  beforeMs: Date.UTC(2026, 10, 3, 9, 30),
  split: 'none',
  parts: [],
  ...changes,
})
