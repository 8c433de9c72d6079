// Stores an account with its key in a fixed order, and undoes the writes on failure. Records every key that is left without
// an account.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { SecretName, SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store, StoredAccount } from '../store/api/store-api.ts'
import type { OrphanSecrets } from './wallet/orphan-secrets.ts'
import type { Wallet } from './wallet/wallet-key.ts'

export interface AccountWriterOptions {
  readonly store: Pick<Store, 'listAccounts' | 'putAccount' | 'removeAccount'>
  readonly secrets: SecretStore
  readonly orphans: Pick<OrphanSecrets, 'note' | 'clear'>
  /** Whether a secret of the account was stored in the OS keychain and may still be there, within reach or not. */
  readonly mayBeInKeychain: (id: string) => Promise<boolean>
  /** Activates the account once it is stored. On an error the active one stays active. */
  readonly activate: (account: StoredAccount) => Promise<void>
  readonly log: Log
}

/** The data of a wallet to store. Both fields are null for a wallet that is stored without asking the service. */
export interface Given {
  readonly wallet: Wallet
  /** Saves the new session a second signature, which a wallet elsewhere would have to be asked for. */
  readonly refreshToken: string | null
  /** Cancels the attempt. */
  readonly signal: AbortSignal | null
}

/** A secret's value before its replacement. */
type Before =
  | { readonly kind: 'known'; readonly secret: string | null }
  | { readonly kind: 'unknown'; readonly fault: AppError }

function keyOf(wallet: Wallet): { readonly name: SecretName; readonly secret: string } {
  switch (wallet.keyKind) {
    case 'ethereum':
      return { name: 'ethereumPrivateKey', secret: wallet.ethereumPrivateKey }
    case 'stark':
      return { name: 'starkPrivateKey', secret: wallet.starkPrivateKey }
  }
}

