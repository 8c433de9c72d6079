// Removing an account: in which order its secrets, its session and its rows go.
import type { RemovedAccount } from '../../src-preload/contract/accounts/accounts.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store, StoredAccount } from '../store/api/store-api.ts'
import type { OrphanSecrets } from './wallet/orphan-secrets.ts'

export interface RemoveOptions {
  readonly store: Pick<Store, 'removeAccount'>
  readonly secrets: Pick<SecretStore, 'deleteAll'>
  readonly orphans: Pick<OrphanSecrets, 'note'>
  readonly log: Log
  readonly isInUse: (account: StoredAccount) => boolean
  /** Ends the session of the account in use. */
  readonly leave: () => Promise<void>
  /** False: an account whose secrets cannot be reached is not removed. */
  readonly leaveSecrets: boolean
}

/** Errors: validation { field: 'label', reason: 'otherAccount' } unless `typed` is the account's name. */
export function checkRemovalLabel(account: StoredAccount, typed: string): void {
  if (typed.trim() === account.label.trim()) return
  throw new AppError('validation', { field: 'label', reason: 'otherAccount' })
}

/** The keychain holds a secret of the account but does not return it now: its ledger keeps it listed. */
function isOutOfReach(error: unknown): error is AppError {
  return isAppError(error, 'keychainUnavailable', 'keychainLocked') && error.data['isHeld'] === true
}

/**
 * Errors: those of the secret store and the store; the account is as it was after those of the secret store. Once the session is
 * closed the account goes, whatever its secrets do: those that stay are noted, and removed when they can be reached.
 */
export async function removeAccount(account: StoredAccount, options: RemoveOptions): Promise<RemovedAccount> {
  const { store, secrets, orphans, log, leaveSecrets } = options

  async function removeSecrets(mayStay: (error: unknown) => boolean): Promise<RemovedAccount['secrets']> {
    try {
      await secrets.deleteAll(account.id)
      return 'removed'
    } catch (error) {
      if (!mayStay(error)) throw error
      log.fault('accounts', 'left the secrets of a removed account', error, { account: account.id })
      return 'left'
    }
  }

  // Secrets first, with the account active until they are gone: rows without a key are harmless, and a locked keychain must
  // leave everything unchanged.
  let outcome = await removeSecrets((error) => leaveSecrets && isOutOfReach(error))
  if (options.isInUse(account)) {
    await options.leave()
    // Its session may have renewed and stored its tokens meanwhile.
    outcome = await removeSecrets(() => true)
  }
  // Before the row is removed: with neither row nor list entry the remaining secrets would never be found.
  if (outcome === 'left') await orphans.note(account.id)
  return { secrets: outcome, ...(await store.removeAccount(account.id)) }
}
