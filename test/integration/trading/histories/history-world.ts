// One person at one computer before the exchange: tickets, crashes, orders placed elsewhere; and what was seen from outside.
import Database from 'better-sqlite3'
import { vi } from 'vitest'
import { createExchangeClient } from '../../../../src-main/exchange/client.ts'
import { createRateLimiter } from '../../../../src-main/exchange/rate-limit/rate-limiter.ts'
import { requestLimitsOf } from '../../../../src-main/exchange/rate-limit/request-limits.ts'
import { signMsgHash } from '../../../../src-main/signing/stark.ts'
import type { Journal } from '../../../../src-main/store/api/journal-api.ts'
import type {
  StoredOrderIntent,
  StoredPlacedOrder,
} from '../../../../src-main/store/api/placed-order-rows.ts'
import { prepareJournalMethods } from '../../../../src-main/store/worker/journal-methods.ts'
import { afterCrash } from '../../../../src-main/trading/order-machine.ts'
import { createOrderPlacer, type PlacingContext } from '../../../../src-main/trading/place-order.ts'
import { watchUnknownOrders } from '../../../../src-main/trading/watch-unknown.ts'
import type { Order } from '../../../../src-preload/contract/orders/entities.ts'
import { AppError, isAppError } from '../../../../src-preload/domain/errors.ts'
import type { MovableClock } from '../../../fixtures/test-client.ts'
import { testSession } from '../../../fixtures/test-client.ts'
import { skippedTime } from '../../../fixtures/hand-time.ts'
import { openHistoryStreams, type StreamEvent } from './history-streams.ts'
import { baseUrl, type HistoryExchange, noTrouble, type SentCall, type Trouble } from './history-exchange.ts'

export const network = 'practice'
/** What an order is, without which ticket it is of: two of the same cannot be told apart. */
export type Terms = Pick<StoredOrderIntent, 'market' | 'side' | 'type' | 'amount' | 'price' | 'stopPrice'>

/** A call that places orders, as it went out, with what the journal had then. */
export interface Sent extends SentCall {
  readonly life: number
  readonly rows: readonly StoredPlacedOrder[]
}
/** Right before or after so many more writes of the journal. */
export interface CrashAt {
  left: number
  readonly when: 'before' | 'after'
}

const never = <T>(): Promise<T> => new Promise(() => undefined)

