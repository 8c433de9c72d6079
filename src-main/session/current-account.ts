// Holds the session of the account in use and its background work, and tells subscribers what becomes of them.
// Must not: choose the account, or know what the work does.
import { EventEmitter } from 'node:events'
import type { SessionState } from '../../src-preload/contract/accounts/accounts.ts'
import type { ConnectionState } from '../../src-preload/contract/app/connection.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import type { Log } from '../diagnostics/log.ts'
import type { AccountSession } from './account-session.ts'
import type { Workspace } from './workspace.ts'

/** What happens to the account in use, and to no other. */
export interface CurrentAccountEvents {
  /** Another account is in use, or none. */
  changed: [session: AccountSession | null]
  /** Background work has begun or ended. */
  workChanged: []
  signIn: [state: SessionState]
  connection: [state: ConnectionState]
  /** The service answers again. `retry` follows. */
  returned: [session: AccountSession]
  /** Everything that waits for its next turn is tried now. */
  retry: []
}

interface InUse {
  readonly session: AccountSession
  work: Workspace | null
  cache: AbortController
}

export function createCurrentAccount(log: Log) {
  const events = new EventEmitter<CurrentAccountEvents>()
  let inUse: InUse | null = null
  let start: ((session: AccountSession) => Workspace) | null = null
  /** How many changes of the cache are under way. */
  let holders = 0

  function startWork(): void {
    if (inUse !== null && holders === 0 && start !== null) inUse.work ??= start(inUse.session)
    events.emit('workChanged')
  }

  function retry(): void {
    inUse?.work?.trigger()
    events.emit('retry')
  }

  /** A session that was left may still report: nobody hears it. */
  function relay(session: AccountSession): void {
    const isCurrent = (): boolean => inUse?.session === session
    session.events.on('signIn', (state) => {
      if (isCurrent()) events.emit('signIn', state)
    })
    session.events.on('connection', (state) => {
      if (isCurrent()) events.emit('connection', state)
    })
    session.events.on('returned', () => {
      if (!isCurrent()) return
      events.emit('returned', session)
      retry()
    })
  }

  return {
    events: events as Pick<EventEmitter<CurrentAccountEvents>, 'on'>,
    /** Null where no account is in use. */
    get: (): AccountSession | null => inUse?.session ?? null,
    /** Errors: notFound { what: 'active account' } without one. */
    require: (): AccountSession => {
      if (inUse === null) throw new AppError('notFound', { what: 'active account' })
      return inUse.session
    },
    /** The running background work; null without an account, while the work is held, and before it begins. */
    work: (): Workspace | null => inUse?.work ?? null,
    /**
     * Aborted once the account is left or the cache is changed: nothing that was asked for before may be kept after. Aborted from
     * the start where no account is in use and while the cache is changed.
     */
    cacheSignal: (): AbortSignal =>
      inUse === null || holders > 0 ? AbortSignal.abort() : inUse.cache.signal,
    /** Closes the session of before, ends its work without waiting for it, and begins the work of the next one. */
    use(next: AccountSession | null): void {
      inUse?.session.close()
      inUse?.cache.abort()
      // Its session is closed, so nothing that it still does can land.
      inUse?.work?.stop().catch((error: unknown) => log.fault('sync', 'end the work of an account', error))
      inUse = next === null ? null : { session: next, work: null, cache: new AbortController() }
      if (next !== null) relay(next)
      startWork()
      events.emit('changed', next)
    },
    /** Begins background work, of this account and each later one. Until then, what a person asks for is done and kept. */
    beginWork(work: (session: AccountSession) => Workspace): void {
      start = work
      startWork()
    },
    /**
     * Lets work under way end or be given up, runs `change` while no work of an account runs, and begins the work anew.
     * Errors: those of `change`.
     */
    pauseDuring: async <T>(change: () => Promise<T>): Promise<T> => {
      holders += 1
      try {
        const { work = null } = inUse ?? {}
        if (inUse !== null) {
          inUse.cache.abort()
          inUse.work = null
        }
        await work?.stop()
        return await change()
      } finally {
        holders -= 1
        if (holders === 0 && inUse !== null) inUse.cache = new AbortController()
        startWork()
      }
    },
    /** Runs all work now instead of at its next turn. */
    retry,
  }
}

export type CurrentAccount = ReturnType<typeof createCurrentAccount>
