// Requires the user's confirmation before a key is removed, the lock is weakened, or an unknown service is contacted.
// Practice accounts need none.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Account } from '../../../src-preload/contract/accounts/accounts.ts'
import type { Nothing } from '../../../src-preload/contract/channel.ts'
import type { ChannelInput } from '../../../src-preload/contract/contract.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { knownNetworks, parseBaseUrl } from '../../exchange/base-url.ts'
import { networkProfiles } from '../../session/network-profile.ts'
import type { Store, StoredAccount } from '../../store/api/store-api.ts'
import type { Accounts } from '../accounts.ts'
import { createSecretPrompts } from './secret-prompts.ts'
import type { Confirmations } from './confirmations.ts'
import { createLeaving } from './leaving.ts'
import type { createWalletMaker } from '../wallet/create-wallet.ts'
import { checkRemovalLabel } from '../remove-account.ts'
import type { ReadOrderBusiness } from '../../trading/order-business.ts'
import type { Security } from '../app-lock.ts'

type CreateWallet = ReturnType<typeof createWalletMaker>

export interface ConfirmationGuardOptions {
  readonly store: Pick<Store, 'listAccounts'>
  readonly confirmations: Pick<
    Confirmations,
    'confirmRemoval' | 'confirmHost' | 'confirmChange' | 'askWallet' | 'askAppPassword' | 'askServiceKey'
  >
  readonly accounts: Accounts
  readonly security: Security
  readonly createWallet: CreateWallet
  readonly readOrderBusiness: ReadOrderBusiness
  /** Whether all orders of the account in use are being canceled. */
  readonly isCancelingAll: () => boolean
}

type Left = 'activate' | 'connectPractice' | 'signOut'
export interface GuardedAccounts extends Omit<
  Accounts,
  'cancelConnect' | 'connectWallet' | 'setServiceKey' | Left
> {
  readonly activate: (input: ChannelInput<'accounts:activate'>) => Promise<Nothing>
  readonly connectPractice: (input: ChannelInput<'accounts:connectPractice'>) => Promise<Account>
  readonly signOut: () => Promise<Nothing>
  readonly connectWallet: (input: ChannelInput<'accounts:connectWallet'>) => Promise<Account>
  readonly cancelConnect: () => Promise<Nothing>
  readonly setServiceKey: (input: ChannelInput<'accounts:setServiceKey'>) => Promise<Nothing>
  readonly forgetServiceKey: (input: ChannelInput<'accounts:forgetServiceKey'>) => Promise<Nothing>
  readonly createWallet: (input: ChannelInput<'accounts:createWallet'>) => Promise<Account>
}

type WithPassword = 'setPassword' | 'changePassword' | 'removePassword' | 'unlock'
export type GuardedSecurity = Omit<Security, WithPassword> &
  Readonly<Record<WithPassword, () => Promise<Nothing>>>

export interface ConfirmationGuard {
  /**
   * Keys are typed in the confirmation window: `connectWallet` (after a question about a new host) and `setServiceKey` open
   * it, and so does `createWallet` if its host is new. `remove` and `forgetServiceKey` ask there first unless the account is
   * a practice one. Further errors: userDeclined, with nothing done; cancelled if `cancelConnect` came before the end.
   * `activate`, `connectPractice`, `connectWallet`, `createWallet` and `signOut` ask while everything is being canceled, which
   * they make wait; `remove` of a practice account does, which ends it.
   * `cancelConnect` cancels every attempt that was requested before it, however far it has got.
   */
  readonly accounts: GuardedAccounts
  /**
   * Passwords are typed in the confirmation window. `setVaultAside` asks there, and so does `setOptions` if the lock gets
   * weaker. Further errors: userDeclined, with nothing done.
   */
  readonly security: GuardedSecurity
}

/** Host and port of a base URL. */
const hostOf = (baseUrl: string): string => new URL(baseUrl).host

const knownHosts: ReadonlySet<string> = new Set(Object.values(knownNetworks).map(hostOf))

