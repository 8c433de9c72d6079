// Takes one order from its intent to its answer. Each step is journaled before it starts, and each call is made once.
// Trusts only the journal and the exchange's answer; repeats nothing.
import type { ErrorReport } from '../../src-preload/contract/channel.ts'
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { PlacedOrderState } from '../../src-preload/contract/trading/trading.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { ExchangeClient } from '../exchange/client.ts'
import { moneyOutcomeOf } from '../exchange/money-outcome.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type {
  PlacedOrderChange,
  StoredOrderIntent,
  StoredPlacedOrder,
} from '../store/api/placed-order-rows.ts'
import { findOrderDifferences } from './compare-order.ts'
import { enteredFrom } from './order-machine.ts'
import { createOrderSigner, type SignAttempt, type SigningContext, turn } from './sign-order.ts'

/** The account of an order, as far as placing needs it. */
export interface PlacingContext extends SigningContext {
  readonly client: Pick<ExchangeClient, 'prepareOrder' | 'createOrder'>
  /** Null where the account has none: they are optional (facts, B4). */
  readonly readServiceKeys: () => Promise<ServiceKeys | null>
  /** Asks the user about the order. Errors: userDeclined; keyMismatch, before asking; the reason of `signal`. */
  readonly confirm: (order: StoredPlacedOrder) => Promise<void>
}

export interface PlaceOrderOptions {
  readonly journal: Pick<Journal, 'createPlacedOrder' | 'movePlacedOrder' | 'findUsedBefore' | 'noteSeenHash'>
  readonly clock: Clock
  readonly log: Log
  /** Converts a failure into a form that may be stored and shown. */
  readonly report: (error: unknown) => ErrorReport
  readonly onChange: (order: StoredPlacedOrder) => void
  /** The exchange's answer to an order differs from it; called after `onChange`. */
  readonly onDiffers: (order: StoredPlacedOrder, told: Order) => void
  /** Of a second attempt: a UUID. */
  readonly createId: () => string
}

/** A signed order that waited longer in a queue of ours is not sent. */
const MAX_UNSENT_MS = 5_000

/** Ends what is signed and not sent: with the account, the session or the kill switch, and after five seconds. */
function stopUnsent(signal: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const stopper = new AbortController()
  const stop = (): void => stopper.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const waited = (): void =>
    stopper.abort(new AppError('validation', { field: 'order', reason: 'waitedTooLong' }))
  const timer = setTimeout(waited, MAX_UNSENT_MS)
  return {
    signal: stopper.signal,
    end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    },
  }
}

export type OrderPlacer = ReturnType<typeof createOrderPlacer>

