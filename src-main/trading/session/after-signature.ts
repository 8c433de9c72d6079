// Looks at the exchange after each signature: whether the order there is the one that was meant, and whether a balance went down
// without a reason. Only reads; what it finds locks signing.
import { setTimeout as wait } from 'node:timers/promises'
import type { SigningDifference } from '../../../src-preload/contract/trading/signing-difference.ts'
import type { Order } from '../../../src-preload/contract/orders/entities.ts'
import type { ComparedOrderField } from '../../../src-preload/contract/trading/trading.ts'
import { AppError } from '../../../src-preload/domain/errors.ts'
import { compareDecimals } from '../../../src-preload/domain/numbers/exact-decimal.ts'
import { isMissing } from '../../exchange/missing-order.ts'
import { findListed } from '../../orders/find-listed.ts'
import type { StoredPlacedOrder } from '../../store/api/placed-order-rows.ts'
import { findOrderDifferences } from '../compare-order.ts'
import type { WatchedSession as Session } from './balance-readings.ts'
import { type BalanceWatchOptions, createBalanceWatch } from './balance-watch.ts'

/** The looks stand back behind orders and cancels. */
const turn = { urgency: 'screen', lane: 'signatures' } as const
/** Listings may lag behind: what is missing is looked for so often before it is a difference. */
const LOOKS = 5
/** Between two looks of which the first could not read. */
const MAX_PAUSE_MS = 60_000

/** Fields in which an order of the exchange is worse for the account than what was meant. A better price is none. */
export function findDisadvantages(meant: StoredPlacedOrder, told: Order): ComparedOrderField[] {
  return findOrderDifferences(meant, told).filter((field) => {
    if (field !== 'price' || meant.price === null || told.price === null) return true
    const isHigher = compareDecimals(told.price, meant.price) > 0
    return isHigher === (meant.side === 'buy')
  })
}

/** `onUnread`: nothing is known of what was signed. */
export type AfterSignatureOptions = BalanceWatchOptions

export function createAfterSignature(options: AfterSignatureOptions) {
  const { clock, log, lookEveryMs } = options
  const balances = createBalanceWatch(options)
  /** Orders that are still to be looked at. Of each account in use one look at a time takes all of them. */
  const pending = new WeakMap<Session, StoredPlacedOrder[]>()
  const looking = new WeakSet<Session>()

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
        if (difference !== null) options.onDifference(session, difference)
        left = unlisted
        if (unlisted.length > 0 && difference === null)
          throw new AppError('notFound', { what: 'a stop in the list of orders' })
        failed = 0
      } catch (error) {
        if (session.signal.aborted) return
        // Not read: these orders are looked at again.
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

  function noteOrders(session: Session, placed: readonly StoredPlacedOrder[]): void {
    if (placed.length === 0) return
    pending.set(session, [...(pending.get(session) ?? []), ...placed])
    if (looking.has(session)) return
    looking.add(session)
    void lookAtAll(session).finally(() => looking.delete(session))
  }

  return {
    /**
     * Reads the balances before a signature, unless a reading of a short while ago is known. Never rejects: false where they
     * cannot be read.
     */
    prepare: (session: Session): Promise<boolean> => balances.prepare(session),

    /** A person has looked at what there is: the next signature begins with new balances. */
    forget: (session: Session): void => balances.forget(session),

    /** To be called with every order that was signed, whatever the exchange answered; what its answer says is not looked at here. */
    note(session: Session, placed: StoredPlacedOrder): void {
      noteOrders(session, [placed])
      balances.note(session)
    },

    /** To be called when an account comes into use: goes on with what was being looked at when it was left, or the app closed. */
    async resume(session: Session): Promise<void> {
      noteOrders(session, await balances.resume(session))
    },
  }
}
