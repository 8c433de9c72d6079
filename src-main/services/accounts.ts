// Owns: which wallets are here and which one is in use; connecting, switching, removing.
// Must not: hand a key to anyone but the secret store, and the link and the L2 comparison that sign with it.
import type { Account, AccountsState, L2Key, SessionState } from '../../src-preload/contract/accounts.ts'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { AppError, isAppError } from '../../src-preload/shared/errors.ts'
import type { Clock } from '../clock.ts'
import { knownNetworks, parseBaseUrl } from '../exchange/base-url.ts'
import type { Emit } from '../ipc/events.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../log.ts'
import { derivePracticeUsers } from '../practice/users.ts'
import { ethereumAddressOf } from '../signing/ethereum.ts'
import type { Store, StoredAccount } from '../store/store-api.ts'
import { createConnector } from './connect-account.ts'
import { createL2Keys } from './l2-key.ts'
import type { Link, LinkOptions } from './link.ts'
import { practiceOrigin } from './practice-host.ts'
import { listPhraseAddresses, resolveWalletKey, walletField } from './wallet-key.ts'

/** Setting: id of the account in use. */
const ACTIVE_ACCOUNT = 'activeAccount'

export interface AccountsOptions {
  readonly store: Store
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  readonly practiceSeed: number
  readonly createId: () => string
  /** Makes the link of an account; the rest of its options comes from the composition root. */
  readonly openLink: (
    options: Pick<LinkOptions, 'account' | 'baseUrl' | 'candidateKey' | 'practiceKey' | 'onSession'>,
  ) => Link
  /** Called with the link that is in use from now on, or null. */
  readonly onLink: (link: Link | null) => void
}

function toAccount(stored: StoredAccount, l2Key: L2Key): Account {
  return {
    id: stored.id,
    label: stored.label,
    network: { kind: stored.networkKind, baseUrl: stored.baseUrl },
    ethereumAddress: stored.ethereumAddress,
    createdAtMs: stored.createdAtMs,
    profile: stored.profile,
    l2Key,
  }
}

