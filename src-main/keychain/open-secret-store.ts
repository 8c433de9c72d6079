// Owns: the choice between the OS keychain and memory, made when the first secret is stored or found.
// Must not: touch the keychain before that, or change its mind to a weaker place once secrets lie in the keychain.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { KeychainLedger } from './keychain-ledger.ts'
import { type KeychainModule, loadKeychainModule } from './keychain-module.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'
import { createOsKeychain, defaultKeychainLimitMs, type OsKeychain } from './os-keychain.ts'
import type { KeychainFault } from '../../src-preload/domain/keychain.ts'
import type { SecretName, SecretStore } from './secret-store.ts'

export interface OpenSecretStoreOptions {
  /** Which accounts have something in the OS keychain, as earlier sessions left it. */
  readonly ledger: KeychainLedger
  /** keytar unless told. */
  readonly load?: () => Promise<KeychainModule>
  /** How long one keychain operation may take, prompts included; 60 s unless told. */
  readonly limitMs?: number
  /** The OS keychain where somebody else uses it too; then `load` and `limitMs` are theirs. */
  readonly keychain?: OsKeychain
  /** The keychain is known to work and to be where secrets lie: there is no choice to be made. */
  readonly isInKeychain?: boolean
  /** Told once the choice is made. */
  readonly onChoice?: (kind: 'keychain' | 'memory', reason: KeychainFault | null) => void
}

/** The secret store without a password: the OS keychain, or memory. */
export interface ChosenStore extends SecretStore {
  /** What lies in memory; null unless that is the place of this session. */
  readonly memory: MemoryStore | null
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
 * Removing what an earlier session put into a keychain that cannot be used now fails as well, with `isHeld` in the data,
 * whatever place was chosen for this session: a key must not be forgotten there.
 */
export function openSecretStore(options: OpenSecretStoreOptions): ChosenStore {
  const { ledger } = options
  const keychain =
    options.keychain ??
    createOsKeychain({
      load: options.load ?? loadKeychainModule,
      limitMs: options.limitMs ?? defaultKeychainLimitMs,
    })
  let chosen: SecretStore | null = options.isInKeychain === true ? keychain : null
  let memory: MemoryStore | null = null
  let choosing: Promise<SecretStore> | null = null

  function choose(store: SecretStore): SecretStore {
    if (chosen !== null) return chosen
    chosen = store
    options.onChoice?.(store.kind === 'keychain' ? 'keychain' : 'memory', store.reason)
    return store
  }

  function chooseMemory(error: AppError): SecretStore {
    if (chosen !== null) return chosen
    memory = createMemoryStore(reasonOf(error))
    return choose(memory)
  }

  async function probeAndChoose(): Promise<SecretStore> {
    try {
      await keychain.probe()
      return choose(keychain)
    } catch (error) {
      if (!isAppError(error, 'keychainUnavailable', 'keychainLocked')) throw error
      return chooseMemory(error)
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
      if (secret === null) return null
      choose(keychain)
      await ledger.noteKept(account)
      return secret
    } catch (error) {
      if (!isAppError(error, 'keychainUnavailable')) throw error
      chooseMemory(error)
      return null
    }
  }

  /** True while the keychain may hold secrets of an earlier session beside those that memory holds now. */
  function mayHoldOlder(): boolean {
    return chosen === null || chosen.reason === 'locked' || chosen.reason === 'noAnswer'
  }

  /** Where the keychain never held anything of the account and is not used now, its faults are no failure. */
  async function removeFromKeychain(account: string, work: () => Promise<void>): Promise<void> {
    const isHeld = chosen === keychain || (await ledger.mayHold(account))
    if (!isHeld && !mayHoldOlder()) return
    try {
      await work()
    } catch (error) {
      if (!isAppError(error, 'keychainUnavailable', 'keychainLocked')) throw error
      if (isHeld) throw new AppError(error.code, { ...error.data, isHeld }, error)
    }
  }

  return {
    get kind() {
      return chosen?.kind ?? 'untouched'
    },
    get reason() {
      return chosen?.reason ?? null
    },
    get memory() {
      return memory
    },
    async get(account, name) {
      const held = (await chosen?.get(account, name)) ?? null
      return held === null && mayHoldOlder() ? getFromKeychain(account, name) : held
    },
    async set(account, name, secret) {
      const place = chosen ?? (await chooseOnce())
      if (place === keychain) await ledger.noteKept(account)
      await place.set(account, name, secret)
    },
    async delete(account, name) {
      if (chosen !== keychain) await chosen?.delete(account, name)
      await removeFromKeychain(account, () => keychain.delete(account, name))
    },
    async deleteAll(account) {
      if (chosen !== keychain) await chosen?.deleteAll(account)
      await removeFromKeychain(account, () => keychain.deleteAll(account))
      await ledger.noteRemoved(account)
    },
  }
}
