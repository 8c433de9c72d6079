// Owns: what a failed sign-in or renewal means for a session. Must not: change one.
import type { SessionState } from '../../../src-preload/contract/accounts.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'

/** What stands before a service answers with these by itself: who are you, not here, through the proxy first, too early, gone. */
const gatewayStatuses = [401, 403, 407, 425, 499]

/** No session, and only the user's own sign-in makes one. */
export function signInNeeded(): AppError {
  return new AppError('unauthenticated', { reason: 'signInNeeded' })
}

/**
 * The service's own no to a login or a refresh, as opposed to a fault that may pass. One without words comes from a firewall or a
 * gateway before the service (facts, A3) where its status is one of theirs, and a 5xx says nothing about the account.
 */
export function isRefusal(error: unknown): error is AppError {
  if (!isAppError(error, 'accountNotRegistered', 'rejectedByExchange')) return false
  const { status, message } = error.data
  if (error.code === 'accountNotRegistered') return true
  if (typeof status !== 'number' || status >= 500 || status === 408) return false
  return message !== '' || !gatewayStatuses.includes(status)
}

/** The app's password, or a vault that cannot be used, is in the way of every secret. */
export function isVaultShut(error: unknown): error is AppError {
  return isAppError(error, 'vaultLocked', 'vaultDamaged')
}

/** The key cannot be used until the user does something about it. */
export function isSignerRefusal(error: unknown): error is AppError {
  return isVaultShut(error) || isAppError(error, 'keychainLocked', 'keychainUnavailable', 'userDeclined')
}

/** A keychain in the way opens again, and so does the app's lock; a key that was declined or never kept has to be entered. */
export function stateOfSignerFault(error: unknown): SessionState {
  if (isVaultShut(error)) return 'appLocked'
  return isAppError(error, 'keychainLocked', 'keychainUnavailable') ? 'keychainLocked' : 'needsKey'
}