export function createAccounts(options: AccountsOptions) {
  const { store, secrets, emit, log } = options
  const practiceUsers = derivePracticeUsers(options.practiceSeed)
  const l2Keys = createL2Keys({ store, secrets, practiceKeyOf, log })
  let link: Link | null = null
  let session: SessionState = 'signedOut'
  /** Account changes follow one another: two at once could leave one's link over the other's rows. */
  let queue: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = queue.then(work, work)
    queue = next.catch(() => undefined)
    return next
  }

  async function describe(stored: StoredAccount): Promise<Account> {
    return toAccount(stored, await l2Keys.recall(stored))
  }

  async function getState(): Promise<AccountsState> {
    const accounts = await store.listAccounts()
    return {
      accounts: await Promise.all(accounts.map(describe)),
      activeId: link?.account.id ?? null,
      session,
      protection: { kind: secrets.kind, reason: secrets.reason },
    }
  }

  async function announce(): Promise<void> {
    emit('accounts:changed', await getState())
  }

  function reportLater(what: string, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      log.fault('accounts', what, error)
    })
  }

  function addressOf(account: StoredAccount): string {
    switch (account.networkKind) {
      case 'practice':
        return practiceOrigin
      case 'mainnet':
      case 'testnet':
        return knownNetworks[account.networkKind]
      case 'custom':
        return account.baseUrl ?? ''
    }
  }

  function open(account: StoredAccount, candidateKey?: string): Link {
    const opened: Link = options.openLink({
      account,
      baseUrl: addressOf(account),
      candidateKey,
      practiceKey: practiceKeyOf(account),
      onSession: (state) => {
        if (link !== opened) return
        session = state
        reportLater('announce the session', announce())
      },
    })
    return opened
  }

  /** Takes up another link, or none. On an error the link in use stays in use; what cannot be told is logged. */
  async function use(next: Link | null): Promise<void> {
    try {
      await store.setSetting(ACTIVE_ACCOUNT, next?.account.id ?? '')
    } catch (error) {
      next?.close()
      throw error
    }
    link?.close()
    link = next
    session = next === null ? 'signedOut' : next.client.sessionState()
    options.onLink(next)
    await announce().catch((error: unknown) => {
      log.fault('accounts', 'announce the account in use', error)
    })
  }

  /** Reads who the service says this is, and keeps it with the answer whose L2 key that is. Out of reach changes nothing. */
  async function refreshProfile(of: Link): Promise<void> {
    const profile = await of.client.getProfile({ signal: of.signal })
    if (link !== of) return
    const account = { ...of.account, profile }
    await store.putAccount(account)
    // Without an answer the account is as good as before, but nothing can be signed with its L2 key.
    await l2Keys.compare(account, of.signal).catch((error: unknown) => {
      log.fault('signing', 'compare the L2 key with the profile', error, { account: account.id })
    })
    await announce()
  }

  /** Signs in and reads the profile of the account in use; called when it is taken up and when the service returns. */
  function greet(of: Link): void {
    refreshProfile(of).catch((error: unknown) => {
      if (!isAppError(error, 'cancelled', 'network', 'timeout', 'unauthenticated')) {
        log.fault('accounts', 'read the profile', error)
      }
    })
  }

  const connector = createConnector({
    store,
    secrets,
    clock: options.clock,
    log,
    createId: options.createId,
    openCandidate: open,
    takeUp: (account) => use(open(account)),
  })

  async function attemptInTurn(work: (signal: AbortSignal) => Promise<StoredAccount>): Promise<Account> {
    return describe(await connector.attempt((signal) => inTurn(() => work(signal))))
  }

  return {
    getState,

    /** Takes up the account of last time, signed in as far as the keys at hand allow. */
    resume: (): Promise<void> =>
      inTurn(async () => {
        const accounts = await store.listAccounts()
        const activeId = await store.getSetting(ACTIVE_ACCOUNT)
        const account = accounts.find(({ id }) => id === activeId) ?? accounts[0]
        if (account) await use(open(account))
      }),

    connectPractice: ({ user }: ChannelInput<'accounts:connectPractice'>): Promise<Account> =>
      attemptInTurn(async (signal) => {
        const person = practiceUsers[user]
        if (!person) throw new AppError('notFound', { what: 'practice user' })
        const draft = await connector.findOrDraft({
          label: person.name,
          networkKind: 'practice',
          baseUrl: null,
          ethereumAddress: person.ethereumAddress,
        })
        return connector.connect(draft, person.ethereumPrivateKey, signal)
      }),

    listPhraseAddresses,

    connectWallet: (input: ChannelInput<'accounts:connectWallet'>): Promise<Account> =>
      attemptInTurn(async (signal) => {
        const ethereumPrivateKey = await resolveWalletKey(input.wallet)
        const ethereumAddress = ethereumAddressOf(ethereumPrivateKey)
        if (input.accountId !== null) {
          const field = walletField(input.wallet)
          const known = await connector.findSameWallet(input.accountId, ethereumAddress, field)
          return connector.connect(known, ethereumPrivateKey, signal)
        }
        const draft = await connector.findOrDraft({
          label: input.label,
          networkKind: input.network,
          baseUrl: input.network === 'custom' ? parseBaseUrl(input.baseUrl ?? '') : null,
          ethereumAddress,
        })
        return connector.connect({ ...draft, label: input.label }, ethereumPrivateKey, signal)
      }),

    cancelConnect(): Record<string, never> {
      connector.cancel()
      return {}
    },

    activate: ({ id }: ChannelInput<'accounts:activate'>): Promise<Record<string, never>> =>
      inTurn(async () => {
        if (link?.account.id === id) return {}
        const account = (await store.listAccounts()).find((candidate) => candidate.id === id)
        if (!account) throw new AppError('notFound', { what: 'account' })
        await use(open(account))
        return {}
      }),

    remove: ({ id }: ChannelInput<'accounts:remove'>): Promise<Record<string, never>> =>
      inTurn(async () => {
        // Secrets first, and the account in use until they are gone: rows without a key are harmless, a key without its
        // account would be forgotten in the keychain, and a locked keychain must leave everything as it was.
        await secrets.deleteAll(id)
        if (link?.account.id === id) {
          await use(null)
          // Its session may have renewed its tokens meanwhile, and kept them.
          await secrets.deleteAll(id)
        }
        await store.removeAccount(id)
        const rest = await store.listAccounts()
        const next = link === null ? rest[0] : undefined
        if (next) await use(open(next))
        else await announce()
        return {}
      }),

    signIn: async (): Promise<Record<string, never>> => {
      const of = link
      if (of === null) throw new AppError('notFound', { what: 'active account' })
      await of.client.signIn()
      // What could not be read or compared while the keychain was locked can be now.
      greet(of)
      return {}
    },

    greet,

    close(): void {
      link?.close()
      link = null
    },
  }

  /** Practice keys are no secrets: they follow from the seed, so practice works where no key can be kept. */
  function practiceKeyOf(account: StoredAccount): string | undefined {
    if (account.networkKind !== 'practice') return undefined
    return practiceUsers.find(({ ethereumAddress }) => ethereumAddress === account.ethereumAddress)
      ?.ethereumPrivateKey
  }
}
export type Accounts = ReturnType<typeof createAccounts>
