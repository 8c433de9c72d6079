// Sync progress of the active account's order history.
import type { OrderSyncState } from '../../../src-preload/contract/orders/orders.ts'
import { call, on } from '../page/api.ts'

let state = $state.raw<OrderSyncState | null>(null)

/** Counts stops: responses from before a stop are dropped. */
let ended = 0

async function load(): Promise<void> {
  const at = ended
  let answer: OrderSyncState | null
  try {
    answer = await call('orders:getSyncState', {})
  } catch {
    // No account yet, or main is not ready: the status bar stays empty until the next event.
    answer = null
  }
  if (at === ended) state = answer
}

export const orderSync = {
  get state(): OrderSyncState | null {
    return state
  },
  /** Subscribes to main until the returned function is called, which clears the state. */
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
