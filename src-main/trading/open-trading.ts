// Composes the trading services and watches the orders of the account in use that have no answer.
import { randomUUID } from 'node:crypto'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Clock } from '../async/clock.ts'
import type { Poller } from '../async/poller.ts'
import type { Emit } from '../ipc/events.ts'
import { reportError } from '../ipc/register.ts'
import type { Log } from '../diagnostics/log.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Confirmations } from '../accounts/confirmations.ts'
import { createL2Signer } from '../accounts/l2-signer.ts'
import type { ReadSecret } from '../accounts/read-secret.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import { type AccountSession, isCutOff } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { Journal } from '../store/api/journal-api.ts'
import type { Store } from '../store/api/store-api.ts'
import { afterCrash } from './order-machine.ts'
import { readOrderPrices } from './order-prices.ts'
import { createOrderPlacer } from './place-order.ts'
import { createPlacingContexts, createSignerCheck, type ReadPrices } from './placing-context.ts'
import { createCancelOrders } from './cancel-orders.ts'
import { createPriceBounds } from './session/price-bounds.ts'
import { createSessionService } from './session/session-service.ts'
import { createSessions } from './session/sessions.ts'
import type { SigningLock } from './session/signing-lock.ts'
import { createTrading } from './trading.ts'
import { watchUnknownOrders } from './watch-unknown.ts'

export interface OpenTradingOptions {
  readonly journal: Journal
  readonly readSecret: ReadSecret
  readonly clock: Clock
  readonly emit: Emit
  readonly log: Log
  readonly current: CurrentAccount
  readonly accounts: Pick<Accounts, 'find'>
  readonly confirmations: Confirmations
  readonly random: () => number
  readonly store: Pick<Store, 'getSetting' | 'setSetting'>
  readonly signingLock: SigningLock
  /** Seconds since the last input anywhere on this computer; infinite while its screen is locked. */
  readonly idleSeconds: () => number
  /** Runs work at an interval; returns a function that stops it. */
  readonly every: (ms: number, work: () => void) => () => void
}

const noPrices = { bestBid: null, bestAsk: null, last: null }

export function openTrading(options: OpenTradingOptions) {
  const { journal, readSecret, clock, emit, log, current, accounts, signingLock } = options
  let watch: Poller | null = null

  async function readServiceKeys(accountId: string): Promise<ServiceKeys | null> {
    const [organizationKey, apiKey] = await Promise.all([
      readSecret(accountId, 'organizationKey'),
      readSecret(accountId, 'apiKey'),
    ])
    return organizationKey === null || apiKey === null ? null : { organizationKey, apiKey }
  }

  async function readPrices(session: AccountSession, market: string): Promise<ReadPrices> {
    const atMs = clock.now()
    try {
      return { prices: await readOrderPrices(session.client, market, session.signal), atMs }
    } catch (error) {
      session.signal.throwIfAborted()
      if (!isAppError(error)) throw error
      log.fault('trading', 'read the prices of a market', error)
      return { prices: noPrices, atMs }
    }
  }

  /** Orders and transfers that a restored journal lost could be signed a second time. */
  async function checkSigningAllowed({ network, account }: AccountSession): Promise<void> {
    await signingLock.check(account.id)
    if ((await journal.getUnreviewedRestore(network, account.ethereumAddress)) === null) return
    throw new AppError('validation', { field: 'trading', reason: 'journalRestored' })
  }

  async function hasUnknownOrder({ network, account }: AccountSession, market: string): Promise<boolean> {
    const address = account.ethereumAddress.toLowerCase()
    return (await journal.listWatchedOrders()).some(
      (order) =>
        order.state === 'unknown' &&
        order.market === market &&
        order.networkKey === network &&
        order.senderAddress.toLowerCase() === address,
    )
  }

  const placer = createOrderPlacer({
    journal,
    clock,
    log,
    report: (error) => reportError(error, log, 'trading'),
    onChange: ({ id }) => emit('trading:changed', { ids: [id] }),
    createId: randomUUID,
  })

  /**
   * Orders that nobody goes on with, of an interrupted run or because their outcome could not be written down: what was not
   * signed is never sent later, and what was is looked for.
   */
  async function settleLeft(): Promise<void> {
    for (const { id, state } of await journal.listWatchedOrders()) {
      const to = afterCrash(state)
      if (to === null || placer.isBusy(id)) continue
      const moved = await journal.movePlacedOrder(id, [state], to, {}, clock.now())
      if (moved !== null) emit('trading:changed', { ids: [id] })
    }
  }
  const recovered = settleLeft()
  recovered.catch((error: unknown) => log.fault('trading', 'settle the orders that were left', error))

  const requireSigner = createSignerCheck(accounts.find)
  const contextOf = createPlacingContexts({
    clock,
    confirmations: options.confirmations,
    sign: createL2Signer(signingLock.guard(readSecret)),
    findAccount: accounts.find,
    requireSigner,
    readServiceKeys,
    readPrices,
    checkSigningAllowed,
    hasUnknownOrder,
  })

  /** Call when the account in use changes; null for none. */
  function follow(session: AccountSession | null): void {
    void watch?.stop()
    watch = null
    if (session === null) return
    watch = watchUnknownOrders({
      client: session.client,
      journal,
      clock,
      log,
      skewMs: () => session.time.offsetMs(),
      networkKey: session.network,
      senderAddress: session.account.ethereumAddress,
      isPaused: () => !session.connection.isReachable() || isCutOff[session.client.sessionState()],
      random: options.random,
      settleLeft,
      onFound: ({ id }) => emit('trading:changed', { ids: [id] }),
    })
  }
  const sessions = createSessions({
    ...options,
    monotonicMs: () => performance.now(),
    createId: randomUUID,
  })
  const sessionService = createSessionService({
    ...options,
    sessions,
    requireSigner,
    checkSigningAllowed,
    onChange: tellSession,
  })
  function tellSession(): void {
    sessionService.getSession().then(
      (state) => emit('trading:sessionChanged', state),
      (error: unknown) => log.fault('trading', 'tell of the session', error),
    )
  }
  sessions.events.on('changed', tellSession)

  current.events.on('changed', (session) => {
    sessions.end('accountChanged')
    follow(session)
    tellSession()
  })
  current.events.on('retry', () => watch?.trigger())

  return {
    ...createTrading({
      journal,
      clock,
      current,
      placer,
      contextOf,
      readPrices,
      checkSigningAllowed,
      createId: randomUUID,
      recovered,
      onPlaced: () => {
        watch?.trigger()
        current.work()?.readOrders()
      },
    }),

    ...sessionService,
    ...createPriceBounds(options),
    /** For what ends a session from outside. */
    sessions: { end: sessions.end, events: sessions.events },

    ...createCancelOrders({
      current,
      confirmations: options.confirmations,
      monotonicMs: () => performance.now(),
      onCanceled: () => current.work()?.readOrders(),
    }),

    /** How often the exchange gave a hash, or a nonce, that it had given before; since the start. */
    getRepeats: placer.repeats,

    /** Whether an order is being placed, or the outcome of a sent one is unknown. */
    async isUndecided(): Promise<boolean> {
      if (placer.isAnyBusy()) return true
      return (await journal.listWatchedOrders()).some(
        ({ state }) => state === 'sending' || state === 'unknown',
      )
    },
  }
}
export type TradingServices = ReturnType<typeof openTrading>
