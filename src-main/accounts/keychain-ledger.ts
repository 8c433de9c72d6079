// Owns: the note of which accounts have secrets in the OS keychain, kept among the settings. Must not: hold a secret.
import type { KeychainLedger } from '../keychain/keychain-ledger.ts'
import type { Store } from '../store/store-api.ts'
import { createAccountNotes } from './account-notes.ts'

/** Setting: ids of the accounts with something in the OS keychain. */
const IN_KEYCHAIN = 'accountsInKeychain'

export function createKeychainLedger(store: Pick<Store, 'getSetting' | 'setSetting'>): KeychainLedger {
  const notes = createAccountNotes(store, IN_KEYCHAIN)
  return {
    mayHold: async (account) => (await notes.list()).includes(account),
    list: notes.list,
    noteKept: notes.add,
    noteRemoved: notes.remove,
  }
}
