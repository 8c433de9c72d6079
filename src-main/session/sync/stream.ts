// Owns: what a piece of history that is read backwards looks like to whoever takes the turns. Must not: read any.
import type { SyncStream } from '../../../src-preload/contract/sync.ts'

/**
 * `more`: the next step can come at once. `complete`: all that is kept is here. `later`: nothing can be done now
 * (markets are not known yet, say), look again later.
 */
export type StepResult = 'more' | 'complete' | 'later'

export interface StreamProgress {
  readonly done: number
  /** Null where nobody knows before the end. */
  readonly total: number | null
  readonly backToMs: number | null
  readonly isComplete: boolean
}

/**
 * One kind of history of the account in use, read newest first. Its cursor is in the cache and commits with the rows,
 * so that it can be cut off anywhere and taken up by another process.
 */
export interface HistoryStream {
  readonly name: SyncStream
  /**
   * The break after each step, in multiples of the time that it took; none unless told. What everybody can see is in no hurry, and a
   * service on this computer would have a processor of its own busy with it for minutes.
   */
  readonly breakFactor?: number
  /**
   * One page: a call or two to the service and one commit. Errors are those of client and store; nothing of a failed
   * step stays.
   */
  step(signal: AbortSignal): Promise<StepResult>
  /** From the cache: cheap enough to be asked twice a second. */
  progress(): Promise<StreamProgress>
}
