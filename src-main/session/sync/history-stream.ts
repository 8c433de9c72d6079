// The interface of a history that is synced backwards in steps.
import type { SyncStream } from '../../../src-preload/contract/app/sync.ts'

/**
 * `more`: the next step can run at once. `complete`: all retained history is here. `later`: nothing can be done now (for
 * example, markets are not known yet); check again later.
 */
export type StepResult = 'more' | 'complete' | 'later'

/** Progress of a history; `backToMs` is the time that it reaches back to, null if unknown. */
export interface StreamProgress {
  readonly done: number
  /** Null if unknown before the end. */
  readonly total: number | null
  readonly backToMs: number | null
  readonly isComplete: boolean
  /** See the contract; none unless told. */
  readonly conflicts?: number
}

/**
 * One kind of history of the active account, synced newest first. Its cursor is in the cache and commits with the rows, so
 * that it can stop anywhere and continue in another process.
 */
export interface HistoryStream {
  readonly name: SyncStream
  /**
   * The break after each step, in multiples of the step's duration; none by default. Public data is not urgent, and a local
   * service would otherwise occupy a processor for minutes.
   */
  readonly breakFactor?: number
  /**
   * Syncs one page: a call or two to the service and one commit. Errors: those of the client and the store; a failed step
   * leaves nothing behind.
   */
  step(signal: AbortSignal): Promise<StepResult>
  /** Read from the cache: cheap enough to call twice a second. */
  progress(): Promise<StreamProgress>
}
