// Composes the trading services and watches the orders of the account in use that have no answer.
import { randomUUID } from 'node:crypto'
import type { TradingAlarm } from '../../src-preload/contract/trading/trading-alarms.ts'
import type { SigningDifference } from '../../src-preload/contract/accounts/confirm.ts'
import type { Order } from '../../src-preload/contract/orders/entities.ts'
import type { CancelAllState } from '../../src-preload/contract/trading/trading-cancel.ts'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import { AppError, isAppError } from '../../src-preload/domain/errors.ts'
import type { Poller } from '../async/poller.ts'
import { reportError } from '../ipc/register.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { createL2Signer } from '../accounts/wallet/l2-signer.ts'
import type { ReadSecret } from '../accounts/wallet/read-secret.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import { type AccountSession, isCutOff } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import { afterCrash } from './order-machine.ts'
import { readOrderPrices } from './order-prices.ts'
import { createPermits } from './permits.ts'
import { createPracticeFirst } from './practice-first.ts'
import { createOrderPlacer } from './place-order.ts'
import { createPlacingContexts, createSignerCheck } from './placing-context.ts'
import { createAfterSignature, findDisadvantages } from './session/after-signature.ts'
import {
  followPrices,
  isFresh,
  noPrices,
  type PriceFollower,
  type ReadPrices,
} from './session/fresh-prices.ts'
import { createPriceBounds } from './session/price-bounds.ts'
import { createSessionOrders } from './session/session-orders.ts'
import { createSessionService } from './session/session-service.ts'
import { createSessions } from './session/sessions.ts'
import type { SigningLock } from './session/signing-lock.ts'
import type { NoticeFacts } from '../../src-preload/contract/app/alerts.ts'
import { createAlarms } from './alarms.ts'
import { createCancelAll } from './cancel/cancel-all.ts'
import { createCancelOrders } from './cancel/cancel-orders.ts'
import { createPendingCancels } from './cancel/pending-cancels.ts'
import { createPlacingGate } from './cancel/placing-gate.ts'
import { createMoveOrder } from './move/move-order.ts'
import { watchMoves } from './move/move-watch.ts'
import { createTickets } from './tickets.ts'
import { createMarketRules } from './rules/market-rules.ts'
import { createTrading } from './trading.ts'
import { createUndecidedOrders } from './undecided-orders.ts'
import { watchUnknownOrders } from './watch-unknown.ts'
import type { Tools } from '../tools.ts'

export interface OpenTradingOptions extends Pick<
  Tools,
  'journal' | 'store' | 'clock' | 'emit' | 'log' | 'confirmations' | 'random' | 'every'
> {
  readonly readSecret: ReadSecret
  readonly current: CurrentAccount
  readonly accounts: Pick<Accounts, 'find'>
  readonly signingLock: SigningLock
  /** Seconds since the last input anywhere on this computer; infinite while its screen is locked. */
  readonly idleSeconds: () => number
  /**
   * Called with what a trader has to know at once, also while the page may not be told.
   * @param key - the same for what must not be told twice
   */
  readonly onAlarm: (alarm: TradingAlarm, key: string) => void
  /** Called with each cancel that the page asked for. */
  readonly onCancelAsked: (facts: CancelAsked, key: string) => void
  /** Called with how canceling everything stands, also while the page may not be told. */
  readonly onCancelAll: (state: CancelAllState) => void
}

/** Only their markets matter: more of them are found by the first listing. */
const MAX_CACHED_OPEN = 10_000
/** After a signature, what is not there yet is looked for again after so long. */
const LOOK_EVERY_MS = 3_000
type CancelAsked = Extract<NoticeFacts, { kind: 'cancelAsked' }>

