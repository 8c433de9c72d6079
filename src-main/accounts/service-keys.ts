// Stores the keys that the service's operator issues for transfers, and lists which exist, so that the keychain is not asked
// for that. Reads a key only to check that it exists.
import {
  type Account,
  type ServiceKeyName,
  serviceKeyNames,
} from '../../src-preload/contract/accounts/accounts.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import { accountSetting, accountSettingsStart } from '../store/api/account-settings.ts'
import type { Store } from '../store/api/store-api.ts'

export interface ServiceKeysOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listSettings'>
  readonly secrets: SecretStore
}

export type ServiceKeys = ReturnType<typeof createServiceKeys>

const KEPT = 'kept'

export function createServiceKeys({ store, secrets }: ServiceKeysOptions) {
  /** Settings of keys that only memory holds: an entry on disk would outlive them. */
  const inMemory = new Set<string>()

  async function note(setting: string): Promise<void> {
    if (secrets.kind === 'memory') inMemory.add(setting)
    else await store.setSetting(setting, KEPT)
  }

  /** Returns whether there was an entry. */
  async function clearNote(setting: string): Promise<boolean> {
    const wasInMemory = inMemory.delete(setting)
    const wasOnDisk = (await store.getSetting(setting)) === KEPT
    if (wasOnDisk) await store.setSetting(setting, '')
    return wasInMemory || wasOnDisk
  }

  /** The entry is added after the key and removed before it, so that it never claims a missing key. */
  async function forget(accountId: string, name: ServiceKeyName): Promise<void> {
    const setting = accountSetting(accountId, name)
    const wasNoted = await clearNote(setting)
    try {
      await secrets.delete(accountId, name)
    } catch (error) {
      // After a refusal the keychain still has the key; after a timeout it may have removed it.
      const isStillThere = !(isAppError(error) && error.data['reason'] === 'noAnswer')
      if (wasNoted && isStillThere) await note(setting)
      throw error
    }
  }

  return {
    /** Which keys are stored, by the account's settings. */
    heldBy(accountId: string, settings: ReadonlyMap<string, string>): Account['serviceKeys'] {
      const isHeld = (name: ServiceKeyName): boolean => {
        const setting = accountSetting(accountId, name)
        return inMemory.has(setting) || settings.get(setting) === KEPT
      }
      return { organizationKey: isHeld('organizationKey'), apiKey: isHeld('apiKey') }
    },

    /** Stores a key, or removes it (null). Errors: those of the secret store and the store. */
    async set(accountId: string, name: ServiceKeyName, value: string | null): Promise<void> {
      if (value === null) return forget(accountId, name)
      await secrets.set(accountId, name, value)
      await note(accountSetting(accountId, name))
    },

    /**
     * Checks whether the listed keys exist, after the secrets moved to another backend or were set aside. A key that cannot
     * be checked now stays listed.
     */
    async recheck(accountIds: readonly string[]): Promise<void> {
      const settings = new Map(
        (await store.listSettings(accountSettingsStart)).map(({ key, value }) => [key, value]),
      )
      for (const accountId of accountIds) {
        for (const name of serviceKeyNames) {
          const setting = accountSetting(accountId, name)
          if (!inMemory.has(setting) && settings.get(setting) !== KEPT) continue
          const isKept = await secrets.get(accountId, name).then(
            (key) => key !== null,
            () => null,
          )
          if (isKept === null) continue
          await clearNote(setting)
          if (isKept) await note(setting)
        }
      }
    },

    /** Called when the account is removed: its entries on disk are removed with its settings. */
    drop(accountId: string): void {
      for (const name of serviceKeyNames) inMemory.delete(accountSetting(accountId, name))
    },
  }
}
