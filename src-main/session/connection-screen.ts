// The Connection screen's requests: connection state, call statistics, the test, and the report for support. Keeps nothing of
// an account that was left.
import type { Nothing } from '../../src-preload/contract/channel.ts'
import type {
  ConnectionActivity,
  ConnectionState,
  ConnectionTest,
} from '../../src-preload/contract/app/connection.ts'
import { reportError } from '../ipc/register.ts'
import type { Store } from '../store/api/store-api.ts'
import { noConnection } from './connection.ts'
import { type AppFacts, writeConnectionReport } from './connection-report.ts'
import { type ConnectionTester, createConnectionTester } from './connection-test.ts'
import type { AccountSession } from './account-session.ts'
import type { CurrentAccount } from './current-account.ts'
import type { Tools } from '../tools.ts'

export interface ConnectionScreenOptions extends Pick<Tools, 'clock' | 'emit' | 'log'> {
  readonly store: Pick<Store, 'listAccounts'>
  readonly current: CurrentAccount
  readonly app: AppFacts
}

export function createConnectionScreen(options: ConnectionScreenOptions) {
  const { store, clock, emit, log, current, app } = options
  let tested: { readonly session: AccountSession; readonly tester: ConnectionTester } | null = null

  const getState = (): ConnectionState => current.get()?.connection.getState() ?? noConnection
  current.events.on('changed', () => emit('connection:changed', getState()))
  current.events.on('connection', (state) => emit('connection:changed', state))

  function activityOf({ ledger, client, time, streams }: AccountSession): ConnectionActivity {
    const { pausedMs, ...rateLimit } = client.limiterState()
    return {
      sinceMs: ledger.sinceMs,
      endpoints: ledger.endpoints(),
      lastCalls: ledger.lastCalls(),
      rateLimit: { ...rateLimit, pausedUntilMs: pausedMs > 0 ? Math.ceil(clock.now() + pausedMs) : null },
      streams: streams.report(),
      clockSkewMs: time.skewMs(),
    }
  }

  /** The tester of the active account, created on first use; dropped when the account is left. */
  function testerOf(session: AccountSession): ConnectionTester {
    if (tested?.session === session) return tested.tester
    const tester = createConnectionTester({
      session,
      clock,
      monotonicMs: () => performance.now(),
      report: (error) => reportError(error, log, 'connection:test'),
      onChange: (test) => {
        if (current.get() === session) emit('connection:testChanged', test)
      },
    })
    tested = { session, tester }
    session.signal.addEventListener('abort', () => {
      if (tested?.session === session) tested = null
    })
    return tester
  }

  return {
    getState,
    /** Tries the service now; no effect without an account. */
    retry(): Nothing {
      const session = current.get()
      session?.client.endPause()
      session?.connection.retry()
      session?.streams.retry()
      return {}
    },
    /** Errors: notFound { what: 'active account' } without one. */
    getActivity: (): ConnectionActivity => activityOf(current.require()),
    /** Errors: notFound { what: 'active account' } without one; cancelled if the account was left meanwhile. */
    test: async (): Promise<ConnectionTest> => {
      const session = current.require()
      session.client.endPause()
      return testerOf(session).run()
    },
    cancelTest(): Nothing {
      tested?.tester.cancel()
      return {}
    },
    /** Works without an account, too. */
    async getReport(): Promise<{ text: string }> {
      const accounts = await store.listAccounts()
      const session = current.get()
      const text = writeConnectionReport({
        app,
        nowMs: clock.now(),
        accounts,
        connection: getState(),
        inUse:
          session === null
            ? null
            : {
                networkKind: session.account.networkKind,
                session: session.client.sessionState(),
                activity: activityOf(session),
                test: tested?.tester.last() ?? null,
              },
      })
      return { text }
    },
  }
}
