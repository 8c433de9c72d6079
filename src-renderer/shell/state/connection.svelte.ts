// Owns: how the line to the service stands, and what the last test of it came to. Must not: make calls to the service.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ConnectionState, ConnectionTest } from '../../../src-preload/contract/connection.ts'
import { call, on, toReport } from '../page/api.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'

let state = $state.raw<Loadable<ConnectionState>>(loading)
let isRetrying = $state(false)
/** Counts the times that following ended: an answer from before is dropped. */
let ended = 0

let test = $state.raw<ConnectionTest | null>(null)
/** Why a test could not be run at all. */
let testError = $state.raw<ErrorReport | null>(null)
/** True from asking for a test until it has ended: what is told of any other is not ours. */
let isTesting = $state(false)
/** Counts what a test must not outlive: another account, the lock. */
let testsDropped = 0
/** The account that was tested. */
let testedAccount: string | null = null

function fail(at: number, error: unknown): void {
  if (at === ended) state = failed(state, toReport(error))
}

function dropTest(): void {
  testsDropped += 1
  test = testError = null
  isTesting = false
}

export const connection = {
  get state(): Loadable<ConnectionState> {
    return state
  },
  get isRetrying(): boolean {
    return isRetrying
  },
  get isOffline(): boolean {
    return state.status === 'ready' && state.value.status === 'offline'
  },
  /** The test of this account that runs or was the last; null before one. */
  get test(): ConnectionTest | null {
    return test
  },
  get testError(): ErrorReport | null {
    return testError
  },
  get isTesting(): boolean {
    return isTesting
  },
  /** Follows main until the returned function is called, which forgets what was shown. */
  start(): () => void {
    const at = ended
    const stops = [
      on('connection:changed', (next) => {
        state = ready(next)
      }),
      on('connection:testChanged', (next) => {
        if (isTesting) test = next
      }),
      on('accounts:changed', ({ activeId }) => {
        if (activeId !== testedAccount) dropTest()
      }),
    ]
    void call('connection:getState', {}).then(
      (value) => {
        if (at === ended) state = ready(value)
      },
      (error: unknown) => fail(at, error),
    )
    return () => {
      stops.forEach((stop) => stop())
      ended += 1
      state = loading
      dropTest()
    }
  },
  /** Tries now instead of at the next turn. The outcome arrives as a change of state. */
  async retry(): Promise<void> {
    const at = ended
    isRetrying = true
    try {
      await call('connection:retry', {})
    } catch (error) {
      fail(at, error)
    } finally {
      isRetrying = false
    }
  },
  /**
   * Tests the connection of an account to the end; what its steps come to shows in `test` on the way.
   * @param accountId - the account in use
   */
  async runTest(accountId: string | null): Promise<void> {
    if (isTesting) return
    dropTest()
    const at = testsDropped
    testedAccount = accountId
    isTesting = true
    try {
      const value = await call('connection:test', {})
      if (at === testsDropped) test = value
    } catch (error) {
      if (at !== testsDropped) return
      test = null
      testError = toReport(error)
    } finally {
      if (at === testsDropped) isTesting = false
    }
  },
  /** Ends a test that runs; what it has found so far stays. */
  async cancelTest(): Promise<void> {
    const at = testsDropped
    try {
      await call('connection:cancelTest', {})
    } catch (error) {
      if (at === testsDropped) testError = toReport(error)
    }
  },
}
