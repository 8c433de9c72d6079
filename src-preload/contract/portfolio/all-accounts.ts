// Figures over all accounts of a network.
import { z } from 'zod'
import { epochMs, pnlEntry } from '../orders/entities.ts'
import { accountBalance } from './balances.ts'
import { figure } from './figures.ts'
import { pnlResult, pnlTotals } from './results.ts'

/** A currency over several accounts: exact sums of each account's figures, which keep their own moving-average cost. */
const summedPosition = z.strictObject({
  /** Sums of the exchange's figures; averages are null. */
  entry: pnlEntry,
  result: pnlResult,
  /** Each account that has the currency; the one in use first. */
  parts: z.array(z.strictObject({ accountId: z.uuid(), result: pnlResult })),
})
export type SummedPosition = z.infer<typeof summedPosition>

export const allAccounts = z.strictObject({
  /** Every account on the network of the one in use, which comes first; null: nothing of it was ever read, and it is in no sum. */
  accounts: z.array(
    z.strictObject({
      accountId: z.uuid(),
      asOfMs: epochMs.nullable(),
      balancesAsOfMs: epochMs.nullable(),
    }),
  ),
  positions: z.array(summedPosition),
  /** Over the positions; a currency that has no price in one account is left out with every account's part of it. */
  totals: z.array(pnlTotals),
  balances: z.array(accountBalance),
  valueCurrency: z.string(),
  /** Sum of the balances' values; currencies without one are in `leftOut`. */
  value: figure,
  leftOut: z.array(z.string()),
})
export type AllAccounts = z.infer<typeof allAccounts>
