// Owns: how far the active account's order history has been read. Must not: hold orders.
import type { OrderSyncState } from '../../../src-preload/contract/orders.ts'
import { call, on } from '../page/api.ts'

let state = $state.raw<OrderSyncState | null>(null)

/** Counts the times that following ended: an answer from before is dropped. */
let ended = 0

async function load(): Promise<void> {
  const at = ended
  let answer: OrderSyncState | null
  try {
    answer = await call('orders:getSyncState', {})
  } catch {
    // No account yet, or main is not ready: the status bar then says nothing, and the next event fills it in.
    answer = null
  }
  if (at === ended) state = answer
}

export const orderSync = {
  get state(): OrderSyncState | null {
    return state
  },
  /** Follows main until the returned function is called, which forgets what was shown. */
  start(): () => void {
    const stops = [
      on('orders:changed', ({ sync }) => {
        state = sync
      }),
      on('accounts:changed', () => void load()),
    ]
    void load()
    return () => {
      stops.forEach((stop) => stop())
      ended += 1
      state = null
    }
  },
}
