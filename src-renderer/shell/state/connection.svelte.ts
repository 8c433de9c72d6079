// State of the connection to the service, and its last test.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ConnectionState, ConnectionTest } from '../../../src-preload/contract/connection.ts'
import { call, on, toReport } from '../page/api.ts'
import type { Loadable } from '../page/loadable.ts'
import { failed, loading, ready } from '../page/loadable.ts'

let state = $state.raw<Loadable<ConnectionState>>(loading)
let isRetrying = $state(false)
/** Counts stops: responses from before a stop are dropped. */
let ended = 0

let test = $state.raw<ConnectionTest | null>(null)
/** Why a test could not run. */
let testError = $state.raw<ErrorReport | null>(null)
/** True from requesting a test until it ends; reports about other tests are ignored. */
let isTesting = $state(false)
/** Counts events that invalidate a test: another account, the lock. */
let testsDropped = 0
/** The account under test. */
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
  /** The current or last test of this account; null before one. */
  get test(): ConnectionTest | null {
    return test
  },
  get testError(): ErrorReport | null {
    return testError
  },
  get isTesting(): boolean {
    return isTesting
  },
  /** Subscribes to main until the returned function is called, which clears the state. */
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
  /** Retries now. The result arrives as a state change. */
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
   * Runs a connection test of an account to its end; progress appears in `test`.
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
  /** Cancels a running test; its results so far stay. */
  async cancelTest(): Promise<void> {
    const at = testsDropped
    try {
      await call('connection:cancelTest', {})
    } catch (error) {
      if (at === testsDropped) testError = toReport(error)
    }
  },
}
