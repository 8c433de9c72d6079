// Goes on with orders and moves that an interrupted run, or a call without an answer, has left open.
import type { Poller } from '../async/poller.ts'
import { type AccountSession, isCutOff } from '../session/account-session.ts'
import type { StoredPlacedOrder } from '../store/api/placed-order-rows.ts'
import type { Tools } from '../tools.ts'
import type { Alarms } from './alarms.ts'
import { watchMoves } from './move/move-watch.ts'
import { afterCrash } from './order-machine.ts'
import type { OrderPlacer } from './place-order.ts'
import { watchUnknownOrders } from './watch-unknown.ts'

export interface LeftOrdersOptions extends Pick<Tools, 'journal' | 'clock' | 'emit' | 'log' | 'random'> {
  readonly placer: Pick<OrderPlacer, 'isBusy'>
  readonly alarms: Alarms
  readonly isTicketMoving: (ticketId: string) => boolean
  /** Goes on with what was canceled and turned up late; called at each reading and each return of the account. */
  readonly cancelLate: (session: AccountSession) => void
  /** Another order at the exchange is like one that was found already, and may be the one that was sent. */
  readonly noteFurther: (session: AccountSession, placed: StoredPlacedOrder, orderId: number) => void
}

export function createLeftOrders(options: LeftOrdersOptions) {
  const { journal, clock, emit, log, random, placer, alarms } = options
  /** Of the account in use. */
  let watches: readonly Poller[] = []

  /**
   * Orders that nobody goes on with, of an interrupted run or because their outcome could not be written down: what was not
   * signed is never sent later, and what was is looked for.
   */
  async function settleLeft(): Promise<void> {
    for (const { id, state } of await journal.listWatchedOrders()) {
      const to = afterCrash(state)
      if (to === null || placer.isBusy(id)) continue
      const moved = await journal.movePlacedOrder(id, [state], to, {}, clock.now())
      if (moved === null) continue
      emit('trading:changed', { ids: [id] })
      alarms.noteOrder(moved)
    }
  }

  return {
    settleLeft,

    /** Looks again now. */
    trigger(): void {
      for (const watch of watches) watch.trigger()
    },

    /** Call when the account in use changes; null for none. */
    follow(session: AccountSession | null): void {
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
        random,
        settleLeft,
      }
      const unknownOrders = watchUnknownOrders({
        ...shared,
        settleLeft: async () => {
          await settleLeft()
          options.cancelLate(session)
        },
        skewMs: () => session.time.offsetMs(),
        onFound: (placed, isLate) => {
          emit('trading:changed', { ids: [placed.id] })
          if (isLate && placed.orderId !== null) alarms.noteFoundLate(placed, placed.orderId, false)
          options.cancelLate(session)
        },
        onFurther(placed, orderId) {
          alarms.noteFoundLate(placed, orderId, false)
          options.noteFurther(session, placed, orderId)
        },
      })
      const leftMoves = watchMoves({
        ...shared,
        isMoving: options.isTicketMoving,
        onGone: (gone) => alarms.noteGone({ accountId: session.account.id, ...gone }),
      })
      watches = [unknownOrders, leftMoves]
      options.cancelLate(session)
    },
  }
}
