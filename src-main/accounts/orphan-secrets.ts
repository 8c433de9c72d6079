// Owns: the note of secrets that the app itself leaves without an account, and removing them as soon as they can be reached.
// Must not: take it for a reason to remove secrets that there is no such account: a data file may be new, or restored.
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store } from '../store/store-api.ts'
import { createAccountNotes } from './account-notes.ts'

/** Setting: ids of the accounts that are being kept, or were removed without their secrets. */
const ORPHANS = 'accountsWithoutRow'

export interface OrphanSecretsOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listAccounts'>
  readonly secrets: Pick<SecretStore, 'deleteAll'>
  readonly log: Log
}

export interface OrphanSecrets {
  /** Before the first secret of a new account, and before an account goes whose secrets are still there. */
  note(account: string): Promise<void>
  /** The account is there now, or nothing of it is. */
  clear(account: string): Promise<void>
  /**
   * Removes the secrets of noted accounts that are not there, wherever they lie. What cannot be reached now stays noted; a
   * locked app is no fault. One of the account changes, which follow one another: in the middle of another it would take
   * away what that one has just kept. Errors: those of the store.
   */
  sweep(): Promise<void>
}

export function createOrphanSecrets({ store, secrets, log }: OrphanSecretsOptions): OrphanSecrets {
  const notes = createAccountNotes(store, ORPHANS)
  return {
    note: notes.add,
    clear: notes.remove,
    async sweep() {
      const noted = await notes.list()
      if (noted.length === 0) return
      const here = new Set((await store.listAccounts()).map(({ id }) => id))
      for (const account of noted) {
        try {
          // One that is here was ended between its row and its note: its secrets are its own.
          if (!here.has(account)) await secrets.deleteAll(account)
        } catch (error) {
          if (!isAppError(error, 'vaultLocked')) {
            log.fault('accounts', 'remove what is left of an account that is no more', error, { account })
          }
          // Each further one would prompt again, or fail for the same reason.
          return
        }
        await notes.remove(account)
      }
    },
  }
}
