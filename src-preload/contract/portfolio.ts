// Owns: the channels about profit and loss. Must not: compute any; services/ does.
import { z } from 'zod'
import { errorReport, nothing } from './channel.ts'
import { epochMs, pnlEntry } from './entities.ts'

const pnlSnapshot = z.strictObject({
  entries: z.array(pnlEntry),
  /** When the service gave these figures; null when it never has. */
  asOfMs: epochMs.nullable(),
  /** Why the last reading failed; null after one that did not. Being out of reach is said by the connection. */
  lastError: errorReport.nullable(),
})
export type PnlSnapshot = z.infer<typeof pnlSnapshot>

export const portfolioChannels = {
  /** The newest cached profit and loss of the active account. */
  'portfolio:getPnl': { input: nothing, output: pnlSnapshot },
}

export const portfolioEvents = { 'portfolio:changed': nothing }
