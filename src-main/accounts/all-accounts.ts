// Keeps the choice to show all accounts of a network. It is of one account in use and ends with it.
import type { Store, StoredAccount } from '../store/api/store-api.ts'
import { listNetworkAccounts } from '../session/network-accounts.ts'

/** Setting: ID of the account in use when the choice was made; empty without it. */
const ALL_SHOWN_WITH = 'allAccountsShownWith'

export function createAllAccounts(store: Pick<Store, 'getSetting' | 'setSetting' | 'listAccounts'>) {
  return {
    /** @param inUse - null without an account in use */
    async isShown(inUse: StoredAccount | null): Promise<boolean> {
      if (inUse === null || (await store.getSetting(ALL_SHOWN_WITH)) !== inUse.id) return false
      return (await listNetworkAccounts(store, inUse)).length > 1
    },

    async show(inUse: StoredAccount, isAll: boolean): Promise<void> {
      await store.setSetting(ALL_SHOWN_WITH, isAll ? inUse.id : '')
    },

    /** Ends the choice where another account than its own is taken into use. */
    async endFor(next: StoredAccount | null): Promise<void> {
      const kept = await store.getSetting(ALL_SHOWN_WITH)
      if (kept !== null && kept !== '' && kept !== next?.id) await store.setSetting(ALL_SHOWN_WITH, '')
    },
  }
}
