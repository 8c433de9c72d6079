// Owns: the refresh token in its store: one call at a time, in order, and what becomes of a call that fails.
// Must not: keep the token in memory, or decide when it is read or dropped.
import type { AppError } from '../../../src-preload/domain/errors.ts'
import { createMutex } from '../../async/mutex.ts'
import { isSignerRefusal } from './session-faults.ts'
import type { RefreshTokenStore } from './session-ports.ts'

export interface KeptToken {
  /** Null where there is none, or it cannot be read; `storeFault` is then why, where the user can do something about it. */
  load(): Promise<{ refresh: string | null; storeFault: AppError | null }>
  /** Without its store the session goes on, and signs in anew next time. */
  save(refresh: string): Promise<void>
  clear(): Promise<void>
  /** For signing out, which has not happened while the token is still there. Errors: those of the store. */
  clearOrFail(): Promise<void>
}

export function createKeptToken(
  store: RefreshTokenStore,
  onFault: (what: keyof RefreshTokenStore, error: unknown) => void,
): KeptToken {
  /** A slow write must not outlive what came after it. */
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
