// Takes an account into use: opens its session, signs in and reads its profile.
// Must not: change accounts two at a time (accounts.ts has the turn), or wait for the network while it changes.
import type { Profile } from '../../src-preload/contract/orders/entities.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { StoredAccount } from '../store/api/store-api.ts'
import type { AccountSession, AccountSessionOptions } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { Candidate, RequestSignature } from '../session/login-signer.ts'
import { baseUrlOf } from '../session/network-profile.ts'
import type { createAllAccounts } from './all-accounts.ts'
import type { L2Keys } from './wallet/check-l2-key.ts'
import type { SignInChoices } from './sign-in-choices.ts'
import type { Tools } from '../tools.ts'

/** Setting: id of the account in use. */
export const ACTIVE_ACCOUNT = 'activeAccount'

const turn = { lane: 'account', urgency: 'screen' } as const

/** The part of a session's options that the accounts know; the composition root adds the rest. */
export type OwnSessionOptions = Pick<
  AccountSessionOptions,
  'account' | 'baseUrl' | 'candidate' | 'practiceKey' | 'requestSignature' | 'isSignedOut' | 'mayLogIn'
>

export interface ActivationOptions extends Pick<Tools, 'store' | 'log'> {
  readonly l2Keys: L2Keys
  readonly signIns: SignInChoices
  readonly requestSignature: RequestSignature
  readonly practiceKeyOf: (account: StoredAccount) => string | undefined
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>
  readonly openSession: (options: OwnSessionOptions) => AccountSession
  readonly current: CurrentAccount
  readonly allAccounts: Pick<ReturnType<typeof createAllAccounts>, 'endFor'>
  /** Tells the page how the accounts are now. */
  readonly announce: () => Promise<void>
}

export function createActivation(options: ActivationOptions) {
  const { store, log, l2Keys, signIns, current } = options

  async function open(account: StoredAccount, candidate?: Candidate): Promise<AccountSession> {
    return options.openSession({
      account,
      baseUrl: baseUrlOf(account),
      candidate,
      practiceKey: () => options.practiceKeyOf(account),
      requestSignature: options.requestSignature,
      isSignedOut: candidate === undefined && (await signIns.isSignedOut(account.id)),
      mayLogIn: () => signIns.mayLogIn(account.id),
    })
  }

  async function use(next: AccountSession | null, isKept: boolean): Promise<void> {
    try {
      if (!isKept) {
        await options.allAccounts.endFor(next?.account ?? null)
        await store.setSetting(ACTIVE_ACCOUNT, next?.account.id ?? '')
      }
    } catch (error) {
      next?.close()
      throw error
    }
    current.use(next)
    await options
      .announce()
      .catch((error: unknown) => log.fault('accounts', 'announce the account in use', error))
  }

  /** The row as it is now may have another name than the session was opened with; null where it is not in use any more. */
  async function keepProfile(of: AccountSession, profile: Profile): Promise<StoredAccount | null> {
    const stored = (await store.listAccounts()).find(({ id }) => id === of.account.id)
    if (current.get() !== of || stored === undefined) return null
    const account = { ...stored, profile }
    await store.putAccount(account)
    return account
  }

  /** Reads who the service says this is, and keeps it with the answer whose L2 key that is. Out of reach changes nothing. */
  async function refreshProfile(of: AccountSession): Promise<void> {
    const profile = await of.client.getProfile({ ...turn, signal: of.signal })
    const account = await options.runExclusive(() => keepProfile(of, profile))
    if (account === null) return
    // Without an answer the account is as good as before, but nothing can be signed with its L2 key.
    await l2Keys
      .compare(account, of.signal)
      .catch((error: unknown) =>
        log.fault('signing', 'compare the L2 key with the profile', error, { account: account.id }),
      )
    await options.announce()
  }

  /** Signs in and reads the profile of the account in use; called when it is taken up and when the service returns. */
  function syncProfile(of: AccountSession): void {
    refreshProfile(of).catch((error: unknown) => {
      // The account was left, or the app closed: it is read anew when it comes back into use.
      if (of.signal.aborted) return
      if (
        !isAppError(
          error,
          'cancelled',
          'network',
          'timeout',
          'unauthenticated',
          'vaultLocked',
          'vaultDamaged',
        )
      ) {
        log.fault('accounts', 'read the profile', error)
      }
    })
  }

  return {
    /** A session to try a wallet with that is not kept yet; whoever opens it closes it. */
    openCandidate: open,

    /**
     * Takes another account into use, or none (null). On an error the one in use stays in use; a failed announcement is logged.
     * @param isKept - the choice is in the data already: a start need not wait for the disk to write it again
     */
    use: async (account: StoredAccount | null, isKept = false): Promise<void> =>
      use(account === null ? null : await open(account), isKept),

    syncProfile,
  }
}
