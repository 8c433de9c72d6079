// Owns: moving the secrets of accounts from one secret store to another. Must not: delete anything that was not read
// back from its new place, or say which store is in use (its caller does).
import { timingSafeEqual } from 'node:crypto'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { type SecretName, secretNames, type SecretStore } from './secret-store.ts'

/** What of a store this needs. */
export type SecretShelf = Pick<SecretStore, 'get' | 'set' | 'delete'>

export interface SecretAddress {
  readonly account: string
  readonly name: SecretName
}

export interface MoveOptions {
  readonly accounts: readonly string[]
  readonly from: SecretShelf
  readonly to: SecretShelf
  /** Which of two that differ is the right one: that of the old store unless told. */
  readonly prefer?: 'from' | 'to'
}

/** Copies that were read back and compared. */
export interface CopyResult {
  readonly copied: readonly SecretAddress[]
  /** Puts back what the new store held before; returns how many secrets it could not take back. Never rejects. */
  takeBack(): Promise<number>
}

/**
 * Either way every secret is in the new store, so that from here on it is the one to use.
 * `copied`: the old store still has those in `left`, because of `fault`; moving again removes them.
 */
export type MoveResult =
  | { readonly kind: 'moved'; readonly moved: readonly SecretAddress[] }
  | {
      readonly kind: 'copied'
      readonly moved: readonly SecretAddress[]
      readonly left: readonly SecretAddress[]
      readonly fault: unknown
    }

/** Compares in a time that does not depend on where the two differ. */
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

/** One secret that was written, and what its place held before. */
interface Written extends SecretAddress {
  readonly previous: string | null
}

/** Puts back what the new store held; returns how many secrets it could not take back. */
async function takeBack(to: SecretShelf, written: readonly Written[]): Promise<number> {
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
 * stores' own, or keychainUnavailable { reason: 'mismatch' }) the new store is as it was, or `leftInNewStore` is in the
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
          // Noted first: a write that fails may have written all the same.
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

/** Deletes copied secrets from the old store, each compared once more right before; see {@link moveSecrets}. */
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
 * Moves every secret of the accounts: writes all, reads each back and compares, and deletes from the old store only
 * when all are there; each is compared once more right before its deletion. A fault before the first deletion is
 * thrown (the store's own, or keychainUnavailable { reason: 'mismatch' }), with the old store untouched and the new
 * one as it was, or `leftInNewStore` in its data. A fault after that is in the result: taking back would lose secrets.
 *
 * Moving again after an interruption at any point completes it: what the old store still has is the truth; what it no
 * longer has is in the new one. Secrets set meanwhile in the old store stay there, as `left`. The strings that pass
 * through here cannot be wiped (see password-vault.ts).
 */
export async function moveSecrets(options: MoveOptions): Promise<MoveResult> {
  const { copied } = await copySecrets(options)
  return deleteCopied(copied, options)
}
