// Schedules history streams: the first one (orders) runs alone while it has more, then the others in parallel, each with its
// own cooldown after failures.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { StreamState, SyncStream } from '../../../src-preload/contract/app/sync.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import { pauseAfterFailure } from '../../async/back-off.ts'
import type { SyncGates } from './sync-gates.ts'
import type { HistoryStream } from './history-stream.ts'
import type { Tools } from '../../tools.ts'

/** How often a complete stream checks for more. */
const LOOK_AGAIN_MS = 60_000
/** How often a stream that cannot start yet checks again, and how often everything does while blocked. */
const LATER_MS = 2_000
/** The first pause after a failure; pauses double from here. */
const FIRST_COOLDOWN_MS = 5_000

export interface SchedulerOptions extends Pick<Tools, 'clock' | 'random'> {
  /** By importance: the first runs alone while it has more. */
  readonly streams: readonly HistoryStream[]
  readonly syncGates: SyncGates
  /** Limits syncing to half of the time. */
  readonly isPowerSaving: () => boolean
  /** Converts a failure for the IPC border; null if it is reported elsewhere. */
  readonly report: (stream: SyncStream, error: unknown) => ErrorReport | null
  /** Called when a failed stream has recovered. */
  readonly onRecovery: (stream: SyncStream) => void
  /** Called when a result of states() has changed or may have. */
  readonly onChange: () => void
}

interface Lane {
  readonly stream: HistoryStream
  status: StreamState['status']
  /** The start and end of its current pause. */
  waitsSinceMs: number
  waitsUntilMs: number
  failures: number
  lastError: ErrorReport | null
  /** The step in progress. */
  step: Promise<void> | null
  hasMore: boolean
  /** How often it was woken. */
  wakes: number
}

/** @param isPaused - whether it starts paused */
export function startScheduler(options: SchedulerOptions, isPaused: boolean) {
  const { syncGates, clock, random, isPowerSaving, report, onChange } = options
  const lanes = options.streams.map((stream): Lane => ({
    stream,
    status: 'waiting',
    waitsSinceMs: 0,
    waitsUntilMs: 0,
    failures: 0,
    lastError: null,
    step: null,
    hasMore: true,
    wakes: 0,
  }))
  let isStopped = false
  let isResting = isPaused
  /** Aborted by each pause. */
  let stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null

  function rest(lane: Lane, status: Lane['status'], restMs: number): void {
    lane.status = status
    lane.hasMore = status === 'running'
    lane.waitsSinceMs = clock.now()
    lane.waitsUntilMs = lane.waitsSinceMs + restMs
  }

  function noteFailure(lane: Lane, error: unknown): void {
    if (syncGates.note(error)) {
      // It resumes when all do.
      rest(lane, 'waiting', 0)
      lane.hasMore = true
      return
    }
    lane.failures += 1
    lane.lastError = report(lane.stream.name, error)
    rest(lane, 'failed', pauseAfterFailure(FIRST_COOLDOWN_MS, lane.failures, error, random))
  }

  async function takeStep(lane: Lane, signal: AbortSignal): Promise<void> {
    const startedAtMs = clock.now()
    const startMs = performance.now()
    const { wakes } = lane
    try {
      const result = await lane.stream.step(signal)
      if (result === 'more') syncGates.clear(startedAtMs)
      if (lane.failures > 0) options.onRecovery(lane.stream.name)
      lane.failures = 0
      lane.lastError = null
      const tookMs = performance.now() - startMs
      const breakFactor = (lane.stream.breakFactor ?? 0) + (isPowerSaving() ? 1 : 0)
      if (result === 'more') rest(lane, 'running', tookMs * breakFactor)
      else if (lane.wakes > wakes) rest(lane, 'waiting', 0)
      else if (result === 'complete') rest(lane, 'complete', LOOK_AGAIN_MS)
      else rest(lane, 'waiting', LATER_MS)
    } catch (error) {
      const isCanceled = signal.aborted || isAppError(error, 'cancelled')
      if (isCanceled) rest(lane, 'waiting', signal.aborted ? 0 : LATER_MS)
      else noteFailure(lane, error)
    }
  }

  function begin(lane: Lane): void {
    const before = lane.status
    if (lane.hasMore) lane.status = 'running'
    lane.step = takeStep(lane, stopper.signal).finally(() => {
      lane.step = null
      onChange()
      pump()
    })
    if (lane.status !== before) onChange()
  }

  /** Starts every stream that may run, and returns when the next one may. */
  function pump(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (isStopped || isResting) return
    const nowMs = clock.now()
    let waitMs = LOOK_AGAIN_MS
    if (syncGates.blocks()) {
      const untilMs = syncGates.untilMs()
      waitMs = Math.min(LATER_MS, untilMs === null ? LATER_MS : Math.max(1, untilMs - nowMs))
      for (const lane of lanes) if (lane.step === null && lane.status === 'running') lane.status = 'waiting'
    } else {
      for (const lane of lanes) {
        if (lane.step === null) {
          // A pause that starts in the future means that the clock was set back.
          if (lane.waitsUntilMs <= nowMs || lane.waitsSinceMs > nowMs) begin(lane)
          else waitMs = Math.min(waitMs, lane.waitsUntilMs - nowMs)
        }
        // The first runs alone while it has more.
        if (lane === lanes[0] && lane.hasMore) break
      }
    }
    timer = setTimeout(pump, waitMs)
  }

  async function stateOf(lane: Lane): Promise<StreamState> {
    const { isComplete, conflicts = 0, ...progress } = await lane.stream.progress()
    const isDone = isComplete && lane.status !== 'failed'
    return {
      stream: lane.stream.name,
      status: isDone ? 'complete' : isResting ? 'waiting' : lane.status,
      ...progress,
      conflicts,
      lastError: lane.lastError,
    }
  }

  pump()
  return {
    /** Read from the cache. */
    states: (): Promise<StreamState[]> => Promise.all(lanes.map(stateOf)),
    /** Checks for more now: in all streams, or in one. A single stream that is cooling down after a failure keeps waiting. */
    wake(name?: SyncStream): void {
      for (const lane of lanes) {
        if (name !== undefined && lane.stream.name !== name) continue
        lane.wakes += 1
        if (name === undefined || lane.failures === 0) lane.waitsUntilMs = 0
      }
      pump()
    },
    setPaused(next: boolean): void {
      if (isResting === next) return
      isResting = next
      if (next) {
        stopper.abort()
        stopper = new AbortController()
      } else {
        syncGates.release()
        for (const lane of lanes) lane.waitsUntilMs = 0
      }
      pump()
      onChange()
    },
    /** Aborts all steps; resolves when they have ended. */
    async stop(): Promise<void> {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      stopper.abort()
      await Promise.all(lanes.flatMap(({ step }) => step ?? []))
    },
  }
}

export type Scheduler = ReturnType<typeof startScheduler>
