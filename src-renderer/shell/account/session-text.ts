// Text about an account's session and its actions.
import type { Account, SessionState } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'

const words: Readonly<Record<SessionState, string>> = {
  signedOut: 'Not signed in',
  signingIn: 'Signing in',
  signedIn: 'Signed in',
  needsSignIn: 'Signed out',
  needsKey: 'Not signed in: key not stored',
  keychainLocked: 'Not signed in: keychain locked',
  appLocked: 'Starkdesk is locked',
  refused: 'Not signed in: rejected by the exchange',
}

/** State of an account's session, for a row. */
export function describeSession(session: SessionState, { keyKind }: Account): string {
  if (session === 'needsKey' && keyKind === 'stark') return 'Not signed in: signature needed'
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

/** The same in two words for the status bar; empty when there is nothing to show. */
export function describeSessionShort(
  session: SessionState,
  account: Account | null,
  isOffline: boolean,
): string {
  // Nothing is in progress without a connection.
  if (session === 'signingIn' && isOffline) return shortWords.signedOut
  if (session === 'needsKey' && account?.keyKind === 'stark') return 'Signature needed'
  return shortWords[session]
}

/** Action for a session. `enterKey` uses the wallet form. */
export interface SessionAction {
  readonly kind: 'signIn' | 'signOut' | 'enterKey'
  readonly label: string
}

const signIn: SessionAction = { kind: 'signIn', label: 'Sign in' }

/** Action to enter the key again, by the account's key kind. */
export function enterKeyAction({ keyKind }: Account): SessionAction {
  return { kind: 'enterKey', label: keyKind === 'stark' ? 'Enter the L2 key again' : 'Enter the key again' }
}

/** Session actions for a menu or a row, most likely first. */
export function listSessionActions(session: SessionState, account: Account): readonly SessionAction[] {
  switch (session) {
    case 'signedIn':
      return [{ kind: 'signOut', label: 'Sign out' }]
    case 'needsSignIn':
    case 'keychainLocked':
    case 'refused':
      return [signIn]
    case 'needsKey':
      // A practice wallet's key is generated again.
      if (account.network.kind === 'practice') return [signIn]
      // Whether an L2 key alone is still stored shows only at sign-in.
      return account.keyKind === 'stark' ? [signIn, enterKeyAction(account)] : [enterKeyAction(account)]
    // Nothing to sign with, or a sign-in is in progress.
    case 'signedOut':
    case 'signingIn':
    case 'appLocked':
      return []
  }
}

/** True when a sign-in failed because the key is no longer stored. */
export function isKeyMissing(error: ErrorReport | null): boolean {
  return error?.code === 'unauthenticated' && error.data['reason'] === 'noKey'
}

/**
 * True when an account's key is known to be missing: for a wallet's key by the session, for an L2 key alone by a failed
 * sign-in.
 * @param failure - the account's last failure
 */
export function isKeyGone(session: SessionState, account: Account, failure: ErrorReport | null): boolean {
  if (session !== 'needsKey' || account.network.kind === 'practice') return false
  return account.keyKind === 'ethereum' || isKeyMissing(failure)
}

/** Replaces text about an account's key. */
export const keyGoneWords = 'Its key is no longer stored.'
