// Owns: the password vault: whether it is open, what of it is in memory, and its face as a secret store.
// Must not: keep a key or a secret in memory while locked, or lose what the file had before a write failed.
import { createMutex } from '../../async/mutex.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { SecretStore } from '../secret-store.ts'
import { createVaultAccess, type OpenedVault, type VaultOptions, wipeVault } from './vault-access.ts'
import { accountOf, entryKey, nameOf, secretToBytes, wipeEntries } from './vault-content.ts'
import { fileExists } from './vault-file.ts'
import { newPasswordToBytes } from './vault-password.ts'

/** The vault as a secret store. Every method fails with vaultLocked while the vault is locked or not made yet. */
export interface VaultStore extends Omit<SecretStore, 'kind' | 'reason'> {
  readonly kind: 'vault'
  readonly reason: null
}

/**
 * Errors of every method that takes a password: validation { field: 'password', reason: PasswordFault };
 * wrongPassword { retryAfterMs }; passwordDelayed { retryAfterMs }, where it was not even tried; vaultDamaged { file,
 * reason: VaultDamage }; databaseTooNew { file, found, supported }; databaseUnavailable { file, reason };
 * notFound { what: 'vault' }. All work is done in turn, one thing after another.
 */
export interface PasswordVault {
  readonly store: VaultStore
  /** True too where there is no vault yet. */
  readonly isLocked: boolean
  exists(): Promise<boolean>
  /** Resolves where the file is a vault as far as that shows without its password. */
  inspect(): Promise<void>
  /** What is in it, names that this version does not know too. Errors: vaultLocked. */
  list(): Promise<readonly { readonly account: string; readonly name: string }[]>
  /** Makes an empty vault and leaves it unlocked. Never replaces one: internal { reason: 'exists' }. */
  create(password: string): Promise<void>
  /** Fails with vaultLocked where lock() was called before it was done: locking wins. */
  unlock(password: string): Promise<void>
  /** Wipes the key and every secret from memory, at once. A write on its way is completed with what was sealed before. */
  lock(): void
  /** Resolves where the password is right, and changes nothing; wrong ones count. For what is behind the password. */
  verify(password: string): Promise<void>
  /** Writes the vault anew under another password, with a new salt. Locked stays locked, unlocked stays unlocked. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>
  /**
   * Resolves where the last change is on the disk for certain. A change that a power cut could still undo counts as made and
   * is told to onFault; whoever deletes what was moved here asks this first. Errors: databaseUnavailable.
   */
  assertDurable(): Promise<void>
  /** How long unlocking has to wait after wrong passwords; 0 when it may be tried. */
  retryAfterMs(): Promise<number>
  /**
   * Removes the file and the count of wrong passwords, and locks. A file that cannot be removed leaves all as it was.
   * What lay on the disk's blocks is not overwritten.
   */
  destroy(): Promise<void>
  /** Locks, gives the file another name beside its old one, and returns that name. The count of wrong passwords ends. */
  setAside(): Promise<string>
}

/**
 * Opens the face of a vault; touches no file before it is used.
 *
 * In memory: while unlocked, the key and the secrets as bytes, each in a Buffer of its own; lock() fills them with
 * zeros. What JavaScript cannot wipe: the password as it was typed, and each secret that went in by `set` or came out
 * of `get`, because those are strings. They stay until the garbage collector takes them, and its memory is not
 * overwritten. The same is true of what the system wrote to a swap or hibernation file.
 *
 * What it does not protect from: a program that runs as the same user while it is unlocked, guessing a weak password
 * on a copy of the file, and someone who puts an older copy of the file in its place.
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

  /** Changes the entries on disk first and in memory after; a write that fails changes neither. */
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
    await access.removeLeftovers()
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
        // Nothing is awaited from here on, so that lock() cannot come between.
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
