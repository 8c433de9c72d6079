// Owns: connecting a wallet: trying its key at the service, and keeping account and key once the service has said yes.
// Must not: choose which account is in use (accounts.ts does), or leave anything behind when an attempt fails.
import { AppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../log.ts'
import type { Store, StoredAccount } from '../store/store-api.ts'
import type { Link } from './link.ts'

export interface ConnectorOptions {
  readonly store: Store
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly log: Log
  readonly createId: () => string
  /** The link that tries a key which is not kept yet. */
  readonly openCandidate: (account: StoredAccount, ethereumPrivateKey: string) => Link
  /** Takes the account up once it is kept. On an error the one in use stays in use. */
  readonly takeUp: (account: StoredAccount) => Promise<void>
}

/** What is known of a wallet before the service is asked. */
export type AccountDraft = Pick<StoredAccount, 'label' | 'networkKind' | 'baseUrl' | 'ethereumAddress'>

export type Connector = ReturnType<typeof createConnector>

export function createConnector(options: ConnectorOptions) {
  const { store, secrets, log } = options
  /** One for each attempt that is under way or waits for its turn. */
  const attempts = new Set<AbortController>()

  /** A new account leaves nothing behind when this fails or is given up; one that was here before stays. */
  async function keep(
    account: StoredAccount,
    ethereumPrivateKey: string,
    signal: AbortSignal,
  ): Promise<void> {
    const isNew = (await store.listAccounts()).every(({ id }) => id !== account.id)
    signal.throwIfAborted()
    try {
      // The key first: an account without a key would be there to be seen although the attempt failed.
      await secrets.set(account.id, 'ethereumPrivateKey', ethereumPrivateKey)
      signal.throwIfAborted()
      await store.putAccount(account)
      signal.throwIfAborted()
      await options.takeUp(account)
    } catch (error) {
      if (isNew) await undo(account)
      throw error
    }
  }

  async function undo(account: StoredAccount): Promise<void> {
    try {
      await secrets.deleteAll(account.id)
      await store.removeAccount(account.id)
    } catch (error) {
      // The reason why the account was not kept matters more to the caller.
      log.fault('accounts', 'forget an account that was not kept', error, { account: account.id })
    }
  }

  return {
    /** The account of this wallet on this network if it is here, else a new one that is not stored yet. */
    async findOrDraft(draft: AccountDraft): Promise<StoredAccount> {
      const accounts = await store.listAccounts()
      const known = accounts.find(
        (account) =>
          account.ethereumAddress === draft.ethereumAddress &&
          account.networkKind === draft.networkKind &&
          account.baseUrl === draft.baseUrl,
      )
      return known ?? { ...draft, id: options.createId(), createdAtMs: options.clock.now(), profile: null }
    },

    /**
     * The account whose key is entered again. Errors: notFound; validation of `field`, where the key came from, when it is
     * that of another wallet.
     */
    async findSameWallet(id: string, ethereumAddress: string, field: string): Promise<StoredAccount> {
      const account = (await store.listAccounts()).find((candidate) => candidate.id === id)
      if (!account) throw new AppError('notFound', { what: 'account' })
      if (account.ethereumAddress === ethereumAddress) return account
      throw new AppError('validation', { field, reason: 'otherWallet' })
    },

    /**
     * Signs in with a key that is not kept yet, and keeps it only when the service has accepted it. On any failure nothing
     * was stored and the account in use stays in use. Errors: cancelled when the attempt is given up; those of the
     * service, the secret store and the store.
     */
    async connect(
      draft: StoredAccount,
      ethereumPrivateKey: string,
      signal: AbortSignal,
    ): Promise<StoredAccount> {
      signal.throwIfAborted()
      const candidate = options.openCandidate(draft, ethereumPrivateKey)
      const giveUp = (): void => {
        candidate.close()
      }
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        await candidate.client.health()
        await candidate.client.signIn()
        const account = { ...draft, profile: await candidate.client.getProfile() }
        await keep(account, ethereumPrivateKey, signal)
        return account
      } finally {
        signal.removeEventListener('abort', giveUp)
        candidate.close()
      }
    },

    /** Runs work with a signal that `cancel` aborts, also while the work only waits for its turn. */
    async attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const stopper = new AbortController()
      attempts.add(stopper)
      try {
        return await work(stopper.signal)
      } finally {
        attempts.delete(stopper)
      }
    },

    /** Gives up every attempt: each ends with `cancelled`, unless its account was just taken up. */
    cancel(): void {
      for (const stopper of attempts) stopper.abort(new AppError('cancelled', { reason: 'givenUp' }))
    },
  }
}
