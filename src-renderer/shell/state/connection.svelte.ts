// State of the connection to the service, and its last test.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ConnectionState, ConnectionTest } from '../../../src-preload/contract/connection.ts'
import { call, on, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'
import type { Loadable } from '../page/loadable.ts'

const fetched = new Fetched<ConnectionState>()
let isRetrying = $state(false)

let test = $state.raw<ConnectionTest | null>(null)
/** Why a test could not run. */
let testError = $state.raw<ErrorReport | null>(null)
/** True from requesting a test until it ends; reports about other tests are ignored. */
let isTesting = $state(false)
/** Counts events that invalidate a test: another account, the lock. */
let testsDropped = 0
/** The account under test. */
let testedAccount: string | null = null

function dropTest(): void {
  testsDropped += 1
  test = testError = null
  isTesting = false
}

export const connection = {
  get state(): Loadable<ConnectionState> {
    return fetched.state
  },
  get isRetrying(): boolean {
    return isRetrying
  },
  get isOffline(): boolean {
    return fetched.value?.status === 'offline'
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
    const stops = [
      on('connection:changed', (next) => fetched.set(next)),
      on('connection:testChanged', (next) => {
        if (isTesting) test = next
      }),
      on('accounts:changed', ({ activeId }) => {
        if (activeId !== testedAccount) dropTest()
      }),
    ]
    void fetched.load(() => call('connection:getState', {}))
    return () => {
      stops.forEach((stop) => stop())
      fetched.drop()
      dropTest()
    }
  },
  /** Retries now. The result arrives as a state change. */
  async retry(): Promise<void> {
    isRetrying = true
    await fetched.load(async () => {
      await call('connection:retry', {})
      return undefined
    })
    isRetrying = false
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
