// Follows navigation requests from main: links, menus, notifications.
import type { Destination } from '../../../src-preload/contract/app/places.ts'
import { call, on } from '../page/api.ts'

/**
 * Opens the destinations that main requests, including those from before the page listened, until the returned function is
 * called. Restart after unlocking, to receive destinations that waited for it.
 */
export function followDestinations(go: (destination: Destination) => void): () => void {
  let isOver = false
  const stop = on('app:navigate', go)
  const take = async (): Promise<void> => {
    try {
      const { destination } = await call('app:takeDestination', {})
      if (destination !== null && !isOver) go(destination)
    } catch {
      // Locked meanwhile, or main has logged the error: main repeats the request after a restart.
    }
  }
  void take()
  return () => {
    isOver = true
    stop()
  }
}
