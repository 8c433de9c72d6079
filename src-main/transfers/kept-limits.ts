// Owns: where the user's limits of an account are kept. Must not: judge an amount (limits.ts does).
import { z } from 'zod'
import { createMutex } from '../async/mutex.ts'
import type { TransferLimits } from '../../src-preload/contract/transfers.ts'
import { decimalText } from '../../src-preload/contract/entities.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { Store } from '../store/store-api.ts'
import { askForLimits, type KeptLimits, limitsAt, noLimits } from './limits.ts'

/** Whose limits: an address on a network. */
export type Payer = Pick<AccountSession, 'network' | 'account'>

const limits = z.strictObject({ perTransfer: decimalText.nullable(), perDay: decimalText.nullable() })
const kept = z.strictObject({
  now: limits,
  next: z.strictObject({ limits, fromMs: z.int().min(0) }).nullable(),
})

/** Not among the account's own settings: removing an account and adding it again must not end its limits. */
const settingOf = ({ network, account }: Payer): string =>
  `transferLimits/${network}/${account.ethereumAddress.toLowerCase()}`

export function createKeptLimits(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  /** Errors: internal where what is kept cannot be read: then nothing is sent, rather than anything. */
  async function read(payer: Payer, nowMs: number): Promise<KeptLimits> {
    const text = await store.getSetting(settingOf(payer))
    if (text === null || text === '') return noLimits
    try {
      return limitsAt(kept.parse(JSON.parse(text)), nowMs)
    } catch (error) {
      throw new AppError('internal', { what: 'transfer limits' }, error)
    }
  }

  /** One after the other: of two requests at once neither may undo what the other has lowered. */
  const runExclusive = createMutex()

  return {
    read,
    /** What is lower holds at once, what is higher after the wait. */
    ask(payer: Payer, asked: TransferLimits, nowMs: number): Promise<KeptLimits> {
      return runExclusive(async () => {
        const next = askForLimits(await read(payer, nowMs), asked, nowMs)
        await store.setSetting(settingOf(payer), JSON.stringify(next))
        return next
      })
    },
  }
}
