// Owns: whose turn it is to read history: orders first, then the others side by side, each resting after a failure of
// its own.
// Must not: know what a stream reads.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { StreamState, SyncStream } from '../../../src-preload/contract/sync.ts'
import { isAppError } from '../../../src-preload/domain/errors.ts'
import type { Clock } from '../../async/clock.ts'
import { pauseAfterFailure } from '../../async/back-off.ts'
import type { Holds } from './holds.ts'
import type { HistoryStream } from './stream.ts'

/** A stream that is complete looks this often whether there is more. */
const LOOK_AGAIN_MS = 60_000
/** One that cannot begin yet looks more often; so does all that waits for the line or the user. */
const LATER_MS = 2_000
/** The first pause after a failure; they double from here. */
const FIRST_REST_MS = 5_000

export interface SchedulerOptions {
  /** In the order of their importance: the first goes alone while it has more. */
  readonly streams: readonly HistoryStream[]
  readonly holds: Holds
  readonly clock: Clock
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** Reading takes half of the time at most. */
  readonly isSparing: () => boolean
  /** Puts a failure into the form that crosses the border; null where it is told elsewhere. */
  readonly report: (stream: SyncStream, error: unknown) => ErrorReport | null
  /** A stream that had failed goes on. */
  readonly onRecovery: (stream: SyncStream) => void
  /** Something that states() tells has changed, or may have. */
  readonly onChange: () => void
}

export interface Scheduler {
  /** From the cache. */
  states(): Promise<StreamState[]>
  /**
   * Looks now whether there is more: of all, or of one stream. What rests after a failure rests on unless all are
   * meant.
   */
  wake(name?: SyncStream): void
  setPaused(isPaused: boolean): void
  /** Resolves when the steps under way, which are given up, have ended. */
  stop(): Promise<void>
}

interface Lane {
  readonly stream: HistoryStream
  status: StreamState['status']
  /** Since when, and not before when it goes on. */
  restsSinceMs: number
  restsUntilMs: number
  failures: number
  lastError: ErrorReport | null
  /** The step under way. */
  step: Promise<void> | null
  hasMore: boolean
  /** How often it was told to look again. */
  wakes: number
}

/** @param isPaused - at the start */
export function startScheduler(options: SchedulerOptions, isPaused: boolean): Scheduler {
  const { holds, clock, random, isSparing, report, onChange } = options
  const lanes = options.streams.map((stream): Lane => ({
    stream,
    status: 'waiting',
    restsSinceMs: 0,
    restsUntilMs: 0,
    failures: 0,
    lastError: null,
    step: null,
    hasMore: true,
    wakes: 0,
  }))
  let isStopped = false
  let isResting = isPaused
  /** Ends with each pause: what was under way is given up. */
  let stopper = new AbortController()
  let timer: NodeJS.Timeout | null = null

  function rest(lane: Lane, status: Lane['status'], restMs: number): void {
    lane.status = status
    lane.hasMore = status === 'running'
    lane.restsSinceMs = clock.now()
    lane.restsUntilMs = lane.restsSinceMs + restMs
  }

  function noteFailure(lane: Lane, error: unknown): void {
    if (holds.note(error)) {
      // It goes on when all do.
      rest(lane, 'waiting', 0)
      lane.hasMore = true
      return
    }
    lane.failures += 1
    lane.lastError = report(lane.stream.name, error)
    rest(lane, 'failed', pauseAfterFailure(FIRST_REST_MS, lane.failures, error, random))
  }

  async function takeStep(lane: Lane, signal: AbortSignal): Promise<void> {
    const startedAtMs = clock.now()
    const startMs = performance.now()
    const { wakes } = lane
    try {
      const result = await lane.stream.step(signal)
      if (result === 'more') holds.clear(startedAtMs)
      if (lane.failures > 0) options.onRecovery(lane.stream.name)
      lane.failures = 0
      lane.lastError = null
      const tookMs = performance.now() - startMs
      const breakFactor = (lane.stream.breakFactor ?? 0) + (isSparing() ? 1 : 0)
      if (result === 'more') rest(lane, 'running', tookMs * breakFactor)
      else if (lane.wakes > wakes) rest(lane, 'waiting', 0)
      else if (result === 'complete') rest(lane, 'complete', LOOK_AGAIN_MS)
      else rest(lane, 'waiting', LATER_MS)
    } catch (error) {
      const isGivenUp = signal.aborted || isAppError(error, 'cancelled')
      if (isGivenUp) rest(lane, 'waiting', signal.aborted ? 0 : LATER_MS)
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

  /** Begins all that may begin, and comes back when something else may. */
  function pump(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (isStopped || isResting) return
    const nowMs = clock.now()
    let waitMs = LOOK_AGAIN_MS
    if (holds.blocks()) {
      const untilMs = holds.untilMs()
      waitMs = Math.min(LATER_MS, untilMs === null ? LATER_MS : Math.max(1, untilMs - nowMs))
      for (const lane of lanes) if (lane.step === null && lane.status === 'running') lane.status = 'waiting'
    } else {
      for (const lane of lanes) {
        if (lane.step === null) {
          // A rest that begins later than now is from a clock that was set back.
          if (lane.restsUntilMs <= nowMs || lane.restsSinceMs > nowMs) begin(lane)
          else waitMs = Math.min(waitMs, lane.restsUntilMs - nowMs)
        }
        // The first goes alone while it has more.
        if (lane === lanes[0] && lane.hasMore) break
      }
    }
    timer = setTimeout(pump, waitMs)
  }

  async function stateOf(lane: Lane): Promise<StreamState> {
    const { isComplete, ...progress } = await lane.stream.progress()
    const isDone = isComplete && lane.status !== 'failed'
    return {
      stream: lane.stream.name,
      status: isDone ? 'complete' : isResting ? 'waiting' : lane.status,
      ...progress,
      lastError: lane.lastError,
    }
  }

  pump()
  return {
    states: () => Promise.all(lanes.map(stateOf)),
    wake(name) {
      for (const lane of lanes) {
        if (name !== undefined && lane.stream.name !== name) continue
        lane.wakes += 1
        if (name === undefined || lane.failures === 0) lane.restsUntilMs = 0
      }
      pump()
    },
    setPaused(next) {
      if (isResting === next) return
      isResting = next
      if (next) {
        stopper.abort()
        stopper = new AbortController()
      } else {
        holds.release()
        for (const lane of lanes) lane.restsUntilMs = 0
      }
      pump()
      onChange()
    },
    async stop() {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
      timer = null
      stopper.abort()
      await Promise.all(lanes.flatMap(({ step }) => step ?? []))
    },
  }
}
