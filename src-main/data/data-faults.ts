// Owns: putting a fault of what is done for the data file into the form that crosses the border, with a line in the
// log.
// Must not: word it.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import { reportError } from '../ipc/register.ts'
import type { Log } from '../diagnostics/log.ts'

/** The fault as the page may know it; logged under the name of the work. */
export function reportFault(error: unknown, log: Log, work: string): ErrorReport {
  // What reportError gives a reference it logs; the rest is worth a line too.
  if (isAppError(error) && error.code !== 'internal') log.fault('data', work, error)
  return reportError(error, log, work)
}
