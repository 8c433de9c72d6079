// Checks whether an L2 key, derived from a wallet or entered directly, is the one that its account is registered with, and
// records the result. Never keeps, returns or logs a private key, and signs L2 texts only to derive the key.
import { type L2Key, l2Key, type NetworkKind } from '../../../src-preload/contract/accounts/accounts.ts'
import type { SecretStore } from '../../keychain/secret-store.ts'
import type { Log } from '../../diagnostics/log.ts'
import { findL2Key, isProfileStarkKey, type L2Network, starkPublicKeyOf } from '../../signing/stark.ts'
import { accountSetting } from '../../store/api/account-settings.ts'
import type { Store, StoredAccount } from '../../store/api/store-api.ts'

export interface L2KeysOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly secrets: Pick<SecretStore, 'get'>
  /** The key of a practice wallet, derived from the seed; undefined for every other account. */
  readonly practiceKeyOf: (account: StoredAccount) => string | undefined
  readonly log: Log
}

const unknown: L2Key = { status: 'unknown' }

/** The networks whose texts may be the source of an account's key, likeliest first. Source: service facts, A7. */
const textNetworks: Record<NetworkKind, readonly L2Network[]> = {
  practice: ['mainnet', 'testnet'],
  mainnet: ['mainnet'],
  testnet: ['testnet'],
  custom: ['mainnet', 'testnet'],
}

/** Key of the account's setting that {@link recallL2Key} reads. */
export function l2KeySetting(accountId: string): string {
  return accountSetting(accountId, 'l2Key')
}

/** The public key that the service has for the account; null before the first profile or if none is registered. */
function registeredKey(account: StoredAccount): string | null {
  const starkKey = account.profile?.starkKey ?? null
  return starkKey === '0x0' ? null : starkKey
}

/**
 * The stored result, readable without the account's key; unknown if it is about another registered key, another kind of key,
 * or is unreadable.
 * @param text - value of the account's {@link l2KeySetting}
 */
export function recallL2Key(account: StoredAccount, text: string | null): L2Key {
  const starkKey = registeredKey(account)
  if (starkKey === null || text === null || text === '') return unknown
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // An unreadable result is ignored: the next comparison writes it again.
    return unknown
  }
  const note = l2Key.safeParse(value)
  if (!note.success) return unknown
  switch (note.data.status) {
    case 'matched':
      return note.data.publicKey === starkKey && (note.data.text === null) === (account.keyKind === 'stark')
        ? note.data
        : unknown
    case 'mismatch':
      return note.data.profilePublicKey === starkKey ? note.data : unknown
    case 'unknown':
      return unknown
  }
}

/** Only the public half leaves this function. */
function judgeWallet(ethereumPrivateKey: string, kind: NetworkKind, starkKey: string): L2Key {
  for (const network of textNetworks[kind]) {
    const found = findL2Key(ethereumPrivateKey, network, starkKey)
    if (found !== null) {
      return { status: 'matched', publicKey: found.publicKey, text: { era: found.era, network } }
    }
  }
  return { status: 'mismatch', profilePublicKey: starkKey }
}

/** Only the public half leaves this function. */
function judgeL2Key(starkPrivateKey: string, starkKey: string): L2Key {
  const publicKey = starkPublicKeyOf(starkPrivateKey)
  return isProfileStarkKey(publicKey, starkKey)
    ? { status: 'matched', publicKey, text: null }
    : { status: 'mismatch', profilePublicKey: starkKey }
}

export type L2Keys = ReturnType<typeof createL2Keys>

export function createL2Keys(options: L2KeysOptions) {
  const { store, secrets, log } = options

  /** Null if the account's signing key cannot be read. */
  async function compareKept(account: StoredAccount, starkKey: string): Promise<L2Key | null> {
    switch (account.keyKind) {
      case 'ethereum': {
        const key = options.practiceKeyOf(account) ?? (await secrets.get(account.id, 'ethereumPrivateKey'))
        return key === null ? null : judgeWallet(key, account.networkKind, starkKey)
      }
      case 'stark': {
        const key = await secrets.get(account.id, 'starkPrivateKey')
        return key === null ? null : judgeL2Key(key, starkKey)
      }
    }
  }

  return {
    /**
     * Derives the L2 key from the wallet's key if there is one, compares it with the profile, and records the result. A match
     * is final while the profile stays the same; other results are recomputed each time. Without a readable key nothing
     * changes. Nothing is recorded once `signal` is aborted.
     * Errors: those of the secret store and the store; validation for a profile without a valid key.
     */
    async compare(account: StoredAccount, signal: AbortSignal): Promise<void> {
      const starkKey = registeredKey(account)
      const setting = l2KeySetting(account.id)
      if (starkKey === null) return
      if (recallL2Key(account, await store.getSetting(setting)).status === 'matched') return
      const answer = await compareKept(account, starkKey)
      if (answer === null || signal.aborted) return
      log.info('signing', 'compared the L2 key with the profile', {
        account: account.id,
        status: answer.status,
      })
      await store.setSetting(setting, JSON.stringify(answer))
    },
  }
}