export function createOrderPlacer(options: PlaceOrderOptions) {
  const { journal, clock, log, report, onChange, createId } = options
  /** Orders with a step in flight in this process; each resolves when its last step has ended. */
  const busy = new Map<string, Promise<undefined>>()

  /** Moves to the next state, or fails if the journal shows that it was already left. */
  async function enter(
    id: string,
    to: Exclude<PlacedOrderState, 'intended'>,
    change: PlacedOrderChange,
  ): Promise<StoredPlacedOrder> {
    const moved = await journal.movePlacedOrder(id, enteredFrom[to], to, change, clock.now())
    if (moved === null) throw new AppError('validation', { field: 'order', reason: 'notInState', state: to })
    log.info('trading', to, { order: id })
    onChange(moved)
    return moved
  }

  /** Ends an order before it was sent: `refused` if the exchange said so, `notSent` otherwise. */
  async function end(
    id: string,
    to: 'refused' | 'notSent',
    error: unknown,
    change: PlacedOrderChange = {},
  ): Promise<StoredPlacedOrder> {
    log.fault('trading', 'place an order', error, { order: id })
    return enter(id, to, { ...change, failure: report(error) })
  }

  async function send(
    context: PlacingContext,
    order: StoredPlacedOrder,
    keys: ServiceKeys | null,
  ): Promise<StoredPlacedOrder> {
    const { id, msgHash, nonce, signature } = order
    if (msgHash === null || nonce === null || signature === null) {
      throw new AppError('internal', { what: 'a signed order without its signature', order: id })
    }
    let told: Order
    let wasSent = false
    const stop = stopUnsent(context.signal)
    try {
      // Once on the wire, nothing cuts it but the time limit of the call.
      told = await context.client.createOrder(
        { msgHash, nonce, signature, ...(keys === null ? {} : { keys }) },
        {
          ...turn,
          unsentSignal: stop.signal,
          onSending() {
            wasSent = true
          },
        },
      )
    } catch (error) {
      log.fault('trading', 'send an order', error, { order: id })
      // It waited in a queue of ours and never left this computer.
      if (stop.signal.aborted && error === stop.signal.reason)
        return await enter(id, 'notSent', { failure: report(error) })
      return await enter(id, moneyOutcomeOf(error, wasSent), { failure: report(error) })
    } finally {
      stop.end()
    }
    const differences = findOrderDifferences(order, told)
    if (differences.length > 0) {
      log.fault('trading', 'the exchange placed another order than was meant', new AppError('internal'), {
        order: id,
        differences: differences.join(' '),
      })
    }
    try {
      const accepted = await enter(id, 'accepted', { orderId: told.id, differences })
      if (differences.length > 0) options.onDiffers(accepted, told)
      return accepted
    } catch (error) {
      // An id that belongs to another order proves nothing about this one.
      if (!isAppError(error, 'validation')) throw error
      return enter(id, 'unknown', { failure: report(error) })
    }
  }

  const signer = createOrderSigner({ journal, clock, enter, end })

  const finish = (context: PlacingContext, attempt: SignAttempt, keys: ServiceKeys | null) =>
    attempt.kind === 'signed' ? send(context, attempt.order, keys) : attempt.order

  /** Nine digits repeat by chance: the same intent gets a nonce once more, as an order of its own. */
  async function placeAgain(
    context: PlacingContext,
    intent: StoredOrderIntent,
    keys: ServiceKeys | null,
  ): Promise<StoredPlacedOrder> {
    const id = createId()
    return whileBusy(id, async () => {
      const again = { ...intent, id, createdAtMs: clock.now() }
      const { order } = await journal.createPlacedOrder(again, intent.id)
      onChange(order)
      return finish(context, await signer.sign(context, order, keys), keys)
    })
  }

  async function place(
    context: PlacingContext,
    intent: StoredOrderIntent,
    intended: StoredPlacedOrder,
  ): Promise<StoredPlacedOrder> {
    let keys: ServiceKeys | null
    try {
      await context.confirm(intended)
      keys = await context.readServiceKeys()
    } catch (error) {
      return end(intended.id, 'notSent', error)
    }
    const attempt = await signer.sign(context, intended, keys)
    if (attempt.kind === 'ended' && attempt.isNonceUsed && !context.signal.aborted) {
      return placeAgain(context, intent, keys)
    }
    return finish(context, attempt, keys)
  }

  async function whileBusy<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    // A second call with the same ticket waits for nothing of its own.
    if (busy.has(id)) return work()
    const { promise: ended, resolve } = Promise.withResolvers<undefined>()
    busy.set(id, ended)
    try {
      return await work()
    } finally {
      busy.delete(id)
      resolve(undefined)
    }
  }

  return {
    isBusy: (id: string): boolean => busy.has(id),
    isAnyBusy: (): boolean => busy.size > 0,
    repeats: signer.repeats,
    /** Resolves when each order that is in flight now has ended, and its end is on the disk. */
    whenIdle: async (): Promise<void> => {
      await Promise.all(busy.values())
    },

    /**
     * Places an order, or answers the order that was placed with the same ticket before. Outcomes are journaled; only errors
     * before the intent is on the disk are thrown, and those of the journal. Where the first nonce had been used before, the
     * answer is the second attempt, an order of its own.
     */
    place: (context: PlacingContext, intent: StoredOrderIntent): Promise<StoredPlacedOrder> =>
      // Busy before it is on the disk: what is there and not busy was left by a crash.
      whileBusy(intent.id, async () => {
        const { order, isNew } = await journal.createPlacedOrder(intent)
        if (!isNew) return order
        onChange(order)
        return place(context, intent, order)
      }),
  }
}
