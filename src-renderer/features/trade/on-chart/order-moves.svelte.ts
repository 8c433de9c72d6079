// Moves open orders to another price: main cancels and places anew, after the question. One move at a time.
import type { MoveResult } from '../../../../src-preload/contract/trading/trading-move.ts'
import type { OrderIntent } from '../../../../src-preload/contract/trading/trading.ts'
import type { Notice } from '../../../../src-preload/contract/app/alerts.ts'
import type { ErrorReport } from '../../../../src-preload/contract/channel.ts'
import { call, toReport } from '../../../shell/page/api.ts'
import { accounts } from '../../../shell/state/accounts.svelte.ts'
import { isJournalRestored } from '../../../text/errors/is-restored.ts'
import { describeError } from '../../../text/errors/describe-error.ts'
import { describeGone } from '../../../text/notice-text.ts'
import { notices } from '../../../shell/state/notices.svelte.ts'
import { placedOrders } from '../ticket/placed-orders.svelte.ts'
import { describePlaced } from '../ticket/placed-text.ts'
import { firstOrder } from '../tour/first-order.svelte.ts'
import { describeMove, type MoveNote } from './move-text.ts'

export interface MovedOrder {
  readonly orderId: number
  /** Where the limit and the trigger are to be, decimal text. */
  readonly price: string
  readonly stopPrice: string | null
}

interface Compared extends Pick<OrderIntent, 'type' | 'market' | 'side' | 'amount'> {
  readonly price?: string | null
  readonly stopPrice?: string | null
}
type GoneNotice = Notice & { readonly what: Extract<Notice['what'], { kind: 'orderGone' }> }

const accountInUse = (): string | null => accounts.active?.id ?? null

function isSameOrder(a: Compared, b: Compared): boolean {
  const fields = ({ type, market, side, amount, price, stopPrice }: Compared) =>
    JSON.stringify([type, market, side, amount, price ?? null, stopPrice ?? null])
  return fields(a) === fields(b)
}

/** True where this computer has sent such an order since then, as from a page that was reloaded before it had the answer. */
async function wasPlacedSince(order: OrderIntent, sinceMs: number): Promise<boolean> {
  const { orders } = await call('trading:listPlaced', { limit: 200 })
  return orders.some(
    (placed) =>
      placed.createdAtMs > sinceMs &&
      placed.state !== 'refused' &&
      placed.state !== 'notSent' &&
      isSameOrder(placed, order),
  )
}

