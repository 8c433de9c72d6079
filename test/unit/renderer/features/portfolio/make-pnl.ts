// Entries, results and moments of profit and loss for tests.
import type { PnlEntry } from '../../../../../src-preload/contract/orders/entities.ts'
import type { Figure } from '../../../../../src-preload/contract/portfolio/figures.ts'
import type { PeriodReport } from '../../../../../src-preload/contract/portfolio/report.ts'
import type { PnlResult, PnlTotals } from '../../../../../src-preload/contract/portfolio/results.ts'
import type { Books } from '../../../../../src-renderer/features/portfolio/figures/head-figures.ts'

export const known = (amount: string): Figure => ({ state: 'known', amount })

export function makeEntry(changes: Partial<PnlEntry> = {}): PnlEntry {
  return {
    currency: 'eth',
    pnlCurrency: 'usdc',
    totalCredit: '10',
    totalDebit: '4',
    totalCreditValue: '15000',
    totalDebitValue: '8000',
    averageBuyPrice: '1500',
    averageSellPrice: '2000',
    averageBalancePrice: '1500.5',
    totalBalanceValue: '9003',
    ...changes,
  }
}

/** What follows from `makeEntry()` at a last price of 1,850.25. */
export function makeResult(changes: Partial<PnlResult> = {}): PnlResult {
  const asOfMs = Date.UTC(2026, 10, 20, 12)
  return {
    currency: 'eth',
    pnlCurrency: 'usdc',
    balance: '6',
    costBasis: '9003',
    realized: known('2003'),
    costOfSold: known('5997'),
    movedOut: known('0'),
    movedOutCost: known('0'),
    lastPrice: {
      links: [{ market: 'ethusdc', price: '1850.25', asOfMs, isInverse: false }],
      price: '1850.25',
      asOfMs,
    },
    marketValue: '11101.5',
    unrealized: '2098.5',
    total: known('4101.5'),
    ...changes,
  }
}

export function makeTotals(changes: Partial<PnlTotals> = {}): PnlTotals {
  return {
    pnlCurrency: 'usdc',
    marketValue: '42571.55040653995757213302',
    costBasis: '40473.05040653995757213302',
    realized: known('1988.5'),
    costOfSold: known('6997'),
    movedOut: known('0'),
    unrealized: '2098.5',
    total: known('4087'),
    leftOut: ['strk'],
    ...changes,
  }
}

export function makeBooks(changes: Partial<Books> = {}): Books {
  return {
    pnlCurrency: 'usdc',
    books: [{ currency: 'eth', state: 'known', fault: null }],
    feeBasis: 'beforeFees',
    isPartial: false,
    fees: [
      { currency: 'eth', amount: '0.0613' },
      { currency: 'usdc', amount: '4.07' },
    ],
    feeSum: '117.5',
    volumeSum: '293750',
    day: { fromMs: 5 - 86_400_000, change: known('-212.86'), base: '42784.41' },
    net: known('3969.5'),
    readingMs: 5,
    fills: 12,
    knownFromMs: null,
    ...changes,
  }
}

export function makeReport(changes: Partial<PeriodReport> = {}): PeriodReport {
  const day = Date.UTC(2026, 10, 3)
  return {
    fromMs: Date.UTC(2026, 10, 1),
    toMs: Date.UTC(2026, 11, 1),
    timeZone: 'UTC',
    pnlCurrency: 'usdc',
    orders: { created: 5, filled: 3, cancelled: 1 },
    trades: 4,
    markets: [
      {
        market: 'ethusdc',
        quote: 'usdc',
        trades: 4,
        boughtAmount: '2',
        boughtValue: '3000',
        soldAmount: '1',
        soldValue: '1717.17',
        fees: '5.6789',
        realized: { state: 'known', amount: '217.17' },
        isPartial: false,
      },
    ],
    volumes: [{ currency: 'usdc', amount: '4717.17' }],
    fees: [{ currency: 'eth', amount: '0.0031' }],
    sum: {
      bought: '3000',
      sold: '1717.17',
      fees: '5.6789',
      realized: { state: 'known', amount: '217.17' },
      net: { state: 'known', amount: '211.4911' },
      isPartial: false,
    },
    best: { dayMs: day, amount: '300.5', state: 'known' },
    worst: { dayMs: day + 86_400_000, amount: '-83.33', state: 'known' },
    winningDays: { won: 1, of: 2 },
    days: [
      {
        dayMs: day,
        trades: 3,
        volumes: [{ currency: 'usdc', amount: '4000' }],
        fees: '4',
        realized: { state: 'known', amount: '300.5' },
        isPartial: false,
      },
      {
        dayMs: day + 86_400_000,
        trades: 1,
        volumes: [{ currency: 'usdc', amount: '717.17' }],
        fees: '1.6789',
        realized: { state: 'known', amount: '-83.33' },
        isPartial: false,
      },
    ],
    books: [{ currency: 'eth', state: 'known', fault: null }],
    ordersWithoutFills: 0,
    earlierOrdersWithoutFills: 0,
    knownFromMs: null,
    knownUntilMs: Date.UTC(2026, 11, 2),
    readingMs: Date.UTC(2026, 11, 2),
    ...changes,
  }
}
