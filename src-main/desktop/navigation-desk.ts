// Owns: when the page is told to go somewhere: at once, or when it can hear and may. Must not: know where that leads.
//
// What waits is kept and not dropped: who presses a link or a notification, sees the lock and types the password, wants to
// get there. It is safe to keep: a destination can only show what the same person could open by hand a moment later, main
// reads nothing for it while locked, and the page is not told of it before. It is one, the newest, and it is forgotten
// after five minutes or when the app ends, so that nobody is taken anywhere by what was pressed long ago.
import type { Destination } from '../../src-preload/contract/places.ts'

/** `outside`: a link, whoever made it. `inside`: the app's own menus and notifications. */
export type Asker = 'outside' | 'inside'

/** `locked`: only looking is allowed. `hidden`: not even that. */
export type Sight = 'open' | 'locked' | 'hidden'

const keptForMs = 5 * 60_000

export interface NavigationDeskOptions {
  readonly send: (destination: Destination) => void
  /** What may be seen now; `hidden` while that is not known. */
  readonly getSight: () => Sight
  /** Milliseconds that no change of the clock moves. */
  readonly monotonicMs: () => number
}

export interface NavigationDesk {
  go(destination: Destination, asker: Asker): void
  /** The page listens from now on; what waited for it, if it may have it. */
  take(): Destination | null
  /** Nobody listens: the page is gone, or loads anew. */
  noteDeaf(): void
}

/** What lies over a view is for the moment in which it was asked for. */
function isOverlay({ kind }: Destination): boolean {
  return kind === 'palette' || kind === 'keys'
}

export function createNavigationDesk({ send, getSight, monotonicMs }: NavigationDeskOptions): NavigationDesk {
  let waiting: { destination: Destination; asker: Asker; sinceMs: number } | null = null
  let isHeard = false

  /** What comes from outside waits for the password even where figures stay readable: nobody pulls at a locked app. */
  function isAllowed(asker: Asker): boolean {
    const sight = getSight()
    return sight === 'open' || (sight === 'locked' && asker === 'inside')
  }

  return {
    go(destination, asker) {
      if (isHeard && isAllowed(asker)) {
        waiting = null
        send(destination)
      } else if (!isOverlay(destination)) waiting = { destination, asker, sinceMs: monotonicMs() }
    },

    take() {
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

    noteDeaf() {
      isHeard = false
    },
  }
}
