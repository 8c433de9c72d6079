// Composes the trading services.
import { randomUUID } from 'node:crypto'
import type { TradingAlarm } from '../../src-preload/contract/trading/trading-alarms.ts'
import type { CancelAllState } from '../../src-preload/contract/trading/trading-cancel.ts'
import type { ChannelInput } from '../../src-preload/contract/contract.ts'
import type { SessionEndReason } from '../../src-preload/domain/accounts/session-limits.ts'
import { AppError } from '../../src-preload/domain/errors.ts'
import { reportError } from '../ipc/register.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { createL2Signer } from '../accounts/wallet/l2-signer.ts'
import type { ReadSecret } from '../accounts/wallet/read-secret.ts'
import type { ServiceKeys } from '../exchange/endpoints/rules.ts'
import type { AccountSession } from '../session/account-session.ts'
import type { CurrentAccount } from '../session/current-account.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import { isLeftBehind, isWatched } from './order-machine.ts'
import { createPermits } from './permits.ts'
import { createPracticeFirst } from './practice-first.ts'
import { createOrderPlacer } from './place-order.ts'
import { createPlacingContexts, createSignerCheck } from './placing-context.ts'
import { createAfterSignature } from './session/after-signature.ts'
import { createCurrentPrices } from './session/current-prices.ts'
import { createPriceBounds } from './price-bounds.ts'
import { createSessionOrders } from './session/session-orders.ts'
import { createSessionService } from './session/session-service.ts'
import { createSigningDifferences } from './session/signing-differences.ts'
import { createSessions } from './session/sessions.ts'
import type { SigningLock } from './session/signing-lock.ts'
import type { NoticeFacts } from '../../src-preload/contract/app/alerts.ts'
import { createAlarms } from './alarms.ts'
import { createBackgroundWork } from './background-work.ts'
import { findFeeRates } from './known-fees.ts'
import { createCancelAll } from './cancel/cancel-all.ts'
import { createCancelOrders } from './cancel/cancel-orders.ts'
import { createLateCancels } from './cancel/late-cancels.ts'
import { createPendingCancels } from './cancel/pending-cancels.ts'
import { createPlacingGate } from './cancel/placing-gate.ts'
import { createRunNotes } from './cancel/run-notes.ts'
import { createMoveOrder } from './move/move-order.ts'
import { createLeftOrders } from './left-orders.ts'
import { createTickets } from './tickets.ts'
import { createMarketRules } from './rules/market-rules.ts'
import { createTrading } from './trading.ts'
import { createUndecidedOrders } from './undecided-orders.ts'
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

/** A person did it, in a window of main's own or by hand; or the alarm of the difference tells more. */
const isToldElsewhere = (reason: SessionEndReason): boolean =>
  reason === 'byHand' || reason === 'replaced' || reason === 'difference'

