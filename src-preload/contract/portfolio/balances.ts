// What the account in use has, by currency.
import { z } from 'zod'
import { errorReport } from '../channel.ts'
import { epochMs } from '../orders/entities.ts'
import { exactDecimal, figure } from './figures.ts'
import { lastPrice } from './results.ts'

/** Whether the exchange's `balance` includes what open orders lock: shown by the account's own readings, or not known. */
export const lockedBases = ['includes', 'excludes', 'unknown'] as const
export type LockedBasis = (typeof lockedBases)[number]

/** What the account has of one currency, in that currency unless stated otherwise (figures.md, "Balance"). */
export const accountBalance = z.strictObject({
  /** Lowercase code. */
  currency: z.string(),
  /** Free and locked; `estimated` while something is locked and the basis is unknown. */
  total: figure,
  /** What can be spent now; `unknown` while something is locked and the basis is unknown. */
  free: figure,
  /** Held by open orders. */
  locked: exactDecimal,
  /** Null if no price is stored. */
  lastPrice: lastPrice.nullable(),
  /** total × last price in `valueCurrency`; with an inverse link rounded once, half to even, at 18 decimals. 0 if the total is 0. */
  value: figure,
})
export type AccountBalance = z.infer<typeof accountBalance>

export const accountBalances = z.strictObject({
  /** As the exchange lists them. */
  balances: z.array(accountBalance),
  basis: z.enum(lockedBases),
  valueCurrency: z.string(),
  /** Sum of the values; currencies without one are in `leftOut`. */
  value: figure,
  leftOut: z.array(z.string()),
  /** When they were last read; null for never. */
  asOfMs: epochMs.nullable(),
  /** Why the last reading failed; null if it succeeded. Connection loss is reported by the connection channels. */
  lastError: errorReport.nullable(),
})
export type AccountBalances = z.infer<typeof accountBalances>
