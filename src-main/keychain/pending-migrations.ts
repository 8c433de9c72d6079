// Moves secrets that the ledger still lists in the OS keychain into the vault in use. Asks the keychain only about listed
// accounts, and never loses the vault's copy of a secret.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { KeychainLedger } from './keychain-ledger.ts'
import { moveSecrets, type SecretAccess } from './move-secrets.ts'
import type { OsKeychain } from './os-keychain.ts'
import type { SecretName } from './secret-store.ts'
import type { OnFault } from './vault/attempts.ts'
import type { VaultStore } from './vault/password-vault.ts'

export interface PendingMigrationsOptions {
  readonly ledger: KeychainLedger
  readonly keychain: OsKeychain
  readonly vault: VaultStore
  readonly onFault: OnFault
}

/** Marks the fault of a secret that the keychain may hold but cannot return now: its ledger entry must stay. */
function held(error: unknown): unknown {
  if (!isAppError(error, 'keychainUnavailable', 'keychainLocked')) return error
  return new AppError(error.code, { ...error.data, isHeld: true }, error)
}

export function createPendingMigrations({ ledger, keychain, vault, onFault }: PendingMigrationsOptions) {
  let isAny = false
  /** Accounts of which the keychain may hold a secret that the vault lacks. */
  const unread = new Set<string>()

  async function look(copied: ReadonlySet<string> = new Set()): Promise<void> {
    const named = await ledger.list()
    isAny = named.length > 0
    unread.clear()
    for (const account of named) if (!copied.has(account)) unread.add(account)
  }

  async function noteRemoved(account: string): Promise<void> {
    await ledger.noteRemoved(account)
    unread.delete(account)
    isAny = (await ledger.list()).length > 0
  }

  const shelf: SecretAccess = {
    get: (account, name) => keychain.get(account, name),
    set: (account, name, secret) => keychain.set(account, name, secret),
    delete: (account, name) => keychain.delete(account, name),
  }

  async function takeIn(account: string): Promise<void> {
    // The vault is authoritative once its file exists: a different value in the keychain is older.
    const result = await moveSecrets({ accounts: [account], from: shelf, to: vault, prefer: 'to' })
    unread.delete(account)
    if (result.kind === 'copied') throw result.fault
    await noteRemoved(account)
  }

  return {
    /** True if the ledger listed an account when it was last read. */
    get isAny(): boolean {
      return isAny
    },
    /** Reads the ledger. Only the accounts in `copied` count as already in the vault. */
    look,
    /** A secret that the keychain may hold and the vault does not; null without a keychain. Errors: keychainLocked. */
    async read(account: string, name: SecretName): Promise<string | null> {
      if (!unread.has(account)) return null
      try {
        return await keychain.get(account, name)
      } catch (error) {
        if (isAppError(error, 'keychainUnavailable')) return null
        throw error
      }
    },
    /** Deletes one secret. Errors: those of the keychain, with `isHeld` in the data. */
    async delete(account: string, name: SecretName): Promise<void> {
      if (!(await ledger.mayHold(account))) return
      try {
        await keychain.delete(account, name)
      } catch (error) {
        throw held(error)
      }
    },
    /** Deletes all secrets of an account and its ledger entry. Errors: those of delete. */
    async deleteAll(account: string): Promise<void> {
      if (!(await ledger.mayHold(account))) return
      try {
        await keychain.deleteAll(account)
      } catch (error) {
        throw held(error)
      }
      await noteRemoved(account)
    },
    /**
     * Moves the remaining secrets of every listed account into the open vault, whose own secrets win. Includes accounts that
     * the app no longer has, whose data may be restored. Faults are reported, and the secrets they leave behind stay listed.
     */
    async settle(): Promise<void> {
      for (const account of await ledger.list()) {
        try {
          await takeIn(account)
        } catch (error) {
          onFault('bring what is left in the keychain into the vault', error)
          // Each further attempt would prompt again or fail for the same reason.
          if (isAppError(error, 'keychainLocked', 'vaultLocked')) return
        }
      }
    },
  }
}
