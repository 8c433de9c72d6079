// Owns: what follows from the service's figures of profit and loss, and the last prices here. Pure and exact.
// Must not: round, or read anything.
import type { PnlEntry } from '../../../src-preload/contract/entities.ts'
import type { LastPrice, PnlHistoryPoint, PnlResult } from '../../../src-preload/contract/portfolio.ts'
import { exactText, multiply, parseExact, subtract } from '../../../src-preload/shared/exact.ts'

/** What the entry itself says; each as the contract's `result` has it. */
function partsOf(entry: PnlEntry) {
  const balance = subtract(parseExact(entry.totalCredit), parseExact(entry.totalDebit))
  const costOfSold = multiply(parseExact(entry.totalDebit), parseExact(entry.averageBuyPrice))
  return {
    balance,
    costOfSold,
    realised: subtract(parseExact(entry.totalDebitValue), costOfSold),
    costOfBalance: multiply(balance, parseExact(entry.averageBalancePrice)),
  }
}

/** @param last - the price of the currency in its pnlCurrency; null where there is none here */
export function pnlResult(entry: PnlEntry, last: LastPrice | null): PnlResult {
  const { balance, costOfSold, realised, costOfBalance } = partsOf(entry)
  const value = last === null ? null : multiply(balance, parseExact(last.price))
  const serviceValue = parseExact(entry.totalBalanceValue)
  return {
    currency: entry.currency,
    pnlCurrency: entry.pnlCurrency,
    balance: exactText(balance),
    costOfSold: exactText(costOfSold),
    realised: exactText(realised),
    last,
    value: value && exactText(value),
    costOfBalance: exactText(costOfBalance),
    open: value && exactText(subtract(value, costOfBalance)),
    valueDifference: value && exactText(subtract(value, serviceValue)),
  }
}

/** The same of a moment that has passed: at the value that the service told then. */
export function historyEntry(entry: PnlEntry): PnlHistoryPoint['entries'][number] {
  const { realised, costOfBalance } = partsOf(entry)
  const value = parseExact(entry.totalBalanceValue)
  return {
    currency: entry.currency,
    pnlCurrency: entry.pnlCurrency,
    value: exactText(value),
    realised: exactText(realised),
    open: exactText(subtract(value, costOfBalance)),
  }
}
