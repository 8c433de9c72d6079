// Owns: whether the L2 key that a wallet derives is the one its account is registered with, and the note of the answer.
// Must not: keep, return or log a private key, or sign an L2 text for anything but deriving the key.
import { type L2Key, l2Key, type NetworkKind } from '../../src-preload/contract/accounts.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { Log } from '../log.ts'
import { findL2Key, type L2Network } from '../signing/stark.ts'
import { accountSetting } from '../store/account-settings.ts'
import type { Store, StoredAccount } from '../store/store-api.ts'

export interface L2KeysOptions {
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly secrets: Pick<SecretStore, 'get'>
  /** The key of a practice wallet, which follows from the seed; undefined for every other account. */
  readonly practiceKeyOf: (account: StoredAccount) => string | undefined
  readonly log: Log
}

const unknown: L2Key = { status: 'unknown' }

/** The networks whose texts may be behind the key of an account, likeliest first. Source: service facts, A7. */
const textNetworks: Record<NetworkKind, readonly L2Network[]> = {
  practice: ['mainnet', 'testnet'],
  mainnet: ['mainnet'],
  testnet: ['testnet'],
  custom: ['mainnet', 'testnet'],
}

function settingOf(account: StoredAccount): string {
  return accountSetting(account.id, 'l2Key')
}

/** The public key that the service has for the account; null before the first profile and where none is registered. */
function registeredKey(account: StoredAccount): string | null {
  const starkKey = account.profile?.starkKey ?? null
  return starkKey === '0x0' ? null : starkKey
}

/** What was noted, unless it is about another registered key or not ours to read. */
function readNote(text: string | null, starkKey: string): L2Key {
  if (text === null || text === '') return unknown
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // A note that cannot be read is no note: the next comparison writes it again.
    return unknown
  }
  const note = l2Key.safeParse(value)
  if (!note.success) return unknown
  switch (note.data.status) {
    case 'matched':
      return note.data.publicKey === starkKey ? note.data : unknown
    case 'mismatch':
      return note.data.profilePublicKey === starkKey ? note.data : unknown
    case 'unknown':
      return unknown
  }
}

/** Only the public half leaves this function. */
function judge(ethereumPrivateKey: string, kind: NetworkKind, starkKey: string): L2Key {
  for (const textNetwork of textNetworks[kind]) {
    const found = findL2Key(ethereumPrivateKey, textNetwork, starkKey)
    if (found !== null) {
      return { status: 'matched', publicKey: found.publicKey, era: found.era, textNetwork }
    }
  }
  return { status: 'mismatch', profilePublicKey: starkKey }
}

export function createL2Keys(options: L2KeysOptions) {
  const { store, secrets, log } = options

  /** What is known without the wallet's key: the last answer, while the profile names the same key. */
  async function recall(account: StoredAccount): Promise<L2Key> {
    const starkKey = registeredKey(account)
    return starkKey === null ? unknown : readNote(await store.getSetting(settingOf(account)), starkKey)
  }

  return {
    recall,

    /**
     * Derives and compares, and notes the answer. A match is final while the profile stays the same; anything else is tried
     * again each time. Without a readable key nothing changes. Nothing is noted once `signal` is aborted.
     * Errors: those of the secret store and the store; validation for a profile that names no key.
     */
    async compare(account: StoredAccount, signal: AbortSignal): Promise<void> {
      const starkKey = registeredKey(account)
      if (starkKey === null || (await recall(account)).status === 'matched') return
      const ethereumPrivateKey =
        options.practiceKeyOf(account) ?? (await secrets.get(account.id, 'ethereumPrivateKey'))
      if (ethereumPrivateKey === null || signal.aborted) return
      const answer = judge(ethereumPrivateKey, account.networkKind, starkKey)
      log.info('signing', 'compared the L2 key with the profile', {
        account: account.id,
        status: answer.status,
      })
      await store.setSetting(settingOf(account), JSON.stringify(answer))
    },
  }
}
