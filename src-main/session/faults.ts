// Owns: what the background work of one account last failed with, so that a screen can say it and the log says it once.
// Must not: decide what happens next, or repeat what the connection's own state says.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { type AppError, isAppError } from '../../src-preload/domain/errors.ts'
import { meansUnreachable } from './connection.ts'

export interface Faults {
  /** The work of that name failed. True when that is news: not known yet, or another fault than before. */
  note(work: string, error: unknown): boolean
  /** It succeeded. True when it had failed before. */
  clear(work: string): boolean
  /** Null where the last run succeeded, was given up, or found the service out of reach. */
  get(work: string): ErrorReport | null
}

/** What makes two faults the same: the time that the service asks to wait is not part of it. */
function keyOf(error: unknown): string {
  if (!isAppError(error)) return String(error)
  return JSON.stringify([error.code, Object.entries(error.data).filter(([name]) => name !== 'retryAfterMs')])
}

/**
 * @param report - logs the fault and puts it into the form that crosses the border; called once per fault
 * @param isTold - whether the connection's state says it already (see Connection.explains)
 */
export function createFaults(
  report: (work: string, error: unknown) => ErrorReport,
  isTold: (error: AppError) => boolean = meansUnreachable,
): Faults {
  const current = new Map<string, { readonly error: ErrorReport; readonly key: string }>()

  return {
    note(work, error) {
      if (isAppError(error, 'cancelled') || (isAppError(error) && isTold(error))) return false
      const key = keyOf(error)
      if (current.get(work)?.key === key) return false
      current.set(work, { error: report(work, error), key })
      return true
    },
    clear: (work) => current.delete(work),
    get: (work) => current.get(work)?.error ?? null,
  }
}
