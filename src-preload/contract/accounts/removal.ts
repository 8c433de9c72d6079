// IPC channels to remove all of the app's data. Main asks again in the secure window.
import { z } from 'zod'
import { type ChannelTable, nothing } from '../channel.ts'
import { orderBusiness } from '../orders/order-business.ts'

/** Counts of what would be removed. */
export const removalFacts = z.strictObject({
  /** Accounts with stored keys, by what is lost with them; practice accounts are in neither. */
  wallets: z.int().min(0),
  practiceAccounts: z.int().min(0),
  /** Started transfers with an unknown outcome. */
  undecidedTransfers: z.int().min(0),
  ...orderBusiness.shape,
  /** The folder with everything except the entries in the system keychain. */
  dataFolder: z.string(),
})
export type RemovalFacts = z.infer<typeof removalFacts>

export const removalChannels = {
  'removal:getFacts': { access: 'unlocked', input: nothing, output: removalFacts },
  /**
   * Asks in the secure window, removes every account with its secrets, and quits; files are deleted on exit. On an error the
   * app continues, and earlier removals stay removed. Errors: validation of `typed` (otherWords); userDeclined; those of the
   * secret store, with the account whose secrets could not be removed still present.
   */
  'removal:removeAll': {
    access: 'unlocked',
    confirmed: true,
    input: z.strictObject({ typed: z.string().max(100) }),
    output: nothing,
  },
} satisfies ChannelTable<'removal'>