export function openTrading(given: OpenTradingOptions) {
  const background = createBackgroundWork(given.log)
  const options = { ...given, log: background.log, inBackground: background.run }
  const { journal, readSecret, clock, emit, log, current, accounts, signingLock } = options
  const rules = createMarketRules(options)
  const practiceFirst = createPracticeFirst(options)
  const monotonicMs = (): number => performance.now()

  async function readServiceKeys(accountId: string): Promise<ServiceKeys | null> {
    const [organizationKey, apiKey] = await Promise.all([
      readSecret(accountId, 'organizationKey'),
      readSecret(accountId, 'apiKey'),
    ])
    return organizationKey === null || apiKey === null ? null : { organizationKey, apiKey }
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
    ...options,
    skewMs: () => current.get()?.time.offsetMs() ?? 0,
    isBusy: (id) => placer.isBusy(id),
  })

  const alarms = createAlarms(options)
  const placer = createOrderPlacer({
    ...options,
    report: (error) => reportError(error, log, 'trading'),
    createId: randomUUID,
    onDiffers: (placed, told) => differences.noteDiffering(placed, told),
    onChange(order) {
      emit('trading:changed', { ids: [order.id] })
      alarms.noteOrder(order)
      background.run('note a placed order', practiceFirst.note(order))
      if (order.state !== 'refused') return
      background.run('note the decimals of a market', rules.noteRefusal(order.networkKey, order.failure))
    },
  })
  const gate = createPlacingGate(placer)
  const pending = createPendingCancels(options.store)
  const cancelAll = createCancelAll({
    ...options,
    gate,
    endSession: () => sessions.end('killSwitch'),
    listCachedOpen: (accountId) => options.store.listOpenOrders(accountId, MAX_CACHED_OPEN),
    listUndecided: undecided.list,
    listProbable: undecided.listProbable,
    listAcceptedSince: undecided.listAcceptedSince,
    pending,
    notes: createRunNotes(options.store),
    listAccounts: () => options.store.listAccounts(),
    report: (error) => reportError(error, log, 'trading'),
    onChange(state) {
      emit('trading:cancelAllChanged', state)
      options.onCancelAll(state)
    },
    onCanceled: () => current.work()?.readOrders(),
    onAsked: (accountId) => tellCancel({ accountId, orderId: null, market: null, side: null }),
    onWaiting: (accountId) =>
      tellCancel({ accountId, orderId: null, market: null, side: null, isWaiting: true }),
  })
  const lateCancels = createLateCancels({
    ...options,
    pending,
    isWatched(order) {
      const nowMs = clock.now()
      const serviceNowMs = nowMs + (current.get()?.time.offsetMs() ?? 0)
      return isWatched(order, nowMs, serviceNowMs) || isLeftBehind(order, nowMs)
    },
    onEnded(placed, orderId, isCanceled) {
      emit('trading:changed', { ids: [placed.id] })
      current.work()?.readOrders()
      const { mayStillAppear } = cancelAll.getCancelAll()
      // The rest of a session's market order, as it was meant: it is late only where its answer was lost.
      if (placed.state === 'accepted' && !mayStillAppear.includes(placed.id)) return
      cancelAll.noteLateEnded(placed.accountId, placed.id, isCanceled)
      alarms.noteFoundLate(placed, orderId, isCanceled)
    },
  })

  /** Goes on with what was canceled and turned up late. */
  function cancelLate(session: AccountSession): void {
    background.run('cancel a late order', lateCancels.sweep(session))
  }

  /** What a market order of a session left in the book, until it is gone; whatever its answer was. */
  async function cancelRest(session: AccountSession, { id, signature }: StoredPlacedOrder): Promise<void> {
    if (signature === null) return
    try {
      await pending.add([id])
      cancelLate(session)
    } catch (error) {
      if (!session.signal.aborted) log.fault('trading', 'cancel the rest of a market order', error)
    }
  }

  const leftOrders = createLeftOrders({
    ...options,
    placer,
    alarms,
    isTicketMoving: (ticketId) => moves.isTicketMoving(ticketId),
    cancelLate,
    noteFurther(session, placed, orderId) {
      const noted = pending.noteFound(placed.id, orderId)
      background.run(
        'cancel a late order',
        noted.then(() => cancelLate(session)),
      )
    },
  })
  const recovered = leftOrders.settleLeft()
  background.run('settle the orders that were left', recovered)

  const requireSigner = createSignerCheck(accounts.find)
  const bounds = createPriceBounds(options)
  const sessions = createSessions({ ...options, monotonicMs, createId: randomUUID })
  const readPrices = createCurrentPrices({ ...options, sessions })
  const differences = createSigningDifferences({ ...options, sessions, alarms, onLocked: tellSession })
  const sessionOrders = createSessionOrders({ ...options, sessions, nowMs: () => clock.now() })
  const afterSignature = createAfterSignature({
    ...options,
    lookEveryMs: LOOK_EVERY_MS,
    onUnread: () => sessions.end('unread'),
    onDifference: ({ account: { id } }, difference) => differences.lockSigning(id, difference),
  })

  const readFacts = async (session: AccountSession, market: string) => ({
    account: await requireSigner(session),
    hasUnknown: await undecided.hasUnknown(session, market),
    feeRates: await findFeeRates(options.store, session.account.id, market),
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
    noteRest: (ticketId) => pending.add([ticketId]),
    cancelRest,
    onSigned: (session, placed) => afterSignature.note(session, placed),
  })

  const tickets = createTickets(randomUUID)

  /** Each cancel that was not pressed in main's own menu or tray is told, so that none is unseen. */
  function tellCancel(facts: Omit<CancelAsked, 'kind'>): void {
    options.onCancelAsked({ kind: 'cancelAsked', ...facts }, `cancel ${randomUUID()}`)
  }

  /** Orders may have changed, or been left without an answer. */
  function readAgain(): void {
    leftOrders.trigger()
    current.work()?.readOrders()
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
    const told = sessionService.getSession().then((state) => emit('trading:sessionChanged', state))
    background.run('tell of the session', told)
  }
  sessions.events.on('changed', tellSession)
  sessions.events.on('ended', (reason, { id, accountId }) => {
    if (!isToldElsewhere(reason)) alarms.noteSessionEnded(accountId, id, reason)
  })
  current.events.on('changed', (session) => {
    sessions.end('accountChanged')
    leftOrders.follow(session)
    if (session !== null) void afterSignature.resume(session)
    // Closing does not wait for what it may ask a person, see `close` there.
    cancelAll
      .follow(session)
      .catch((error: unknown) => log.fault('trading', 'go on with canceling everything', error))
    tellSession()
  })
  current.events.on('retry', () => leftOrders.trigger())

  const moves = createMoveOrder({
    ...options,
    monotonicMs,
    placer,
    tickets,
    permits,
    checkOpen: () => gate.check(),
    checkDecimals: (session, market, numbers) => rules.checkDecimals(session, market, numbers),
    recovered,
    report: (error) => reportError(error, log, 'trading'),
    onGone: ({ account }, gone) => alarms.noteGone({ accountId: account.id, ...gone }),
    onUnasked: ({ account }, { id, market, side }) =>
      tellCancel({ accountId: account.id, orderId: id, market, side, isMove: true }),
    onChanged: readAgain,
    onEnded: () => leftOrders.trigger(),
  })

  return {
    ...createTrading({
      ...options,
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
      ...options,
      monotonicMs,
      listCachedOpen: (accountId) => options.store.listOpenOrders(accountId, MAX_CACHED_OPEN),
      onCanceled: () => current.work()?.readOrders(),
      onAsked: tellCancel,
    }),

    /** How often the exchange gave a hash, or a nonce, that it had given before; since the start. */
    getRepeats: placer.repeats,

    ...cancelAll,

    /** Resolves when each order on the wire has its answer on the disk, and nothing is written any more. Call it after the sessions are closed. */
    async close(): Promise<void> {
      await Promise.all([placer.whenIdle(), moves.whenMoved(), cancelAll.close()])
      await background.close()
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
