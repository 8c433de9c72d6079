// Builds the page's view of an account from its row and its settings. Asks neither the keychain nor the service.
import type { Account } from '../../src-preload/contract/accounts/accounts.ts'
import { accountSettingsPrefix, accountSettingsStart } from '../store/api/account-settings.ts'
import type { Store, StoredAccount } from '../store/api/store-api.ts'
import { l2KeySetting, recallL2Key } from './wallet/check-l2-key.ts'
import type { ServiceKeys } from './service-keys.ts'

export interface DescriberOptions {
  readonly store: Pick<Store, 'listAccounts' | 'listSettings'>
  readonly serviceKeys: Pick<ServiceKeys, 'heldBy'>
}

export function createDescriber({ store, serviceKeys }: DescriberOptions) {
  async function readSettings(prefix: string): Promise<ReadonlyMap<string, string>> {
    return new Map((await store.listSettings(prefix)).map(({ key, value }) => [key, value]))
  }

  function toAccount(stored: StoredAccount, settings: ReadonlyMap<string, string>): Account {
    return {
      id: stored.id,
      label: stored.label,
      keyKind: stored.keyKind,
      network: { kind: stored.networkKind, baseUrl: stored.baseUrl },
      ethereumAddress: stored.ethereumAddress,
      createdAtMs: stored.createdAtMs,
      profile: stored.profile,
      l2Key: recallL2Key(stored, settings.get(l2KeySetting(stored.id)) ?? null),
      serviceKeys: serviceKeys.heldBy(stored.id, settings),
    }
  }

  async function describe(stored: StoredAccount): Promise<Account> {
    return toAccount(stored, await readSettings(accountSettingsPrefix(stored.id)))
  }

  /** The account of that id, by two queries that do not wait for each other; null where there is none. */
  async function findDescribed(id: string): Promise<Account | null> {
    const [accounts, settings] = await Promise.all([
      store.listAccounts(),
      readSettings(accountSettingsPrefix(id)),
    ])
    const stored = accounts.find((candidate) => candidate.id === id)
    return stored === undefined ? null : toAccount(stored, settings)
  }

  /** Every account, oldest first, with two store queries regardless of their number. */
  async function describeAll(): Promise<Account[]> {
    const [accounts, settings] = await Promise.all([store.listAccounts(), readSettings(accountSettingsStart)])
    return accounts.map((account) => toAccount(account, settings))
  }

  return { describe, findDescribed, describeAll }
}
