// Chooses between the OS keychain and memory when the first secret is stored or found. Leaves the keychain alone until then,
// and never switches from the keychain to memory.
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { KeychainLedger } from './keychain-ledger.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'
import { createOsKeychain, type OsKeychain, type OsKeychainOptions } from './os-keychain.ts'
import type { KeychainFault } from '../../src-preload/domain/accounts/keychain.ts'
import type { SecretName, SecretStore } from './secret-store.ts'

export interface OpenSecretStoreOptions extends OsKeychainOptions {
  /** Which accounts have secrets in the OS keychain from earlier sessions. */
  readonly ledger: KeychainLedger
  /** A shared OS keychain; its owner then sets `load` and `limitMs`. */
  readonly keychain?: OsKeychain
  /** The keychain is known to work and to hold the secrets: no choice is made. */
  readonly isInKeychain?: boolean
  /** Called once the choice is made. */
  readonly onChoice?: (kind: 'keychain' | 'memory', reason: KeychainFault | null) => void
}

/** The secret store without a password: the OS keychain, or memory. */
export interface ChosenStore extends SecretStore {
  /** The memory store; null unless this session uses it. */
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
 * The app's secret store without a password. The first `set` tests the OS keychain with a dummy entry; if that fails, this
 * session's secrets stay in memory, and `kind` and `reason` say so. Secrets of an earlier session in the keychain are found;
 * while the keychain is locked, the lookup fails with keychainLocked and can be repeated. Removing what an earlier session
 * stored in a keychain that is unavailable now also fails, with `isHeld` in the data, whichever store this session uses: a
 * key must not be left behind there.
 */
export function openSecretStore(options: OpenSecretStoreOptions): ChosenStore {
  const { ledger } = options
  const keychain = options.keychain ?? createOsKeychain(options)
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

  /** Two simultaneous first writes make one choice. */
  function chooseOnce(): Promise<SecretStore> {
    choosing ??= probeAndChoose().finally(() => {
      choosing = null
    })
    return choosing
  }

  /** Returns the keychain's value, or null if no keychain is available. */
  async function getFromKeychain(account: string, name: SecretName): Promise<string | null> {
    try {
      const secret = await keychain.get(account, name)
      if (secret === null) return null
      choose(keychain)
      await ledger.noteStored(account)
      return secret
    } catch (error) {
      if (!isAppError(error, 'keychainUnavailable')) throw error
      chooseMemory(error)
      return null
    }
  }

  /** True while the keychain may hold secrets of an earlier session besides those in memory. */
  function mayHoldOlder(): boolean {
    return chosen === null || chosen.reason === 'locked' || chosen.reason === 'noAnswer'
  }

  /** If the keychain never held a secret of the account and is not in use, its faults are ignored. */
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
      if (place === keychain) await ledger.noteStored(account)
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
