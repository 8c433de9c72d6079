// Derives, checks, opens, seals and writes the vault file for a password. Keeps nothing in memory; callers wipe the vaults
// they open.
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { type Attempts, createAttempts, type OnFault } from './attempts.ts'
import { type VaultEntries, wipeEntries } from './vault-content.ts'
import { deriveKey, deriveNewKey, isSameCheck, openSealed, sealVault, type VaultKey } from './vault-crypto.ts'
import {
  type Durability,
  readBounded,
  removeDurably,
  removeTemporaryFiles,
  setFileAside,
  writeAtomically,
} from './vault-file.ts'
import {
  currentScrypt,
  decodeVault,
  isWeakerScrypt,
  maxVaultBytes,
  type ScryptParameters,
  vaultDamaged,
  type VaultParts,
} from './vault-format.ts'
import { passwordToBytes } from './vault-password.ts'

export interface VaultOptions {
  /** The vault; the count of wrong passwords is stored beside it as `<file>.attempts`. */
  readonly file: string
  readonly clock: Clock
  /**
   * Receives faults that were recovered from: the count not written, a vault not strengthened, a change that a power cut
   * could undo. Never gets a secret.
   */
  readonly onFault?: OnFault
  /** scrypt cost of new passwords. Only tests set it. */
  readonly scrypt?: ScryptParameters
  /** Makes a rename or removal in a folder durable. Only tests set it. */
  readonly syncFolder?: Durability['syncFolder']
}

/** A vault in memory: its key, its header, its secrets. */
export interface OpenedVault {
  readonly key: VaultKey
  readonly entries: VaultEntries
}

/** Fills key and secrets with zeros. */
export function wipeVault({ key, entries }: OpenedVault): void {
  key.encryptionKey.fill(0)
  wipeEntries(entries)
}

export interface VaultAccess {
  readonly attempts: Attempts
  /**
   * Reads the file as far as possible without the password. Errors: those of a password method, except those that need the
   * password.
   */
  inspect(): Promise<void>
  /** Reads the file and opens it. Errors: those of PasswordVault's password methods. */
  authenticate(password: string): Promise<OpenedVault>
  /** Reseals the vault at the current cost if it was made at a weaker one; on failure it stays unchanged. */
  strengthen(vault: OpenedVault, password: string): Promise<OpenedVault>
  /** Writes entries under a new salt and a password as bytes; the caller wipes the key. */
  sealAnew(typed: Buffer, entries: VaultEntries, notBelow?: ScryptParameters): Promise<VaultKey>
  /** Writes entries under the vault's current key. */
  write(key: VaultKey, entries: VaultEntries): Promise<void>
  /** Errors: databaseUnavailable if a power cut could undo the last change, because its folder was not synced. */
  assertDurable(): void
  /** Removes the file and its leftovers. Errors: databaseUnavailable. */
  remove(): Promise<void>
  /** Renames the file and returns the new name. Errors: databaseUnavailable. */
  setAside(): Promise<string>
  removeTemporaryFiles(): Promise<void>
}

export function createVaultAccess(options: VaultOptions): VaultAccess {
  const { file, clock, onFault = () => undefined, scrypt: cost = currentScrypt } = options
  const { syncFolder } = options
  const attempts = createAttempts({ file: `${file}.attempts`, clock, onFault, syncFolder })
  /** The last change's sync fault. Stored, because the system may report each such fault only once. */
  let unsynced: AppError | null = null
  const durability: Durability = {
    onUnsynced: (error) => {
      unsynced = error
      onFault('make a change of the vault durable', error)
    },
    syncFolder,
  }

  /** Adds the file to the format's errors about its bytes. */
  function naming<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!isAppError(error, 'vaultDamaged', 'databaseTooNew')) throw error
      throw new AppError(error.code, { file, ...error.data }, error)
    }
  }

  async function readParts(): Promise<VaultParts> {
    const bytes = await readBounded(file, maxVaultBytes)
    if (bytes === null) throw new AppError('notFound', { what: 'vault' })
    return naming(() => {
      if (bytes === 'tooLarge') throw vaultDamaged('length')
      return decodeVault(bytes)
    })
  }

  async function authenticate(password: string): Promise<OpenedVault> {
    const typed = passwordToBytes(password)
    try {
      // Damage that shows without the password costs no attempt.
      const parts = await readParts()
      await attempts.begin()
      const key = await deriveKey(typed, parts.header.scrypt, parts.header.salt)
      try {
        if (!isSameCheck(key.header, parts.header)) {
          throw new AppError('wrongPassword', { retryAfterMs: await attempts.retryAfterMs() })
        }
        await attempts.clear()
        return { key, entries: naming(() => openSealed(key, parts)) }
      } catch (error) {
        key.encryptionKey.fill(0)
        throw error
      }
    } finally {
      typed.fill(0)
    }
  }

  // Not async: the entries are sealed before this returns, so that a later lock() can wipe them.
  const write = (key: VaultKey, entries: VaultEntries): Promise<void> => {
    const sealed = sealVault(key, entries)
    unsynced = null
    return writeAtomically(file, sealed, durability)
  }

  async function sealAnew(typed: Buffer, entries: VaultEntries, notBelow = cost): Promise<VaultKey> {
    const key = await deriveNewKey(typed, isWeakerScrypt(notBelow, cost) ? cost : notBelow)
    try {
      await write(key, entries)
      return key
    } catch (error) {
      key.encryptionKey.fill(0)
      throw error
    }
  }

  async function strengthen(vault: OpenedVault, password: string): Promise<OpenedVault> {
    if (!isWeakerScrypt(vault.key.header.scrypt, cost)) return vault
    const typed = passwordToBytes(password)
    try {
      const key = await sealAnew(typed, vault.entries)
      vault.key.encryptionKey.fill(0)
      return { key, entries: vault.entries }
    } catch (error) {
      onFault('strengthen the vault', error)
      return vault
    } finally {
      typed.fill(0)
    }
  }

  return {
    attempts,
    async inspect() {
      await readParts()
    },
    authenticate,
    strengthen,
    sealAnew,
    write,
    assertDurable() {
      if (unsynced !== null) throw unsynced
    },
    remove: () => removeDurably(file, durability),
    setAside: () => setFileAside(file, clock.now(), durability),
    async removeTemporaryFiles() {
      try {
        await removeTemporaryFiles(file)
      } catch (error) {
        onFault('remove leftovers of the vault', error)
      }
    },
  }
}
