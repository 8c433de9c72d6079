// The last failure of each of an account's background tasks, for screens and for logging each fault once. Skips faults that
// the connection's state already reports.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { type AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { meansUnreachable } from './connection.ts'

/** Identifies equal faults; the requested wait does not count. */
function keyOf(error: unknown): string {
  if (!isAppError(error)) return String(error)
  return JSON.stringify([error.code, Object.entries(error.data).filter(([name]) => name !== 'retryAfterMs')])
}

/**
 * @param report - logs the fault and converts it for the IPC border; called once per fault
 * @param isTold - whether the connection's state already reports it (see Connection.explains)
 */
export function createFaults(
  report: (work: string, error: unknown) => ErrorReport,
  isTold: (error: AppError) => boolean = meansUnreachable,
) {
  const current = new Map<string, { readonly error: ErrorReport; readonly key: string }>()

  return {
    /** Records that the named work failed. Returns true if the fault is new or differs from the last one. */
    note(work: string, error: unknown): boolean {
      if (isAppError(error, 'cancelled') || (isAppError(error) && isTold(error))) return false
      const key = keyOf(error)
      if (current.get(work)?.key === key) return false
      current.set(work, { error: report(work, error), key })
      return true
    },
    /** Records that it succeeded. Returns true if it had failed before. */
    clear: (work: string): boolean => current.delete(work),
    /** Null if the last run succeeded, was canceled, or found the service unreachable. */
    get: (work: string): ErrorReport | null => current.get(work)?.error ?? null,
  }
}

export type Faults = ReturnType<typeof createFaults>
