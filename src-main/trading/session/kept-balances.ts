// Keeps on the disk what an account's balances were before a signature, while what comes of it is looked at.
import { z } from 'zod'
import { balance } from '../../../src-preload/contract/trading/trading-entities.ts'
import { accountSetting } from '../../store/api/account-settings.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Balances that are compared with later ones. */
const baseline = z.object({
  rows: z.array(balance),
  /** By the exchange's clock. */
  atMs: z.number(),
  /** By the local clock. */
  localMs: z.number(),
})
export type Baseline = z.infer<typeof baseline>
/** Those on the disk, and the transfers that have explained a decrease. */
const keptBalances = baseline.extend({ used: z.array(z.string()) })
export type KeptBalances = z.infer<typeof keptBalances>

export function createKeptBalances(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  const keyOf = (accountId: string): string => accountSetting(accountId, 'balancesBefore')
  return {
    /** Null where there are none, or those of an older version. Errors: those of the store. */
    async load(accountId: string): Promise<KeptBalances | null> {
      const text = await store.getSetting(keyOf(accountId))
      try {
        return keptBalances.safeParse(JSON.parse(text ?? '')).data ?? null
      } catch {
        // Invalid JSON: nothing is known.
        return null
      }
    },
    /** Null: nothing is looked at any more. Errors: those of the store. */
    save: (accountId: string, kept: KeptBalances | null): Promise<void> =>
      store.setSetting(keyOf(accountId), kept === null ? '' : JSON.stringify(kept)),
  }
}
