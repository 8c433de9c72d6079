// Owns: the handlers of transfers. Must not: hold rules; each line hands a call to its service.
import type { TransferServices } from '../../transfers/open-transfers.ts'
import type { DomainHandlers } from '../register.ts'

/** @param ready - resolves once the store is open, or rejects with the reason why it did not open */
export function createTransferHandlers(
  ready: Promise<{ readonly transfers: TransferServices }>,
): DomainHandlers<'transfers'> {
  const room = async (): Promise<TransferServices> => (await ready).transfers
  return {
    'transfers:getSetup': async () => (await room()).getSetup(),
    'transfers:checkRecipient': async (input) => (await room()).checkRecipient(input),
    'transfers:create': async (input) => (await room()).create(input),
    'transfers:initiate': async (input) => (await room()).initiate(input),
    'transfers:confirm': async (input) => (await room()).confirm(input),
    'transfers:send': async (input) => (await room()).send(input),
    'transfers:abandon': async (input) => (await room()).abandon(input),
    'transfers:lookUp': async (input) => (await room()).lookUp(input),
    'transfers:find': async (input) => (await room()).find(input),
    'transfers:get': async (input) => (await room()).get(input),
    'transfers:list': async (input) => (await room()).list(input),
    'transfers:setNote': async (input) => (await room()).setNote(input),
    'transfers:export': async (input) => (await room()).exportHistory(input),
    'transfers:saveReceipt': async (input) => (await room()).saveReceipt(input),
    'transfers:setLimits': async (input) => (await room()).setLimits(input),
    'transfers:putRecipient': async (input) => (await room()).putRecipient(input),
    'transfers:removeRecipient': async (input) => (await room()).removeRecipient(input),
  }
}
