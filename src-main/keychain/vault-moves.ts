// Moves every secret into a new password vault, and out of it into the OS keychain. Leaves no vault file that is not in use,
// and removes none before all its secrets are elsewhere.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { KeychainLedger } from './keychain-ledger.ts'
import { copySecrets, deleteCopied, type SecretAccess } from './move-secrets.ts'
import type { ChosenStore } from './open-secret-store.ts'
import type { OsKeychain } from './os-keychain.ts'
import { secretNames } from './secret-store.ts'
import type { OnFault } from './vault/attempts.ts'
import type { PasswordVault } from './vault/password-vault.ts'

export interface MovesOptions {
  readonly ledger: KeychainLedger
  readonly keychain: OsKeychain
  readonly vault: PasswordVault
  readonly onFault: OnFault
  /** Ids of the app's accounts. */
  readonly knownAccounts: () => Promise<ReadonlySet<string>>
}

/** The secrets of a session without a password, as the source of a move. */
interface Source {
  readonly shelf: SecretAccess
  readonly accounts: readonly string[]
  /** Accounts that the ledger lists but whose keychain is unavailable today. */
  readonly unreadable: ReadonlySet<string>
}

async function openSource(store: ChosenStore, options: MovesOptions): Promise<Source> {
  const { ledger, keychain } = options
  const { memory } = store
  const isKeychainInUse = store.kind === 'keychain'
  const known = await options.knownAccounts()
  const named = new Set(await ledger.list())
  // A keychain in use gives everything that was stored in it, including secrets of accounts that are not here or are about to
  // be. One that has not been used yet is asked only about accounts that the ledger lists, to avoid needless prompts.
  const inKeychain = isKeychainInUse
    ? new Set([...known, ...named])
    : new Set([...known].filter((account) => named.has(account)))
  const unreadable = new Set<string>()

  const shelf: SecretAccess = {
    async get(account, name) {
      const newer = (await memory?.get(account, name)) ?? null
      if (newer !== null || !inKeychain.has(account)) return newer
      try {
        const secret = await keychain.get(account, name)
        if (secret !== null && !named.has(account)) await ledger.noteStored(account)
        return secret
      } catch (error) {
        // While no keychain is available, its secrets stay there and stay listed.
        if (isKeychainInUse || !isAppError(error, 'keychainUnavailable')) throw error
        unreadable.add(account)
        return null
      }
    },
    set: () => Promise.reject(new AppError('internal', { what: 'write to where secrets move from' })),
    async delete(account, name) {
      await memory?.delete(account, name)
      if (inKeychain.has(account)) await keychain.delete(account, name)
    },
  }
  return { shelf, accounts: [...inKeychain, ...(memory?.accounts() ?? [])], unreadable }
}

/**
 * Creates the vault, moves every secret of `store` into it, and leaves it unlocked. On an error there is no vault and nothing
 * has moved. What could not be deleted from the keychain stays listed in the ledger.
 * Errors: those of {@link PasswordVault.create}; keychainLocked and keychainUnavailable, if the keychain is in use.
 * @param onMoved - called when the vault becomes the store to use, before anything is deleted
 * @returns the accounts whose secrets are all in the vault
 */
export async function moveIntoVault(
  store: ChosenStore,
  password: string,
  options: MovesOptions,
  onMoved: () => void,
): Promise<ReadonlySet<string>> {
  const { ledger, vault, onFault } = options
  const source = await openSource(store, options)
  const move = { accounts: source.accounts, from: source.shelf, to: vault.store }
  // The file makes the vault authoritative. After a crash from here on, unlocking recovers by moving what the ledger lists.
  await vault.create(password)
  let copied
  try {
    ;({ copied } = await copySecrets(move))
    // Reads back the disk's content with the password as it was typed.
    await vault.verify(password)
    // Deletes nothing elsewhere while a power cut could still undo the write.
    await vault.assertDurable()
  } catch (error) {
    await vault.destroy().catch((fault: unknown) => {
      vault.lock()
      onFault('remove a vault that was not filled', fault)
    })
    throw error
  }
  onMoved()
  const result = await deleteCopied(copied, move)
  const left = new Set(result.kind === 'copied' ? result.left.map(({ account }) => account) : [])
  if (result.kind === 'copied') onFault('clear what was moved into the vault', result.fault)
  const complete = new Set(source.accounts.filter((account) => !source.unreadable.has(account)))
  for (const account of complete) {
    if (left.has(account)) continue
    await ledger.noteRemoved(account).catch((error: unknown) => {
      onFault('note that the keychain holds nothing', error)
    })
  }
  return complete
}

/**
 * Moves every secret of the open vault to the OS keychain and removes the vault. Secrets of accounts that are not here move
 * too and stay there, because their data may be restored; `onFault` gets their count. On an error nothing has changed, except
 * for copies in the keychain that could not be removed: those stay listed in the ledger.
 * Errors: keychainUnavailable, keychainLocked; databaseTooNew { file } if the vault has secrets that this version does not
 * know; databaseUnavailable.
 */
export async function moveOutOfVault(vaultFile: string, options: MovesOptions): Promise<void> {
  const { ledger, keychain, vault, onFault } = options
  const entries = await vault.list()
  if (entries.some(({ name }) => !secretNames.some((known) => known === name))) {
    throw new AppError('databaseTooNew', { file: vaultFile })
  }
  const known = await options.knownAccounts()
  await keychain.probe()
  const accounts = [...new Set(entries.map(({ account }) => account))]
  const named = new Set(await ledger.list())

  async function undoNotes(): Promise<void> {
    for (const account of accounts) {
      if (named.has(account)) continue
      await ledger.noteRemoved(account).catch((error: unknown) => {
        onFault('note that the keychain holds nothing', error)
      })
    }
  }

  let copy
  try {
    for (const account of accounts) await ledger.noteStored(account)
    copy = await copySecrets({ accounts, from: vault.store, to: keychain })
  } catch (error) {
    const isClean = !isAppError(error) || error.data['leftInNewStore'] === undefined
    if (isClean) await undoNotes()
    throw error
  }
  try {
    await vault.destroy()
  } catch (error) {
    // The file decides: if it is gone despite the error, the secrets have moved.
    const isGone = await vault.exists().then(
      (exists) => !exists,
      () => false,
    )
    if (!isGone) {
      if ((await copy.takeBack()) === 0) await undoNotes()
      throw error
    }
    vault.lock()
    onFault('remove the vault', error)
  }
  const strangers = accounts.filter((account) => !known.has(account)).length
  if (strangers === 0) return
  const fault = new AppError('notFound', { what: 'accounts', count: strangers })
  onFault('find the accounts of secrets that were moved to the keychain', fault)
}
