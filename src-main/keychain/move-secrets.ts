// Moves the secrets of accounts from one secret store to another. Deletes only what was read back from the new store.
import { timingSafeEqual } from 'node:crypto'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { type SecretName, secretNames, type SecretStore } from './secret-store.ts'

/** The part of a store that a move needs. */
export type SecretAccess = Pick<SecretStore, 'get' | 'set' | 'delete'>

export interface SecretAddress {
  readonly account: string
  readonly name: SecretName
}

export interface MoveOptions {
  readonly accounts: readonly string[]
  readonly from: SecretAccess
  readonly to: SecretAccess
  /** Which of two different values wins: by default the old store's. */
  readonly prefer?: 'from' | 'to'
}

/** Copies that were read back and compared. */
export interface CopyResult {
  readonly copied: readonly SecretAddress[]
  /** Restores the new store's previous values; returns the number of secrets that it could not restore. Never rejects. */
  takeBack(): Promise<number>
}

/**
 * Either way every secret is in the new store, which is the one to use from now on.
 * `copied`: the old store still has those in `left` because of `fault`; moving again removes them.
 */
export type MoveResult =
  | { readonly kind: 'moved'; readonly moved: readonly SecretAddress[] }
  | {
      readonly kind: 'copied'
      readonly moved: readonly SecretAddress[]
      readonly left: readonly SecretAddress[]
      readonly fault: unknown
    }

/** Compares in constant time. */
function isSameSecret(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other
  const [a, b] = [Buffer.from(one, 'utf8'), Buffer.from(other, 'utf8')]
  try {
    return a.length === b.length && timingSafeEqual(a, b)
  } finally {
    a.fill(0)
    b.fill(0)
  }
}

const mismatch = (): AppError => new AppError('keychainUnavailable', { reason: 'mismatch' })

/** One written secret, and the previous value in its place. */
interface Written extends SecretAddress {
  readonly previous: string | null
}

/** Restores the new store's previous values; returns the number of secrets that it could not restore. */
async function takeBack(to: SecretAccess, written: readonly Written[]): Promise<number> {
  let stuck = 0
  for (const { account, name, previous } of written.toReversed()) {
    try {
      if (previous === null) await to.delete(account, name)
      else await to.set(account, name, previous)
    } catch {
      stuck += 1 // The fault that led here is the one to report; this one is reported as a number.
    }
  }
  return stuck
}

/**
 * Writes every secret of the accounts to the new store, reads each back and compares; deletes nothing. On a fault (the
 * stores' own, or keychainUnavailable { reason: 'mismatch' }) the new store is restored, or `leftInNewStore` is in the
 * error's data.
 */
export async function copySecrets({ accounts, from, to, prefer = 'from' }: MoveOptions): Promise<CopyResult> {
  if (from === to) throw new AppError('internal', { what: 'copy secrets', reason: 'same store' })
  const written: Written[] = []
  const copied: SecretAddress[] = []
  try {
    for (const account of new Set(accounts)) {
      for (const name of secretNames) {
        const secret = await from.get(account, name)
        if (secret === null) continue
        const previous = await to.get(account, name)
        const isSettled = prefer === 'to' ? previous !== null : isSameSecret(previous, secret)
        if (!isSettled) {
          // Recorded first: a write that fails may still have written.
          written.push({ account, name, previous })
          await to.set(account, name, secret)
          if (!isSameSecret(await to.get(account, name), secret)) throw mismatch()
        }
        copied.push({ account, name })
      }
    }
    return { copied, takeBack: () => takeBack(to, written) }
  } catch (error) {
    const stuck = await takeBack(to, written)
    if (stuck === 0 || !isAppError(error)) throw error
    throw new AppError(error.code, { ...error.data, leftInNewStore: stuck }, error)
  }
}

/** Deletes copied secrets from the old store after comparing each one once more; see {@link moveSecrets}. */
export async function deleteCopied(
  copied: readonly SecretAddress[],
  { from, to, prefer = 'from' }: Omit<MoveOptions, 'accounts'>,
): Promise<MoveResult> {
  const left: SecretAddress[] = []
  let fault: unknown = null
  for (const address of copied) {
    const { account, name } = address
    try {
      const kept = await to.get(account, name)
      const isSettled = prefer === 'to' ? kept !== null : isSameSecret(await from.get(account, name), kept)
      if (!isSettled) throw mismatch()
      await from.delete(account, name)
    } catch (error) {
      fault ??= error
      left.push(address)
    }
  }
  return left.length === 0 ? { kind: 'moved', moved: copied } : { kind: 'copied', moved: copied, left, fault }
}

/**
 * Moves every secret of the accounts: writes all, reads each back and compares, and deletes from the old store only when all
 * have arrived; each is compared once more right before its deletion. A fault before the first deletion is thrown (the
 * store's own, or keychainUnavailable { reason: 'mismatch' }): the old store is untouched, and the new one is restored or
 * `leftInNewStore` is in the error's data. A later fault is in the result, because restoring would lose secrets.
 *
 * Moving again after an interruption at any point completes the move: what the old store still has is authoritative; what it
 * no longer has is in the new one. Secrets set in the old store meanwhile stay there, as `left`. The strings that pass
 * through here cannot be wiped (see password-vault.ts).
 */
export async function moveSecrets(options: MoveOptions): Promise<MoveResult> {
  const { copied } = await copySecrets(options)
  return deleteCopied(copied, options)
}
