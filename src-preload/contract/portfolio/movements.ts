// Deposits and withdrawals that the user enters.
import { z } from 'zod'
import { decimalText, epochMs } from '../orders/entities.ts'

/** A deposit or withdrawal that the API does not report, entered by the user. */
const movementFields = {
  currency: z.string().regex(/^[a-z0-9]{1,30}$/),
  direction: z.enum(['in', 'out']),
  /** In the currency itself, above zero. */
  amount: decimalText,
  /** The exchange's booking value, in pnlCurrency; for a deposit this is its cost. */
  value: decimalText,
  atMs: epochMs,
}
export const movementInput = z.strictObject(movementFields)
export type MovementInput = z.infer<typeof movementInput>
export const movement = movementInput.extend({ id: z.int().min(1) })
export type Movement = z.infer<typeof movement>
