// The face of the accounts: which wallets are here, and what the page and the app can do with them.
import { coalesce } from '../async/coalesce.ts'
import { createMutex } from '../async/mutex.ts'
import type { Account, AccountsState, RemovedAccount } from '../../src-preload/contract/accounts/accounts.ts'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import { type PracticeWallet, practiceWallets } from '../practice/users.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { StoredAccount } from '../store/api/store-api.ts'
import { createAllAccounts } from './all-accounts.ts'
import { ACTIVE_ACCOUNT, createActivation, type OwnSessionOptions } from './account-activation.ts'
import { networkKeyOf, networkProfiles } from '../session/network-profile.ts'
import { createConnector } from './wallet/connect-account.ts'
import { createDescriber } from './describe-account.ts'
import { createAccountWriter } from './account-writer.ts'
import { createKeychainLedger } from './wallet/accounts-in-keychain.ts'
import { createL2Keys } from './wallet/check-l2-key.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { CheckLeaving } from './check-leaving.ts'
import { createOrphanSecrets } from './wallet/orphan-secrets.ts'
import { checkRemovalLabel, removeAccount } from './remove-account.ts'
import { createServiceKeys } from './service-keys.ts'
import { createSignInChoices } from './sign-in-choices.ts'
import { createSignatureRequests } from './questions/signature-requests.ts'
import { createWalletEntry } from './wallet/wallet-entry.ts'
import type { Tools } from '../tools.ts'

export interface AccountsOptions extends Pick<Tools, 'store' | 'clock' | 'emit' | 'log'> {
  readonly journal: Pick<Journal, 'listRecipients' | 'putRecipient'>
  readonly secrets: SecretStore
  readonly practiceSeed: number
  readonly createId: () => string
  /** Whether wallets sign in automatically at start, as the user chose; read each time. */
  readonly signInAtStart: () => boolean
  /** Opens the session of an account; the rest of its options comes from the composition root. */
  readonly openSession: (options: OwnSessionOptions) => AccountSession
  readonly current: CurrentAccount
}

type Nothing = Record<string, never>

