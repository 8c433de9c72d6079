// Runs the connection test's steps in order, and cancels it. Ends with its account.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { ConnectionTest, TestStepState } from '../../src-preload/contract/app/connection.ts'
import type { CallOptions } from '../exchange/endpoint.ts'
import { untilAborted } from '../exchange/rate-limit/until-aborted.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { AccountSession } from './account-session.ts'
import type { Tools } from '../tools.ts'

export interface ConnectionTesterOptions extends Pick<Tools, 'clock' | 'monotonicMs'> {
  readonly session: Pick<AccountSession, 'client' | 'time' | 'ledger' | 'signal'>
  /** Converts an error for the IPC border, as reportError does. */
  readonly report: (error: unknown) => ErrorReport
  /** Called after each change, including the first and the last; not after the account was left. */
  readonly onChange: (test: ConnectionTest) => void
}

interface Run {
  readonly stopper: AbortController
  readonly result: Promise<ConnectionTest>
}

const waiting: TestStepState = { status: 'waiting' }
const skipped: TestStepState = { status: 'skipped' }

/** Unfinished steps become skipped. */
function givenUp(step: TestStepState): TestStepState {
  return step.status === 'waiting' || step.status === 'running' ? skipped : step
}

/**
 * The steps, in order: `health`, without a token; `profile`, which signs in if needed, and is skipped if health failed;
 * `clock`, which reads the answers' Date headers. Clock passes with any difference, and with an unknown one (null) if the
 * service answered without a Date header; it is skipped only if nothing was answered.
 */
export function createConnectionTester(options: ConnectionTesterOptions) {
  const { session, clock, monotonicMs, report, onChange } = options
  const { client, time, ledger } = session
  let running: Run | null = null
  let last: ConnectionTest | null = null

  function start(): Run {
    const stopper = new AbortController()
    const signal = AbortSignal.any([stopper.signal, session.signal])
    const call: CallOptions = { signal, retries: 0, urgency: 'asked', lane: 'connection' }
    const readingsBefore = time.readings()
    const numberBefore = ledger.lastNumber()
    let state: ConnectionTest = {
      startedMs: clock.now(),
      isRunning: true,
      isCancelled: false,
      health: waiting,
      profile: waiting,
      clock: waiting,
      clockSkewMs: null,
    }

    function tell(next: Partial<ConnectionTest>): void {
      state = { ...state, ...next }
      last = state
      onChange(state)
    }

    /** Errors: the signal's reason; nothing changes then. */
    function change(next: Partial<ConnectionTest>): void {
      signal.throwIfAborted()
      tell(next)
    }

    /** Returns true if the step passed. Errors: the signal's reason. */
    async function tryStep(name: 'health' | 'profile', work: () => Promise<unknown>): Promise<boolean> {
      change({ [name]: { status: 'running' } })
      const startMs = monotonicMs()
      try {
        await untilAborted(work(), signal)
      } catch (error) {
        const durationMs = monotonicMs() - startMs
        change({ [name]: { status: 'failed', durationMs, error: report(error) } })
        return false
      }
      change({ [name]: { status: 'passed', durationMs: monotonicMs() - startMs } })
      return true
    }

    function readClock(): Partial<ConnectionTest> {
      const isAnswered = ledger
        .lastCalls()
        .some(({ number, status }) => number > numberBefore && status !== null)
      if (!isAnswered) return { clock: skipped }
      // An earlier reading may predate a clock correction.
      const clockSkewMs = time.readings() > readingsBefore ? time.skewMs() : null
      return { clock: { status: 'passed', durationMs: 0 }, clockSkewMs }
    }

    async function runSteps(): Promise<ConnectionTest> {
      try {
        const isWell = await tryStep('health', () => client.health(call))
        if (isWell) await tryStep('profile', () => client.getProfile(call))
        change({ ...(isWell ? {} : { profile: skipped }), ...readClock(), isRunning: false })
        running = null
      } catch (error) {
        session.signal.throwIfAborted()
        if (!stopper.signal.aborted) {
          running = null
          throw error
        }
      }
      return state
    }

    stopper.signal.addEventListener('abort', () => {
      if (session.signal.aborted) return
      running = null
      tell({
        isRunning: false,
        isCancelled: true,
        health: givenUp(state.health),
        profile: givenUp(state.profile),
        clock: givenUp(state.clock),
      })
    })
    return { stopper, result: runSteps() }
  }

  return {
    /**
     * Runs the test, or joins a running one. Failed steps and a cancellation are part of the result.
     * Errors: cancelled if the account was left meanwhile.
     */
    run(): Promise<ConnectionTest> {
      running ??= start()
      return running.result
    },
    /** Cancels a running test at once; no effect otherwise. */
    cancel(): void {
      running?.stopper.abort(new AppError('cancelled', { reason: 'test' }))
    },
    /** The running or last test; null before the first. */
    last: (): ConnectionTest | null => last,
  }
}

export type ConnectionTester = ReturnType<typeof createConnectionTester>
