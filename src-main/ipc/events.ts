// Sends contract events to the page.
import { type EventName, type EventPayload, events } from '../../src-preload/contract/contract.ts'
import type { EventDefinition } from '../../src-preload/contract/channel.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Transcript } from './transcript.ts'

/** Sends an event of the contract to the pages. */
export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void

/**
 * @param send - delivers to the windows that show our page; a payload that violates the contract is logged and not sent
 * @param transcript - also records what was sent; null for none
 */
export function createEmit(
  send: (name: EventName, payload: unknown) => void,
  log: Log,
  transcript: Pick<Transcript, 'event'> | null = null,
): Emit {
  return (name, payload) => {
    const definition: EventDefinition = events[name]
    const parsed = definition.safeParse(payload)
    if (parsed.success) {
      transcript?.event(name, parsed.data)
      send(name, parsed.data)
    } else {
      log.fault('ipc', `event ${name}`, parsed.error)
    }
  }
}
