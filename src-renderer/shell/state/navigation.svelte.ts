// Owns: following where main asks the page to go: by a link, a menu, a notification. Must not: know what is shown there.
import type { Destination } from '../../../src-preload/contract/places.ts'
import { call, on } from '../page/api.ts'

/**
 * Goes where main asks to, and where it asked to before the page could hear, until the returned function is called.
 * To be started anew whenever more may be seen: what waited for that is told then.
 */
export function followDestinations(go: (destination: Destination) => void): () => void {
  let isOver = false
  const stop = on('app:navigate', go)
  const take = async (): Promise<void> => {
    try {
      const { destination } = await call('app:takeDestination', {})
      if (destination !== null && !isOver) go(destination)
    } catch {
      // Locked again meanwhile, or main has logged why: it asks once more when it is started anew.
    }
  }
  void take()
  return () => {
    isOver = true
    stop()
  }
}
