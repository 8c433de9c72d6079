// Classifies a failed sign-in or renewal for a session.
import type { SessionState } from '../../../src-preload/contract/accounts/accounts.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'

/**
 * Statuses that gateways before a service send themselves: unauthorized, forbidden, proxy authentication, too early, closed.
 */
const gatewayStatuses = [401, 403, 407, 425, 499]

/** There is no session, and only the user's own sign-in opens one. */
export function signInNeeded(): AppError {
  return new AppError('unauthenticated', { reason: 'signInNeeded' })
}

/**
 * True if the service itself refused a login or a refresh, as opposed to a temporary fault. A refusal without a message comes
 * from a firewall or gateway before the service (facts, A3) if its status is one of theirs, and a 5xx says nothing about the
 * account.
 */
export function isRefusal(error: unknown): error is AppError {
  if (!isAppError(error, 'accountNotRegistered', 'rejectedByExchange')) return false
  const { status, message } = error.data
  if (error.code === 'accountNotRegistered') return true
  if (typeof status !== 'number' || status >= 500 || status === 408) return false
  return message !== '' || !gatewayStatuses.includes(status)
}

/** The app's lock or an unusable vault blocks every secret. */
export function isVaultUnusable(error: unknown): error is AppError {
  return isAppError(error, 'vaultLocked', 'vaultDamaged')
}

/** The key cannot be used until the user acts. */
export function isSignerRefusal(error: unknown): error is AppError {
  return isVaultUnusable(error) || isAppError(error, 'keychainLocked', 'keychainUnavailable', 'userDeclined')
}

/** A locked keychain and the app's lock can be unlocked; a key that was declined or never stored has to be entered. */
export function stateOfSignerFault(error: unknown): SessionState {
  if (isVaultUnusable(error)) return 'appLocked'
  return isAppError(error, 'keychainLocked', 'keychainUnavailable') ? 'keychainLocked' : 'needsKey'
}