export function createAccountWriter(options: AccountWriterOptions) {
  const { store, secrets, orphans, activate, log } = options

  /** Runs work whose failure must not fail the operation; returns whether it succeeded. */
  async function attend(id: string, what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      log.fault('accounts', what, error, { account: id })
      return false
    }
  }

  /** Stores the key, then the refresh token, which is optional: without it the account signs in again. */
  async function putSecrets(id: string, { wallet, refreshToken }: Given): Promise<void> {
    const { name, secret } = keyOf(wallet)
    await secrets.set(id, name, secret)
    if (refreshToken === null) return
    await attend(id, 'keep the refresh token', () => secrets.set(id, 'refreshToken', refreshToken))
  }

  /** The content of an unreachable keychain is unknown: "nothing found" elsewhere does not mean that there is none. */
  async function recall(id: string, name: SecretName): Promise<Before> {
    try {
      const secret = await secrets.get(id, name)
      if (secret !== null) return { kind: 'known', secret }
    } catch (error) {
      if (!isAppError(error, 'keychainLocked', 'keychainUnavailable')) throw error
      return { kind: 'unknown', fault: error }
    }
    const isElsewhere = secrets.kind === 'memory' || secrets.kind === 'vault'
    if (!isElsewhere || !(await options.mayBeInKeychain(id))) return { kind: 'known', secret: null }
    const fault = new AppError('keychainUnavailable', { reason: secrets.reason ?? 'failed' })
    return { kind: 'unknown', fault }
  }

  /**
   * The known previous values of these secrets. The others cannot be restored: deleting one could reach a copy that the
   * keychain already had.
   */
  async function recallAll(
    id: string,
    names: readonly SecretName[],
  ): Promise<ReadonlyMap<SecretName, string | null>> {
    const recalled = new Map<SecretName, string | null>()
    for (const name of names) {
      const before = await recall(id, name)
      // Each further one would prompt again.
      if (before.kind === 'unknown') break
      recalled.set(name, before.secret)
    }
    return recalled
  }

  async function keepsWalletKey(known: StoredAccount | undefined, wallet: Wallet): Promise<boolean> {
    if (known?.keyKind !== 'ethereum' || wallet.keyKind !== 'stark') return false
    const own = await recall(known.id, 'ethereumPrivateKey')
    if (own.kind === 'unknown') throw own.fault
    return own.secret !== null
  }

  async function keepNew(account: StoredAccount, given: Given): Promise<void> {
    const { signal } = given
    signal?.throwIfAborted()
    // Before the first secret: if the app ends or locks in between, secrets without an account can be found again.
    await orphans.note(account.id)
    try {
      // The key first: otherwise a failed attempt could leave a visible account without a key.
      await putSecrets(account.id, given)
      signal?.throwIfAborted()
      await store.putAccount(account)
      signal?.throwIfAborted()
      await activate(account)
    } catch (error) {
      await undoNew(account)
      throw error
    }
    await attend(account.id, 'clear the note of an account that is kept', () => orphans.clear(account.id))
  }

  /** Runs both steps even if one fails: a locked app cannot remove the secret, and must not keep a row for it. */
  async function undoNew({ id }: StoredAccount): Promise<void> {
    const isBare = await attend(id, 'forget the secrets of an account that was not kept', () =>
      secrets.deleteAll(id),
    )
    const isGone = await attend(id, 'forget an account that was not kept', () => store.removeAccount(id))
    if (isBare && isGone) await attend(id, 'clear the note of an account', () => orphans.clear(id))
  }

  async function keepKnown(known: StoredAccount, account: StoredAccount, given: Given): Promise<void> {
    const before = await recallAll(known.id, [keyOf(given.wallet).name, 'refreshToken'])
    given.signal?.throwIfAborted()
    // Not cancelable from here on: a lock, which also cancels, would make restoring impossible.
    try {
      await putSecrets(known.id, given)
      await replaceRow(known, account)
    } catch (error) {
      for (const [name, secret] of before) {
        await attend(known.id, 'put a secret back', () =>
          secret === null ? secrets.delete(known.id, name) : secrets.set(known.id, name, secret),
        )
      }
      throw error
    }
    if (known.keyKind === 'ethereum' || account.keyKind === 'stark') return
    // The wallet's key replaces it. A copy that cannot be removed now is removed with the account.
    await attend(known.id, 'remove an L2 key that is not needed any more', () =>
      secrets.delete(known.id, 'starkPrivateKey'),
    )
  }

  async function replaceRow(known: StoredAccount, account: StoredAccount): Promise<void> {
    try {
      await store.putAccount(account)
      await activate(account)
    } catch (error) {
      await attend(known.id, 'put an account back', () => store.putAccount(known))
      throw error
    }
  }

  return {
    /**
     * True if the account has its wallet's key and the wallet gives only an L2 key: the account must keep what may be the only
     * copy. Errors: keychainLocked and keychainUnavailable, if it is unknown whether it has one; those of the secret store.
     */
    keepsWalletKey,
    /**
     * Stores the account and activates it, as one of the serialized account changes.
     *
     * - A new account: can be canceled until it is activated. On any failure its secrets and its row are removed; secrets that
     *   cannot be removed then are listed, and removed as soon as they can be reached.
     * - An existing account: can be canceled until the first write. On a later failure its row, its key and its refresh token
     *   are restored.
     * - Stored without asking the service: as the two above, and cannot be canceled.
     *
     * Errors: the signal's reason; those of keepsWalletKey, of the secret store and of the store.
     */
    async keep(found: StoredAccount, given: Given): Promise<StoredAccount> {
      const known = (await store.listAccounts()).find(({ id }) => id === found.id)
      const account: StoredAccount = { ...found, keyKind: given.wallet.keyKind }
      if (known === undefined) {
        await keepNew(account, given)
        return account
      }
      if (!(await keepsWalletKey(known, given.wallet))) {
        await keepKnown(known, account, given)
        return account
      }
      given.signal?.throwIfAborted()
      const unchanged: StoredAccount = { ...found, keyKind: known.keyKind }
      await replaceRow(known, unchanged)
      return unchanged
    },
  }
}

export type AccountWriter = ReturnType<typeof createAccountWriter>
