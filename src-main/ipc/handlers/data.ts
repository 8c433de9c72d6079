// Owns: the handlers of the data on this computer and of its reading.
// Must not: hold rules; each line hands a call to its service.
import type { DataService } from '../../data/data.ts'
import type { SyncService } from '../../session/sync/sync.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createDataHandlers(
  ready: Promise<{ readonly data: DataService; readonly sync: SyncService }>,
): DomainHandlers<'data' | 'sync'> {
  return {
    'sync:getState': async () => (await ready).sync.getState(),
    'sync:setPaused': async (input) => (await ready).sync.setPaused(input),
    'sync:setView': async (input) => (await ready).sync.setView(input),
    'data:getState': async () => (await ready).data.getState(),
    'data:measure': async () => (await ready).data.measure(),
    'data:check': async () => (await ready).data.check(),
    'data:backUp': async () => (await ready).data.backUp(),
    'data:setKeepDays': async (input) => (await ready).data.setKeepDays(input),
    'data:clear': async (input) => (await ready).data.clear(input),
    'data:acceptRepair': async () => (await ready).data.acceptRepair(),
  }
}
