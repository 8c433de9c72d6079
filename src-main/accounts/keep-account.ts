// Owns: keeping an account with its key: the order of what is written, and what is taken back when it does not come about.
// Must not: ask the service, or leave a key without its account unnoted.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { SecretName, SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store, StoredAccount } from '../store/store-api.ts'
import type { OrphanSecrets } from './orphan-secrets.ts'
import type { Wallet } from './wallet-key.ts'

export interface KeeperOptions {
  readonly store: Pick<Store, 'listAccounts' | 'putAccount' | 'removeAccount'>
  readonly secrets: SecretStore
  readonly orphans: Pick<OrphanSecrets, 'note' | 'clear'>
  /** Whether something of the account was put into the OS keychain and may be there still, within reach or not. */
  readonly mayBeInKeychain: (id: string) => Promise<boolean>
  /** Takes the account up once it is kept. On an error the one in use stays in use. */
  readonly takeUp: (account: StoredAccount) => Promise<void>
  readonly log: Log
}

/** What there is to keep of a wallet. Both are null for one that is kept unasked: no service has seen it, nobody waits. */
export interface Given {
  readonly wallet: Wallet
  /** Saves the new session a second signature, which a wallet elsewhere would have to be asked for. */
  readonly refreshToken: string | null
  /** Gives the attempt up. */
  readonly signal: AbortSignal | null
}

/** What a secret was before it is replaced. */
type Before =
  | { readonly kind: 'known'; readonly secret: string | null }
  | { readonly kind: 'unknown'; readonly fault: AppError }

export interface AccountKeeper {
  /**
   * True for an account that has its wallet's key where the wallet gives the lesser L2 key: it must not lose what may be
   * the only copy. Errors: keychainLocked and keychainUnavailable, where it cannot be told whether it has one; those of the
   * secret store.
   */
  keepsOwnKey(known: StoredAccount | undefined, wallet: Wallet): Promise<boolean>
  /**
   * Keeps the account and takes it up. One of the account changes, which follow one another.
   *
   * - A new account: can be given up until it is taken up. On any failure its secrets and its row go; secrets that cannot be
   *   removed then are noted, and go as soon as they can be reached.
   * - An account that is here: can be given up until the first write. On a failure after that its row, its key and its
   *   refresh token are put back as they were.
   * - Kept unasked: as the two above, and cannot be given up.
   *
   * Errors: the signal's reason; those of keepsOwnKey, of the secret store and of the store.
   */
  keep(account: StoredAccount, given: Given): Promise<StoredAccount>
}

function keyOf(wallet: Wallet): { readonly name: SecretName; readonly secret: string } {
  switch (wallet.keyKind) {
    case 'ethereum':
      return { name: 'ethereumPrivateKey', secret: wallet.ethereumPrivateKey }
    case 'stark':
      return { name: 'starkPrivateKey', secret: wallet.starkPrivateKey }
  }
}

export function createAccountKeeper(options: KeeperOptions): AccountKeeper {
  const { store, secrets, orphans, takeUp, log } = options

  /** Does what must not decide over success or failure; says whether it was done. */
  async function attend(id: string, what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      log.fault('accounts', what, error, { account: id })
      return false
    }
  }

  /** The key, and then the refresh token, without which the account is as good and signs in anew. */
  async function putSecrets(id: string, { wallet, refreshToken }: Given): Promise<void> {
    const { name, secret } = keyOf(wallet)
    await secrets.set(id, name, secret)
    if (refreshToken === null) return
    await attend(id, 'keep the refresh token', () => secrets.set(id, 'refreshToken', refreshToken))
  }

  /** What lies in a keychain that is out of reach is not known: "nothing found" elsewhere does not mean that there is none. */
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
   * What is known of these secrets. The others cannot be put back: to delete one could reach a copy that the keychain has had
   * all along.
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

  async function keepsOwnKey(known: StoredAccount | undefined, wallet: Wallet): Promise<boolean> {
    if (known?.keyKind !== 'ethereum' || wallet.keyKind !== 'stark') return false
    const own = await recall(known.id, 'ethereumPrivateKey')
    if (own.kind === 'unknown') throw own.fault
    return own.secret !== null
  }

  async function keepNew(account: StoredAccount, given: Given): Promise<void> {
    const { signal } = given
    signal?.throwIfAborted()
    // Before the first secret: should the app end or lock in between, what has no account is found again.
    await orphans.note(account.id)
    try {
      // The key first: an account without a key would be there to be seen although the attempt failed.
      await putSecrets(account.id, given)
      signal?.throwIfAborted()
      await store.putAccount(account)
      signal?.throwIfAborted()
      await takeUp(account)
    } catch (error) {
      await undoNew(account)
      throw error
    }
    await attend(account.id, 'clear the note of an account that is kept', () => orphans.clear(account.id))
  }

  /** Each also where the other fails: a locked app lets go of no secret, and must not be left with a row to it. */
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
    // Not given up from here on: a lock, which gives up too, would let nothing be put back.
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
    // The wallet's key has taken its place. A copy that cannot be removed now goes with the account.
    await attend(known.id, 'remove an L2 key that is not needed any more', () =>
      secrets.delete(known.id, 'starkPrivateKey'),
    )
  }

  async function replaceRow(known: StoredAccount, account: StoredAccount): Promise<void> {
    try {
      await store.putAccount(account)
      await takeUp(account)
    } catch (error) {
      await attend(known.id, 'put an account back', () => store.putAccount(known))
      throw error
    }
  }

  return {
    keepsOwnKey,
    async keep(found, given) {
      const known = (await store.listAccounts()).find(({ id }) => id === found.id)
      const account: StoredAccount = { ...found, keyKind: given.wallet.keyKind }
      if (known === undefined) {
        await keepNew(account, given)
        return account
      }
      if (!(await keepsOwnKey(known, given.wallet))) {
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
