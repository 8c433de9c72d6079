// Lists secrets that the app has left without an account, and removes them as soon as they can be reached. A missing account
// alone is no reason to remove secrets: the data file may be new or restored.
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { Log } from '../../diagnostics/log.ts'
import type { Store } from '../../store/api/store-api.ts'
import { createAccountNotes } from '../account-notes.ts'

/** Setting: ids of accounts that are being stored, or were removed without their secrets. */
const ORPHANS = 'accountsWithoutRow'

export interface OrphanSecretsOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listAccounts'>
  readonly secrets: Pick<SecretStore, 'deleteAll'>
  readonly log: Log
}

export function createOrphanSecrets({ store, secrets, log }: OrphanSecretsOptions) {
  const notes = createAccountNotes(store, ORPHANS)
  return {
    /** Called before the first secret of a new account, and before an account is removed whose secrets remain. */
    note: notes.add,
    /** The account exists now, or nothing of it remains. */
    clear: notes.remove,
    /**
     * Removes the secrets of listed accounts that do not exist, from every backend. Unreachable ones stay listed; a locked app
     * is no fault. Runs as one of the serialized account changes: during another it could remove what that one has just stored.
     * Errors: those of the store.
     */
    async sweep(): Promise<void> {
      const noted = await notes.list()
      if (noted.length === 0) return
      const here = new Set((await store.listAccounts()).map(({ id }) => id))
      for (const account of noted) {
        try {
          // An existing account was interrupted between its row and its list entry: its secrets stay.
          if (!here.has(account)) await secrets.deleteAll(account)
        } catch (error) {
          if (!isAppError(error, 'vaultLocked')) {
            log.fault('accounts', 'remove what is left of an account that is no more', error, { account })
          }
          // Each further one would prompt again or fail for the same reason.
          return
        }
        await notes.remove(account)
      }
    },
  }
}

export type OrphanSecrets = ReturnType<typeof createOrphanSecrets>
