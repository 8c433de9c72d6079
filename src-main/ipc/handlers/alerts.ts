// Owns: the handlers of price alerts and notices. Must not: hold rules; each line hands a call to its service.
import type { Alerts } from '../../alerts/alerts.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createAlertHandlers(ready: Promise<{ readonly alerts: Alerts }>): DomainHandlers<'alerts'> {
  return {
    'alerts:list': async (input) => (await ready).alerts.list(input),
    'alerts:put': async (input) => (await ready).alerts.put(input),
    'alerts:remove': async (input) => (await ready).alerts.remove(input),
    'alerts:listNotices': async (input) => (await ready).alerts.listNotices(input),
    'alerts:markRead': async (input) => (await ready).alerts.markRead(input),
    'alerts:clearRead': async () => (await ready).alerts.clearRead(),
    'alerts:getOptions': async () => (await ready).alerts.getOptions(),
    'alerts:setOptions': async (input) => (await ready).alerts.setOptions(input),
  }
}
