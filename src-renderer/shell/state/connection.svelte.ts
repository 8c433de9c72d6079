// State of the connection to the service, and its last test.
import type { ErrorReport } from '../../../src-preload/contract/channel.ts'
import type { ConnectionState, ConnectionTest } from '../../../src-preload/contract/app/connection.ts'
import { call, on, toReport } from '../page/api.ts'
import { Fetched } from '../page/fetched.svelte.ts'

class Connection extends Fetched<ConnectionState> {
  isRetrying = $state(false)
  /** The current or last test of this account; null before one. */
  test = $state.raw<ConnectionTest | null>(null)
  /** Why a test could not run. */
  testError = $state.raw<ErrorReport | null>(null)
  /** True from requesting a test until it ends; reports about other tests are ignored. */
  isTesting = $state(false)
  /** Counts events that invalidate a test: another account, the lock. */
  #testsDropped = 0
  /** The account under test. */
  #testedAccount: string | null = null

  get isOffline(): boolean {
    return this.value?.status === 'offline'
  }

  /** Subscribes to main until the returned function is called, which clears the state. */
  start(): () => void {
    const stops = [
      on('connection:changed', (next) => this.set(next)),
      on('connection:testChanged', (next) => {
        if (this.isTesting) this.test = next
      }),
      on('accounts:changed', ({ activeId }) => {
        if (activeId !== this.#testedAccount) this.#dropTest()
      }),
    ]
    void this.load(() => call('connection:getState', {}))
    return () => {
      stops.forEach((stop) => stop())
      this.drop()
      this.#dropTest()
    }
  }

  /** Retries now. The result arrives as a state change. */
  async retry(): Promise<void> {
    this.isRetrying = true
    await this.load(async () => {
      await call('connection:retry', {})
      return undefined
    })
    this.isRetrying = false
  }

  /**
   * Runs a connection test of an account to its end; progress appears in `test`.
   * @param accountId - the account in use
   */
  async runTest(accountId: string | null): Promise<void> {
    if (this.isTesting) return
    this.#dropTest()
    const at = this.#testsDropped
    this.#testedAccount = accountId
    this.isTesting = true
    try {
      const value = await call('connection:test', {})
      if (at === this.#testsDropped) this.test = value
    } catch (error) {
      if (at !== this.#testsDropped) return
      this.test = null
      this.testError = toReport(error)
    } finally {
      if (at === this.#testsDropped) this.isTesting = false
    }
  }

  /** Cancels a running test; its results so far stay. */
  async cancelTest(): Promise<void> {
    const at = this.#testsDropped
    try {
      await call('connection:cancelTest', {})
    } catch (error) {
      if (at === this.#testsDropped) this.testError = toReport(error)
    }
  }

  #dropTest(): void {
    this.#testsDropped += 1
    this.test = this.testError = null
    this.isTesting = false
  }
}

export const connection = new Connection()
