// Owns: what still lies in the OS keychain while the vault is in use, as the ledger says, and bringing it home.
// Must not: touch the keychain for an account that the ledger does not name, or lose the vault's copy of a secret.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { KeychainLedger } from './keychain-ledger.ts'
import { moveSecrets, type SecretShelf } from './move-secrets.ts'
import type { OsKeychain } from './os-keychain.ts'
import type { SecretName } from './secret-store.ts'
import type { OnFault } from './vault/attempts.ts'
import type { VaultStore } from './vault/password-vault.ts'

export interface LeftoversOptions {
  readonly ledger: KeychainLedger
  readonly keychain: OsKeychain
  readonly vault: VaultStore
  readonly onFault: OnFault
}

export interface Leftovers {
  /** The ledger names an account, as of the last look. */
  readonly isAny: boolean
  /** Looks into the ledger. Nothing of these accounts counts as copied, save of those in `copied`. */
  look(copied?: ReadonlySet<string>): Promise<void>
  /** What the keychain may hold and the vault does not; null where there is no keychain. Errors: keychainLocked. */
  read(account: string, name: SecretName): Promise<string | null>
  /** Deletes one secret. Errors: those of the keychain, with `isHeld` in the data. */
  delete(account: string, name: SecretName): Promise<void>
  /** Deletes all of an account and its note. Errors: as of delete. */
  deleteAll(account: string): Promise<void>
  /**
   * Brings into the open vault what is left of every account that the ledger names, where the vault's own secret wins; also
   * of one that is not among the app's accounts, whose data may come back. Faults are reported, and what they left over
   * stays noted.
   */
  settle(): Promise<void>
}

/** A secret that the keychain may hold and cannot give up now: its note must stay. */
function held(error: unknown): unknown {
  if (!isAppError(error, 'keychainUnavailable', 'keychainLocked')) return error
  return new AppError(error.code, { ...error.data, isHeld: true }, error)
}

export function createLeftovers({ ledger, keychain, vault, onFault }: LeftoversOptions): Leftovers {
  let isAny = false
  /** Accounts of which the keychain may hold a secret that the vault does not. */
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

  const shelf: SecretShelf = {
    get: (account, name) => keychain.get(account, name),
    set: (account, name, secret) => keychain.set(account, name, secret),
    delete: (account, name) => keychain.delete(account, name),
  }

  async function takeIn(account: string): Promise<void> {
    // The vault is the truth since its file exists: what differs in the keychain is older.
    const result = await moveSecrets({ accounts: [account], from: shelf, to: vault, prefer: 'to' })
    unread.delete(account)
    if (result.kind === 'copied') throw result.fault
    await noteRemoved(account)
  }

  return {
    get isAny() {
      return isAny
    },
    look,
    async read(account, name) {
      if (!unread.has(account)) return null
      try {
        return await keychain.get(account, name)
      } catch (error) {
        if (isAppError(error, 'keychainUnavailable')) return null
        throw error
      }
    },
    async delete(account, name) {
      if (!(await ledger.mayHold(account))) return
      try {
        await keychain.delete(account, name)
      } catch (error) {
        throw held(error)
      }
    },
    async deleteAll(account) {
      if (!(await ledger.mayHold(account))) return
      try {
        await keychain.deleteAll(account)
      } catch (error) {
        throw held(error)
      }
      await noteRemoved(account)
    },
    async settle() {
      for (const account of await ledger.list()) {
        try {
          await takeIn(account)
        } catch (error) {
          onFault('bring what is left in the keychain into the vault', error)
          // Each further try would prompt again, or fail for the same reason.
          if (isAppError(error, 'keychainLocked', 'vaultLocked')) return
        }
      }
    },
  }
}
