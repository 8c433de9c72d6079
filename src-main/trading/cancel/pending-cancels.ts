// Tickets of orders without a certain answer that are canceled when they turn up: everything was canceled after they were sent.
import { z } from 'zod'
import { createMutex } from '../../async/mutex.ts'
import type { Store } from '../../store/api/store-api.ts'

/** Setting: a JSON array. */
const CANCEL_WHEN_FOUND = 'cancelWhenFound'
/** The newest are kept, and those whose orders are not surely gone. */
const MAX_KEPT = 200
const orderIds = z.array(z.int().min(0))

const pendingCancel = z.strictObject({
  ticketId: z.uuid(),
  /** Orders at the exchange that turned up for it and are not surely gone. */
  open: orderIds,
  /** Those that the exchange said have ended. */
  gone: orderIds,
})
export type PendingCancel = z.infer<typeof pendingCancel>

/** Earlier versions wrote the ticket alone. */
const entries = z.array(
  z.union([pendingCancel, z.uuid().transform((ticketId) => ({ ticketId, open: [], gone: [] }))]),
)

export function createPendingCancels(store: Pick<Store, 'getSetting' | 'setSetting'>) {
  const runExclusive = createMutex()

  /** Errors: those of the store. */
  async function list(): Promise<readonly PendingCancel[]> {
    const text = await store.getSetting(CANCEL_WHEN_FOUND)
    try {
      return entries.safeParse(JSON.parse(text ?? '[]')).data ?? []
    } catch {
      // Invalid JSON: nothing is known.
      return []
    }
  }

  function save(all: readonly PendingCancel[]): Promise<void> {
    const newest = new Set(all.slice(-MAX_KEPT))
    const kept = all.filter((entry) => entry.open.length > 0 || newest.has(entry))
    return store.setSetting(CANCEL_WHEN_FOUND, JSON.stringify(kept))
  }

  /** Does nothing where the ticket is not there, or nothing changes. */
  const change = (ticketId: string, act: (entry: PendingCancel) => PendingCancel): Promise<void> =>
    runExclusive(async () => {
      const before = await list()
      const after = before.map((entry) => (entry.ticketId === ticketId ? act(entry) : entry))
      if (after.some((entry, place) => entry !== before[place])) await save(after)
    })

  return {
    list,
    /** Those that are there stay as they are. Errors: those of the store. */
    add: (ticketIds: readonly string[]): Promise<void> =>
      runExclusive(async () => {
        const before = await list()
        const known = new Set(before.map(({ ticketId }) => ticketId))
        const added = ticketIds.filter((id) => !known.has(id))
        if (added.length > 0)
          await save([...before, ...added.map((ticketId) => ({ ticketId, open: [], gone: [] }))])
      }),
    /** An order turned up for the ticket. Errors: those of the store. */
    noteFound: (ticketId: string, orderId: number): Promise<void> =>
      change(ticketId, (entry) =>
        entry.open.includes(orderId) || entry.gone.includes(orderId)
          ? entry
          : { ...entry, open: [...entry.open, orderId] },
      ),
    /** The exchange said that the order has ended. Errors: those of the store. */
    noteGone: (ticketId: string, orderId: number): Promise<void> =>
      change(ticketId, (entry) => ({
        ...entry,
        open: entry.open.filter((id) => id !== orderId),
        gone: [...entry.gone.filter((id) => id !== orderId), orderId],
      })),
    /** Only as it was read: where an order has turned up since, it stays. Errors: those of the store. */
    remove: (read: PendingCancel): Promise<void> =>
      runExclusive(async () => {
        const isSame = (entry: PendingCancel): boolean =>
          entry.ticketId === read.ticketId && entry.open.length === read.open.length
        await save((await list()).filter((entry) => !isSame(entry)))
      }),
  }
}

export type PendingCancels = ReturnType<typeof createPendingCancels>
