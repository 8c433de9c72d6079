// Cancels everything of the account in use: the kill switch. Refuses new orders first, and then asks the exchange again and again
// until it lists nothing, a person stops it, or another account comes into use.
import type { ErrorReport, Nothing } from '../../../src-preload/contract/channel.ts'
import { type CancelAllState, MAX_NAMED_LEFT } from '../../../src-preload/contract/trading/trading-cancel.ts'
import { AppError, isAppError } from '../../../src-preload/domain/errors.ts'
import type { Confirmations } from '../../accounts/questions/confirmations.ts'
import { type AccountSession, isCutOff } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { StoredAccount } from '../../store/api/store-api.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import type { BackgroundWork } from '../background-work.ts'
import { cancelUntilEnded, cancelUntilNoneOpen, type OpenListing, type OpenOrder } from './cancel-passes.ts'
import type { PendingCancels } from './pending-cancels.ts'
import type { PlacingGate } from './placing-gate.ts'
import type { RunNote, RunNotes } from './run-notes.ts'
import { untilReachable } from './until-reachable.ts'
import type { Tools } from '../../tools.ts'

/** An order that its create was answered with, and that the exchange does not know, must not keep the rest waiting. */
const ACCEPTED_TRIES = 20

/** What was pressed longer ago goes on only where a person says so: other orders are open by now. */
const UNASKED_MS = 86_400_000

export interface CancelAllOptions extends Pick<Tools, 'clock' | 'log' | 'random'> {
  readonly current: Pick<CurrentAccount, 'get' | 'require'>
  readonly confirmations: Pick<Confirmations, 'confirmChange'>
  readonly gate: PlacingGate
  /** Ends the trading session, if there is one. */
  readonly endSession: () => void
  /** Orders that the cache has as open. Errors: those of the store. */
  readonly listCachedOpen: (accountId: string) => Promise<readonly OpenOrder[]>
  /** Orders of the account that were sent, or are about to be, and have no answer. Errors: those of the journal. */
  readonly listUndecided: (session: AccountSession) => Promise<readonly StoredPlacedOrder[]>
  /** Orders of the account that were probably placed, and for which another one may turn up. Errors: those of the journal. */
  readonly listProbable: (session: AccountSession) => Promise<readonly StoredPlacedOrder[]>
  /** Orders of the account that the exchange accepted since this time. Errors: those of the journal. */
  readonly listAcceptedSince: (session: AccountSession, sinceMs: number) => Promise<readonly number[]>
  /** Tickets whose orders are canceled when they turn up (late-cancels.ts). They outlive this process. */
  readonly pending: Pick<PendingCancels, 'add'>
  /** What goes on when its account comes into use. */
  readonly notes: RunNotes
  readonly inBackground: BackgroundWork['run']
  /** Accounts that there are. Errors: those of the store. */
  readonly listAccounts: () => Promise<readonly Pick<StoredAccount, 'id' | 'label' | 'networkKind'>[]>
  /** Converts a failure into a form that may be shown. */
  readonly report: (error: unknown) => ErrorReport
  readonly onChange: (state: CancelAllState) => void
  /** The page asked for it, and a person said yes. */
  readonly onAsked: (accountId: string) => void
  /**
   * It does not go on for now: another account came into use, or this one is signed out, or locked without tokens, which a script in
   * the page can bring about.
   */
  readonly onWaiting: (accountId: string) => void
  /** Orders may have ended: reads how they are. */
  readonly onCanceled: () => void
}

const idle: CancelAllState = {
  phase: 'idle',
  accountId: null,
  startedAtMs: null,
  isResumed: false,
  canceled: 0,
  left: [],
  leftCount: 0,
  mayStillAppear: [],
  waiting: [],
  note: null,
  failure: null,
}

const named = (orders: readonly OpenOrder[]): CancelAllState['left'] =>
  orders.slice(0, MAX_NAMED_LEFT).map(({ id: orderId, market }) => ({ orderId, market }))

const stopped = (): AppError => new AppError('cancelled', { reason: 'stopped' })

interface Run {
  readonly session: AccountSession
  readonly stopper: AbortController
  readonly ended: Promise<void>
}

export type CancelAll = ReturnType<typeof createCancelAll>