class OrderMoves {
  /** From the drop until main has answered, which may wait for the confirmation window. */
  moving = $state.raw<MovedOrder | null>(null)
  #note = $state.raw<{
    readonly note: MoveNote
    readonly accountId: string | null
    /** The order that is gone, of which main has a notification, or soon will; null where it is about something else. */
    readonly goneOrderId: number | null
  } | null>(null)
  /** Unread notifications of orders that were canceled to be moved and not surely placed anew; newest first. They outlast the page. */
  readonly #gone: readonly GoneNotice[] = $derived.by(() => {
    const { list } = notices
    if (list.status !== 'ready') return []
    return list.value.notices.filter(
      (one): one is GoneNotice =>
        one.what.kind === 'orderGone' && !one.isRead && one.what.accountId === accountInUse(),
    )
  })
  #isPlacing = false
  /** Main's ticket of the press that tries again: until it has answered for it, a further press gets the same order. */
  #retryTicketId: string | null = null

  /** What is told of the account in use; null for nothing. */
  get note(): MoveNote | null {
    if (this.#note?.accountId === accountInUse()) return this.#note.note
    const gone = this.#gone[0]
    if (gone === undefined) return null
    const { order, isUnknown } = gone.what
    return { text: describeGone(gone.what), isAlarm: true, unplaced: isUnknown ? null : order }
  }

  /** The order whose being gone is shown; null where something else is, or nothing. */
  get #goneOrderId(): number | null {
    if (this.#note?.accountId === accountInUse()) return this.#note.goneOrderId
    return this.#gone[0]?.what.orderId ?? null
  }

  /** The notification of what is shown: that of another order stays. */
  get #shownGone(): GoneNotice | null {
    const orderId = this.#goneOrderId
    return this.#gone.find(({ what }) => what.orderId === orderId) ?? null
  }

  async move(moved: MovedOrder): Promise<void> {
    if (this.moving !== null) return
    const accountId = accountInUse()
    this.moving = moved
    this.#clear()
    try {
      const { ticketId } = await call('trading:openTicket', {})
      this.#tell(await call('trading:move', { ticketId, ...moved }), accountId)
    } catch (error) {
      const report = toReport(error)
      if (report.data['reason'] === 'practiceFirst') firstOrder.hold()
      const { happened } = describeError(report)
      this.#say(
        {
          text: `Not moved. ${happened}`,
          isAlarm: false,
          unplaced: null,
          isRestored: isJournalRestored(report),
        },
        accountId,
      )
    } finally {
      this.moving = null
    }
  }

  /** Places what was left when an order was canceled and the new one was not placed. */
  async tryAgain(): Promise<void> {
    const order = this.note?.unplaced ?? null
    if (order === null || this.#isPlacing) return
    const accountId = accountInUse()
    const goneOrderId = this.#goneOrderId
    const gone = this.#shownGone
    this.#isPlacing = true
    try {
      if (gone !== null && (await wasPlacedSince(order, gone.atMs))) {
        // It may have been for another one that is gone: the alarm stays until it is dismissed.
        this.#say(
          {
            text: 'An equal order was placed since then: check your orders before you place another.',
            isAlarm: true,
            unplaced: null,
          },
          accountId,
          goneOrderId,
        )
        return
      }
      const ticketId = (this.#retryTicketId ??= (await call('trading:openTicket', {})).ticketId)
      const placed = await call('trading:place', { ticketId, order })
      this.#retryTicketId = null
      if (placed.accountId === accountId) placedOrders.note(placed)
      const { title, lines } = describePlaced(placed, null)
      // One without an answer may be in the book: it is not placed a second time by a press here.
      const mayRetry = placed.state === 'refused' || placed.state === 'notSent'
      if (!mayRetry && gone !== null) await notices.markRead(gone)
      this.#say(
        {
          text: [title, ...lines].join('. '),
          isAlarm: placed.state !== 'accepted',
          unplaced: mayRetry ? order : null,
        },
        accountId,
        goneOrderId,
      )
    } catch (error) {
      const report = toReport(error)
      if (report.data['field'] === 'ticket') this.#retryTicketId = null
      const { happened } = describeError(report)
      this.#say(
        {
          text: `Not placed. ${happened}`,
          isAlarm: true,
          unplaced: order,
          isRestored: isJournalRestored(report),
        },
        accountId,
        goneOrderId,
      )
    } finally {
      this.#isPlacing = false
    }
  }

  /** The orders of a restored journal could not be shown. What was not placed can still be. */
  tellFailed(report: ErrorReport): void {
    const unplaced = this.note?.unplaced ?? null
    const { happened } = describeError(report)
    const note = { text: happened, isAlarm: unplaced !== null, unplaced, isRestored: true }
    this.#say(note, accountInUse(), this.#goneOrderId)
  }

  /** The orders of a restored journal were checked: what was not placed can be placed now. */
  noteReviewed(): void {
    const { note } = this
    if (note === null || note.unplaced === null) this.dismiss()
    else this.#say({ ...note, isRestored: false }, accountInUse(), this.#goneOrderId)
  }

  /** Tells that an order was not canceled. */
  tellNotCanceled(report: ErrorReport): void {
    const text = `Not canceled. ${describeError(report).happened}`
    this.#say({ text, isAlarm: true, unplaced: null }, accountInUse())
  }

  /** What was told was read; of an order that is gone, for good. */
  dismiss(): void {
    const gone = this.#shownGone
    this.#clear()
    if (gone !== null) void notices.markRead(gone)
  }

  #clear(): void {
    this.#note = null
    this.#retryTicketId = null
  }

  #say(note: MoveNote | null, accountId: string | null, goneOrderId: number | null = null): void {
    this.#note = note === null ? null : { note, accountId, goneOrderId }
  }

  #tell(result: MoveResult, accountId: string | null): void {
    this.#say(describeMove(result), accountId, result.outcome === 'gone' ? result.canceled : null)
    if (result.outcome === 'notMoved' || result.order === null) return
    if (result.order.accountId === accountInUse()) placedOrders.note(result.order)
  }
}

export const orderMoves = new OrderMoves()
