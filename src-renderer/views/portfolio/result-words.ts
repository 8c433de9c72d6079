// Owns: what each figure that follows from the service's, and each of a report, means, and why two figures of the same thing
// differ. Must not: compute any, or write calculations out (pnl-formulas.ts does).
// Source: service facts, upstream meaning of credit, debit and value.
import type { PnlResult } from '../../../src-preload/contract/portfolio.ts'

type ResultField = 'balance' | 'costOfSold' | 'realised' | 'value' | 'costOfBalance' | 'open'

/** One sentence each. */
export const resultMeanings: Readonly<Record<ResultField & keyof PnlResult, string>> = {
  balance: 'How much of this currency is left of all that came in.',
  costOfSold: 'What the part that went out had cost, at the average buy price over all time.',
  realised: 'What the part that went out brought in above its cost.',
  value: 'What the balance is worth at the newest price known here.',
  costOfBalance: 'What the balance had cost, at the average price at which it came in.',
  open: 'What selling the balance at the last price would bring above its cost, before fees.',
}

/** One sentence each. */
export const reportMeanings = {
  trades: 'Trades of this period that are known here.',
  orders: 'Orders created in this period, and how many of them are filled or cancelled by now.',
  volumes: 'What was bought and what was sold, together, in the quote currency.',
  fees: 'Fee amounts as the service tells them with each trade, in the currency they were taken in.',
  best: 'The day with the highest realised result in this quote currency.',
  worst: 'The day with the lowest realised result in this quote currency.',
  realised:
    'Value sold less the cost of what was sold: each sale takes its part of what was held and of what that had cost. Fees are left out.',
} as const

/** Why the realised result of a report is not that of the service’s figures. */
export const realisedReasons: readonly string[] = [
  'The service counts fees in its values and average prices; a report leaves them out.',
  'The service counts deposits and transfers too; a report counts trades.',
  'The service takes the average over all time; a report takes that of what was held at each sale.',
]
