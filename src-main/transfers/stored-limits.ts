// Stores an account's transfer limits.
import { z } from 'zod'
import { createMutex } from '../async/mutex.ts'
import type { TransferLimits } from '../../src-preload/contract/transfers.ts'
import { decimalText } from '../../src-preload/contract/entities.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Store } from '../store/api/store-api.ts'
import { requestLimits, type StoredLimits, limitsAt, noLimits } from './limits.ts'

/** Owner of the limits: an address on a network. */
export type Payer = Pick<AccountSession, 'network' | 'account'>

const limits = z.strictObject({ perTransfer: decimalText.nullable(), perDay: decimalText.nullable() })
const kept = z.strictObject({
  now: limits,
  next: z.strictObject({ limits, fromMs: z.int().min(0) }).nullable(),
})

/** Stored apart from the account's settings, so removing and re-adding an account does not reset its limits. */
const settingOf = ({ network, account }: Payer): string =>
  `transferLimits/${network}/${account.ethereumAddress.toLowerCase()}`

export function createLimitsStore(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  /** Errors: internal when the stored limits are unreadable; then nothing can be sent. */
  async function read(payer: Payer, nowMs: number): Promise<StoredLimits> {
    const text = await store.getSetting(settingOf(payer))
    if (text === null || text === '') return noLimits
    try {
      return limitsAt(kept.parse(JSON.parse(text)), nowMs)
    } catch (error) {
      throw new AppError('internal', { what: 'transfer limits' }, error)
    }
  }

  /** Sequential, so two concurrent requests cannot undo each other's lower limit. */
  const runExclusive = createMutex()

  return {
    read,
    /** Lower limits apply immediately, higher ones after the waiting period. */
    ask(payer: Payer, asked: TransferLimits, nowMs: number): Promise<StoredLimits> {
      return runExclusive(async () => {
        const next = requestLimits(await read(payer, nowMs), asked, nowMs)
        await store.setSetting(settingOf(payer), JSON.stringify(next))
        return next
      })
    },
  }
}
