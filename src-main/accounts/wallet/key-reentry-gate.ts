// Hides the transfers, the address book and the orders placed here of every account after a vault was set aside while locked,
// until the account's key is entered again. The book is one for all accounts of a network: it stays hidden from accounts that are
// added meanwhile. Deletes nothing.
import { z } from 'zod'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import { networkKeyOf, networkProfiles } from '../../session/network-profile.ts'
import { accountSetting } from '../../store/api/account-settings.ts'
import type { Store } from '../../store/api/store-api.ts'

export interface KeyReentryGateOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting' | 'listAccounts'>
  readonly secrets: Pick<SecretStore, 'get'>
  readonly current: Pick<CurrentAccount, 'get'>
}

const VEILED = 'yes'

/** Owners of a network's book, by their addresses. */
const owners = z.array(z.string())

/** Channels that answer with the address book of the network, or by what is in it. */
const ofBook = /^transfers:/

/**
 * Channels of data that cannot be fetched again and is never removed: what the user has entered, and the journal of transfers and
 * orders. An export writes both into a file.
 */
const behind = /^transfers:|^portfolio:.*(?:Movement|Opening)|^trading:listPlaced$|^exports:start$/

export function createKeyReentryGate({ store, secrets, current }: KeyReentryGateOptions) {
  const bookSettingOf = (networkKey: string): string => `veiledBook ${networkKey}`
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

  /** Addresses whose owners had the book when it was hidden; empty where it is not. */
  async function readOwners(networkKey: string): Promise<readonly string[]> {
    const text = await store.getSetting(bookSettingOf(networkKey))
    return text === null || text === '' ? [] : owners.parse(JSON.parse(text))
  }

  async function hideBook(networkKey: string, address: string): Promise<void> {
    const known = await readOwners(networkKey)
    const all = [...new Set([...known, address.toLowerCase()])]
    await store.setSetting(bookSettingOf(networkKey), JSON.stringify(all))
  }

  /** The key of one of those who had the book opens it; a key that was never seen here before does not. */
  async function assertBookVisible(networkKey: string): Promise<void> {
    const hiddenOf = await readOwners(networkKey)
    if (hiddenOf.length === 0) return
    for (const account of await store.listAccounts()) {
      const isOwner =
        networkKeyOf(account) === networkKey && hiddenOf.includes(account.ethereumAddress.toLowerCase())
      if (!isOwner || !(await hasKey(account.id))) continue
      await store.setSetting(bookSettingOf(networkKey), '')
      return
    }
    throw new AppError('vaultLocked', { reason: 'setAside' })
  }

  return {
    /**
     * Called before the vault is set aside. Practice keys are not secret and prove nothing, so practice accounts stay
     * visible.
     */
    async drop(): Promise<void> {
      for (const account of await store.listAccounts()) {
        if (!networkProfiles[account.networkKind].hasRealFunds) continue
        await store.setSetting(settingOf(account.id), VEILED)
        await hideBook(networkKeyOf(account), account.ethereumAddress)
      }
    },

    /** Errors: vaultLocked { reason: 'setAside' } if the channel shows hidden data. */
    async assertVisible(channel: string): Promise<void> {
      if (!behind.test(channel)) return
      const session = current.get()
      if (session === null) return
      if (ofBook.test(channel)) await assertBookVisible(session.network)
      const { id } = session.account
      const setting = settingOf(id)
      if ((await store.getSetting(setting)) !== VEILED) return
      if (!(await hasKey(id))) throw new AppError('vaultLocked', { reason: 'setAside' })
      await store.setSetting(setting, '')
    },
  }
}
