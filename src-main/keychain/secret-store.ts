// The secret store's interface and the names of the secrets.

import type { KeychainFault } from '../../src-preload/domain/accounts/keychain.ts'

/** Every kind of secret that an account can have. */
export const secretNames = [
  'ethereumPrivateKey',
  'starkPrivateKey',
  'refreshToken',
  'organizationKey',
  'apiKey',
] as const
/** The name of a secret; also part of its key in the keychain and the vault. */
export type SecretName = (typeof secretNames)[number]

/** `untouched` until something is stored or found: whether the OS keychain works is unknown before that. */
export type SecretStoreKind = 'untouched' | 'keychain' | 'memory' | 'vault'

/**
 * Stores secrets by account and name. Errors of all methods: keychainLocked { reason }, keychainUnavailable { reason:
 * KeychainFault }, and with an app password vaultLocked, vaultDamaged { file, reason }, databaseUnavailable { file, reason }.
 * No method ever puts a secret into an error.
 */
export interface SecretStore {
  readonly kind: SecretStoreKind
  /** Why `kind` is `memory`; null otherwise. */
  readonly reason: KeychainFault | null
  /** Null if nothing is stored. A secret that cannot be read now is an error instead. */
  get(account: string, name: SecretName): Promise<string | null>
  set(account: string, name: SecretName, secret: string): Promise<void>
  delete(account: string, name: SecretName): Promise<void>
  /** Removes every secret of the account; resolves only when the removal is certain. */
  deleteAll(account: string): Promise<void>
}
