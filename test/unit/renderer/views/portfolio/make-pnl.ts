// Owns: entries, results and moments of profit and loss for tests. Must not: assert.
import type { PnlEntry } from '../../../../../src-preload/contract/entities.ts'
import type {
  Conversion,
  PeriodReport,
  PnlResult,
  ShownPoint,
} from '../../../../../src-preload/contract/portfolio.ts'

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
    totalBalanceValue: '11000',
    ...changes,
  }
}

/** What follows from `makeEntry()` at a last price of 1,850.25. */
export function makeResult(changes: Partial<PnlResult> = {}): PnlResult {
  return {
    currency: 'eth',
    pnlCurrency: 'usdc',
    balance: '6',
    costOfSold: '6000',
    realised: '2000',
    last: { market: 'ethusdc', price: '1850.25', asOfMs: Date.UTC(2026, 10, 20, 12) },
    value: '11101.5',
    costOfBalance: '9003',
    open: '2098.5',
    valueDifference: '101.5',
    ...changes,
  }
}

/** A moment at which one currency was told; each of `figures` is value, realised and open. */
export function makePoint(
  atMs: number,
  entries: readonly {
    currency: string
    figures: readonly [string, string, string]
    pnlCurrency?: string
    conversion?: Conversion | null
  }[],
  untilMs = atMs,
): ShownPoint {
  return {
    firstAsOfMs: atMs,
    asOfMs: untilMs,
    entries: entries.map(
      ({ currency, figures: [value, realised, open], pnlCurrency = 'usdc', conversion = null }) => ({
        currency,
        pnlCurrency,
        value,
        realised,
        open,
        conversion,
      }),
    ),
  }
}

export function makeReport(changes: Partial<PeriodReport> = {}): PeriodReport {
  const day = Date.UTC(2026, 10, 3)
  return {
    fromMs: Date.UTC(2026, 10, 1),
    toMs: Date.UTC(2026, 11, 1),
    timeZone: 'UTC',
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
        realised: '217.17',
      },
    ],
    volumes: [{ currency: 'usdc', amount: '4717.17' }],
    fees: [{ currency: 'eth', amount: '0.0031' }],
    best: [{ currency: 'usdc', dayMs: day, amount: '300.5' }],
    worst: [{ currency: 'usdc', dayMs: day + 86_400_000, amount: '-83.33' }],
    days: [
      {
        dayMs: day,
        trades: 3,
        volumes: [{ currency: 'usdc', amount: '4000' }],
        realised: [{ currency: 'usdc', amount: '300.5' }],
      },
      {
        dayMs: day + 86_400_000,
        trades: 1,
        volumes: [{ currency: 'usdc', amount: '717.17' }],
        realised: [{ currency: 'usdc', amount: '-83.33' }],
      },
    ],
    ordersWithoutFills: 0,
    earlierOrdersWithoutFills: 0,
    knownFromMs: null,
    ...changes,
  }
}
