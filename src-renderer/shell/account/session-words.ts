// Owns: the words for how the session of an account stands, and which ways out of it there are. Must not: decide it.
import type { Account, SessionState } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'

const words: Readonly<Record<SessionState, string>> = {
  signedOut: 'Not signed in',
  signingIn: 'Signing in',
  signedIn: 'Signed in',
  needsSignIn: 'Signed out',
  needsKey: 'Not signed in: its key is not kept',
  keychainLocked: 'Not signed in: the keychain is locked',
  appLocked: 'Starkdesk is locked',
  refused: 'Not signed in: the service did not accept it',
}

/** How the session of an account stands, for a row. */
export function describeSession(session: SessionState, { keyKind }: Account): string {
  if (session === 'needsKey' && keyKind === 'stark') return 'Not signed in: a signature is needed'
  return words[session]
}

const shortWords: Readonly<Record<SessionState, string>> = {
  signedOut: 'Not signed in',
  signingIn: 'Signing in',
  signedIn: '',
  needsSignIn: 'Signed out',
  needsKey: 'Key needed',
  keychainLocked: 'Keychain locked',
  appLocked: 'Locked',
  refused: 'Sign-in refused',
}

/** The same in two words, for the status bar; empty where there is nothing to say. */
export function describeSessionShort(
  session: SessionState,
  account: Account | null,
  isOffline: boolean,
): string {
  // Without a connection nothing is under way.
  if (session === 'signingIn' && isOffline) return shortWords.signedOut
  if (session === 'needsKey' && account?.keyKind === 'stark') return 'Signature needed'
  return shortWords[session]
}

/** What a user can do about the session. `enterKey`: in the form for wallets. */
export interface SessionAction {
  readonly kind: 'signIn' | 'signOut' | 'enterKey'
  readonly label: string
}

const signIn: SessionAction = { kind: 'signIn', label: 'Sign in' }

/** The key that is asked for once more, by what the account signs with. */
export function enterKeyAction({ keyKind }: Account): SessionAction {
  return { kind: 'enterKey', label: keyKind === 'stark' ? 'Enter the L2 key again' : 'Enter the key again' }
}

/** What a user can do about the session from a menu or a row, the likeliest first. */
export function listSessionActions(session: SessionState, account: Account): readonly SessionAction[] {
  switch (session) {
    case 'signedIn':
      return [{ kind: 'signOut', label: 'Sign out' }]
    case 'needsSignIn':
    case 'keychainLocked':
    case 'refused':
      return [signIn]
    case 'needsKey':
      // The key of a practice wallet is made anew.
      if (account.network.kind === 'practice') return [signIn]
      // Whether a mere L2 key is still here shows at the sign-in.
      return account.keyKind === 'stark' ? [signIn, enterKeyAction(account)] : [enterKeyAction(account)]
    // Nothing to sign with, or it is under way.
    case 'signedOut':
    case 'signingIn':
    case 'appLocked':
      return []
  }
}

/** True where a sign-in has failed because the key is not here any more. */
export function isKeyMissing(error: ErrorReport | null): boolean {
  return error?.code === 'unauthenticated' && error.data['reason'] === 'noKey'
}

/**
 * True where the key of an account is known to be gone: for its wallet's key the session says so, for a mere L2 key only a
 * sign-in that failed does.
 * @param failure - what failed last about the account
 */
export function isKeyGone(session: SessionState, account: Account, failure: ErrorReport | null): boolean {
  if (session !== 'needsKey' || account.network.kind === 'practice') return false
  return account.keyKind === 'ethereum' || isKeyMissing(failure)
}

/** Said where the key of an account would be spoken of. */
export const keyGoneWords = 'Its key is not kept here any more.'
