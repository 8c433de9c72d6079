// Hides the transfers, the address book and the orders placed here of every account after a vault was set aside while locked,
// until the account's key is entered again. Deletes nothing.
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { networkProfiles } from '../../session/network-profile.ts'
import { accountSetting } from '../../store/api/account-settings.ts'
import type { Store } from '../../store/api/store-api.ts'

export interface KeyReentryGateOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listAccounts'>
  readonly secrets: Pick<SecretStore, 'get'>
  readonly current: Pick<CurrentAccount, 'get'>
}

export type KeyReentryGate = ReturnType<typeof createKeyReentryGate>

const VEILED = 'yes'

/**
 * Channels of data that cannot be fetched again and is never removed: what the user has entered, and the journal of transfers and
 * orders. An export writes both into a file.
 */
const behind = /^transfers:|^portfolio:.*Movement|^trading:listPlaced$|^exports:start$/

export function createKeyReentryGate({ store, secrets, current }: KeyReentryGateOptions) {
  const settingOf = (accountId: string): string => accountSetting(accountId, 'veiled')

  /** The key proves the owner. A keychain that does not answer proves nothing. */
  async function hasKey(accountId: string): Promise<boolean> {
    try {
      const names = ['ethereumPrivateKey', 'starkPrivateKey'] as const
      const kept = await Promise.all(names.map((name) => secrets.get(accountId, name)))
      return kept.some((key) => key !== null)
    } catch {
      return false
    }
  }

  return {
    /**
     * Called before the vault is set aside. Practice keys are not secret and prove nothing, so practice accounts stay
     * visible.
     */
    async drop(): Promise<void> {
      for (const { id, networkKind } of await store.listAccounts()) {
        if (networkProfiles[networkKind].hasRealFunds) await store.setSetting(settingOf(id), VEILED)
      }
    },

    /** Errors: vaultLocked { reason: 'setAside' } if the channel shows hidden data. */
    async assertVisible(channel: string): Promise<void> {
      if (!behind.test(channel)) return
      const id = current.get()?.account.id
      if (id === undefined) return
      const setting = settingOf(id)
      if ((await store.getSetting(setting)) !== VEILED) return
      if (!(await hasKey(id))) throw new AppError('vaultLocked', { reason: 'setAside' })
      await store.setSetting(setting, '')
    },
  }
}
