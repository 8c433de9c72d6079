// Computes each currency's figures from the exchange's figures and the last prices. Pure; definitions: figures.md.
import type { PnlEntry } from '../../../src-preload/contract/orders/entities.ts'
import type { Figure, PriceLink } from '../../../src-preload/contract/portfolio/figures.ts'
import type { PnlHistoryPoint } from '../../../src-preload/contract/portfolio/history.ts'
import type { LastPrice, PnlResult, PnlTotals } from '../../../src-preload/contract/portfolio/results.ts'
import {
  add,
  type Exact,
  exactText,
  parseExact,
  subtract,
  zero,
} from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { sumFigures } from './ledger/book-state.ts'
import { convertAlong } from '../../../src-preload/domain/numbers/convert-along.ts'

/** balance = total_credit − total_debit, in the currency itself. */
export const balanceOf = (entry: PnlEntry): Exact =>
  subtract(parseExact(entry.totalCredit), parseExact(entry.totalDebit))

/**
 * realized = total_debit_value − total_credit_value + total_balance_value − moved out: sold − paid + cost of what is held.
 * @param movedOut - until then: value of known withdrawals minus their share of the cost; part of the exchange's own result
 */
const realizedOf = (entry: PnlEntry, movedOut: Exact): Exact =>
  subtract(
    add(
      subtract(parseExact(entry.totalDebitValue), parseExact(entry.totalCreditValue)),
      parseExact(entry.totalBalanceValue),
    ),
    movedOut,
  )

/**
 * market value = balance × last price, rounded once to 18 decimals if a market is inverse; null without a price. A zero
 * balance is worth zero at any price.
 */
export function marketValueOf(
  entry: PnlEntry,
  price: { readonly links: readonly PriceLink[] } | null,
): Exact | null {
  const balance = balanceOf(entry)
  return balance.units === 0n ? zero : price && convertAlong(balance, price.links)
}

const zeroFigure: Figure = { state: 'known', amount: '0' }
const nothingMoved = { result: zeroFigure, cost: zeroFigure }

/**
 * cost of what was sold = total_credit_value − total_balance_value − cost of what was moved out: all that was paid, less the
 * cost of what is still here. 0 of the currency of profit and loss itself, whose sales have no result.
 */
function costOfSold(entry: PnlEntry, movedCost: Figure): Figure {
  if (entry.currency.toLowerCase() === entry.pnlCurrency.toLowerCase()) return zeroFigure
  if (movedCost.state === 'unknown') return movedCost
  const all = subtract(parseExact(entry.totalCreditValue), parseExact(entry.totalBalanceValue))
  return { state: movedCost.state, amount: exactText(subtract(all, parseExact(movedCost.amount))) }
}

/** The exchange's result minus what was moved out; as certain as that is. */
function withoutMovedOut(entry: PnlEntry, movedOut: Figure): Figure {
  if (movedOut.state === 'unknown') return movedOut
  const amount = exactText(realizedOf(entry, parseExact(movedOut.amount)))
  return { state: movedOut.state, amount }
}

/** A figure with an exact amount added. */
const plus = (figure: Figure, amount: Exact): Figure =>
  figure.state === 'unknown'
    ? figure
    : { state: figure.state, amount: exactText(add(parseExact(figure.amount), amount)) }

/**
 * realized + movedOut + unrealized = value sold + market value − value received, to the last digit.
 * @param moved - known withdrawals: their value minus their share of the cost, which is part of the exchange's own result,
 *   and that share
 */
export function pnlResult(
  entry: PnlEntry,
  lastPrice: LastPrice | null,
  moved: { readonly result: Figure; readonly cost: Figure } = nothingMoved,
): PnlResult {
  const movedOut = moved.result
  const realized = withoutMovedOut(entry, movedOut)
  const marketValue = marketValueOf(entry, lastPrice)
  const unrealized = marketValue && subtract(marketValue, parseExact(entry.totalBalanceValue))
  return {
    currency: entry.currency,
    pnlCurrency: entry.pnlCurrency,
    balance: exactText(balanceOf(entry)),
    costBasis: entry.totalBalanceValue,
    realized,
    costOfSold: costOfSold(entry, moved.cost),
    movedOut,
    movedOutCost: moved.cost,
    lastPrice,
    marketValue: marketValue && exactText(marketValue),
    unrealized: unrealized && exactText(unrealized),
    total: unrealized && plus(realized, unrealized),
  }
}

/**
 * One per currency of profit and loss, in order of first occurrence; each figure sums the currencies that have all figures.
 */
export function sumResults(results: readonly PnlResult[]): PnlTotals[] {
  return [...new Set(results.map(({ pnlCurrency }) => pnlCurrency))].map((pnlCurrency) => {
    const all = results.filter((result) => result.pnlCurrency === pnlCurrency)
    const valued = all.filter(({ marketValue }) => marketValue !== null)
    const sum = (field: 'marketValue' | 'costBasis' | 'unrealized'): string =>
      exactText(valued.reduce((total, result) => add(total, parseExact(result[field] ?? '0')), zero))
    const sumOf = (field: 'realized' | 'costOfSold' | 'movedOut' | 'total'): Figure =>
      sumFigures(valued.flatMap((result) => result[field] ?? []))
    return {
      pnlCurrency,
      marketValue: sum('marketValue'),
      costBasis: sum('costBasis'),
      realized: sumOf('realized'),
      costOfSold: sumOf('costOfSold'),
      movedOut: sumOf('movedOut'),
      unrealized: sum('unrealized'),
      total: sumOf('total'),
      leftOut: all.flatMap(({ currency, marketValue }) => (marketValue === null ? [currency] : [])),
    }
  })
}

/**
 * The same figures for one moment of the history, at the prices of that moment.
 * @param links - of the price at that time; null without one
 * @param movedOut - until then; null if unknown, which makes realized and total unknown
 */
export function historyEntry(
  entry: PnlEntry,
  links: readonly PriceLink[] | null,
  movedOut: Exact | null,
): PnlHistoryPoint['entries'][number] {
  const marketValue = marketValueOf(entry, links && { links })
  const unrealized = marketValue && subtract(marketValue, parseExact(entry.totalBalanceValue))
  const realized = movedOut && realizedOf(entry, movedOut)
  return {
    currency: entry.currency,
    pnlCurrency: entry.pnlCurrency,
    costBasis: entry.totalBalanceValue,
    realized: realized && exactText(realized),
    marketValue: marketValue && exactText(marketValue),
    unrealized: unrealized && exactText(unrealized),
    total: realized && unrealized && exactText(add(realized, unrealized)),
  }
}
