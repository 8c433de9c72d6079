// The app's secret store: selects the backend (OS keychain, memory or password vault), locks it, and moves secrets between
// backends. Never uses two backends at once. With the vault in use, the OS keychain is used only for secrets left there.
import type { PasswordState } from '../../src-preload/contract/accounts/security.ts'
import { AppError, assertNever, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { KeychainLedger } from './keychain-ledger.ts'
import { createPendingMigrations } from './pending-migrations.ts'
import { type ChosenStore, openSecretStore } from './open-secret-store.ts'
import { createOsKeychain, type OsKeychainOptions } from './os-keychain.ts'
import type { SecretStore } from './secret-store.ts'
import { createRwLock } from '../async/rw-lock.ts'
import { moveIntoVault, moveOutOfVault } from './vault-moves.ts'
import type { OnFault } from './vault/attempts.ts'
import { openVault } from './vault/password-vault.ts'
import type { ScryptParameters } from './vault/vault-format.ts'

export interface SecretBackendsOptions extends OsKeychainOptions {
  readonly ledger: KeychainLedger
  /** Its existence alone decides whether there is an app password. */
  readonly vaultFile: string
  readonly clock: Clock
  /** Receives faults that were recovered from. Never gets a secret. */
  readonly onFault: OnFault
  /** Ids of the app's accounts. */
  readonly listAccounts: () => Promise<readonly string[]>
  /** scrypt cost of new passwords. Only tests set it. */
  readonly scrypt?: ScryptParameters
}

/**
 * The app's secret store in the current backend. During a move, get, set and delete wait for its end. Errors of methods that
 * take a password: see {@link PasswordVault}; notFound { what: 'vault' } without an app password.
 */
export interface SecretBackends extends SecretStore {
  passwordState(): PasswordState
  /** Why the vault cannot be used; null unless the state is `damaged`. */
  fault(): AppError | null
  /** With the vault in use: the OS keychain may still hold copies; the next unlock tries again to move them. */
  leftInKeychain(): boolean
  /** Milliseconds until the next password attempt is allowed. */
  retryAfterMs(): Promise<number>
  /** Creates the vault and moves every secret into it. Further errors: internal { reason: 'exists' }, vaultLocked. */
  setPassword(password: string): Promise<void>
  changePassword(oldPassword: string, newPassword: string): Promise<void>
  /**
   * Moves every secret of the unlocked vault to the OS keychain, all or nothing, and removes the vault. Further errors:
   * vaultLocked, keychainUnavailable, keychainLocked; nothing has changed then.
   */
  removePassword(password: string): Promise<void>
  /** Fails with vaultLocked if lock() was called before it finished: locking wins. */
  unlock(password: string): Promise<void>
  /** Wipes keys and secrets from memory at once; during setPassword, right after it. No effect without a password. */
  lock(): void
  /** Resolves if the password is right; changes nothing. */
  verifyPassword(password: string): Promise<void>
  /** Renames the vault's file and leaves it intact. There is no app password afterwards. */
  setVaultAside(): Promise<{ readonly fileName: string }>
}

type Place =
  | { readonly kind: 'open'; readonly store: ChosenStore }
  | { readonly kind: 'vault' }
  | { readonly kind: 'damaged'; readonly fault: AppError }

/** Opens the current backend. A vault starts locked; an unusable vault is no error but the state `damaged`. */
export async function openSecretBackends(options: SecretBackendsOptions): Promise<SecretBackends> {
  const { ledger, vaultFile, clock, onFault } = options
  const keychain = createOsKeychain(options)
  const vault = openVault({
    file: vaultFile,
    clock,
    onFault,
    ...(options.scrypt === undefined ? {} : { scrypt: options.scrypt }),
  })
  const pendingMigrations = createPendingMigrations({ ledger, keychain, vault: vault.store, onFault })
  const access = createRwLock()
  let locks = 0
  let isSetting = false

  const knownAccounts = async (): Promise<ReadonlySet<string>> => new Set(await options.listAccounts())
  const moves = { ledger, keychain, vault, onFault, knownAccounts }
  const openStore = (isInKeychain = false): Place => ({
    kind: 'open',
    store: openSecretStore({ ledger, keychain, isInKeychain }),
  })

  /** Determines the backend from the file, without the password. */
  async function findPlace(): Promise<Place> {
    try {
      await vault.inspect()
      return { kind: 'vault' }
    } catch (error) {
      if (isAppError(error, 'notFound')) return openStore()
      if (isAppError(error, 'vaultDamaged', 'databaseTooNew', 'databaseUnavailable')) {
        return { kind: 'damaged', fault: error }
      }
      throw error
    }
  }

  let place = await findPlace()
  await pendingMigrations.look()

  function unusable(fault: AppError): AppError {
    const reason = fault.code === 'vaultDamaged' ? (fault.data['reason'] ?? null) : fault.code
    return new AppError('vaultDamaged', { file: vaultFile, reason }, fault)
  }

  const noVault = (): AppError => new AppError('notFound', { what: 'vault' })

  /** Errors: notFound, vaultDamaged. */
  function requireVault(): void {
    if (place.kind === 'open') throw noVault()
    if (place.kind === 'damaged') throw unusable(place.fault)
  }

  function requireUnlocked(): void {
    if (vault.isLocked) throw new AppError('vaultLocked')
  }

  async function setPassword(password: string, asOf: number): Promise<void> {
    if (place.kind === 'damaged') throw unusable(place.fault)
    if (place.kind === 'vault') {
      requireUnlocked()
      throw new AppError('internal', { what: 'set a password', reason: 'exists' })
    }
    isSetting = true
    try {
      const complete = await moveIntoVault(place.store, password, moves, () => {
        place = { kind: 'vault' }
      })
      await pendingMigrations.look(complete)
    } finally {
      isSetting = false
      if (locks !== asOf) vault.lock()
    }
  }

  async function unlock(password: string, asOf: number): Promise<void> {
    // An unusable file may have been repaired, and a usable one may be gone.
    if (place.kind !== 'open' && vault.isLocked) place = await findPlace()
    if (place.kind === 'open') throw noVault()
    if (place.kind === 'damaged') throw place.fault
    if (locks !== asOf) throw new AppError('vaultLocked')
    try {
      await vault.unlock(password)
    } catch (error) {
      const isDamage = isAppError(error, 'vaultDamaged', 'databaseTooNew', 'databaseUnavailable')
      if (vault.isLocked && isDamage) place = { kind: 'damaged', fault: error }
      throw error
    }
    try {
      if (pendingMigrations.isAny) await pendingMigrations.settle()
    } catch (error) {
      onFault('bring what is left in the keychain into the vault', error)
    }
    requireUnlocked()
  }

  async function setVaultAside(): Promise<{ fileName: string }> {
    if (place.kind === 'open') throw noVault()
    try {
      return { fileName: await vault.setAside() }
    } finally {
      // The file decides, also after a partial failure.
      place = await findPlace()
    }
  }

  return {
    get kind() {
      return place.kind === 'open' ? place.store.kind : 'vault'
    },
    get reason() {
      return place.kind === 'open' ? place.store.reason : null
    },
    passwordState() {
      switch (place.kind) {
        case 'open':
          return 'none'
        case 'damaged':
          return 'damaged'
        case 'vault':
          return vault.isLocked ? 'locked' : 'unlocked'
        default:
          return assertNever(place, 'place')
      }
    },
    fault: () => (place.kind === 'damaged' ? place.fault : null),
    leftInKeychain: () => place.kind !== 'open' && pendingMigrations.isAny,
    retryAfterMs: () => (place.kind === 'open' ? Promise.resolve(0) : vault.retryAfterMs()),

    get: (account, name) =>
      access.read(async () => {
        if (place.kind === 'open') return place.store.get(account, name)
        requireVault()
        const kept = await vault.store.get(account, name)
        const secret = kept ?? (await pendingMigrations.read(account, name))
        requireUnlocked()
        return secret
      }),
    set: (account, name, secret) =>
      access.read(async () => {
        if (place.kind === 'open') return place.store.set(account, name, secret)
        requireVault()
        return vault.store.set(account, name, secret)
      }),
    delete: (account, name) =>
      access.read(async () => {
        if (place.kind === 'open') return place.store.delete(account, name)
        requireVault()
        await vault.store.delete(account, name)
        return pendingMigrations.delete(account, name)
      }),
    deleteAll: (account) =>
      access.read(async () => {
        if (place.kind === 'open') return place.store.deleteAll(account)
        requireVault()
        requireUnlocked()
        // The keychain first: if it fails, the vault still has everything. A removal that proceeds without it retries both
        // later.
        await pendingMigrations.deleteAll(account)
        return vault.store.deleteAll(account)
      }),

    setPassword: (password) => {
      const asOf = locks
      return access.write(() => setPassword(password, asOf))
    },
    changePassword: (oldPassword, newPassword) =>
      access.write(() => {
        requireVault()
        return vault.changePassword(oldPassword, newPassword)
      }),
    removePassword: (password) =>
      access.write(async () => {
        requireVault()
        requireUnlocked()
        await vault.verify(password)
        await moveOutOfVault(vaultFile, moves)
        place = openStore(true)
      }),
    unlock: (password) => {
      const asOf = locks
      return access.write(() => unlock(password, asOf))
    },
    lock() {
      locks += 1
      if (!isSetting) vault.lock()
    },
    verifyPassword: (password) =>
      access.read(() => {
        requireVault()
        return vault.verify(password)
      }),
    setVaultAside: () => {
      locks += 1
      return access.write(setVaultAside)
    },
  }
}