/** Lets what is under way take its course. */
async function settle(isBusy: () => boolean): Promise<void> {
  for (let calm = 0; calm < 6; calm = isBusy() ? 0 : calm + 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export type World = ReturnType<typeof openWorld>

export function openWorld(exchange: HistoryExchange, clock: MovableClock, emptyJournal: Buffer) {
  const db = new Database(emptyJournal)
  const methods = prepareJournalMethods(db)
  const { user } = exchange
  const sent: Sent[] = []
  /** Hashes in the order in which they were signed, with the life that signed them. */
  const signed: { readonly hash: bigint; readonly life: number }[] = []
  const lifeOf = new Map<string, number>()
  const wanted = new Map<string, Terms>()
  /** Orders that were told to fit one that was probably placed. */
  const further = new Set<number>()
  const pending = new Set<Promise<unknown>>()
  let crashAt: CrashAt | null = null
  let lives = 0
  let count = 0
  /** Orders as REST told them: the app's cache. */
  const cache = new Map<number, Order>()
  /** What the stream says of a new order before its create is answered. */
  let early: StreamEvent | null = null
  const streamFaults: unknown[] = []
  let life = start()

  const rows = (): StoredPlacedOrder[] => methods.listPlacedOrders(network, user.ethereumAddress, 1_000)

  function openClient(
    onCall: (call: SentCall) => void,
    isDead: () => boolean,
    beforeAnswer: (url: string) => void = () => undefined,
  ) {
    const time = skippedTime()
    const wallet = {
      hasKey: true,
      fault: null,
      signed: [],
      stored: null,
      storeFault: null,
      storeFaults: [],
      states: [],
    }
    const fetch = exchange.fetchOver(onCall)
    return createExchangeClient({
      baseUrl,
      clock,
      userAgent: 'Starkdesk/0.1.0 (test)',
      fetch: async (url, init) => {
        if (isDead()) return never()
        try {
          const answer = await fetch(url, init)
          return isDead() ? await never<Response>() : answer
        } finally {
          if (!isDead()) beforeAnswer(url)
        }
      },
      session: testSession(wallet, user.ethereumPrivateKey),
      limiter: createRateLimiter({
        limits: requestLimitsOf(baseUrl),
        monotonicMs: time.now,
        after: time.after,
      }),
      pacing: { sleep: () => Promise.resolve(), random: () => 0.5 },
    })
  }

  function start() {
    const number = (lives += 1)
    let isDead = false
    const death = Promise.withResolvers<'crashed'>()
    const die = (): void => {
      isDead = true
      crashAt = null
      death.resolve('crashed')
    }
    const writes = new Set(['createPlacedOrder', 'movePlacedOrder'])
    /** As the worker answers: later, and not at all once the process is gone. */
    async function call(name: string, run: () => unknown): Promise<unknown> {
      await new Promise((resolve) => setImmediate(resolve))
      if (isDead) return never()
      const isLast = writes.has(name) && crashAt !== null && --crashAt.left <= 0 ? crashAt.when : null
      if (isLast === 'before') die()
      if (isLast === 'before') return never()
      const answer = run()
      if (isLast === 'after') die()
      return isLast === 'after' ? never() : answer
    }
    const journal = Object.fromEntries(
      Object.entries(methods).map(([name, method]: [string, (...given: never[]) => unknown]) => [
        name,
        (...given: never[]) => call(name, () => method(...given)),
      ]),
    ) as unknown as Journal
    const client = openClient(
      (body) => sent.push({ ...body, life: number, rows: rows() }),
      () => isDead,
      (url) => {
        if (url.endsWith('/orders/create/')) sayEarly()
      },
    )
    const streams = openHistoryStreams({
      client,
      cache,
      nowMs: () => clock.now(),
      onFault: (error) => streamFaults.push(error),
    })
    const log = { info: () => undefined, fault: () => undefined }
    const stopper = new AbortController()
    const placer = createOrderPlacer({
      journal,
      clock,
      log,
      report: (error) => ({ code: isAppError(error) ? error.code : 'internal', data: {}, ref: null }),
      onChange: ({ id }) => {
        if (!lifeOf.has(id)) lifeOf.set(id, number)
      },
      onDiffers: () => undefined,
      createId: newId,
    })
    const watch = watchUnknownOrders({
      client,
      journal,
      clock,
      log,
      skewMs: () => 0,
      networkKey: network,
      senderAddress: user.ethereumAddress,
      isPaused: () => isDead,
      random: () => 0.5,
      settleLeft: async () => {
        for (const { id, state } of await journal.listWatchedOrders()) {
          const to = afterCrash(state)
          if (to !== null && !placer.isBusy(id))
            await journal.movePlacedOrder(id, [state], to, {}, clock.now())
        }
      },
      onFound: () => undefined,
      onFurther: (_placed, orderId) => further.add(orderId),
    })
    const context = (says: 'yes' | 'no'): PlacingContext => ({
      client,
      signal: stopper.signal,
      skewMs: () => 0,
      readServiceKeys: () => Promise.resolve(null),
      confirm: () => (says === 'yes' ? Promise.resolve() : Promise.reject(new AppError('userDeclined'))),
      beginCheck: () => () => Promise.resolve(),
      sign: (msgHash) => {
        signed.push({ hash: BigInt(msgHash), life: number })
        return Promise.resolve(signMsgHash(msgHash, user.starkPrivateKey))
      },
    })
    return {
      client,
      streams,
      placer,
      watch,
      context,
      stopper,
      die,
      death: death.promise,
      isDead: () => isDead,
    }
  }

  function sayEarly(): void {
    const orderId = exchange.nonces().at(-1)?.order_id ?? null
    const order = orderId === null ? undefined : exchange.order(orderId)
    if (early !== null && order !== undefined) life.streams.say(order, early)
  }

  function newId(): string {
    count += 1
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  }

  /** Ends this process, whatever it is at, and starts the next one. */
  async function crash(): Promise<void> {
    life.die()
    void life.watch.stop()
    void life.streams.stop()
    pending.clear()
    life = start()
    await settle(exchange.isBusy)
  }

  async function rest(): Promise<void> {
    await settle(exchange.isBusy)
    if (life.isDead()) await crash()
  }

  return {
    exchange,
    sent: sent as readonly Sent[],
    signed: signed as readonly { readonly hash: bigint; readonly life: number }[],
    wanted: wanted as ReadonlyMap<string, Terms>,
    further: further as ReadonlySet<number>,
    lifeOf: lifeOf as ReadonlyMap<string, number>,
    rows,
    secondOf: (id: string) => methods.getSecondAttempt(id),
    crash,

    /** Presses a ticket: a new one, or one of before, as often as told at once. */
    async press(
      terms: Terms,
      trouble: Trouble,
      how: { times: number; ticket: string | null; says: 'yes' | 'no'; early: StreamEvent | null },
    ) {
      early = how.early
      exchange.setTrouble(trouble)
      // A ticket that a crash took before anything was on the disk is gone with the process that gave it.
      const isKnown = how.ticket !== null && methods.getPlacedOrder(how.ticket) !== null
      const id = isKnown && how.ticket !== null ? how.ticket : newId()
      if (!wanted.has(id)) wanted.set(id, terms)
      const intent: StoredOrderIntent = {
        ...terms,
        id,
        accountId: 'a',
        networkKind: 'practice',
        networkKey: network,
        host: '127.0.0.1:9',
        senderAddress: user.ethereumAddress,
        createdAtMs: clock.now(),
      }
      const { placer, context, death, watch } = life
      const works = Array.from({ length: how.times }, () => placer.place(context(how.says), intent))
      await Promise.race([Promise.all(works), death])
      watch.trigger()
      await rest()
      exchange.setTrouble(noTrouble)
      return id
    },

    /** The next write of so many more is the last of this process. */
    setCrash(next: CrashAt): void {
      crashAt = next
    },

    /** The same person, with the same key, at another computer. */
    async placeElsewhere({ market, side, type, amount, price, stopPrice }: Terms): Promise<number> {
      const client = openClient(
        () => undefined,
        () => false,
      )
      const prices =
        type === 'market'
          ? { type }
          : type === 'stop_limit'
            ? { type, price: price ?? '', stopPrice: stopPrice ?? '' }
            : { type, price: price ?? '' }
      const toSign = await client.prepareOrder({ market, side, volume: amount, ...prices })
      const signature = signMsgHash(toSign.msgHash, user.starkPrivateKey)
      const { id } = await client.createOrder({ ...toSign, signature })
      client.close()
      return id
    },

    /** Cancels an order at the exchange, which a cancel never places anything at. */
    async cancel(orderId: number, trouble: Trouble): Promise<void> {
      exchange.setTrouble(trouble)
      try {
        await Promise.race([life.client.cancelOrder(orderId), life.death])
      } catch (error) {
        // One that has ended is refused.
        if (!isAppError(error)) throw error
      }
      await rest()
      exchange.setTrouble(noTrouble)
    },

    /** A reading of the exchange's list, with what is wrong with it. */
    async look(trouble: Trouble): Promise<void> {
      exchange.setTrouble(trouble)
      life.watch.trigger()
      await rest()
      exchange.setTrouble(noTrouble)
    },

    /** The private stream says something of an order, true or not, or is cut. */
    say(orderId: number, event: StreamEvent): void {
      const order = exchange.order(orderId)
      if (order !== undefined) life.streams.say(order, event)
    },
    cutStream: () => life.streams.cut(),
    openReports: () => life.streams.open(),
    cache: cache as ReadonlyMap<number, Order>,
    streamFaults: streamFaults as readonly unknown[],
    readOrder: async (id: number): Promise<Order> => (await life.client.getOrder(id)).order,

    async pass(ms: number): Promise<void> {
      const steps = 4
      for (let step = 0; step < steps; step += 1) {
        clock.moveTo(clock.now() + ms / steps)
        await vi.advanceTimersByTimeAsync(ms / steps)
        await rest()
      }
    },

    close(): void {
      void life.watch.stop()
      void life.streams.stop()
      life.client.close()
      db.close()
    },
  }
}
