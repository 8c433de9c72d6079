// Cancels everything of the account in use: the kill switch. Refuses new orders first, and then asks the exchange again and again
// until it lists nothing, a person stops it, or another account comes into use.
import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorReport, Nothing } from '../../../src-preload/contract/channel.ts'
import { type CancelAllState, MAX_NAMED_LEFT } from '../../../src-preload/contract/trading/trading-cancel.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import type { Confirmations } from '../../accounts/questions/confirmations.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { CurrentAccount } from '../../session/current-account.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import { cancelUntilEnded, cancelUntilNoneOpen, type OpenListing, type OpenOrder } from './cancel-passes.ts'
import type { PlacingGate } from './placing-gate.ts'
import type { Tools } from '../../tools.ts'

/** An order that its create was answered with, and that the exchange does not know, must not keep the rest waiting. */
const ACCEPTED_TRIES = 20
/** Without a sign of the connection the exchange is asked again after this. */
const TRY_AGAIN_MS = 3_000

export interface CancelAllOptions extends Pick<Tools, 'clock' | 'log' | 'random'> {
  readonly current: Pick<CurrentAccount, 'get' | 'require' | 'events'>
  readonly confirmations: Pick<Confirmations, 'confirmChange'>
  readonly gate: PlacingGate
  /** Ends the trading session, if there is one. */
  readonly endSession: () => void
  /** Orders that the cache has as open. Errors: those of the store. */
  readonly listCachedOpen: (accountId: string) => Promise<readonly OpenOrder[]>
  /** Orders of the account that were sent, or are about to be, and have no answer. Errors: those of the journal. */
  readonly listUndecided: (session: AccountSession) => Promise<readonly StoredPlacedOrder[]>
  /** Orders of the account that the exchange accepted since this time. Errors: those of the journal. */
  readonly listAcceptedSince: (session: AccountSession, sinceMs: number) => Promise<readonly number[]>
  /** Tickets whose orders are canceled when they turn up. They outlive this process. */
  readonly pending: {
    readonly list: () => Promise<readonly string[]>
    readonly add: (ticketIds: readonly string[]) => Promise<void>
    readonly remove: (ticketId: string) => Promise<void>
  }
  /** Converts a failure into a form that may be shown. */
  readonly report: (error: unknown) => ErrorReport
  readonly onChange: (state: CancelAllState) => void
  /** The page asked for it, and a person said yes. */
  readonly onAsked: (accountId: string) => void
  /** Orders may have ended: reads how they are. */
  readonly onCanceled: () => void
  /** An order of unknown outcome turned up after everything was canceled, and was canceled too, or had ended. */
  readonly onLateCanceled: (placed: StoredPlacedOrder, orderId: number) => void
}

const idle: CancelAllState = {
  phase: 'idle',
  accountId: null,
  startedAtMs: null,
  canceled: 0,
  left: [],
  leftCount: 0,
  mayStillAppear: [],
  note: null,
  failure: null,
}

const named = (orders: readonly OpenOrder[]): CancelAllState['left'] =>
  orders.slice(0, MAX_NAMED_LEFT).map(({ id: orderId, market }) => ({ orderId, market }))

export type CancelAll = ReturnType<typeof createCancelAll>

