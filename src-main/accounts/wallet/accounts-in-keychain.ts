// Records in the settings which accounts have secrets in the OS keychain. Holds no secrets.
import type { KeychainLedger } from '../../keychain/keychain-ledger.ts'
import type { Store } from '../../store/api/store-api.ts'
import { createAccountNotes } from '../account-notes.ts'

/** Setting: ids of the accounts with secrets in the OS keychain. */
const IN_KEYCHAIN = 'accountsInKeychain'

export function createKeychainLedger(store: Pick<Store, 'getSetting' | 'setSetting'>): KeychainLedger {
  const notes = createAccountNotes(store, IN_KEYCHAIN)
  return {
    mayHold: async (account) => (await notes.list()).includes(account),
    list: notes.list,
    noteStored: notes.add,
    noteRemoved: notes.remove,
  }
}
