// Owns: the channels of removing all that the app keeps on this computer.
// Must not: be the only question before it: main asks once more in a window of its own.
import { z } from 'zod'
import { type ChannelTable, nothing } from './channel.ts'

/** What would go, counted. */
export const removalFacts = z.strictObject({
  /** Accounts whose keys are here, by what is lost with them; practice accounts are none of either. */
  wallets: z.int().min(0),
  practiceAccounts: z.int().min(0),
  /** Transfers that were begun and of which nobody knows yet what became of them. */
  undecidedTransfers: z.int().min(0),
  /** The folder that everything but the system keychain's entries lies in. */
  dataFolder: z.string(),
})
export type RemovalFacts = z.infer<typeof removalFacts>

export const removalChannels = {
  'removal:getFacts': { access: 'unlocked', input: nothing, output: removalFacts },
  /**
   * Asks in the confirmation window, removes every account with its secrets, and quits; the files go while it quits. On an error
   * the app goes on, and what was removed before it is removed. Errors: validation of `typed` (otherWords); userDeclined;
   * those of the secret store, with the account whose secrets could not be removed still here.
   */
  'removal:removeAll': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ typed: z.string().max(100) }),
    output: nothing,
  },
} satisfies ChannelTable<'removal'>
