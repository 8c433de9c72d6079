// Owns: the choice between the OS keychain and memory, made when the first secret is stored or found.
// Must not: touch the keychain before that, or change its mind to a weaker place once secrets lie in the keychain.
import { type AppError, isAppError } from '../../src-preload/shared/errors.ts'
import { type KeychainModule, loadKeychainModule } from './keychain-module.ts'
import { createMemoryStore } from './memory-store.ts'
import { createOsKeychain, defaultKeychainLimitMs } from './os-keychain.ts'
import type { KeychainFault } from '../../src-preload/shared/keychain.ts'
import type { SecretName, SecretStore } from './secret-store.ts'

export interface OpenSecretStoreOptions {
  /** keytar unless told. */
  readonly load?: () => Promise<KeychainModule>
  /** How long one keychain operation may take, prompts included; 60 s unless told. */
  readonly limitMs?: number
  /** Told once the choice is made. */
  readonly onChoice?: (kind: 'keychain' | 'memory', reason: KeychainFault | null) => void
}

function reasonOf(error: AppError): KeychainFault {
  const known: readonly KeychainFault[] = [
    'notInstalled',
    'noService',
    'noCollection',
    'noAnswer',
    'mismatch',
  ]
  const reason = known.find((fault) => fault === error.data['reason'])
  return reason ?? (error.code === 'keychainLocked' ? 'locked' : 'failed')
}

/**
 * The app's secret store. The first `set` tries the OS keychain with an entry without meaning; if that does not work,
 * this session's secrets stay in memory, and `kind` and `reason` say so. A secret that an earlier session left in the
 * keychain is found there; while the keychain is locked, looking for it fails with keychainLocked and can be repeated.
 */
export function openSecretStore(options: OpenSecretStoreOptions = {}): SecretStore {
  const keychain = createOsKeychain({
    load: options.load ?? loadKeychainModule,
    limitMs: options.limitMs ?? defaultKeychainLimitMs,
  })
  let chosen: SecretStore | null = null
  let choosing: Promise<SecretStore> | null = null

  function choose(store: SecretStore): SecretStore {
    if (chosen !== null) return chosen
    chosen = store
    options.onChoice?.(store.kind === 'keychain' ? 'keychain' : 'memory', store.reason)
    return store
  }

  async function probeAndChoose(): Promise<SecretStore> {
    try {
      await keychain.probe()
      return choose(keychain)
    } catch (error) {
      if (!isAppError(error, 'keychainUnavailable', 'keychainLocked')) throw error
      return choose(createMemoryStore(reasonOf(error)))
    }
  }

  /** Two first writes at once make one choice. */
  function chooseOnce(): Promise<SecretStore> {
    choosing ??= probeAndChoose().finally(() => {
      choosing = null
    })
    return choosing
  }

  /** What the keychain holds, or null where there is no keychain that could hold anything. */
  async function getFromKeychain(account: string, name: SecretName): Promise<string | null> {
    try {
      const secret = await keychain.get(account, name)
      if (secret !== null) choose(keychain)
      return secret
    } catch (error) {
      if (!isAppError(error, 'keychainUnavailable')) throw error
      choose(createMemoryStore(reasonOf(error)))
      return null
    }
  }

  /** True while the keychain may hold secrets of an earlier session beside those that memory holds now. */
  function mayHoldOlder(): boolean {
    return chosen === null || chosen.reason === 'locked' || chosen.reason === 'noAnswer'
  }

  async function removeFromKeychain(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // Where there is no keychain there is nothing in it. A locked one is another matter, and is reported.
      if (!isAppError(error, 'keychainUnavailable')) throw error
    }
  }

  return {
    get kind() {
      return chosen?.kind ?? 'untouched'
    },
    get reason() {
      return chosen?.reason ?? null
    },
    async get(account, name) {
      const held = (await chosen?.get(account, name)) ?? null
      return held === null && mayHoldOlder() ? getFromKeychain(account, name) : held
    },
    async set(account, name, secret) {
      await (chosen ?? (await chooseOnce())).set(account, name, secret)
    },
    async delete(account, name) {
      await chosen?.delete(account, name)
      if (mayHoldOlder()) await removeFromKeychain(() => keychain.delete(account, name))
    },
    async deleteAll(account) {
      await chosen?.deleteAll(account)
      if (mayHoldOlder()) await removeFromKeychain(() => keychain.deleteAll(account))
    },
  }
}
