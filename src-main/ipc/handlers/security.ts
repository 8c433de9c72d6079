// Owns: the handlers of the app password and the lock. Must not: hold rules; each line hands a call to its service.
import type { Security } from '../../services/security.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createSecurityHandlers(
  ready: Promise<{ readonly security: Security }>,
): DomainHandlers<'security'> {
  return {
    'security:getState': async () => (await ready).security.getState(),
    'security:setPassword': async (input) => (await ready).security.setPassword(input),
    'security:changePassword': async (input) => (await ready).security.changePassword(input),
    'security:removePassword': async (input) => (await ready).security.removePassword(input),
    'security:unlock': async (input) => (await ready).security.unlock(input),
    'security:lock': async () => (await ready).security.lock(),
    'security:setVaultAside': async () => (await ready).security.setVaultAside(),
    'security:setOptions': async (input) => (await ready).security.setOptions(input),
  }
}