export function createCancelAll(options: CancelAllOptions) {
  const { current, clock, log, random, gate, pending, report } = options
  let state = idle
  let running: { readonly stopper: AbortController; readonly ended: Promise<void> } | null = null
  /** Orders that are being canceled because they turned up late. */
  const late = new Set<number>()

  function set(change: Partial<CancelAllState>): void {
    state = { ...state, ...change }
    options.onChange(state)
  }

  /** Resolves at the next sign that the exchange can be asked, or after a while. Errors: the reason of `signal`. */
  async function untilReachable(session: AccountSession, signal: AbortSignal): Promise<void> {
    const stopper = new AbortController()
    const go = (): void => stopper.abort()
    const onSignIn = (): void => {
      if (session.client.sessionState() === 'signedIn') go()
    }
    session.events.on('returned', go)
    session.events.on('signIn', onSignIn)
    try {
      await wait(TRY_AGAIN_MS, undefined, { signal: AbortSignal.any([signal, stopper.signal]) })
    } catch (error) {
      signal.throwIfAborted()
      if (!stopper.signal.aborted) throw error
    } finally {
      session.events.off('returned', go)
      session.events.off('signIn', onSignIn)
    }
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

    const passes = {
      client,
      signal,
      random,
      onListed({ orders, unnamed }: OpenListing): void {
        for (const { id } of orders) seen.add(id)
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
    await pending
      .add(mayStillAppear)
      .catch((error: unknown) => log.fault('trading', 'note what is canceled when it turns up', error))
    set({ phase: 'done', note: 'noneOpen', mayStillAppear, failure: null })
  }

  async function run(session: AccountSession, stopper: AbortController, reopen: () => void): Promise<void> {
    try {
      await cancelEverything(session, stopper.signal)
    } catch (error) {
      if (session.signal.aborted) set({ phase: 'done', note: 'accountLeft' })
      else if (stopper.signal.aborted) set({ phase: 'done', note: 'stopped' })
      else {
        log.fault('trading', 'cancel everything', error)
        set({ phase: 'done', note: 'stopped', failure: report(error) })
      }
    } finally {
      running = null
      reopen()
      options.onCanceled()
      log.info('trading', 'canceled everything', { canceled: state.canceled, left: state.leftCount })
    }
  }

  /** Begins at once, unless it runs already. Errors: notFound without an account. */
  function begin(): CancelAllState {
    const session = current.require()
    if (running !== null) return state
    const stopper = new AbortController()
    const reopen = gate.close()
    options.endSession()
    set({ ...idle, phase: 'running', accountId: session.account.id, startedAtMs: clock.now() })
    running = { stopper, ended: Promise.resolve() }
    running = { stopper, ended: run(session, stopper, reopen) }
    return state
  }

  /** Cancels an order that turned up late, until the exchange says that it has ended. */
  async function cancelLate(
    session: AccountSession,
    placed: StoredPlacedOrder,
    orderId: number,
  ): Promise<void> {
    if (late.has(orderId)) return
    late.add(orderId)
    try {
      const { signal } = session
      const onFailure = (error: unknown): void => log.fault('trading', 'cancel a late order', error)
      const again = (): Promise<void> => untilReachable(session, signal)
      await cancelUntilEnded(
        { client: session.client, signal, random, onFailure, untilReachable: again },
        orderId,
      )
      await pending.remove(placed.id)
      set({
        canceled: state.canceled + 1,
        mayStillAppear: state.mayStillAppear.filter((id) => id !== placed.id),
      })
      options.onLateCanceled(placed, orderId)
      options.onCanceled()
    } catch (error) {
      // The account was left: it is found again when it comes back into use.
      if (!session.signal.aborted) log.fault('trading', 'cancel a late order', error)
    } finally {
      late.delete(orderId)
    }
  }

  return {
    getCancelAll: (): CancelAllState => state,

    /** Whether it is at work, or waits for the connection. */
    isCancelingAll: (): boolean => state.phase === 'running' || state.phase === 'waitingForConnection',

    /** The page's: asks first. Errors: userDeclined; notFound without an account. */
    async cancelAll(): Promise<CancelAllState> {
      const session = current.require()
      if (running !== null) return state
      const before = state
      const { label, networkKind: network } = session.account
      set({ phase: 'asking' })
      try {
        await options.confirmations.confirmChange({ what: 'cancelAll', label, network })
      } catch (error) {
        set({ phase: before.phase })
        throw error
      }
      options.onAsked(session.account.id)
      // Another account may have come into use, and the kill switch may have been pressed meanwhile.
      if (current.get() !== session) {
        set({ phase: before.phase })
        throw new AppError('cancelled', { reason: 'accountLeft' })
      }
      return begin()
    },

    /** The kill switch of main's own menu and tray: no question. Does nothing without an account. */
    killSwitch(): void {
      if (current.get() !== null) begin()
    },

    /** The page's: asks first, because what is open stays open. Errors: userDeclined. */
    async stopCancelAll(): Promise<Nothing> {
      const asked = running
      if (asked === null) return {}
      const { label, networkKind: network } = current.require().account
      await options.confirmations.confirmChange({ what: 'stopCancelAll', label, network })
      asked.stopper.abort(new AppError('cancelled', { reason: 'stopped' }))
      await asked.ended
      return {}
    },

    /** Main's own menu and tray: stops without a question. */
    stopKillSwitch(): void {
      running?.stopper.abort(new AppError('cancelled', { reason: 'stopped' }))
    },

    /** Call when an order of unknown outcome was found at the exchange. True if it is canceled because of it. */
    async noteFound(session: AccountSession, placed: StoredPlacedOrder): Promise<boolean> {
      const { orderId } = placed
      if (orderId === null) return false
      if (!(await pending.list()).includes(placed.id)) return false
      void cancelLate(session, placed, orderId)
      return true
    },

    /** Resolves when nothing of it runs any more; sessions are closed before. */
    async close(): Promise<void> {
      running?.stopper.abort(new AppError('cancelled', { reason: 'closed' }))
      await running?.ended
    },
  }
}
