// Owns: how far the active account's order history has been read. Must not: hold orders.
import type { OrderSyncState } from '../../../src-preload/contract/orders.ts'
import { call, on } from '../api.ts'

let state = $state.raw<OrderSyncState | null>(null)

async function load(): Promise<void> {
  try {
    state = await call('orders:getSyncState', {})
  } catch {
    // No account yet, or main is not ready: the status bar then says nothing, and the next event fills it in.
    state = null
  }
}

export const orderSync = {
  get state(): OrderSyncState | null {
    return state
  },
  /** Follows main until the returned function is called. */
  start(): () => void {
    const stops = [
      on('orders:changed', ({ sync }) => {
        state = sync
      }),
      on('accounts:changed', () => void load()),
    ]
    void load()
    return () => stops.forEach((stop) => stop())
  },
}
