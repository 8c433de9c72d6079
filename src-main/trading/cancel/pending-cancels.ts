// Tickets of orders without an answer that are canceled when they turn up: everything was canceled after they were sent.
import { z } from 'zod'
import { createMutex } from '../../async/mutex.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Setting: the tickets as a JSON array. */
const CANCEL_WHEN_FOUND = 'cancelWhenFound'
/** The newest are kept: an order is looked for a day at most. */
const MAX_KEPT = 200
const tickets = z.array(z.uuid())

export function createPendingCancels(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  const runExclusive = createMutex()

  /** Errors: those of the store. */
  async function list(): Promise<readonly string[]> {
    const text = await store.getSetting(CANCEL_WHEN_FOUND)
    try {
      return tickets.safeParse(JSON.parse(text ?? '[]')).data ?? []
    } catch {
      // Invalid JSON: nothing is known.
      return []
    }
  }

  const save = (ids: readonly string[]): Promise<void> =>
    store.setSetting(CANCEL_WHEN_FOUND, JSON.stringify(ids.slice(-MAX_KEPT)))

  return {
    list,
    add: (ticketIds: readonly string[]): Promise<void> =>
      runExclusive(async () => {
        if (ticketIds.length > 0) await save([...new Set([...(await list()), ...ticketIds])])
      }),
    remove: (ticketId: string): Promise<void> =>
      runExclusive(async () => save((await list()).filter((id) => id !== ticketId))),
  }
}
