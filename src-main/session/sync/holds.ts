// Owns: what holds up all reading for the cache at once: the line, the session, the service's word, the disk.
// Must not: hold up anything itself.
import type { SyncState } from '../../../src-preload/contract/sync.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { askedWaitMs } from '../../async/back-off.ts'

export type Hold = NonNullable<SyncState['hold']>
type OwnHold = Exclude<Hold, 'offline' | 'signedOut'>

/** A full disk is not emptied in a second, and each try may take the last of it. */
const DISK_REST_MS = 60_000
const STORE_REST_MS = 15_000
/** What only a person can end, or a service that says something else. */
const waitsForRoom: ReadonlySet<OwnHold> = new Set(['diskFull', 'diskLow', 'quotaReached'])
/** Where the service does not say how long. */
const RATE_REST_MS = 5_000

/**
 * What SQLite says where there is no room: writing, or letting a file grow, has failed (sqlite.org/rescode.html). A
 * quota and a limit of the file system show as failed writes, and a full disk sometimes does where the shared memory
 * file of the log is to grow.
 */
const noRoom = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_TRUNCATE'])

export interface HoldsOptions {
  readonly clock: Clock
  readonly isOffline: () => boolean
  readonly isSignedOut: () => boolean
}

export interface Holds {
  /** Takes note of a failure that concerns everything; false where it does not, or where another state says it. */
  note(error: unknown): boolean
  /** As note, for failures of the store alone. */
  noteStore(error: unknown): boolean
  /** What began at that time has succeeded: the service answers, and the store takes what it is given. */
  clear(startedAtMs: number): void
  /** Somebody wants it tried now. */
  release(): void
  /** Why nothing is read, the time between two tries included; null where all is well. */
  current(): Hold | null
  /** True while there is no point in trying. */
  blocks(): boolean
  /** As blocks, for the store alone. */
  blocksStore(): boolean
  /** When something may be tried again that only time holds up; null where nothing is. */
  untilMs(): number | null
}

/** Null where the failure is not of the store. */
function storeHoldOf(error: unknown): OwnHold | null {
  if (!isAppError(error)) return null
  const reason = String(error.data['reason'])
  if (error.code === 'databaseUnavailable') {
    if (noRoom.has(reason)) return 'diskFull'
    if (reason === 'DISK_LOW') return 'diskLow'
    return reason.startsWith('QUOTA_') ? 'quotaReached' : 'storeFailed'
  }
  if (error.code === 'databaseCorrupt') return 'storeFailed'
  return error.code === 'internal' && String(error.data['what']).startsWith('store') ? 'storeFailed' : null
}

export function createHolds({ clock, isOffline, isSignedOut }: HoldsOptions): Holds {
  let own: { readonly why: OwnHold; readonly sinceMs: number; readonly untilMs: number } | null = null
  // A hold that begins later than now is from a clock that was set back: it would last until that time comes again.
  const isSetBack = (): boolean => own !== null && clock.now() < own.sinceMs
  const isWaiting = (): boolean => own !== null && !isSetBack() && clock.now() < own.untilMs

  function hold(why: OwnHold, restMs: number): true {
    const sinceMs = clock.now()
    own = { why, sinceMs, untilMs: sinceMs + restMs }
    return true
  }

  function noteStore(error: unknown): boolean {
    const why = isOffline() ? null : storeHoldOf(error)
    return why !== null && hold(why, waitsForRoom.has(why) ? DISK_REST_MS : STORE_REST_MS)
  }

  return {
    noteStore,
    note(error) {
      // An exchange on this computer that could not be started speaks of files of its own.
      if (isOffline() || noteStore(error)) return true
      if (isAppError(error, 'rateLimited')) return hold('rateLimited', askedWaitMs(error) ?? RATE_REST_MS)
      return isSignedOut()
    },
    clear(startedAtMs) {
      // What was under way already when the disk was full says nothing.
      if (own !== null && (startedAtMs >= own.untilMs || isSetBack())) own = null
    },
    release() {
      if (own !== null) own = { ...own, untilMs: 0 }
    },
    current() {
      if (own !== null && own.why !== 'rateLimited') return own.why
      if (isOffline()) return 'offline'
      return own?.why ?? (isSignedOut() ? 'signedOut' : null)
    },
    blocks: () => isWaiting() || isOffline() || isSignedOut(),
    blocksStore: () => isWaiting() && own?.why !== 'rateLimited',
    untilMs: () => (isWaiting() ? (own?.untilMs ?? null) : null),
  }
}
