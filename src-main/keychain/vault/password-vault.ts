// The password vault as a secret store. Holds no key or secret in memory while locked, and keeps the file's previous content
// when a write fails.
import { createMutex } from '../../async/mutex.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { SecretStore } from '../secret-store.ts'
import { createVaultAccess, type OpenedVault, type VaultOptions, wipeVault } from './vault-access.ts'
import { accountOf, entryKey, nameOf, secretToBytes, wipeEntries } from './vault-content.ts'
import { fileExists } from './vault-file.ts'
import { newPasswordToBytes } from './vault-password.ts'

/** The vault as a secret store. Every method fails with vaultLocked while the vault is locked or does not exist yet. */
export interface VaultStore extends Omit<SecretStore, 'kind' | 'reason'> {
  readonly kind: 'vault'
  readonly reason: null
}

/**
 * Errors of every method that takes a password: validation { field: 'password', reason: PasswordFault }; wrongPassword {
 * retryAfterMs }; passwordDelayed { retryAfterMs }, if it was not checked; vaultDamaged { file, reason: VaultDamage };
 * databaseTooNew { file, found, supported }; databaseUnavailable { file, reason }; notFound { what: 'vault' }. All work runs
 * one task after another.
 */
export interface PasswordVault {
  readonly store: VaultStore
  /** Also true if there is no vault yet. */
  readonly isLocked: boolean
  exists(): Promise<boolean>
  /** Resolves if the file is a vault as far as can be checked without its password. */
  inspect(): Promise<void>
  /** Lists the entries, including names that this version does not know. Errors: vaultLocked. */
  list(): Promise<readonly { readonly account: string; readonly name: string }[]>
  /** Creates an empty vault and leaves it unlocked. Never replaces one: internal { reason: 'exists' }. */
  create(password: string): Promise<void>
  /** Fails with vaultLocked if lock() was called before it finished: locking wins. */
  unlock(password: string): Promise<void>
  /** Wipes the key and every secret from memory at once. A write in progress completes with the sealed bytes. */
  lock(): void
  /** Resolves if the password is right; changes nothing, but counts wrong passwords. For actions that need the password. */
  verify(password: string): Promise<void>
  /** Rewrites the vault under another password with a new salt. Keeps it locked or unlocked as it is. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>
  /**
   * Resolves if the last change is durable on disk. A change that a power cut could still undo counts as made and is reported
   * to onFault; callers check here before they delete what they moved. Errors: databaseUnavailable.
   */
  assertDurable(): Promise<void>
  /** Milliseconds until unlocking is allowed after wrong passwords; 0 if it is allowed now. */
  retryAfterMs(): Promise<number>
  /**
   * Removes the file and the count of wrong passwords, and locks. If the file cannot be removed, nothing changes. The disk
   * blocks are not overwritten.
   */
  destroy(): Promise<void>
  /** Locks, renames the file beside its old name, and returns the new name. Resets the count of wrong passwords. */
  setAside(): Promise<string>
}

/**
 * Opens the interface of a vault; touches no file before it is used.
 *
 * In memory: while unlocked, the key and the secrets as bytes, each in its own Buffer; lock() fills them with zeros.
 * JavaScript cannot wipe the password as it was typed, and each secret that went in by `set` or out by `get`, because those
 * are strings. They stay until the garbage collector frees them, and their memory is not overwritten. The same is true of
 * what the system wrote to a swap or hibernation file.
 *
 * It does not protect against: a program that runs as the same user while it is unlocked, guessing a weak password on a copy
 * of the file, and replacing the file with an older copy.
 */
