// Session states in which an account loads nothing before sign-in.
import type { SessionState } from '../../../src-preload/contract/accounts/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorCode } from '../../../src-preload/domain/errors.ts'

/** True when nothing loads until the user signs in or enters a key. The frame explains why, once for all views. */
export function isSignInAwaited(session: SessionState): boolean {
  switch (session) {
    case 'needsSignIn':
    case 'needsKey':
    case 'keychainLocked':
    case 'appLocked':
    case 'refused':
      return true
    case 'signedOut':
    case 'signingIn':
    case 'signedIn':
      return false
  }
}

const signInCodes: readonly ErrorCode[] = [
  'unauthenticated',
  'accountNotRegistered',
  'rejectedByExchange',
  'vaultLocked',
  'vaultDamaged',
  'keychainLocked',
  'keychainUnavailable',
]

/** Returns the error unless it only repeats that the user is not signed in, which the frame already shows. */
export function dropSignInFault(error: ErrorReport | null, session: SessionState | null): ErrorReport | null {
  if (error === null || session === null || !isSignInAwaited(session)) return error
  return signInCodes.includes(error.code) ? null : error
}
