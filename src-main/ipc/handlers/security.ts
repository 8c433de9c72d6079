// Owns: the handlers of the app password and the lock. Must not: hold rules; each line hands a call to its service.
import type { GuardedSecurity } from '../../accounts/guarded.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createSecurityHandlers(
  ready: Promise<{ readonly security: GuardedSecurity }>,
): DomainHandlers<'security'> {
  return {
    'security:getState': async () => (await ready).security.getState(),
    'security:setPassword': async () => (await ready).security.setPassword(),
    'security:changePassword': async () => (await ready).security.changePassword(),
    'security:removePassword': async () => (await ready).security.removePassword(),
    'security:unlock': async () => (await ready).security.unlock(),
    'security:lock': async () => (await ready).security.lock(),
    'security:setVaultAside': async () => (await ready).security.setVaultAside(),
    'security:setOptions': async (input) => (await ready).security.setOptions(input),
  }
}
