// Sums the figures of several accounts, currency by currency. Pure; each account's own figures: pnl-results.ts.
import type { PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import type { SummedPosition } from '../../../src-preload/contract/portfolio/all-accounts.ts'
import type { AccountBalance } from '../../../src-preload/contract/portfolio/balances.ts'
import type { Figure } from '../../../src-preload/contract/portfolio/figures.ts'
import type { LastPrice, PnlResult } from '../../../src-preload/contract/portfolio/results.ts'
import {
  add,
  type Exact,
  exactText,
  parseExact,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { sumFigures } from './ledger/book-state.ts'

/** One currency of one account. */
export interface AccountPosition {
  readonly accountId: string
  readonly entry: PnlEntry
  readonly result: PnlResult
}

const sumTexts = (texts: readonly string[]): string =>
  exactText(texts.reduce<Exact>((total, text) => add(total, parseExact(text)), zero))

/** Null where one is not known: the others alone would pass for all. */
function sumKnown(texts: readonly (string | null)[]): string | null {
  const known = texts.flatMap((text) => text ?? [])
  return known.length === texts.length ? sumTexts(known) : null
}

/** The oldest of them: a price is no newer than each account's. */
function oldestOf(prices: readonly (LastPrice | null)[]): LastPrice | null {
  const known = prices.flatMap((price) => price ?? [])
  return known.reduce<LastPrice | null>(
    (oldest, price) => (oldest === null || price.asOfMs < oldest.asOfMs ? price : oldest),
    null,
  )
}

/** Averages of several accounts are not reported by the exchange, and no figure follows from them. */
function sumEntries(entries: readonly [PnlEntry, ...PnlEntry[]]): PnlEntry {
  const sum = (
    field: 'totalCredit' | 'totalDebit' | 'totalCreditValue' | 'totalDebitValue' | 'totalBalanceValue',
  ): string => sumTexts(entries.map((entry) => entry[field]))
  const [{ currency, pnlCurrency }] = entries
  return {
    ...{ currency, pnlCurrency },
    totalCredit: sum('totalCredit'),
    totalDebit: sum('totalDebit'),
    totalCreditValue: sum('totalCreditValue'),
    totalDebitValue: sum('totalDebitValue'),
    ...{ averageBuyPrice: null, averageSellPrice: null, averageBalancePrice: null },
    totalBalanceValue: sum('totalBalanceValue'),
  }
}

function sumOneCurrency(results: readonly [PnlResult, ...PnlResult[]]): PnlResult {
  const [{ currency, pnlCurrency }] = results
  const figures = (field: 'realized' | 'costOfSold' | 'movedOut' | 'movedOutCost'): Figure =>
    sumFigures(results.map((result) => result[field]))
  const totals = results.flatMap(({ total }) => total ?? [])
  return {
    ...{ currency, pnlCurrency },
    balance: sumTexts(results.map(({ balance }) => balance)),
    costBasis: sumTexts(results.map(({ costBasis }) => costBasis)),
    realized: figures('realized'),
    costOfSold: figures('costOfSold'),
    movedOut: figures('movedOut'),
    movedOutCost: figures('movedOutCost'),
    lastPrice: oldestOf(results.map(({ lastPrice }) => lastPrice)),
    marketValue: sumKnown(results.map(({ marketValue }) => marketValue)),
    unrealized: sumKnown(results.map(({ unrealized }) => unrealized)),
    total: totals.length === results.length ? sumFigures(totals) : null,
  }
}

/**
 * One position per currency and currency of its values, in order of first occurrence. Each account keeps its own
 * moving-average cost, and nothing is averaged over accounts: balance, cost basis, market value, realized, unrealized and total
 * are the exact sums of each account's figure, as sure as the least sure of them, and unknown where one is. A market value that
 * each account rounds at 18 decimals (an inverse market) is the sum of the rounded ones.
 */
export function sumPositions(positions: readonly AccountPosition[]): SummedPosition[] {
  const byCurrency = new Map<string, [AccountPosition, ...AccountPosition[]]>()
  for (const position of positions) {
    const key = `${position.result.currency} ${position.result.pnlCurrency}`
    const before = byCurrency.get(key)
    if (before === undefined) byCurrency.set(key, [position])
    else before.push(position)
  }
  return [...byCurrency.values()].map(([first, ...rest]) => ({
    entry: sumEntries([first.entry, ...rest.map(({ entry }) => entry)]),
    result: sumOneCurrency([first.result, ...rest.map(({ result }) => result)]),
    parts: [first, ...rest].map(({ accountId, result }) => ({ accountId, result })),
  }))
}

/** Balances of several accounts, one per currency in order of first occurrence: exact sums, as sure as the least sure part. */
export function sumBalances(balances: readonly AccountBalance[]): AccountBalance[] {
  return [...new Set(balances.map(({ currency }) => currency))].map((currency) => {
    const own = balances.filter((one) => one.currency === currency)
    const figures = (field: 'total' | 'free' | 'value'): Figure => sumFigures(own.map((one) => one[field]))
    return {
      currency,
      total: figures('total'),
      free: figures('free'),
      locked: sumTexts(own.map(({ locked }) => locked)),
      lastPrice: oldestOf(own.map(({ lastPrice }) => lastPrice)),
      value: figures('value'),
    }
  })
}
