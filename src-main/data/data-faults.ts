// Converts faults of data maintenance into errors for the IPC border, and logs them.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import { isAppError } from '../../src-preload/domain/errors.ts'
import { reportError } from '../ipc/register.ts'
import type { Log } from '../diagnostics/log.ts'

/** The fault as an error report; logged under the name of the work. */
export function reportFault(error: unknown, log: Log, work: string): ErrorReport {
  // reportError logs internal errors with a reference; the others are logged here.
  if (isAppError(error) && error.code !== 'internal') log.fault('data', work, error)
  return reportError(error, log, work)
}
