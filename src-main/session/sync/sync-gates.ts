// Tracks what stops all cache syncing at once: connection, session, rate limit, disk.
import type { SyncState } from '../../../src-preload/contract/app/sync.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { requestedWaitMs } from '../../async/back-off.ts'

/** Why nothing is synced; see the contract. */
export type SyncGate = NonNullable<SyncState['hold']>
type OwnSyncGate = Exclude<SyncGate, 'offline' | 'signedOut'>

/** A full disk is not freed within a second, and each attempt may use its last bytes. */
const DISK_COOLDOWN_MS = 60_000
const STORE_COOLDOWN_MS = 15_000
/** Only the user or another answer of the service can end these. */
const waitsForRoom: ReadonlySet<OwnSyncGate> = new Set(['diskFull', 'diskLow', 'quotaReached'])
/** If the service does not say how long. */
const RATE_COOLDOWN_MS = 5_000

/**
 * SQLite's result codes without free space: a write or a file extension has failed (sqlite.org/rescode.html). Quotas and file
 * system limits appear as failed writes; so does a full disk at times, when the log's shared memory file has to grow.
 */
const noRoom = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_TRUNCATE'])

export interface SyncGatesOptions {
  readonly clock: Clock
  readonly isOffline: () => boolean
  readonly isSignedOut: () => boolean
}

/** Null if the failure is not the store's. */
function storeGateOf(error: unknown): OwnSyncGate | null {
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

export function createSyncGates({ clock, isOffline, isSignedOut }: SyncGatesOptions) {
  let own: { readonly why: OwnSyncGate; readonly sinceMs: number; readonly untilMs: number } | null = null
  // A start in the future means that the clock was set back: the block would last until that time comes again.
  const isSetBack = (): boolean => own !== null && clock.now() < own.sinceMs
  const isWaiting = (): boolean => own !== null && !isSetBack() && clock.now() < own.untilMs

  function hold(why: OwnSyncGate, restMs: number): true {
    const sinceMs = clock.now()
    own = { why, sinceMs, untilMs: sinceMs + restMs }
    return true
  }

  function noteStore(error: unknown): boolean {
    const why = isOffline() ? null : storeGateOf(error)
    return why !== null && hold(why, waitsForRoom.has(why) ? DISK_COOLDOWN_MS : STORE_COOLDOWN_MS)
  }

  return {
    /** As note, for failures of the store only. */
    noteStore,
    /** Records a failure that concerns all streams; returns false if it does not, or if another state reports it. */
    note(error: unknown): boolean {
      // The faults of a local exchange that could not be started concern its own files.
      if (isOffline() || noteStore(error)) return true
      if (isAppError(error, 'rateLimited'))
        return hold('rateLimited', requestedWaitMs(error) ?? RATE_COOLDOWN_MS)
      return isSignedOut()
    },
    /** Records that work started at that time has succeeded: the service answers, and the store accepts writes. */
    clear(startedAtMs: number): void {
      // Work that started before the disk was full proves nothing.
      if (own !== null && (startedAtMs >= own.untilMs || isSetBack())) own = null
    },
    /** Allows an attempt now, on the user's request. */
    release(): void {
      if (own !== null) own = { ...own, untilMs: 0 }
    },
    /** Why nothing is synced, including between attempts; null if nothing blocks. */
    current(): SyncGate | null {
      if (own !== null && own.why !== 'rateLimited') return own.why
      if (isOffline()) return 'offline'
      return own?.why ?? (isSignedOut() ? 'signedOut' : null)
    },
    /** True while an attempt is pointless. */
    blocks: (): boolean => isWaiting() || isOffline() || isSignedOut(),
    /** As blocks, for the store only. */
    blocksStore: (): boolean => isWaiting() && own?.why !== 'rateLimited',
    /** When a purely time-based block ends; null without one. */
    untilMs: (): number | null => (isWaiting() ? (own?.untilMs ?? null) : null),
  }
}

export type SyncGates = ReturnType<typeof createSyncGates>
