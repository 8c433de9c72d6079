// Owns: what the Connection screen can ask for: the line's state, what the calls came to, a test, a report for support.
// Must not: make calls of its own, or keep anything of an account that was left.
import type { Nothing } from '../../src-preload/contract/channel.ts'
import type {
  ConnectionActivity,
  ConnectionState,
  ConnectionTest,
} from '../../src-preload/contract/connection.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { Emit } from '../ipc/events.ts'
import { reportError } from '../ipc/register.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Store } from '../store/store-api.ts'
import { noConnection } from './connection.ts'
import { type AppFacts, writeConnectionReport } from './connection-report.ts'
import { type ConnectionTester, createConnectionTester } from './connection-test.ts'
import type { Link } from './link.ts'

export interface ConnectionScreenOptions {
  readonly store: Pick<Store, 'listAccounts'>
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  /** The link of the account in use; null without one. */
  readonly getLink: () => Link | null
  readonly app: AppFacts
}

export interface ConnectionScreen {
  getState(): ConnectionState
  /** Tries the service now; does nothing where there is none. */
  retry(): Nothing
  /** Errors: notFound { what: 'active account' } without one. */
  getActivity(): ConnectionActivity
  /** Errors: notFound { what: 'active account' } without one; cancelled where the account was left meanwhile. */
  test(): Promise<ConnectionTest>
  cancelTest(): Nothing
  /** For support, without an account too. */
  getReport(): Promise<{ text: string }>
}

export function createConnectionScreen(options: ConnectionScreenOptions): ConnectionScreen {
  const { store, clock, emit, log, getLink, app } = options
  let tested: { readonly link: Link; readonly tester: ConnectionTester } | null = null

  const getState = (): ConnectionState => getLink()?.connection.getState() ?? noConnection

  function requireLink(): Link {
    const link = getLink()
    if (link === null) throw new AppError('notFound', { what: 'active account' })
    return link
  }

  function activityOf({ ledger, client, time }: Link): ConnectionActivity {
    const { pausedMs, ...traffic } = client.trafficState()
    return {
      sinceMs: ledger.sinceMs,
      endpoints: ledger.endpoints(),
      lastCalls: ledger.lastCalls(),
      traffic: { ...traffic, pausedUntilMs: pausedMs > 0 ? Math.ceil(clock.now() + pausedMs) : null },
      clockSkewMs: time.skewMs(),
    }
  }

  /** The tester of the account in use, made when it is asked for first; dropped when the account is left. */
  function testerOf(link: Link): ConnectionTester {
    if (tested?.link === link) return tested.tester
    const tester = createConnectionTester({
      link,
      clock,
      monotonicMs: () => performance.now(),
      report: (error) => reportError(error, log, 'connection:test'),
      onChange: (test) => {
        if (getLink() === link) emit('connection:testChanged', test)
      },
    })
    tested = { link, tester }
    link.signal.addEventListener('abort', () => {
      if (tested?.link === link) tested = null
    })
    return tester
  }

  return {
    getState,
    retry() {
      const link = getLink()
      link?.client.endPause()
      link?.connection.retry()
      return {}
    },
    getActivity: () => activityOf(requireLink()),
    test: async () => {
      const link = requireLink()
      link.client.endPause()
      return testerOf(link).run()
    },
    cancelTest() {
      tested?.tester.cancel()
      return {}
    },
    async getReport() {
      const accounts = await store.listAccounts()
      const link = getLink()
      const text = writeConnectionReport({
        app,
        nowMs: clock.now(),
        accounts,
        connection: getState(),
        inUse:
          link === null
            ? null
            : {
                networkKind: link.account.networkKind,
                session: link.client.sessionState(),
                activity: activityOf(link),
                test: tested?.tester.last() ?? null,
              },
      })
      return { text }
    },
  }
}
