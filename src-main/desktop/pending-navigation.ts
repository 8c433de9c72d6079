// Holds the newest navigation request until the page can receive it and the lock allows it.
//
// A request is held instead of dropped, because a user who clicks a link or a notification and then unlocks expects to get
// there. Holding it is safe: a destination shows only what the user could open by hand, main reads nothing for it while
// locked, and the page receives it only afterwards. It expires after five minutes or when the app ends.
import type { Destination } from '../../src-preload/contract/app/places.ts'

/** `outside`: an untrusted deep link. `inside`: the app's own menus and notifications. */
export type NavigationSource = 'outside' | 'inside'

/** `locked`: viewing only. `hidden`: nothing may be shown. */
export type ViewAccess = 'open' | 'locked' | 'hidden'

const keptForMs = 5 * 60_000

export interface PendingNavigationOptions {
  readonly send: (destination: Destination) => void
  /** What may be shown now; `hidden` while that is unknown. */
  readonly getViewAccess: () => ViewAccess
  /** Monotonic milliseconds, unaffected by clock changes. */
  readonly monotonicMs: () => number
}

/** Overlays are only useful at the moment they are requested. */
function isOverlay({ kind }: Destination): boolean {
  return kind === 'palette' || kind === 'keys'
}

export function createPendingNavigation({ send, getViewAccess, monotonicMs }: PendingNavigationOptions) {
  let waiting: { destination: Destination; asker: NavigationSource; sinceMs: number } | null = null
  let isHeard = false

  /** Deep links wait for the password even when the locked app stays readable, so other programs cannot control a locked app. */
  function isAllowed(asker: NavigationSource): boolean {
    const sight = getViewAccess()
    return sight === 'open' || (sight === 'locked' && asker === 'inside')
  }

  return {
    go(destination: Destination, asker: NavigationSource): void {
      if (isHeard && isAllowed(asker)) {
        waiting = null
        send(destination)
      } else if (!isOverlay(destination)) waiting = { destination, asker, sinceMs: monotonicMs() }
    },

    /** Called when the page starts listening. Returns the pending destination if it may be shown. */
    take(): Destination | null {
      isHeard = true
      if (waiting === null) return null
      if (monotonicMs() - waiting.sinceMs > keptForMs) {
        waiting = null
        return null
      }
      if (!isAllowed(waiting.asker)) return null
      const { destination } = waiting
      waiting = null
      return destination
    },

    /** Called when the page is gone or reloads. */
    noteDeaf(): void {
      isHeard = false
    },
  }
}
