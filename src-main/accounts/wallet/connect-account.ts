// Connects a wallet: finds its account, tries its key at the service, and stores it after the service accepts it.
import { createMutex } from '../../async/mutex.ts'
import type { Profile } from '../../../src-preload/contract/orders/entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { RefreshTokenStore } from '../../exchange/session/session-ports.ts'
import { isProfileStarkKey } from '../../signing/stark.ts'
import type { StoredAccount } from '../../store/api/store-api.ts'
import type { AccountWriter } from '../account-writer.ts'
import type { CheckLeaving } from '../check-leaving.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { Candidate } from '../../session/login-signer.ts'
import type { Wallet } from './wallet-key.ts'
import type { Tools } from '../../tools.ts'

/** The user has entered a wallet and is waiting for the attempt. */
const turn = { lane: 'account', urgency: 'asked' } as const

export interface ConnectorOptions extends Pick<Tools, 'store' | 'clock'> {
  readonly accountWriter: AccountWriter
  readonly createId: () => string
  readonly current: Pick<CurrentAccount, 'get'>
  /** Serializes account changes: storing is one of them, the attempt at the service is not. */
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>
  /** The session that tries a key which is not kept yet. */
  readonly openCandidate: (account: StoredAccount, candidate: Candidate) => Promise<AccountSession>
}

/** The known data of a wallet before the service is asked. */
export type AccountDraft = Pick<StoredAccount, 'label' | 'networkKind' | 'baseUrl' | 'ethereumAddress'>

/** Finds the account of a wallet. Called before the service is asked, and again before storing. */
export type FindTarget = () => Promise<StoredAccount>

interface Accepted {
  readonly profile: Profile
  /** Saves the new session a second signature, which a wallet elsewhere would have to be asked for. */
  readonly refreshToken: string | null
}

export type Connector = ReturnType<typeof createConnector>

function createMemoryTokenStore(): RefreshTokenStore {
  let held: string | null = null
  const hold = (token: string | null): Promise<void> => {
    held = token
    return Promise.resolve()
  }
  return { load: () => Promise.resolve(held), save: hold, clear: () => hold(null) }
}

export function createConnector(options: ConnectorOptions) {
  const { store, accountWriter } = options
  /** One per attempt that is in progress or queued. */
  const attempts = new Set<AbortController>()
  /** Serializes attempts: two wallets cannot both be activated. */
  const oneAttempt = createMutex()

  async function findById(id: string): Promise<StoredAccount | undefined> {
    return (await store.listAccounts()).find((account) => account.id === id)
  }

  /** Signs in with a key that is not stored yet. Errors: those of the service; keyMismatch; cancelled. */
  async function tryAtService(
    account: StoredAccount,
    wallet: Wallet,
    signal: AbortSignal,
  ): Promise<Accepted> {
    const refreshTokens = createMemoryTokenStore()
    const ethereumPrivateKey = wallet.keyKind === 'ethereum' ? wallet.ethereumPrivateKey : null
    const candidate = await options.openCandidate(account, { ethereumPrivateKey, refreshTokens })
    const onAbort = (): void => candidate.close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      signal.throwIfAborted()
      await candidate.client.health(turn)
      await candidate.client.signIn()
      const profile = await candidate.client.getProfile(turn)
      if (wallet.keyKind === 'stark' && !isProfileStarkKey(wallet.starkPublicKey, profile.starkKey)) {
        throw new AppError('keyMismatch', {
          publicKey: wallet.starkPublicKey,
          profilePublicKey: profile.starkKey,
        })
      }
      return { profile, refreshToken: await refreshTokens.load() }
    } finally {
      signal.removeEventListener('abort', onAbort)
      candidate.close()
    }
  }

  /** The account whose key is entered again stays in use. */
  function checkLeft({ id }: StoredAccount, checkLeaving: CheckLeaving | undefined): void {
    if (options.current.get()?.account.id !== id) checkLeaving?.()
  }

  return {
    /** Finds the account of this wallet on this network, or drafts a new one that is not stored yet. */
    findOrDraft(draft: AccountDraft): FindTarget {
      const id = options.createId()
      const createdAtMs = options.clock.now()
      return async () => {
        const known = (await store.listAccounts()).find(
          (account) =>
            account.ethereumAddress === draft.ethereumAddress &&
            account.networkKind === draft.networkKind &&
            account.baseUrl === draft.baseUrl,
        )
        return known ?? { ...draft, id, createdAtMs, keyKind: 'ethereum', profile: null }
      }
    },

    /**
     * Finds the account whose key is entered again. Errors: notFound; validation of `field`, where the key came from, if it
     * belongs to another wallet.
     */
    findSameWallet(id: string, ethereumAddress: string, field: string): FindTarget {
      return async () => {
        const account = await findById(id)
        if (!account) throw new AppError('notFound', { what: 'account' })
        if (account.ethereumAddress === ethereumAddress) return account
        throw new AppError('validation', { field, reason: 'otherWallet' })
      }
    },

    /**
     * Signs in with a key that is not stored yet, and stores it only after the service has accepted it. On any failure
     * nothing is stored and the active account stays active. Errors: cancelled if the attempt is canceled; keyMismatch for an
     * L2 key that is not the profile's; keychainLocked and keychainUnavailable for an L2 key whose account may have its
     * wallet's key where it cannot be looked up now; those of the service, of `checkLeaving`, the secret store and the store.
     */
    async connect(
      find: FindTarget,
      wallet: Wallet,
      signal: AbortSignal,
      checkLeaving?: CheckLeaving,
    ): Promise<StoredAccount> {
      const { keyKind } = wallet
      const target = await find()
      // Checked first: otherwise an external wallet might sign for nothing.
      await accountWriter.keepsWalletKey(await findById(target.id), wallet)
      const { profile, refreshToken } = await tryAtService({ ...target, keyKind }, wallet, signal)
      return options.runExclusive(async () => {
        signal.throwIfAborted()
        // Looked up again: it may have been renamed or removed while the service was asked.
        const account = await find()
        checkLeft(account, checkLeaving)
        return accountWriter.keep({ ...account, profile }, { wallet, refreshToken, signal })
      })
    },

    /** Stores a wallet without asking the service, which has no account for it yet. Errors: those of `checkLeaving` and both stores. */
    keepUnasked: (find: FindTarget, wallet: Wallet, checkLeaving?: CheckLeaving): Promise<StoredAccount> =>
      options.runExclusive(async () => {
        const account = await find()
        checkLeft(account, checkLeaving)
        return accountWriter.keep(account, { wallet, refreshToken: null, signal: null })
      }),

    /** Runs work with a signal that `cancel` aborts, one attempt after the other. */
    async attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const stopper = new AbortController()
      attempts.add(stopper)
      try {
        return await oneAttempt(() => {
          stopper.signal.throwIfAborted()
          return work(stopper.signal)
        })
      } finally {
        attempts.delete(stopper)
      }
    },

    /** Cancels every attempt: each ends with `cancelled`, unless its account was just activated. */
    cancel(): void {
      for (const stopper of attempts) stopper.abort(new AppError('cancelled', { reason: 'givenUp' }))
    },
  }
}
