// Accesses the refresh token's store, one call at a time in order, and handles its failures. Keeps no token in memory.
import type { AppError } from '../../../src-preload/domain/errors.ts'
import { createMutex } from '../../async/mutex.ts'
import { isSignerRefusal } from './session-faults.ts'
import type { RefreshTokenStore } from './session-ports.ts'

export interface StoredToken {
  /** Null if there is none or it cannot be read; `storeFault` is the reason, if the user can fix it. */
  load(): Promise<{ refresh: string | null; storeFault: AppError | null }>
  /** A failure is not fatal: the session continues and signs in anew next time. */
  save(refresh: string): Promise<void>
  clear(): Promise<void>
  /** For signing out, which is complete only when the token is removed. Errors: those of the store. */
  clearOrFail(): Promise<void>
}

export function createStoredToken(
  store: RefreshTokenStore,
  onFault: (what: keyof RefreshTokenStore, error: unknown) => void,
): StoredToken {
  /** A slow write must not overtake later ones. */
  const runExclusive = createMutex()

  async function attempt(what: 'save' | 'clear', work: () => Promise<void>): Promise<void> {
    try {
      await runExclusive(work)
    } catch (error) {
      onFault(what, error)
    }
  }

  return {
    async load() {
      try {
        return { refresh: await runExclusive(() => store.load()), storeFault: null }
      } catch (error) {
        onFault('load', error)
        return { refresh: null, storeFault: isSignerRefusal(error) ? error : null }
      }
    },
    save: (refresh) => attempt('save', () => store.save(refresh)),
    clear: () => attempt('clear', () => store.clear()),
    clearOrFail: () => runExclusive(() => store.clear()),
  }
}
