// Keeps an account from signing, orders and transfers alike, after a difference until a person has looked. Survives a restart.
import {
  type SigningDifference,
  signingDifference,
} from '../../../src-preload/contract/trading/signing-difference.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { accountSetting } from '../../store/api/account-settings.ts'
import type { Store } from '../../store/api/store-api.ts'

export type SigningLock = ReturnType<typeof createSigningLock>

export function createSigningLock(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  /** From the first moment, also where it cannot be written. */
  const locked = new Map<string, SigningDifference>()
  /** Accounts of which the disk has said that none is: only this room writes it, so nobody has to ask again. */
  const free = new Set<string>()
  const settingOf = (accountId: string): string => accountSetting(accountId, 'signingLock')

  /** What the disk has. A lock that cannot be read is an error, and holds. */
  async function read(accountId: string): Promise<SigningDifference | null> {
    const text = await store.getSetting(settingOf(accountId))
    return text === null || text === '' ? null : signingDifference.parse(JSON.parse(text))
  }

  /** Null where signing is allowed. A lock that cannot be read is one all the same. */
  async function find(accountId: string): Promise<SigningDifference | null> {
    const known = locked.get(accountId)
    if (known !== undefined) return known
    if (free.has(accountId)) return null
    const kept = await read(accountId)
    // Locked meanwhile: what was read is older.
    const since = locked.get(accountId)
    if (since !== undefined) return since
    if (kept === null) free.add(accountId)
    return kept
  }

  async function check(accountId: string): Promise<void> {
    if ((await find(accountId)) !== null)
      throw new AppError('validation', { field: 'trading', reason: 'signingLocked' })
  }

  return {
    find,

    /** Errors: validation { field: 'trading', reason: 'signingLocked' }. */
    check,

    /** As `check`, by what this run of the app has found alone: for the moment right after a `check`. */
    checkStill(accountId: string): void {
      if (locked.has(accountId))
        throw new AppError('validation', { field: 'trading', reason: 'signingLocked' })
    },

    /** Whether a difference was found in this run of the app, and nobody has looked since. */
    isLocked: (accountId: string): boolean => locked.has(accountId),

    /**
     * From the first moment on, also where it cannot be written. The first difference stays the reason, that of before a restart
     * too.
     * @param onFirst - called where this is the first one, before it is written
     * Errors: those of the store.
     */
    async lock(accountId: string, difference: SigningDifference, onFirst: () => void): Promise<void> {
      if (locked.has(accountId)) return
      const wasFree = free.delete(accountId)
      locked.set(accountId, difference)
      // What cannot be read says nothing, and this one takes its place.
      const before = wasFree ? null : await read(accountId).catch(() => null)
      if (before !== null) {
        locked.set(accountId, before)
        return
      }
      onFirst()
      await store.setSetting(settingOf(accountId), JSON.stringify(difference))
    },

    async unlock(accountId: string): Promise<void> {
      await store.setSetting(settingOf(accountId), '')
      locked.delete(accountId)
    },

    /** Refuses to read a key for signing while it is locked. */
    guard<Name>(read: (accountId: string, name: Name) => Promise<string | null>) {
      return async (accountId: string, name: Name): Promise<string | null> => {
        await check(accountId)
        return read(accountId, name)
      }
    },
  }
}
