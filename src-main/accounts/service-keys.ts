// Owns: the keys that the service's operator issues for transfers, and the note of which are kept, so that the keychain is not
// asked for that. Must not: read a key for anything but to see whether it is there.
import { type Account, type ServiceKeyName, serviceKeyNames } from '../../src-preload/contract/accounts.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import { accountSetting, accountSettingsStart } from '../store/account-settings.ts'
import type { Store } from '../store/store-api.ts'

export interface ServiceKeysOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listSettings'>
  readonly secrets: SecretStore
}

export type ServiceKeys = ReturnType<typeof createServiceKeys>

const KEPT = 'kept'

export function createServiceKeys({ store, secrets }: ServiceKeysOptions) {
  /** Settings of keys that only memory holds: a note on disk would outlive them. */
  const inMemory = new Set<string>()

  async function note(setting: string): Promise<void> {
    if (secrets.kind === 'memory') inMemory.add(setting)
    else await store.setSetting(setting, KEPT)
  }

  /** Answers whether there was a note. */
  async function clearNote(setting: string): Promise<boolean> {
    const wasInMemory = inMemory.delete(setting)
    const wasOnDisk = (await store.getSetting(setting)) === KEPT
    if (wasOnDisk) await store.setSetting(setting, '')
    return wasInMemory || wasOnDisk
  }

  /** The note comes after the key and goes before it: whatever happens in between, none claims a key that is not there. */
  async function forget(accountId: string, name: ServiceKeyName): Promise<void> {
    const setting = accountSetting(accountId, name)
    const wasNoted = await clearNote(setting)
    try {
      await secrets.delete(accountId, name)
    } catch (error) {
      // A keychain that says no still has it; one that did not answer in time may have removed it.
      const isStillThere = !(isAppError(error) && error.data['reason'] === 'noAnswer')
      if (wasNoted && isStillThere) await note(setting)
      throw error
    }
  }

  return {
    /** Which are kept, by the account's settings. */
    heldBy(accountId: string, settings: ReadonlyMap<string, string>): Account['serviceKeys'] {
      const isHeld = (name: ServiceKeyName): boolean => {
        const setting = accountSetting(accountId, name)
        return inMemory.has(setting) || settings.get(setting) === KEPT
      }
      return { organizationKey: isHeld('organizationKey'), apiKey: isHeld('apiKey') }
    },

    /** Keeps a key, or removes it (null). Errors: those of the secret store and the store. */
    async set(accountId: string, name: ServiceKeyName, value: string | null): Promise<void> {
      if (value === null) return forget(accountId, name)
      await secrets.set(accountId, name, value)
      await note(accountSetting(accountId, name))
    },

    /**
     * Looks whether the keys that are noted are there, after the secrets went to another place or were put aside. A key
     * that cannot be looked for now keeps its note.
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

    /** The account is removed: what is noted on disk goes with its settings. */
    drop(accountId: string): void {
      for (const name of serviceKeyNames) inMemory.delete(accountSetting(accountId, name))
    },
  }
}
