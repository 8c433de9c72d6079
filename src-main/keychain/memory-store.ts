// Keeps secrets in memory for the lifetime of the process. Never writes them anywhere.
import type { KeychainFault } from '../../src-preload/domain/accounts/keychain.ts'
import { type SecretName, type SecretStore, secretNames } from './secret-store.ts'

export interface MemoryStore extends SecretStore {
  /** Every account that has a secret. */
  accounts(): readonly string[]
}

/** @param reason - why no better store is available; shown to the user */
export function createMemoryStore(reason: KeychainFault | null): MemoryStore {
  const secrets = new Map<string, string>()
  const keyOf = (account: string, name: SecretName): string => `${name}/${account}`
  return {
    kind: 'memory',
    reason,
    // Names have no slash, so everything after the first one is the account.
    accounts: () => [...new Set([...secrets.keys()].map((key) => key.slice(key.indexOf('/') + 1)))],
    get: (account, name) => Promise.resolve(secrets.get(keyOf(account, name)) ?? null),
    set: (account, name, secret) => {
      secrets.set(keyOf(account, name), secret)
      return Promise.resolve()
    },
    delete: (account, name) => {
      secrets.delete(keyOf(account, name))
      return Promise.resolve()
    },
    deleteAll: (account) => {
      for (const name of secretNames) secrets.delete(keyOf(account, name))
      return Promise.resolve()
    },
  }
}
