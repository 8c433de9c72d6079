// What the secure window shows before a trading session is granted. Main fills each field from its own records.
import { z } from 'zod'
import { networkKinds } from '../accounts/accounts.ts'
import { decimalText } from '../orders/entities.ts'
import { sessionLimits } from './trading-session.ts'

/** Grants a trading session. Answer: approve. */
export const sessionQuestion = z.strictObject({
  kind: z.literal('tradingSession'),
  accountLabel: z.string(),
  network: z.enum(networkKinds),
  /** Host (and port) of the exchange. */
  host: z.string().min(1),
  senderAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  limits: sessionLimits,
  /** The highest fee rate that counts into the loss, in percent. */
  feePercent: decimalText,
  /** In the quote currency. */
  largestLoss: decimalText,
  /** A session runs, whose place this one takes. */
  replaces: z.boolean(),
})
export type SessionQuestion = z.infer<typeof sessionQuestion>