export function openTrading(options: OpenTradingOptions) {
  const { journal, readSecret, clock, emit, log, current, accounts, signingLock } = options
  const rules = createMarketRules(options)
  const practiceFirst = createPracticeFirst(options)
  /** Of the account in use. */
  let watches: readonly Poller[] = []
  /** Prices of the markets of the session that runs. */
  let follower: PriceFollower | null = null
  const monotonicMs = (): number => performance.now()

  async function readServiceKeys(accountId: string): Promise<ServiceKeys | null> {
    const [organizationKey, apiKey] = await Promise.all([
      readSecret(accountId, 'organizationKey'),
      readSecret(accountId, 'apiKey'),
    ])
    return organizationKey === null || apiKey === null ? null : { organizationKey, apiKey }
  }

  /** @param known - prices of a moment ago: they do where the streams have none, while they are fresh */
  async function readPrices(
    session: AccountSession,
    market: string,
    known: ReadPrices | null = null,
  ): Promise<ReadPrices> {
    const streamed = current.get() === session ? (follower?.read(market) ?? null) : null
    if (streamed !== null) return streamed
    if (known !== null && isFresh(known, clock.now())) return known
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

  /** What can have changed since the last reading, by what is in memory. */
  function checkStillAllowed(accountId: string): void {
    signingLock.checkStill(accountId)
    gate.check()
  }

  /** Orders and transfers that a restored journal lost could be signed a second time. */
  async function checkSigningAllowed({ network, account }: AccountSession): Promise<void> {
    const [, restored] = await Promise.all([
      signingLock.check(account.id),
      journal.getUnreviewedRestore(network, account.ethereumAddress),
    ])
    checkStillAllowed(account.id)
    if (restored === null) return
    throw new AppError('validation', { field: 'trading', reason: 'journalRestored' })
  }

  const undecided = createUndecidedOrders({
    journal,
    clock,
    skewMs: () => current.get()?.time.offsetMs() ?? 0,
  })

  const alarms = createAlarms({
    onAlarm(alarm, key) {
      emit('trading:alarm', alarm)
      options.onAlarm(alarm, key)
    },
  })
  const placer = createOrderPlacer({
    journal,
    clock,
    log,
    report: (error) => reportError(error, log, 'trading'),
    createId: randomUUID,
    onDiffers: (placed, told) => noteDiffering(placed, told),
    onChange(order) {
      emit('trading:changed', { ids: [order.id] })
      alarms.noteOrder(order)
      practiceFirst.note(order).catch((error: unknown) => log.fault('trading', 'note a placed order', error))
      if (order.state !== 'refused') return
      rules
        .noteRefusal(order.networkKey, order.failure)
        .catch((error: unknown) => log.fault('trading', 'note the decimals of a market', error))
    },
  })
  const gate = createPlacingGate(placer)
  const cancelAll = createCancelAll({
    current,
    confirmations: options.confirmations,
    clock,
    log,
    random: options.random,
    gate,
    endSession: () => sessions.end('killSwitch'),
    listCachedOpen: (accountId) => options.store.listOpenOrders(accountId, MAX_CACHED_OPEN),
    listUndecided: undecided.list,
    listAcceptedSince: undecided.listAcceptedSince,
    pending: createPendingCancels(options.store),
    report: (error) => reportError(error, log, 'trading'),
    onChange(state) {
      emit('trading:cancelAllChanged', state)
      options.onCancelAll(state)
    },
    onCanceled: () => current.work()?.readOrders(),
    onAsked: (accountId) => tellCancel({ accountId, orderId: null, market: null, side: null }),
    onLateCanceled(placed, orderId) {
      emit('trading:changed', { ids: [placed.id] })
      alarms.noteFoundLate(placed, orderId, true)
    },
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
  const bounds = createPriceBounds(options)
  const sessions = createSessions({ ...options, monotonicMs, createId: randomUUID })
  const sessionOrders = createSessionOrders({ ...options, sessions, nowMs: () => clock.now() })
  const afterSignature = createAfterSignature({
    ...options,
    lookEveryMs: LOOK_EVERY_MS,
    onUnread: () => sessions.end('unread'),
    onDifference: ({ account: { id } }, difference) => lockSigning(id, difference),
  })

  /** Only the first difference locks and is told: by an answer, or by what was read after it. */
  function lockSigning(accountId: string, difference: SigningDifference): void {
    if (signingLock.isLocked(accountId)) return
    log.info('trading', 'difference', { kind: difference.kind })
    sessions.end('difference')
    signingLock
      .lock(accountId, difference)
      .then(tellSession, (error: unknown) => log.fault('trading', 'lock signing', error))
    alarms.noteSigningLocked(accountId, difference)
  }

  /** One alarm for one order: that signing is locked where it is worse than meant, else that it differs. */
  function noteDiffering(placed: StoredPlacedOrder, told: Order): void {
    const fields = findDisadvantages(placed, told)
    const { accountId, market } = placed
    if (fields.length === 0 || signingLock.isLocked(accountId)) alarms.noteDiffers(placed)
    else lockSigning(accountId, { kind: 'otherOrder', market, orderId: told.id, fields, atMs: clock.now() })
  }
  const readFacts = async (session: AccountSession, market: string) => ({
    account: await requireSigner(session),
    hasUnknown: await undecided.hasUnknown(session, market),
  })
  const contextOf = createPlacingContexts({
    stopSignal: () => gate.signal(),
    confirmations: options.confirmations,
    sign: createL2Signer(signingLock.guard(readSecret)),
    findAccount: accounts.find,
    monotonicMs,
    readServiceKeys,
    readPrices,
    checkSigningAllowed,
    checkStillAllowed,
    findBounds: bounds.find,
    noteSigning: sessionOrders.noteSigning,
  })

  const permits = createPermits({
    sessionOrders,
    monotonicMs,
    contextOf,
    readPrices,
    findBounds: bounds.find,
    hasUnknownOrder: undecided.hasUnknown,
    checkSigningAllowed,
    checkPracticed: (session) => practiceFirst.check(session),
    readFacts,
    checkAskable: () => options.confirmations.checkOrderAskable(),
    prepareSignature: (session) => afterSignature.prepare(session),
    onSigned: (session, placed) => afterSignature.note(session, placed),
  })

  const tickets = createTickets(randomUUID)

  /** Each cancel that was not pressed in main's own menu or tray is told, so that none is unseen. */
  function tellCancel(facts: Omit<CancelAsked, 'kind'>): void {
    options.onCancelAsked({ kind: 'cancelAsked', ...facts }, `cancel ${randomUUID()}`)
  }

  function triggerWatches(): void {
    for (const watch of watches) watch.trigger()
  }

  /** Orders may have changed, or been left without an answer. */
  function readAgain(): void {
    triggerWatches()
    current.work()?.readOrders()
  }

  /** Call when the account in use changes; null for none. */
  function follow(session: AccountSession | null): void {
    for (const watch of watches) void watch.stop()
    watches = []
    if (session === null) return
    const shared = {
      client: session.client,
      journal,
      clock,
      log,
      networkKey: session.network,
      senderAddress: session.account.ethereumAddress,
      isPaused: () =>
        !session.connection.isReachable() ||
        (isCutOff[session.client.sessionState()] && !session.client.isHeld()),
      random: options.random,
      settleLeft,
    }
    const unknownOrders = watchUnknownOrders({
      ...shared,
      skewMs: () => session.time.offsetMs(),
      onFound: (placed, isLate) => {
        emit('trading:changed', { ids: [placed.id] })
        if (isLate && placed.orderId !== null) alarms.noteFoundLate(placed, placed.orderId, false)
        cancelAll
          .noteFound(session, placed)
          .catch((error: unknown) => log.fault('trading', 'cancel a late order', error))
      },
    })
    const leftMoves = watchMoves({
      ...shared,
      isMoving: (ticketId) => moves.isTicketMoving(ticketId),
      onGone: (gone) => alarms.noteGone({ accountId: session.account.id, ...gone }),
    })
    watches = [unknownOrders, leftMoves]
  }
  const sessionService = createSessionService({
    ...options,
    sessions,
    requireSigner,
    checkSigningAllowed,
    prepareSignature: (session) => afterSignature.prepare(session),
    forgetBalances: (session) => afterSignature.forget(session),
    onChange: tellSession,
  })
  function tellSession(): void {
    sessionService.getSession().then(
      (state) => emit('trading:sessionChanged', state),
      (error: unknown) => log.fault('trading', 'tell of the session', error),
    )
  }
  sessions.events.on('changed', tellSession)
  sessions.events.on('ended', (reason, { id, accountId }) => {
    // By hand nobody has to be told.
    if (reason !== 'byHand') alarms.noteSessionEnded(accountId, id, reason)
  })
  sessions.events.on('started', ({ limits }) => {
    const session = current.get()
    if (session === null) return
    follower = followPrices(session, limits.markets, clock, (error) =>
      log.fault('trading', 'read the prices of a market', error),
    )
  })
  sessions.events.on('ended', () => {
    follower?.stop()
    follower = null
  })

  current.events.on('changed', (session) => {
    sessions.end('accountChanged')
    follow(session)
    tellSession()
  })
  current.events.on('retry', triggerWatches)

  const moves = createMoveOrder({
    journal,
    clock,
    log,
    monotonicMs,
    current,
    placer,
    tickets,
    permits,
    checkDecimals: (session, market, numbers) => rules.checkDecimals(session, market, numbers),
    recovered,
    report: (error) => reportError(error, log, 'trading'),
    onGone: ({ account }, gone) => alarms.noteGone({ accountId: account.id, ...gone }),
    onChanged: readAgain,
    onEnded: triggerWatches,
  })

  return {
    ...createTrading({
      journal,
      clock,
      current,
      placer,
      permits,
      checkOpen: () => gate.check(),
      tickets,
      recovered,
      onPlaced: readAgain,
    }),

    move: (input: ChannelInput<'trading:move'>) => moves.move(input),
    getTour: () => practiceFirst.getTour(),
    endTour: () => practiceFirst.endTour(),

    ...sessionService,
    getBounds: bounds.getBounds,
    setBounds: (input: ChannelInput<'trading:setBounds'>) => bounds.setBounds(input),
    /** For what ends a session from outside. */
    sessions: {
      end: sessions.end,
      isRunning: () => sessions.current() !== null,
      /** Whose session runs; null without one. */
      getAccountId: () => sessions.current()?.accountId ?? null,
      events: sessions.events,
    },

    ...createCancelOrders({
      current,
      confirmations: options.confirmations,
      monotonicMs,
      onCanceled: () => current.work()?.readOrders(),
      onAsked: tellCancel,
    }),

    /** How often the exchange gave a hash, or a nonce, that it had given before; since the start. */
    getRepeats: placer.repeats,

    ...cancelAll,

    /** Resolves when each order on the wire has its answer on the disk. Call it after the sessions are closed. */
    async close(): Promise<void> {
      await Promise.all([placer.whenIdle(), moves.whenMoved(), cancelAll.close()])
    },
    getMarketRules: (input: ChannelInput<'trading:getMarketRules'>) => rules.getMarketRules(input),

    /** Orders of all accounts that were sent, or are about to be, and have no answer. Errors: those of the journal. */
    listUndecided: undecided.listAll,

    /** Whether an order is being placed or moved. */
    isPlacing: (): boolean => placer.isAnyBusy() || moves.isMoving(),

    /** Whether orders are being placed, moved or all canceled, or the outcome of a sent one is unknown. */
    async isUndecided(): Promise<boolean> {
      if (placer.isAnyBusy() || moves.isMoving() || cancelAll.isCancelingAll()) return true
      return (await undecided.listAll()).length > 0
    },
  }
}
export type TradingServices = ReturnType<typeof openTrading>
