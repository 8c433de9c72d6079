// Owns: which account is in use: its link, the state of its session, its profile, and changing to another.
// Must not: change accounts two at a time (accounts.ts has the turn), or wait for the network while it changes.
import type { NetworkKind, SessionState } from '../../src-preload/contract/accounts.ts'
import type { Profile } from '../../src-preload/contract/entities.ts'
import { assertNever, isAppError } from '../../src-preload/domain/errors.ts'
import { knownNetworks } from '../exchange/base-url.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store, StoredAccount } from '../store/store-api.ts'
import type { L2Keys } from '../accounts/l2-key.ts'
import type { Link, LinkOptions } from './link.ts'
import type { Candidate, RequestSignature } from './login-signer.ts'
import { practiceOrigin } from '../practice/practice-host.ts'
import type { SignInChoices } from '../accounts/sign-in-choices.ts'

/** Setting: id of the account in use. */
export const ACTIVE_ACCOUNT = 'activeAccount'

const turn = { lane: 'account', urgency: 'screen' } as const

/** What a link is told by the accounts; the rest of its options comes from the composition root. */
export type OwnLinkOptions = Pick<
  LinkOptions,
  | 'account'
  | 'baseUrl'
  | 'candidate'
  | 'practiceKey'
  | 'requestSignature'
  | 'isSignedOut'
  | 'mayLogIn'
  | 'onSession'
>

export interface ActiveLinkOptions {
  readonly store: Store
  readonly log: Log
  readonly l2Keys: L2Keys
  readonly signIns: SignInChoices
  readonly requestSignature: RequestSignature
  readonly practiceKeyOf: (account: StoredAccount) => string | undefined
  readonly runExclusive: <T>(work: () => Promise<T>) => Promise<T>
  readonly openLink: (options: OwnLinkOptions) => Link
  /** Called with the link that is in use from now on, or null. */
  readonly onLink: (link: Link | null) => void
  /** Tells the page how the accounts are now. */
  readonly announce: () => Promise<void>
}

function addressOf(kind: NetworkKind, baseUrl: string | null): string {
  switch (kind) {
    case 'practice':
      return practiceOrigin
    case 'mainnet':
    case 'testnet':
      return knownNetworks[kind]
    case 'custom':
      return baseUrl ?? ''
    default:
      return assertNever(kind, 'network')
  }
}

export type ActiveLink = ReturnType<typeof createActiveLink>

export function createActiveLink(options: ActiveLinkOptions) {
  const { store, log, l2Keys, signIns } = options
  let link: Link | null = null
  let session: SessionState = 'signedOut'

  function announceLater(): void {
    options.announce().catch((error: unknown) => {
      log.fault('accounts', 'announce the accounts', error)
    })
  }

  async function open(account: StoredAccount, candidate?: Candidate): Promise<Link> {
    const opened: Link = options.openLink({
      account,
      baseUrl: addressOf(account.networkKind, account.baseUrl),
      candidate,
      practiceKey: account.networkKind === 'practice' ? () => options.practiceKeyOf(account) : undefined,
      requestSignature: options.requestSignature,
      isSignedOut: candidate === undefined && (await signIns.isSignedOut(account.id)),
      mayLogIn: () => signIns.mayLogIn(account.id),
      onSession: (state) => {
        if (link !== opened) return
        session = state
        announceLater()
      },
    })
    return opened
  }

  async function use(next: Link | null, isKept: boolean): Promise<void> {
    try {
      if (!isKept) await store.setSetting(ACTIVE_ACCOUNT, next?.account.id ?? '')
    } catch (error) {
      next?.close()
      throw error
    }
    link?.close()
    link = next
    session = next === null ? 'signedOut' : next.client.sessionState()
    options.onLink(next)
    await options.announce().catch((error: unknown) => {
      log.fault('accounts', 'announce the account in use', error)
    })
  }

  /** The row as it is now may have another name than the link was opened with; null where it is not in use any more. */
  async function keepProfile(of: Link, profile: Profile): Promise<StoredAccount | null> {
    const stored = (await store.listAccounts()).find(({ id }) => id === of.account.id)
    if (link !== of || stored === undefined) return null
    const account = { ...stored, profile }
    await store.putAccount(account)
    return account
  }

  /** Reads who the service says this is, and keeps it with the answer whose L2 key that is. Out of reach changes nothing. */
  async function refreshProfile(of: Link): Promise<void> {
    const profile = await of.client.getProfile({ ...turn, signal: of.signal })
    const account = await options.runExclusive(() => keepProfile(of, profile))
    if (account === null) return
    // Without an answer the account is as good as before, but nothing can be signed with its L2 key.
    await l2Keys.compare(account, of.signal).catch((error: unknown) => {
      log.fault('signing', 'compare the L2 key with the profile', error, { account: account.id })
    })
    await options.announce()
  }

  /** Signs in and reads the profile of the account in use; called when it is taken up and when the service returns. */
  function greet(of: Link): void {
    refreshProfile(of).catch((error: unknown) => {
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
    get: (): Link | null => link,
    session: (): SessionState => session,

    /** A link to try a wallet with that is not kept yet; whoever opens it closes it. */
    openCandidate: open,

    /**
     * Takes up another account, or none (null). On an error the one in use stays in use; what cannot be told is logged.
     * @param isKept - the choice is in the data already: a start need not wait for the disk to write it again
     */
    use: async (account: StoredAccount | null, isKept = false): Promise<void> =>
      use(account === null ? null : await open(account), isKept),

    greet,

    close(): void {
      link?.close()
      link = null
    },
  }
}
