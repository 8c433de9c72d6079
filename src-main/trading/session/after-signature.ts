// Looks at the exchange after each signature: whether the order there is the one that was meant, and whether a balance went down
// without a reason. Only reads; what it finds locks signing.
import { setTimeout as wait } from 'node:timers/promises'
import type { SigningDifference } from '../../../src-preload/contract/accounts/confirm.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { TransferState } from '../../../src-preload/contract/transfers.ts'
import type { ComparedOrderField } from '../../../src-preload/contract/trading/trading.ts'
import type { Balance } from '../../../src-preload/contract/trading/trading-entities.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { compareDecimals } from '../../../src-preload/domain/numbers/exact.ts'
import type { Clock } from '../../async/clock.ts'
import type { Log } from '../../diagnostics/log.ts'
import { isMissing } from '../../exchange/missing-order.ts'
import { findListed } from '../../orders/find-listed.ts'
import { readBasis } from '../../portfolio/balances/stored-balances.ts'
import type { AccountSession } from '../../session/account-session.ts'
import type { Journal } from '../../store/api/journal-api.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import type { Store } from '../../store/api/store-api.ts'
import { findOrderDifferences } from '../compare-order.ts'
import { findUnexplained, type Outflow, outflowsOf } from './explain-balances.ts'

/** Somebody waits for this one; the looks afterwards stand back behind orders and cancels. */
const askedTurn = { urgency: 'asked', lane: 'trading' } as const
const turn = { urgency: 'screen', lane: 'signatures' } as const
/** Listings may lag behind: what is missing is looked for so often before it is a difference. */
const LOOKS = 5
/** Between two looks of which the first could not read. */
const MAX_PAUSE_MS = 60_000
/** Balances that were read longer ago than this are read again before the next signature: other things have happened since. */
const BASELINE_MS = 600_000
/** Fills have times in whole seconds, and two clocks are compared. */
const NEAR_MS = 2_000
/** Fills since the reading before; more of them explain nothing. */
const MAX_FILLS = 1_000

/** Balances as they were before a signature. */
interface Baseline {
  readonly rows: readonly Balance[]
  /** By the exchange's clock. */
  readonly atMs: number
  /** By the local clock. */
  readonly localMs: number
}

type Session = Pick<AccountSession, 'account' | 'network' | 'client' | 'time' | 'signal'>

/** Fields in which an order of the exchange is worse for the account than what was meant. A better price is none. */
export function findDisadvantages(meant: StoredPlacedOrder, told: Order): ComparedOrderField[] {
  return findOrderDifferences(meant, told).filter((field) => {
    if (field !== 'price' || meant.price === null || told.price === null) return true
    const isHigher = compareDecimals(told.price, meant.price) > 0
    return isHigher === (meant.side === 'buy')
  })
}

/** Rows that cannot be read neither show a loss nor explain one. */
function requireAll(unread: { readonly firstField: string } | null): void {
  if (unread !== null) throw new AppError('contractViolation', { field: unread.firstField })
}

/** States of a transfer whose amount has left, or may have. */
const sentStates: ReadonlySet<TransferState> = new Set(['processing', 'succeeded', 'differs'])

export interface AfterSignatureOptions {
  readonly store: Pick<Store, 'getSetting'>
  readonly journal: Pick<Journal, 'listTransfers'>
  readonly clock: Clock
  readonly log: Log
  /** Pause between two looks, in milliseconds. */
  readonly lookEveryMs: number
  readonly onDifference: (session: Session, difference: SigningDifference) => void
  /** The exchange cannot be read after a signature, again and again: nothing is known of what was signed. */
  readonly onUnread: (session: Session) => void
}

