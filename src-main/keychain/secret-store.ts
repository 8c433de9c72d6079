// Owns: the face of the place where secrets lie, and their names. Must not: know any maker of it.

import type { KeychainFault } from '../../src-preload/domain/keychain.ts'

/** Every kind of secret that an account can have. */
export const secretNames = [
  'ethereumPrivateKey',
  'starkPrivateKey',
  'refreshToken',
  'organizationKey',
  'apiKey',
] as const
export type SecretName = (typeof secretNames)[number]

/** `untouched` until it is known whether the OS keychain works: nothing was stored or found yet. */
export type SecretStoreKind = 'untouched' | 'keychain' | 'memory' | 'vault'

/**
 * Keeps secrets by account and name. Errors of all: keychainLocked { reason }, keychainUnavailable { reason:
 * KeychainFault }, and with an app password vaultLocked, vaultDamaged { file, reason }, databaseUnavailable { file,
 * reason }. No method ever puts a secret into an error.
 */
export interface SecretStore {
  readonly kind: SecretStoreKind
  /** Why it is `memory`; null otherwise. */
  readonly reason: KeychainFault | null
  /** Null where nothing is stored, which is not the same as "cannot be read now" (that is an error). */
  get(account: string, name: SecretName): Promise<string | null>
  set(account: string, name: SecretName, secret: string): Promise<void>
  delete(account: string, name: SecretName): Promise<void>
  /** Removes every secret of the account, and is sure of it when it resolves. */
  deleteAll(account: string): Promise<void>
}
