// What most parts of main are given, each by its name and none by an import, so that a test hands in its own.
import type { Confirmations } from './accounts/questions/confirmations.ts'
import type { Clock } from './async/clock.ts'
import type { Log } from './diagnostics/log.ts'
import type { Emit } from './ipc/events.ts'
import type { Journal } from './store/api/journal-api.ts'
import type { Store } from './store/api/store-api.ts'

export interface Tools {
  readonly clock: Clock
  /** A clock that only goes forward, in milliseconds: for durations. */
  readonly monotonicMs: () => number
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Runs work at an interval; returns a function that stops it. */
  readonly every: (ms: number, work: () => void) => () => void
  readonly log: Log
  /** Sends events to the page. */
  readonly emit: Emit
  readonly store: Store
  readonly journal: Journal
  /** Questions to the person in the confirmation window. */
  readonly confirmations: Confirmations
  /** Opens a save dialog; null when the user cancels. */
  readonly chooseFile: (defaultName: string) => Promise<string | null>
}