export function createAfterSignature(options: AfterSignatureOptions) {
  const { store, journal, clock, log, lookEveryMs } = options
  const baselines = new WeakMap<Session, Promise<Baseline>>()
  /** Orders that are still to be looked at. Of each account in use one look at a time takes all of them. */
  const pending = new WeakMap<Session, StoredPlacedOrder[]>()
  const looking = new WeakSet<Session>()

  async function readBaseline(
    session: Session,
    how: typeof turn | typeof askedTurn = turn,
  ): Promise<Baseline> {
    const localMs = clock.now()
    const atMs = localMs + session.time.offsetMs()
    const { rows, unread } = await session.client.listBalances({}, { ...how, signal: session.signal })
    requireAll(unread)
    return { rows, atMs, localMs }
  }

  /** Looks until `find` has nothing to complain about, and answers what it still has at the end. */
  async function lookAgain<Finding>(
    signal: AbortSignal,
    find: () => Promise<Finding | null>,
  ): Promise<Finding | null> {
    let found: Finding | null = null
    for (let look = 0; look < LOOKS; look += 1) {
      if (look > 0) await wait(lookEveryMs, undefined, { signal })
      found = await find()
      if (found === null) return null
    }
    return found
  }

  async function findOrderFault(
    session: Session,
    placed: StoredPlacedOrder,
  ): Promise<SigningDifference | 'unlisted' | null> {
    const { orderId, market } = placed
    if (orderId === null) return null
    const { client, signal } = session
    return lookAgain(signal, async (): Promise<SigningDifference | 'unlisted' | null> => {
      const atMs = clock.now()
      try {
        const { order } = await client.getOrder(orderId, { ...turn, signal })
        const fields = findDisadvantages(placed, order)
        if (fields.length > 0) return { kind: 'otherOrder', market, orderId, fields, atMs }
        if (placed.stopPrice === null) return null
        // Only lists have the trigger of a stop.
        const [listed] = (await findListed(client, order, { ...turn, signal })).orders
        if (listed === undefined) return 'unlisted'
        const differing = findDisadvantages(placed, listed)
        return differing.length === 0
          ? null
          : { kind: 'otherOrder', market, orderId, fields: differing, atMs }
      } catch (error) {
        if (!isMissing(error)) throw error
        return { kind: 'noOrder', market, orderId, atMs }
      }
    })
  }

  async function listOutflows(
    { client, account, network, signal }: Session,
    { atMs: sinceMs, localMs }: Baseline,
  ): Promise<Outflow[]> {
    const [fills, transfers] = await Promise.all([
      client.listOwnTrades({ limit: MAX_FILLS }, { ...turn, signal }),
      journal.listTransfers(network, account.ethereumAddress),
    ])
    requireAll(fills.unread)
    // What was not sent explains nothing. The journal has local times.
    const sent = transfers.filter(
      ({ updatedAtMs, state }) => sentStates.has(state) && (state === 'processing' || updatedAtMs >= localMs),
    )
    return [
      ...fills.rows.filter(({ createdAtMs }) => createdAtMs >= sinceMs - NEAR_MS).flatMap(outflowsOf),
      ...sent.map(({ currency, amount }) => ({ currency, amount })),
    ]
  }

  async function findBalanceFault(session: Session): Promise<SigningDifference | null> {
    const before = await baselines.get(session)
    if (before === undefined) return null
    return lookAgain(session.signal, async (): Promise<SigningDifference | null> => {
      const after = await readBaseline(session)
      const outflows = await listOutflows(session, before)
      const basis = await readBasis(store, session.network)
      const found = findUnexplained(before.rows, after.rows, outflows, basis)
      if (found === null) {
        baselines.set(session, Promise.resolve(after))
        return null
      }
      return { kind: 'balance', ...found, atMs: clock.now() }
    })
  }

  async function lookAtAll(session: Session): Promise<void> {
    let failed = 0
    for (let taken = pending.get(session) ?? []; taken.length > 0; taken = pending.get(session) ?? []) {
      pending.set(session, [])
      /** What has not been looked at to the end. */
      let left: readonly StoredPlacedOrder[] = taken
      try {
        let difference: SigningDifference | null = null
        const unlisted: StoredPlacedOrder[] = []
        for (const placed of taken) {
          if (difference !== null) break
          const fault = await findOrderFault(session, placed)
          if (fault === 'unlisted') unlisted.push(placed)
          else difference = fault
        }
        difference ??= await findBalanceFault(session)
        if (difference !== null) options.onDifference(session, difference)
        left = unlisted
        if (unlisted.length > 0 && difference === null)
          throw new AppError('notFound', { what: 'a stop in the list of orders' })
        failed = 0
      } catch (error) {
        if (session.signal.aborted) return
        // Not read: these orders are looked at again, and the look still begins with the balances before them.
        log.fault('trading', 'look at an order after it was signed', error)
        pending.set(session, [...left, ...(pending.get(session) ?? [])])
        failed += 1
        if (failed === LOOKS) options.onUnread(session)
        const pauseMs = Math.min(lookEveryMs * 2 ** Math.min(failed, 5), MAX_PAUSE_MS)
        try {
          await wait(pauseMs, undefined, { signal: session.signal })
        } catch {
          // The account was left.
          return
        }
      }
    }
  }

  return {
    /**
     * Reads the balances before a signature, unless a reading of a short while ago is known. Never rejects: false where they
     * cannot be read.
     */
    async prepare(session: Session): Promise<boolean> {
      const isLooking = looking.has(session) || (pending.get(session) ?? []).length > 0
      // Whoever began a reading that failed has told so.
      const kept = await baselines.get(session)?.catch(() => undefined)
      if (kept !== undefined && !isLooking && clock.now() - kept.localMs > BASELINE_MS)
        baselines.delete(session)
      const known = baselines.get(session) ?? readBaseline(session, askedTurn)
      baselines.set(session, known)
      try {
        await known
        return true
      } catch (error) {
        baselines.delete(session)
        if (!session.signal.aborted) log.fault('trading', 'read the balances before an order', error)
        return false
      }
    },

    /** A person has looked at what there is: the next signature begins with new balances. */
    forget(session: Session): void {
      baselines.delete(session)
    },

    /** To be called with every order that was signed, whatever the exchange answered; what its answer says is not looked at here. */
    note(session: Session, placed: StoredPlacedOrder): void {
      pending.set(session, [...(pending.get(session) ?? []), placed])
      if (looking.has(session)) return
      looking.add(session)
      void lookAtAll(session).finally(() => looking.delete(session))
    },
  }
}
