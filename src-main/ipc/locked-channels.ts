// Which channels answer while the app is locked: the access class of each stands in the contract.
import { AppError } from '../../src-preload/domain/errors.ts'
import { definitionOf } from '../../src-preload/contract/contract.ts'

/**
 * Errors: vaultLocked if a channel does not answer while the app is locked.
 * @param isReadable - whether the user wants cached figures to stay readable then
 */
export function assertAnswersWhileLocked(channel: string, isReadable: boolean): void {
  const access = definitionOf(channel)?.access
  if (access === 'always' || (access === 'readable' && isReadable)) return
  throw new AppError('vaultLocked')
}