export function openVault(options: VaultOptions): PasswordVault {
  const { file } = options
  const access = createVaultAccess(options)
  let opened: OpenedVault | null = null
  let locks = 0
  const runExclusive = createMutex()

  function requireOpened(): OpenedVault {
    if (opened === null) throw new AppError('vaultLocked')
    return opened
  }

  function lock(): void {
    locks += 1
    if (opened !== null) wipeVault(opened)
    opened = null
  }

  /** Makes `vault` the open one, unless lock() was called since `asOf`. */
  function adopt(vault: OpenedVault, asOf: number): boolean {
    if (locks !== asOf) {
      wipeVault(vault)
      return false
    }
    if (opened !== null) wipeVault(opened)
    opened = vault
    return true
  }

  /** Changes the entries on disk first and then in memory; a failed write changes neither. */
  async function change(edit: (entries: Map<string, Buffer>) => void): Promise<void> {
    const vault = requireOpened()
    const entries = new Map(vault.entries)
    edit(entries)
    try {
      await access.write(vault.key, entries)
    } catch (error) {
      wipeEntries(entries, vault.entries)
      throw error
    }
    if (opened === vault) {
      opened = { key: vault.key, entries }
      wipeEntries(vault.entries, entries)
    } else {
      wipeEntries(entries)
    }
  }

  const store: VaultStore = {
    kind: 'vault',
    reason: null,
    get: (account, name) =>
      runExclusive(() => {
        const secret = requireOpened().entries.get(entryKey(account, name))
        return Promise.resolve(secret?.toString('utf8') ?? null)
      }),
    set: (account, name, secret) =>
      runExclusive(() => change((entries) => entries.set(entryKey(account, name), secretToBytes(secret)))),
    delete: (account, name) =>
      runExclusive(async () => {
        const key = entryKey(account, name)
        if (requireOpened().entries.has(key)) await change((entries) => entries.delete(key))
      }),
    deleteAll: (account) =>
      runExclusive(async () => {
        const keys = [...requireOpened().entries.keys()].filter((key) => accountOf(key) === account)
        if (keys.length === 0) return
        await change((entries) => {
          for (const key of keys) entries.delete(key)
        })
      }),
  }

  async function create(password: string, asOf: number): Promise<void> {
    const typed = newPasswordToBytes(password)
    try {
      if (await fileExists(file)) throw new AppError('internal', { what: 'create a vault', reason: 'exists' })
      const entries = new Map<string, Buffer>()
      const key = await access.sealAnew(typed, entries)
      await access.attempts.clear()
      adopt({ key, entries }, asOf)
    } finally {
      typed.fill(0)
    }
  }

  async function unlock(password: string, asOf: number): Promise<void> {
    const found = await access.authenticate(password)
    await access.removeTemporaryFiles()
    const vault = await access.strengthen(found, password)
    if (!adopt(vault, asOf)) throw new AppError('vaultLocked')
  }

  async function changePassword(oldPassword: string, newPassword: string): Promise<void> {
    const typed = newPasswordToBytes(newPassword)
    try {
      const { key: oldKey, entries } = await access.authenticate(oldPassword)
      oldKey.encryptionKey.fill(0)
      try {
        const key = await access.sealAnew(typed, entries, oldKey.header.scrypt)
        // Nothing is awaited from here on, so lock() cannot run in between.
        if (opened === null) wipeVault({ key, entries })
        else adopt({ key, entries }, locks)
      } catch (error) {
        wipeEntries(entries)
        throw error
      }
    } finally {
      typed.fill(0)
    }
  }

  return {
    store,
    get isLocked() {
      return opened === null
    },
    lock,
    exists: () => runExclusive(() => fileExists(file)),
    inspect: () => runExclusive(() => access.inspect()),
    list: () =>
      runExclusive(() =>
        Promise.resolve(
          [...requireOpened().entries.keys()].map((key) => ({ account: accountOf(key), name: nameOf(key) })),
        ),
      ),
    create: (password) => {
      const asOf = locks
      return runExclusive(() => create(password, asOf))
    },
    unlock: (password) => {
      const asOf = locks
      return runExclusive(() => unlock(password, asOf))
    },
    verify: (password) =>
      runExclusive(async () => {
        wipeVault(await access.authenticate(password))
      }),
    changePassword: (oldPassword, newPassword) =>
      runExclusive(() => changePassword(oldPassword, newPassword)),
    assertDurable: () =>
      runExclusive(() => {
        access.assertDurable()
        return Promise.resolve()
      }),
    retryAfterMs: () => runExclusive(() => access.attempts.retryAfterMs()),
    destroy: () =>
      runExclusive(async () => {
        await access.remove()
        lock()
        await access.attempts.clear()
      }),
    setAside: () => {
      lock()
      return runExclusive(async () => {
        lock()
        if (!(await fileExists(file))) throw new AppError('notFound', { what: 'vault' })
        const name = await access.setAside()
        await access.attempts.clear()
        return name
      })
    },
  }
}
