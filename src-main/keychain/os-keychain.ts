// Stores secrets in the OS keychain (Keychain, Credential Manager, Secret Service) with a time limit and distinct faults.
// Never falls back to another store; the first use is left to the caller.
import { createMutex } from '../async/mutex.ts'
import { randomUUID } from 'node:crypto'
import { AppError } from '../../src-preload/domain/errors.ts'
import { type KeychainModule, loadKeychainModule } from './keychain-module.ts'
import type { KeychainFault } from '../../src-preload/domain/accounts/keychain.ts'
import { type SecretName, type SecretStore, secretNames } from './secret-store.ts'

/** The owner shown in the system's keychain viewer. */
export const keychainService = 'Starkdesk'

/** Entry that is written, read and removed to test the keychain. Holds no secret. */
const probeAccount = 'probe'

/** Long enough for the user to type a password at the system's prompt. */
const DEFAULT_LIMIT_MS = 60_000

export interface OsKeychain extends SecretStore {
  /** Writes, reads back and deletes a dummy entry. Errors: those of the store, and reason `mismatch`. */
  probe(): Promise<void>
}

export interface OsKeychainOptions {
  /** keytar by default. */
  readonly load?: () => Promise<KeychainModule>
  /** Time limit of one keychain operation, prompts included; 60 s by default. */
  readonly limitMs?: number
}

/** The first match wins. Patterns: the messages of libsecret, macOS and Windows. */
const lockedWords = /locked|dismissed|cancell?ed|interaction is not allowed|passphrase you entered/i
const faultWords: readonly (readonly [RegExp, KeychainFault])[] = [
  [/does not exist at path/i, 'noCollection'],
  [/autolaunch|d-?bus|could not connect|not provided by any|serviceunknown/i, 'noService'],
]

function faultOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const text = error instanceof Error ? error.message : ''
  if (lockedWords.test(text)) return new AppError('keychainLocked', { reason: 'locked' }, error)
  const reason = faultWords.find(([pattern]) => pattern.test(text))?.[1] ?? 'failed'
  return new AppError('keychainUnavailable', { reason }, error)
}

/** Runs one operation at a time, so that prompts appear one by one, and none longer than the limit. */
function createGate(limitMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  const runExclusive = createMutex()
  /** An operation past its limit still occupies the keychain: later ones fail at once instead of waiting as long. */
  let isStuck = false
  const noAnswer = (): AppError => new AppError('keychainLocked', { reason: 'noAnswer', limitMs })

  async function runBounded<T>(work: () => Promise<T>): Promise<T> {
    if (isStuck) throw noAnswer()
    const running = work()
    const { promise: overdue, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      isStuck = true
      // Its late end, good or bad, frees the keychain; its result is dropped.
      const free = (): void => {
        isStuck = false
      }
      running.then(free, free)
      reject(noAnswer())
    }, limitMs)
    try {
      return await Promise.race([running, overdue])
    } finally {
      clearTimeout(timer)
    }
  }

  return (work) => runExclusive(() => runBounded(work))
}

export function createOsKeychain({
  load = loadKeychainModule,
  limitMs = DEFAULT_LIMIT_MS,
}: OsKeychainOptions): OsKeychain {
  const gate = createGate(limitMs)
  let loading: Promise<KeychainModule> | null = null

  async function use<T>(work: (module: KeychainModule) => Promise<T>): Promise<T> {
    try {
      const module = await (loading ??= load())
      return await gate(() => work(module))
    } catch (error) {
      throw faultOf(error)
    }
  }

  const entryOf = (account: string, name: SecretName): string => `${account}/${name}`

  async function probe(): Promise<void> {
    const written = randomUUID()
    const read = await use(async (module) => {
      await module.setPassword(keychainService, probeAccount, written)
      const value = await module.getPassword(keychainService, probeAccount)
      await module.deletePassword(keychainService, probeAccount)
      return value
    })
    if (read !== written) throw new AppError('keychainUnavailable', { reason: 'mismatch' })
  }

  async function get(account: string, name: SecretName): Promise<string | null> {
    const secret = await use((module) => module.getPassword(keychainService, entryOf(account, name)))
    if (secret !== null) return secret
    // A locked Secret Service reports "nothing found" and fails only on writes (seen with gnome-keyring).
    await probe()
    return use((module) => module.getPassword(keychainService, entryOf(account, name)))
  }

  async function remove(account: string, names: readonly SecretName[]): Promise<void> {
    let isSure = true
    for (const name of names) {
      isSure =
        (await use((module) => module.deletePassword(keychainService, entryOf(account, name)))) && isSure
    }
    if (isSure) return
    // Here too "nothing to delete" may mean "locked". Once a write works, the remaining entries can be deleted.
    await probe()
    for (const name of names) {
      await use((module) => module.deletePassword(keychainService, entryOf(account, name)))
    }
  }

  return {
    kind: 'keychain',
    reason: null,
    probe,
    get,
    set: (account, name, secret) =>
      use((module) => module.setPassword(keychainService, entryOf(account, name), secret)),
    delete: (account, name) => remove(account, [name]),
    deleteAll: (account) => remove(account, secretNames),
  }
}
