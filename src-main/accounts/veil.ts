// Owns: that whoever set the vault aside at a locked app does not see the transfers and the address book of its accounts until the key
// of the account was entered again. Must not: delete anything of them, or know what locks.
import { AppError } from '../../src-preload/domain/errors.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import { networkProfiles } from '../session/network-profile.ts'
import { accountSetting } from '../store/account-settings.ts'
import type { Store } from '../store/store-api.ts'

export interface VeilOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listAccounts'>
  readonly secrets: Pick<SecretStore, 'get'>
  readonly current: Pick<CurrentAccount, 'get'>
}

export type Veil = ReturnType<typeof createVeil>

const VEILED = 'yes'

/** What the user alone has written of an account, which is read from nowhere again and so is never removed. */
const behind = /^transfers:|^portfolio:.*Movement/

export function createVeil({ store, secrets, current }: VeilOptions) {
  const settingOf = (accountId: string): string => accountSetting(accountId, 'veiled')

  /** The key proves whose account it is. A keychain that does not answer proves nothing. */
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
    /** Before the vault goes. Keys of practice are no secret, so there is nothing that could prove anything. */
    async drop(): Promise<void> {
      for (const { id, networkKind } of await store.listAccounts()) {
        if (networkProfiles[networkKind].hasRealFunds) await store.setSetting(settingOf(id), VEILED)
      }
    },

    /** Errors: vaultLocked { reason: 'setAside' } where the channel shows what is behind the veil. */
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
