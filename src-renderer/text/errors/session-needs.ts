// Owns: which sessions bring nothing of an account before somebody signs it in. Must not: word it.
import type { SessionState } from '../../../src-preload/contract/accounts.ts'
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ErrorCode } from '../../../src-preload/domain/errors.ts'

/** True where nothing is read until the user signs in or enters a key: the frame says why, once for every view. */
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

/** The failure where it says more than that nobody is signed in, which the frame says already; else null. */
export function dropSignInFault(error: ErrorReport | null, session: SessionState | null): ErrorReport | null {
  if (error === null || session === null || !isSignInAwaited(session)) return error
  return signInCodes.includes(error.code) ? null : error
}
