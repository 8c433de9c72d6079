// Keeps an account's transfer limits in the journal.
import { createMutex } from '../../async/mutex.ts'
import type { TransferLimits } from '../../../src-preload/contract/transfers.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { StoredLimits } from '../../store/api/transfer-rows.ts'
import { requestLimits, limitsAt, noLimits } from './limits.ts'

/** Owner of the limits: an address on a network. */
export type Payer = Pick<AccountSession, 'network' | 'account'>

export function createLimitsStore(journal: Pick<Journal, 'getTransferLimits' | 'putTransferLimits'>) {
  async function read({ network, account }: Payer, nowMs: number): Promise<StoredLimits> {
    const kept = await journal.getTransferLimits(network, account.ethereumAddress)
    return kept === null ? noLimits : limitsAt(kept, nowMs)
  }

  /** Sequential, so two concurrent requests cannot undo each other's lower limit. */
  const runExclusive = createMutex()

  return {
    /** Errors: those of the journal; then nothing can be sent. */
    read,
    /** Lower limits apply immediately, higher ones after the waiting period. */
    ask(payer: Payer, asked: TransferLimits, nowMs: number): Promise<StoredLimits> {
      return runExclusive(async () => {
        const next = requestLimits(await read(payer, nowMs), asked, nowMs)
        await journal.putTransferLimits(payer.network, payer.account.ethereumAddress, next)
        return next
      })
    },
  }
}