/** Puts the questions before the actions. Requests that fail validation are refused before a window opens. */
export function guard(options: ConfirmationGuardOptions): ConfirmationGuard {
  const { store, confirmations, accounts, security, createWallet, readOrderBusiness } = options
  /** Hosts that the user has allowed since the app started: failed attempts there can be repeated. */
  const allowedHosts = new Set<string>()
  /** One per wallet that is being connected or created. */
  const asking = new Set<AbortController>()

  async function isKnownHost(host: string): Promise<boolean> {
    if (knownHosts.has(host) || allowedHosts.has(host)) return true
    return (await store.listAccounts()).some(({ baseUrl }) => baseUrl !== null && hostOf(baseUrl) === host)
  }

  /** Runs an attempt with a signal that `cancelConnect` aborts. */
  async function attempt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stopper = new AbortController()
    asking.add(stopper)
    try {
      return await work(stopper.signal)
    } finally {
      asking.delete(stopper)
    }
  }

  /** Any address could carry data out of the page, so the user approves each new one before anything is sent. */
  async function askAboutHost(
    given: Pick<ChannelInput<'accounts:createWallet'>, 'network' | 'baseUrl'>,
    signal: AbortSignal,
  ): Promise<void> {
    if (given.network !== 'custom') return
    const baseUrl = parseBaseUrl(given.baseUrl ?? '')
    const host = hostOf(baseUrl)
    if (await isKnownHost(host)) return
    await confirmations.confirmHost({ host, baseUrl }, signal)
    // The answer and the cancellation may have crossed.
    signal.throwIfAborted()
    allowedHosts.add(host)
  }

  async function askAboutRemoval({ id, label }: ChannelInput<'accounts:remove'>): Promise<void> {
    const account = (await store.listAccounts()).find((candidate) => candidate.id === id)
    if (account === undefined) throw new AppError('notFound', { what: 'account' })
    checkRemovalLabel(account, label)
    // The keys of practice accounts are derived from the seed: nothing is lost.
    if (!networkProfiles[account.networkKind].hasRealFunds) return askAboutCanceling(account)
    await confirmations.confirmRemoval({
      label: account.label,
      keyKind: account.keyKind,
      network: account.networkKind,
      baseUrl: account.baseUrl,
      ethereumAddress: account.ethereumAddress,
      ...(await readOrderBusiness(id)),
    })
  }

  /** An account that is removed cannot be gone on with. */
  async function askAboutCanceling({ id, label, networkKind: network }: StoredAccount): Promise<void> {
    if (!options.isCancelingAll() || (await accounts.getState()).activeId !== id) return
    await confirmations.confirmChange({ what: 'stopCancelAll', label, network })
  }

  async function askAboutServiceKey({ id, name }: ChannelInput<'accounts:forgetServiceKey'>): Promise<void> {
    const { label, network } = await accounts.find(id)
    if (!networkProfiles[network.kind].hasRealFunds) return
    await confirmations.confirmChange({ what: 'forgetServiceKey', label, network: network.kind, name })
  }

  async function askAboutOptions(asked: ChannelInput<'security:setOptions'>): Promise<void> {
    const now = await security.getState()
    const minutes = asked.lockAfterMinutes ?? now.lockAfterMinutes
    const isLater =
      minutes !== now.lockAfterMinutes &&
      (minutes === 0 || (now.lockAfterMinutes !== 0 && minutes > now.lockAfterMinutes))
    const isReadableWhenLocked = asked.readableWhenLocked === true && !now.readableWhenLocked
    const signsInAtStart = asked.signInAtStart === true && !now.signInAtStart
    const keepsTokens = asked.forgetTokensWhenLocked === false && now.forgetTokensWhenLocked
    if (!isLater && !isReadableWhenLocked && !signsInAtStart && !keepsTokens) return
    // A locked app refuses without a question.
    if (security.isLocked()) throw new AppError('vaultLocked')
    await confirmations.confirmChange({
      what: 'weakenLock',
      lockAfterMinutes: isLater ? minutes : null,
      isReadableWhenLocked,
      signsInAtStart,
      keepsTokens,
    })
  }

  const leaving = createLeaving(options)
  const secretPrompts = createSecretPrompts({ store, confirmations, accounts, security })

  return {
    accounts: {
      ...accounts,
      connectPractice: (input) => leaving.leave(null, (check) => accounts.connectPractice(input, check)),
      activate: (input) => leaving.leave(input.id, (check) => accounts.activate(input, check)),
      signOut: () => leaving.leave(null, (check) => accounts.signOut(check)),
      remove: async (input) => {
        await askAboutRemoval(input)
        return accounts.remove(input)
      },
      setServiceKey: secretPrompts.setServiceKey,
      forgetServiceKey: async (input) => {
        await askAboutServiceKey(input)
        return accounts.setServiceKey({ ...input, value: null })
      },
      connectWallet: (input) =>
        attempt(async (signal) => {
          // With an id the address is the account's own, whatever the page sends.
          if (input.accountId === null) await askAboutHost(input, signal)
          return leaving.leave(input.accountId, (check) => secretPrompts.connectWallet(input, signal, check))
        }),
      cancelConnect: async () => {
        // Calls can arrive in the same turn, and the one to be canceled may not have registered yet.
        await nextTurn()
        for (const stopper of asking) stopper.abort(new AppError('cancelled', { reason: 'givenUp' }))
        return accounts.cancelConnect()
      },
      createWallet: async (input) => {
        await attempt((signal) => askAboutHost(input, signal))
        // Before twelve words are written down, and once more where the kill switch is pressed meanwhile.
        const asked = await leaving.ask(null)
        return createWallet(input, (made) =>
          leaving.leave(null, (check) => accounts.keepNewWallet(made, check), asked),
        )
      },
    },
    security: {
      ...security,
      ...secretPrompts.passwords,
      setVaultAside: async () => {
        await confirmations.confirmChange({ what: 'setVaultAside', ...(await readOrderBusiness(null)) })
        return security.setVaultAside()
      },
      setOptions: async (input) => {
        await askAboutOptions(input)
        return security.setOptions(input)
      },
    },
  }
}
