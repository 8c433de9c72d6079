// Owns: the words for how the session of an account stands, and which way out of it there is. Must not: decide it.
import type { SessionState } from '../../../src-preload/contract/accounts.ts'

/** How the session stands, for a row. */
export const sessionWords: Readonly<Record<SessionState, string>> = {
  signedOut: 'Not signed in',
  signingIn: 'Signing in',
  signedIn: 'Signed in',
  needsSignIn: 'Signed out',
  needsKey: 'Not signed in: its key is not kept',
  keychainLocked: 'Not signed in: the keychain is locked',
  appLocked: 'Starkdesk is locked',
  refused: 'Not signed in: the service did not accept it',
}

/** What a user can do about the session from a menu or a row; null when nothing. */
export function findSessionAction(session: SessionState): 'signIn' | 'signOut' | null {
  switch (session) {
    case 'signedIn':
      return 'signOut'
    case 'needsSignIn':
    case 'keychainLocked':
    case 'refused':
      return 'signIn'
    // Nothing to sign with, or it is under way.
    case 'signedOut':
    case 'signingIn':
    case 'needsKey':
    case 'appLocked':
      return null
  }
}