export function createAccounts(options: AccountsOptions) {
  const { store, journal, secrets, log, current } = options
  const getPracticeWallets = practiceWallets(options.practiceSeed)
  const serviceKeys = createServiceKeys({ store, secrets })
  const orphans = createOrphanSecrets({ store, secrets, log })
  const signIns = createSignInChoices({ store, signInAtStart: options.signInAtStart })
  const signatures = createSignatureRequests(announceLater)
  const allAccounts = createAllAccounts(store)
  const describer = createDescriber({ store, serviceKeys })
  /** Account changes follow one another: two at once could leave one's session over the other's rows. */
  const runExclusive = createMutex()
  /** One after the other: a state that took long to read must not follow a newer one. */
  const announce = coalesce(async () => options.emit('accounts:changed', await getState()))

  const activation = createActivation({
    ...options,
    l2Keys: createL2Keys({ store, secrets, practiceKeyOf, log }),
    signIns,
    requestSignature: signatures.request,
    practiceKeyOf,
    runExclusive,
    allAccounts,
    announce,
  })
  current.events.on('signIn', announceLater)

  const accountWriter = createAccountWriter({
    ...options,
    orphans,
    mayBeInKeychain: (id) => createKeychainLedger(store).mayHold(id),
    activate: async (account) => {
      await signIns.noteSignedIn(account.id)
      await activation.use(account)
    },
  })

  const connector = createConnector({
    ...options,
    accountWriter,
    runExclusive,
    openCandidate: activation.openCandidate,
  })

  async function getState(): Promise<AccountsState> {
    return {
      accounts: await describer.describeAll(),
      activeId: current.get()?.account.id ?? null,
      session: current.get()?.client.sessionState() ?? 'signedOut',
      protection: { kind: secrets.kind, reason: secrets.reason },
      signatureRequest: signatures.get(),
      isAllShown: await allAccounts.isShown(current.get()?.account ?? null),
    }
  }

  function announceLater(): void {
    announce().catch((error: unknown) => log.fault('accounts', 'announce the accounts', error))
  }

  async function introduce(wallets: readonly PracticeWallet[]): Promise<void> {
    const network = networkKeyOf({ networkKind: 'practice', baseUrl: null })
    const known = (await journal.listRecipients(network)).map(({ address }) => address)
    for (const { name: label, ethereumAddress: address } of wallets) {
      if (known.includes(address)) continue
      await journal.putRecipient(network, { address, label, note: '', createdAtMs: options.clock.now() })
    }
  }

  /** Practice keys are not secret: they are derived from the seed, so practice works where no key can be stored. */
  function practiceKeyOf(account: StoredAccount): string | undefined {
    if (networkProfiles[account.networkKind].hasRealFunds) return undefined
    return getPracticeWallets().find(({ ethereumAddress }) => ethereumAddress === account.ethereumAddress)
      ?.ethereumPrivateKey
  }

  async function requireAccount(id: string): Promise<StoredAccount> {
    const account = (await store.listAccounts()).find((candidate) => candidate.id === id)
    if (!account) throw new AppError('notFound', { what: 'account' })
    return account
  }

  /**
   * Checks whether the listed service keys are present, and notifies the page: used after the secrets moved to another
   * backend or the vault was set aside.
   */
  function recheckServiceKeys(): Promise<void> {
    return runExclusive(async () => {
      await serviceKeys.recheck((await store.listAccounts()).map(({ id }) => id))
      await announce()
    })
  }

  /** Not awaited: what was locked or out of reach is tried again at the next start and unlock. */
  function sweep(): Promise<void> {
    return runExclusive(() => orphans.sweep()).catch((error: unknown) =>
      log.fault('accounts', 'remove what is left of accounts that are no more', error),
    )
  }

  return {
    getState,

    /** One account. Errors: notFound. */
    async find(id: string): Promise<Account> {
      const account = await describer.findDescribed(id)
      if (account === null) throw new AppError('notFound', { what: 'account' })
      return account
    },

    /** Activates the last used account, signed in as far as the stored keys and the user's choices allow. */
    resume: (): Promise<void> =>
      runExclusive(async () => {
        const accounts = await store.listAccounts()
        const activeId = await store.getSetting(ACTIVE_ACCOUNT)
        const account = accounts.find(({ id }) => id === activeId) ?? accounts[0]
        // Without any account (the data file may have lost them), the session of one that no longer exists ends.
        if (account || current.get() !== null) await activation.use(account ?? null, account?.id === activeId)
      }),

    ...createWalletEntry({ connector, getPracticeWallets, introduce, describe: describer.describe }),

    cancelConnect(): Nothing {
      connector.cancel()
      signatures.cancel()
      return {}
    },

    giveSignature({ signature }: ChannelInput<'accounts:giveSignature'>): Nothing {
      signatures.give(signature)
      return {}
    },

    activate: ({ id }: ChannelInput<'accounts:activate'>, checkLeaving?: CheckLeaving): Promise<Nothing> =>
      runExclusive(async () => {
        if (current.get()?.account.id === id) return {}
        const next = await requireAccount(id)
        checkLeaving?.()
        await activation.use(next)
        return {}
      }),

    showAll: ({ isAll }: ChannelInput<'accounts:showAll'>): Promise<Nothing> =>
      runExclusive(async () => {
        await allAccounts.show(current.require().account, isAll)
        await announce()
        return {}
      }),

    rename: ({ id, label }: ChannelInput<'accounts:rename'>): Promise<Nothing> =>
      runExclusive(async () => {
        await store.putAccount({ ...(await requireAccount(id)), label })
        await announce()
        return {}
      }),

    remove: ({ id, label, leaveSecrets }: ChannelInput<'accounts:remove'>): Promise<RemovedAccount> =>
      runExclusive(async () => {
        const account = await requireAccount(id)
        checkRemovalLabel(account, label)
        const removed = await removeAccount(account, {
          ...options,
          orphans,
          isInUse: () => current.get()?.account.id === id,
          leave: () => activation.use(null),
          leaveSecrets,
        })
        serviceKeys.drop(id)
        const next = current.get() === null ? (await store.listAccounts())[0] : undefined
        if (next) await activation.use(next)
        else await announce()
        return removed
      }),

    /**
     * Stores a key that the service's operator issued, or removes it (null). Errors: those of the secret store and the store.
     */
    setServiceKey: ({
      id,
      name,
      value,
    }: ChannelInput<'accounts:setServiceKey'> & { readonly value: string | null }): Promise<Nothing> =>
      runExclusive(async () => {
        const account = await requireAccount(id)
        try {
          await serviceKeys.set(account.id, name, value)
          return {}
        } finally {
          await announce()
        }
      }),

    recheckServiceKeys,

    signIn: async (): Promise<void> => {
      const session = current.require()
      await session.client.signIn()
      await runExclusive(async () => {
        // A sign-out meanwhile is the later choice.
        if (session.client.sessionState() !== 'needsSignIn') await signIns.noteSignedIn(session.account.id)
      })
      // What could not be read or compared while the keychain was locked can be now.
      activation.syncProfile(session)
    },

    signOut: async (checkLeaving?: CheckLeaving): Promise<Nothing> => {
      const asked = current.require()
      return runExclusive(async () => {
        const { id } = await requireAccount(asked.account.id)
        const inUse = current.get()
        // Its key may have been entered again meanwhile: then it has another session, which must not stay signed in.
        const session = inUse?.account.id === id ? inUse : asked
        if (session.client.sessionState() === 'appLocked') throw new AppError('vaultLocked')
        checkLeaving?.()
        // Recorded first: a token that cannot be removed now must not sign in at the next start.
        await signIns.noteSignedOut(id)
        try {
          // The kill switch may have been pressed while that was written.
          checkLeaving?.()
        } catch (error) {
          await signIns.noteSignedIn(id)
          throw error
        }
        await session.client.signOut()
        return {}
      })
    },

    /** Removes secrets without an account, left by attempts, removals and crashes. */
    sweep,

    syncProfile: activation.syncProfile,

    /**
     * Called when the app locks: aborts attempts in progress.
     * @param forgetsTokens - drops the tokens from memory too; otherwise they go on to serve own orders alone
     */
    lock(forgetsTokens = true): void {
      connector.cancel()
      signatures.cancel()
      const client = current.get()?.client
      if (forgetsTokens) client?.forget()
      else client?.hold()
    },

    /** Called when the secret store is readable again, the same one or another. */
    unlock(): void {
      const session = current.get()
      session?.client.resume()
      if (session !== null) activation.syncProfile(session)
      recheckServiceKeys().catch((error: unknown) => log.fault('accounts', 'look for service keys', error))
      void sweep()
    },

    close(): void {
      connector.cancel()
      signatures.cancel()
      current.use(null)
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>