export function createCancelAll(options: CancelAllOptions) {
  const { current, clock, log, random, gate, pending, notes, report } = options
  let state = idle
  let running: Run | null = null
  /** Reads what was pressed for the account that came into use last. */
  let following: Promise<unknown> = Promise.resolve()

  function set(change: Partial<CancelAllState>): void {
    state = { ...state, ...change }
    options.onChange(state)
  }

  /** A failure to read what helps only the speed or the words keeps nothing from being canceled. */
  async function orNothing<T>(what: string, work: Promise<readonly T[]>): Promise<readonly T[]> {
    try {
      return await work
    } catch (error) {
      log.fault('trading', what, error)
      return []
    }
  }

  async function cancelEverything(session: AccountSession, stop: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([session.signal, stop])
    const startedAtMs = clock.now()
    const { client } = session
    /** Everything that was seen open. */
    const seen = new Set<number>()
    /** That it waits for a person is told once, until the exchange has answered again. */
    let isToldWaiting = false

    const passes = {
      client,
      signal,
      random,
      onListed({ orders, unnamed }: OpenListing): void {
        for (const { id } of orders) seen.add(id)
        isToldWaiting = false
        set({
          phase: 'running',
          canceled: seen.size - orders.length,
          left: named(orders),
          leftCount: orders.length + unnamed,
          failure: null,
        })
      },
      onFailure(error: unknown): void {
        log.fault('trading', 'cancel open orders', error)
        set({ failure: report(error) })
      },
      async untilReachable(): Promise<void> {
        set({ phase: 'waitingForConnection' })
        if (isCutOff[client.sessionState()] && !client.isHeld() && !isToldWaiting) {
          isToldWaiting = true
          options.onWaiting(session.account.id)
        }
        await untilReachable(session, signal)
      },
    }

    const hadCreates = gate.isBusy()
    const expected = await orNothing(
      'list the orders that are open',
      options.listCachedOpen(session.account.id),
    )
    for (const { id } of expected) seen.add(id)
    set({ left: named(expected), leftCount: expected.length })
    await cancelUntilNoneOpen(passes, expected)
    if (hadCreates) {
      // Nothing of ours cuts a create on the wire: what came of it is canceled once more.
      await gate.whenIdle()
      signal.throwIfAborted()
      const accepted = await orNothing(
        'list the orders that were accepted',
        options.listAcceptedSince(session, startedAtMs),
      )
      for (const orderId of accepted) {
        // A listing may lag behind the answer to its create.
        const ended = await cancelUntilEnded(passes, orderId, ACCEPTED_TRIES)
        if (!seen.has(orderId) && ended?.state === 'cancel') {
          seen.add(orderId)
          set({ canceled: state.canceled + 1 })
        }
      }
      await cancelUntilNoneOpen(passes, [])
    }
    const undecided = await orNothing('list orders without an answer', options.listUndecided(session))
    const mayStillAppear = undecided.map(({ id }) => id)
    const probable = await orNothing('list orders that were probably placed', options.listProbable(session))
    // Stopped meanwhile: what is noted now may be of a new press.
    signal.throwIfAborted()
    await pending
      .add([...mayStillAppear, ...probable.map(({ id }) => id)])
      .catch((error: unknown) => log.fault('trading', 'note what is canceled when it turns up', error))
    await notes
      .remove(session.account.id)
      .catch((error: unknown) => log.fault('trading', 'note that everything is canceled', error))
    set({ phase: 'done', note: 'noneOpen', mayStillAppear, failure: null })
  }

  async function run(session: AccountSession, stopper: AbortController, reopen: () => void): Promise<void> {
    /** Another may have begun meanwhile: of another account, or by a press after a stop. */
    const isOwn = (): boolean => running?.stopper === stopper
    const { id } = session.account
    try {
      await cancelEverything(session, stopper.signal)
    } catch (error) {
      if (session.signal.aborted) {
        const waiting = [...state.waiting.filter((one) => one !== id), id]
        set({ ...(isOwn() ? { phase: 'done', note: 'accountLeft' } : {}), waiting })
        // At the end of the app, and where its key was entered again, no other account is in use.
        const next = current.get()?.account.id ?? id
        if (next !== id && !stopper.signal.aborted) options.onWaiting(id)
      } else if (stopper.signal.aborted) {
        if (isOwn()) set({ phase: 'done', note: 'stopped' })
      } else {
        log.fault('trading', 'cancel everything', error)
        set({ phase: 'done', note: 'stopped', failure: report(error) })
      }
    } finally {
      if (isOwn()) running = null
      reopen()
      options.onCanceled()
      log.info('trading', 'canceled everything', { canceled: state.canceled, left: state.leftCount })
    }
  }

  /** One that was stopped may still wait for a create: it cancels nothing more, and a new press counts. */
  const isRunningFor = (session: AccountSession): boolean =>
    running?.session === session && !running.stopper.signal.aborted

  /** Begins at once, unless it runs already. Errors: notFound without an account. */
  function begin(isResumed: boolean): CancelAllState {
    const session = current.require()
    if (isRunningFor(session)) return state
    const { id } = session.account
    const sinceMs = clock.now()
    const stopper = new AbortController()
    const reopen = gate.close()
    options.endSession()
    const waiting = state.waiting.filter((one) => one !== id)
    set({ ...idle, waiting, phase: 'running', accountId: id, startedAtMs: sinceMs, isResumed })
    // What goes on keeps the time of its press.
    if (!isResumed)
      options.inBackground('note that everything is being canceled', notes.add({ accountId: id, sinceMs }))
    running = { session, stopper, ended: Promise.resolve() }
    running = { session, stopper, ended: run(session, stopper, reopen) }
    return state
  }

  /** Ends what waits for its account. Errors: those of the store. */
  async function forget(accountId: string): Promise<void> {
    set({ waiting: state.waiting.filter((id) => id !== accountId) })
    await notes.remove(accountId)
  }

  /** Ends the one that runs. Errors: those of the store, where it may go on at the next start. */
  async function stop({ session, stopper, ended }: Run): Promise<void> {
    const forgotten = notes.remove(session.account.id)
    stopper.abort(stopped())
    await Promise.all([ended, forgotten])
  }

  /** What is to be canceled, without that of accounts that were removed meanwhile. */
  async function listNoted(): Promise<readonly RunNote[]> {
    const existing = new Set((await options.listAccounts()).map(({ id }) => id))
    const all = await notes.list()
    for (const { accountId } of all) if (!existing.has(accountId)) await notes.remove(accountId)
    return all.filter(({ accountId }) => existing.has(accountId))
  }

  /**
   * A person's own no ends it. Without an answer it waits: where nobody can be asked now, and where the window was closed, which a
   * lock and a script in the page can do. Errors: those of the store.
   */
  async function isStillWanted(session: AccountSession): Promise<boolean> {
    const { id, label, networkKind: network } = session.account
    try {
      await options.confirmations.confirmChange({ what: 'cancelAll', label, network })
    } catch (error) {
      // The kill switch may have been pressed meanwhile: that is no old press.
      const isNo = isAppError(error, 'userDeclined') && error.data['reason'] === undefined
      if (isNo && !isRunningFor(session)) await forget(id)
      return false
    }
    // It was pressed again just now.
    await notes.add({ accountId: id, sinceMs: clock.now() })
    return true
  }

  async function goOn(session: AccountSession | null, reading: Promise<readonly RunNote[]>): Promise<void> {
    const noted = await reading
    if (current.get() !== session) return
    const waitingOf = (all: readonly RunNote[]): string[] => all.map(({ accountId }) => accountId)
    const own = noted.find(({ accountId }) => accountId === session?.account.id)
    const isOld = own !== undefined && clock.now() - own.sinceMs > UNASKED_MS
    set({ waiting: waitingOf(isOld ? noted : noted.filter((one) => one !== own)) })
    if (session === null || own === undefined) return
    if (isOld && !(await isStillWanted(session))) return
    if (current.get() === session) begin(true)
  }

  return {
    getCancelAll: (): CancelAllState => state,

    /** Whether it is at work, or waits for the connection. */
    isCancelingAll: (): boolean => state.phase === 'running' || state.phase === 'waitingForConnection',

    /** The page's: asks first. Errors: userDeclined; notFound without an account. */
    async cancelAll(): Promise<CancelAllState> {
      const session = current.require()
      if (isRunningFor(session)) return state
      const before = state
      const { label, networkKind: network } = session.account
      set({ phase: 'asking' })
      // The kill switch may have been pressed meanwhile: what it is at stays told.
      const endAsking = (): void => {
        if (state.phase === 'asking') set({ phase: before.phase })
      }
      try {
        await options.confirmations.confirmChange({ what: 'cancelAll', label, network })
      } catch (error) {
        endAsking()
        throw error
      }
      options.onAsked(session.account.id)
      // Another account may have come into use, and the kill switch may have been pressed meanwhile.
      if (current.get() !== session) {
        endAsking()
        throw new AppError('cancelled', { reason: 'accountLeft' })
      }
      return begin(false)
    },

    /** The kill switch of main's own menu and tray: no question. Does nothing without an account. */
    killSwitch(): void {
      if (current.get() !== null) begin(false)
    },

    /**
     * The page's: asks first, because what is open stays open. Where none runs, each that waits for its account is asked about.
     * Errors: userDeclined; those of the store.
     */
    async stopCancelAll(): Promise<Nothing> {
      const asked = running
      const existing = await options.listAccounts()
      for (const id of asked === null ? state.waiting : [asked.session.account.id]) {
        const account = existing.find((one) => one.id === id)
        if (account === undefined) continue
        const { label, networkKind: network } = account
        await options.confirmations.confirmChange({ what: 'stopCancelAll', label, network })
        // Its account may have come into use, or been left, while the question was open.
        await (running?.session.account.id === id ? stop(running) : forget(id))
      }
      return {}
    },

    /** Main's own menu and tray: stops without a question, also what waits for its account where none runs. */
    stopKillSwitch(): void {
      const ending = running === null ? state.waiting.map(forget) : [stop(running)]
      options.inBackground('stop canceling everything', Promise.all(ending))
    },

    /** Call when the account in use changes, null for none: goes on with what was pressed for it. Errors: those of the store. */
    follow(session: AccountSession | null): Promise<void> {
      const reading = listNoted()
      following = reading
      return goOn(session, reading)
    },

    /** Call when an order that turned up late has ended. */
    noteLateEnded(accountId: string, ticketId: string, isCanceled: boolean): void {
      if (state.accountId !== accountId) return
      set({
        canceled: state.canceled + (isCanceled ? 1 : 0),
        mayStillAppear: state.mayStillAppear.filter((id) => id !== ticketId),
      })
    },

    /** Resolves when nothing of it runs any more; sessions are closed before. */
    async close(): Promise<void> {
      running?.stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      // Whoever called it has its error.
      await Promise.allSettled([running?.ended, following])
    },
  }
}
