// Owns: the handlers of updates. Must not: hold rules; each line hands a call to its service.
import type { Updates } from '../../updates/updates.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createUpdateHandlers(
  ready: Promise<{ readonly updates: Updates }>,
): DomainHandlers<'updates'> {
  return {
    'updates:getState': async () => (await ready).updates.getState(),
    'updates:check': async () => (await ready).updates.check(),
    'updates:download': async () => (await ready).updates.download(),
    'updates:cancelDownload': async () => (await ready).updates.cancelDownload(),
    'updates:install': async () => (await ready).updates.install(),
    'updates:openPage': async () => (await ready).updates.openPage(),
    'updates:setOptions': async (input) => (await ready).updates.setOptions(input),
  }
}
