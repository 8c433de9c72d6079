// Owns: the handlers of exports. Must not: hold rules; each line hands a call to its service.
import type { Exports } from '../../exports/exports.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createExportHandlers(
  ready: Promise<{ readonly exports: Exports }>,
): DomainHandlers<'exports'> {
  return {
    'exports:start': async (input) => (await ready).exports.start(input),
    'exports:cancel': async (input) => (await ready).exports.cancel(input),
  }
}
